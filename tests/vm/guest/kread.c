// SPDX-License-Identifier: GPL-2.0
/*
 * kread SYMBOL - print a 32-bit number out of the running kernel, by way of
 * /proc/kallsyms and /proc/kcore: what the kernel itself holds, whatever the
 * module under test says about it.
 */
#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t address_of(const char *name)
{
	char line[512], symbol[256];
	uint64_t address;
	FILE *f = fopen("/proc/kallsyms", "r");

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%" SCNx64 " %*c %255s", &address, symbol) == 2 &&
		    !strcmp(symbol, name)) {
			fclose(f);
			return address;
		}
	fprintf(stderr, "kread: no symbol %s\n", name);
	exit(2);
}

static off_t offset_of(int fd, uint64_t address)
{
	Elf64_Phdr p;
	Elf64_Ehdr e;
	int i;

	if (pread(fd, &e, sizeof(e), 0) == sizeof(e))
		for (i = 0; i < e.e_phnum; i++) {
			if (pread(fd, &p, sizeof(p), e.e_phoff + i * sizeof(p)) !=
			    sizeof(p))
				break;
			if (p.p_type == PT_LOAD && address >= p.p_vaddr &&
			    address < p.p_vaddr + p.p_memsz)
				return address - p.p_vaddr + p.p_offset;
		}
	fprintf(stderr, "kread: %#" PRIx64 " is not in /proc/kcore\n", address);
	exit(2);
}

int main(int argc, char **argv)
{
	int fd = open("/proc/kcore", O_RDONLY), value;

	if (argc != 2 || fd < 0 ||
	    pread(fd, &value, sizeof(value), offset_of(fd, address_of(argv[1]))) !=
		    sizeof(value)) {
		fputs("usage: kread SYMBOL, as root with /proc/kcore\n", stderr);
		return 2;
	}
	printf("%d\n", value);
	return 0;
}
