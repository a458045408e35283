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

#define SYSCALL_DIGITS 12

/**
 * syscall_word() - what to call a syscall
 * @arch: native or compat
 * @nr: its number
 * @digits: room for the number
 *
 * Return: its name, or if it has none its number in @digits.
 */
const char *syscall_word(enum afp_arch arch, unsigned int nr,
			 char digits[SYSCALL_DIGITS]);

#endif /* SYSCALL_NAMES_H */
