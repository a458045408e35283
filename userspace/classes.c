// SPDX-License-Identifier: GPL-2.0
#include "classes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "sysfs_parse.h"

/* The tables that were compiled; the Makefile has given them these names. */
extern const struct afp_classes built_native, built_compat;

#define X(name)	CLASS_##name,
enum { AFP_CLASS_KINDS(X) NR_CLASSES };
#undef X

/* The ones in use; AFP_CLASS_END always fits. */
static __u32 lists[AFP_NR_ARCHES][NR_CLASSES][AFP_NR_SYSCALLS + 1];

#define X(name)	.name = lists[AFP_NATIVE][CLASS_##name],
const struct afp_classes afp_classes_native = { AFP_CLASS_KINDS(X) };
#undef X
#define X(name)	.name = lists[AFP_COMPAT][CLASS_##name],
const struct afp_classes afp_classes_compat = { AFP_CLASS_KINDS(X) };
#undef X

static const char built_from[] = "kernel " AFP_KHDR_VERSION;
const char *classes_from = built_from;

static void copy(__u32 *to, const __u32 *from)
{
	size_t nr = 0;

	while (from[nr] != AFP_CLASS_END && nr < AFP_NR_SYSCALLS)
		nr++;
	memcpy(to, from, nr * sizeof(*to));
	to[nr] = AFP_CLASS_END;
}

void classes_built_in(void)
{
#define X(name)								\
	copy(lists[AFP_NATIVE][CLASS_##name], built_native.name);	\
	copy(lists[AFP_COMPAT][CLASS_##name], built_compat.name);
	AFP_CLASS_KINDS(X)
#undef X
	classes_from = built_from;
}

static void fill(__u32 *list, const struct bits *bits)
{
	unsigned int nr;

	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++)
		if (bits->set[nr])
			*list++ = nr;
	*list = AFP_CLASS_END;
}

/* Return: 1 if it was read, 0 if there is no such file, -1 after a message. */
static int read_one(__u32 *list, const char *name)
{
	struct bits bits = { .count = 0 };
	const char *wrong;
	size_t length;
	char *text = sysfs_read(name, &length);

	if (!text && (errno == ENOENT || errno == ENODEV))
		return 0;
	if (!text) {
		diag("cannot read %s/%s: %s", sysfs_dir(), name,
		     strerror(errno));
		return -1;
	}
	if (!sysfs_is_text(text, length)) {
		wrong = "has a byte in it that is no ASCII text";
	} else if (length == 0 || text[length - 1] != '\n') {
		wrong = "is cut off, no newline at its end";
	} else {
		text[length - 1] = '\0';
		wrong = parse_bits(&bits, text);
	}
	if (wrong)
		diag("%s/%s: %s", sysfs_dir(), name, wrong);
	else
		fill(list, &bits);
	free(text);
	return wrong ? -1 : 1;
}

int classes_of_module(void)
{
#define X(name)	#name,
	static const char *const names[] = { AFP_CLASS_KINDS(X) };
#undef X
	char name[64];
	int arch, class, got;

	classes_built_in();
	for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
		for (class = 0; class < NR_CLASSES; class++) {
			snprintf(name, sizeof(name), "classes/%s_%s",
				 names[class], arch_names[arch]);
			got = read_one(lists[arch][class], name);
			if (got < 0)
				return -1;
			/* all or none: half of them would be neither's */
			if (!got) {
				classes_built_in();
				return 0;
			}
		}
	}
	classes_from = "the loaded module";
	return 0;
}
