/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The syscall lists of one table, from the kernel's own headers. The file
 * that includes this has included the table's unistd header before.
 */
#include "array_size.h"

static const unsigned int write_nrs[] = {
#include <asm-generic/audit_write.h>
};

static const unsigned int read_nrs[] = {
#include <asm-generic/audit_read.h>
};

static const unsigned int chattr_nrs[] = {
#include <asm-generic/audit_change_attr.h>
};

static const unsigned int signal_nrs[] = {
#include <asm-generic/audit_signal.h>
};

#define MODEL_LIST(a)	{ a, ARRAY_SIZE(a) }

#define MODEL_LISTS {						\
	[MODEL_WRITE] = MODEL_LIST(write_nrs),			\
	[MODEL_READ] = MODEL_LIST(read_nrs),			\
	[MODEL_CHATTR] = MODEL_LIST(chattr_nrs),		\
	[MODEL_SIGNAL] = MODEL_LIST(signal_nrs),		\
}
