// SPDX-License-Identifier: GPL-2.0
/*
 * call [--compat] [--times N] SYSCALL [ARGUMENT...] - make one system call, or
 * N times the same, and nothing else before the results are printed.
 *
 * SYSCALL is a number or a name of the architecture chosen.  An argument is a
 * number, "s:TEXT" for a pointer to a string, or "b:SIZE" for a pointer to
 * that many zero bytes.  With --compat the call is made through int $0x80 and
 * the context is i386; pointers lie below 4 GiB for that.  The exit status is
 * 0 however the calls went: their results are printed.
 */
#include <libaudit.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "raw_call.h"

#define MAX_ARGUMENTS 6

static void *below_4g(size_t size)
{
	void *p = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	if (p == MAP_FAILED) {
		perror("call: mmap");
		exit(2);
	}
	return p;
}

static bool parse_number(const char *text, long *value)
{
	char *end;

	*value = strtol(text, &end, 0);
	/* 0xffffffffffffffff and the like */
	if (*end == '\0' && text[0] != '-')
		*value = strtoul(text, &end, 0);
	return end != text && *end == '\0';
}

static long parse_argument(const char *text)
{
	long value;

	if (!strncmp(text, "s:", 2))
		return (long)strcpy(below_4g(strlen(text) - 1), text + 2);
	if (!strncmp(text, "b:", 2) && parse_number(text + 2, &value)) {
		void *p = below_4g(value);

		/* Faults belong before the call. */
		memset(p, 0, value);
		return (long)p;
	}
	if (parse_number(text, &value))
		return value;
	fprintf(stderr, "call: bad argument %s\n", text);
	exit(2);
}

int main(int argc, char **argv)
{
	long arguments[MAX_ARGUMENTS] = { 0 };
	long number, n, times = 1, first = 0, differing = 0, result = 0;
	bool compat = false;
	int i = 1, j;

	for (; i < argc && !strncmp(argv[i], "--", 2); i++) {
		if (!strcmp(argv[i], "--compat"))
			compat = true;
		else if (strcmp(argv[i], "--times") || i + 1 == argc ||
			 !parse_number(argv[++i], &times) || times < 1)
			goto usage;
	}
	if (i == argc || argc - i - 1 > MAX_ARGUMENTS)
		goto usage;
	if (!parse_number(argv[i], &number)) {
		number = audit_name_to_syscall(argv[i], compat ? MACH_X86 : MACH_86_64);
		if (number < 0) {
			fprintf(stderr, "call: no system call %s\n", argv[i]);
			return 2;
		}
	}
	for (j = 0; i + 1 + j < argc; j++)
		arguments[j] = parse_argument(argv[i + 1 + j]);

	for (n = 0; n < times; n++) {
		result = compat ? call_compat(number, arguments) : call_native(number, arguments);
		if (n == 0)
			first = result;
		else if (result != first)
			differing++;
	}
	printf("%ld\n", first);
	if (differing)
		printf("%ld of %ld calls returned something else, the last one %ld\n",
		       differing, times, result);
	return 0;

usage:
	fputs("usage: call [--compat] [--times N] SYSCALL [NUMBER | s:TEXT | b:SIZE]...\n", stderr);
	return 2;
}
