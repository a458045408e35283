// SPDX-License-Identifier: GPL-2.0
#include "syscall_names.h"

#include <stddef.h>
#include <stdio.h>

/* The Makefile makes both lists; that of compat is empty where none exists. */
static const char *const native[AFP_NR_SYSCALLS] = {
#include "names_native.inc"
};

static const char *const compat[AFP_NR_SYSCALLS] = {
#include "names_compat.inc"
};

const char *syscall_name(enum afp_arch arch, unsigned int nr)
{
	if (nr >= AFP_NR_SYSCALLS)
		return NULL;
	return arch == AFP_NATIVE ? native[nr] : compat[nr];
}

const char *syscall_word(enum afp_arch arch, unsigned int nr,
			 char digits[SYSCALL_DIGITS])
{
	const char *name = syscall_name(arch, nr);

	if (name)
		return name;
	snprintf(digits, SYSCALL_DIGITS, "%u", nr);
	return digits;
}
