// SPDX-License-Identifier: GPL-2.0
/*
 * The 64-bit syscall table of the model. The kinds are those of
 * audit_classify_syscall(), arch/x86/kernel/audit_64.c.
 */
#include <asm/unistd_64.h>

#include "model.h"
#include "model_lists.h"

static enum model_kind native_kind(unsigned int nr)
{
	if (nr == __NR_open)
		return MODEL_OPEN;
	if (nr == __NR_openat)
		return MODEL_OPENAT;
	if (nr == __NR_openat2)
		return MODEL_OPENAT2;
	if (nr == __NR_execve || nr == __NR_execveat)
		return MODEL_EXECVE;
	return MODEL_PLAIN;
}

const struct model_table model_native = {
	.kind = native_kind,
	.list = MODEL_LISTS,
};
