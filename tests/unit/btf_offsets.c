// SPDX-License-Identifier: GPL-2.0
/*
 * btf_offsets BTF-FILE: where members lie, by module/btf.c, one line each:
 *
 *	struct.member offset size
 *
 * The VM tests run it on /sys/kernel/btf/vmlinux and compare with pahole.
 * Exit 0 if all were found, 1 if not or if the file cannot be read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afp_btf.h"
#include "array_size.h"

static const struct {
	const char *name;
	const char *member;
} wanted[] = {
	{ "audit_context", "dummy" },
	{ "audit_context", "state" },
	{ "audit_context", "current_state" },
	{ "audit_context", "major" },
	{ "audit_context", "prio" },
	{ "audit_context", "names_list" },
	{ "audit_context", "arch" },
	{ "audit_context", "killed_trees" },
	{ "audit_entry", "list" },
	{ "audit_entry", "rcu" },
	{ "audit_entry", "rule" },
	{ "audit_krule", "pflags" },
	{ "audit_krule", "flags" },
	{ "audit_krule", "listnr" },
	{ "audit_krule", "action" },
	{ "audit_krule", "mask" },
	{ "audit_krule", "buflen" },
	{ "audit_krule", "field_count" },
	{ "audit_krule", "filterkey" },
	{ "audit_krule", "fields" },
	{ "audit_krule", "arch_f" },
	{ "audit_krule", "inode_f" },
	{ "audit_krule", "watch" },
	{ "audit_krule", "tree" },
	{ "audit_krule", "exe" },
	{ "audit_krule", "rlist" },
	{ "audit_krule", "list" },
	{ "audit_krule", "prio" },
};

/* A file of sysfs does not tell its size: read until it ends. */
static void *read_file(const char *path, size_t *len)
{
	FILE *f = fopen(path, "rb");
	size_t room = 1 << 20, got;
	char *data = NULL, *more;

	*len = 0;
	if (!f)
		return NULL;
	do {
		room *= 2;
		more = realloc(data, room);
		if (!more)
			break;
		data = more;
		got = fread(data + *len, 1, room - *len, f);
		*len += got;
	} while (got);
	if (!more || ferror(f)) {
		free(data);
		data = NULL;
	}
	fclose(f);
	return data;
}

int main(int argc, char **argv)
{
	struct afp_btf_member m;
	struct afp_btf btf;
	void *blob;
	size_t len, i;
	int err, failed = 0;

	if (argc != 2) {
		fprintf(stderr, "usage: btf_offsets BTF-FILE\n");
		return 1;
	}
	blob = read_file(argv[1], &len);
	if (!blob) {
		perror(argv[1]);
		return 1;
	}
	err = afp_btf_open(&btf, blob, len);
	if (err) {
		fprintf(stderr, "%s: %s\n", argv[1], strerror(-err));
		return 1;
	}
	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		err = afp_btf_member(&btf, wanted[i].name, wanted[i].member,
				     &m);
		if (err) {
			fprintf(stderr, "%s.%s: %s\n", wanted[i].name,
				wanted[i].member, strerror(-err));
			failed = 1;
			continue;
		}
		printf("%s.%s %u %u\n", wanted[i].name, wanted[i].member,
		       m.offset, m.size);
	}
	free(blob);
	return failed;
}
