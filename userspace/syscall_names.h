/* SPDX-License-Identifier: GPL-2.0 */
/* Names of syscalls, as of the headers this program was built with. */
#ifndef SYSCALL_NAMES_H
#define SYSCALL_NAMES_H

#include "sysfs.h"

/**
 * syscall_name() - name of a syscall
 * @arch: native or compat
 * @nr: its number
 *
 * Return: the name, or NULL if the headers had none.
 */
const char *syscall_name(enum afp_arch arch, unsigned int nr);

#endif /* SYSCALL_NAMES_H */
