// SPDX-License-Identifier: GPL-2.0
/*
 * The 32-bit syscall table of the model. The kinds are those of
 * ia32_classify_syscall(), arch/x86/ia32/audit.c.
 */
#include <asm/unistd_32.h>

#include "model.h"
#include "model_lists.h"

static enum model_kind compat_kind(unsigned int nr)
{
	if (nr == __NR_open)
		return MODEL_OPEN;
	if (nr == __NR_openat)
		return MODEL_OPENAT;
	if (nr == __NR_openat2)
		return MODEL_OPENAT2;
	if (nr == __NR_socketcall)
		return MODEL_SOCKETCALL;
	if (nr == __NR_execve || nr == __NR_execveat)
		return MODEL_EXECVE;
	return MODEL_PLAIN;
}

const struct model_table model_compat = {
	.kind = compat_kind,
	.list = MODEL_LISTS,
};
