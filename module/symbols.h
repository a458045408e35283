/* SPDX-License-Identifier: GPL-2.0 */
/*
 * symbols: addresses of the kernel's unexported data and functions.
 *
 * The addresses are for reading and writing data and for placing hooks. No
 * function found here is ever called: kernels with IBT seal the entries of
 * functions whose address they do not take.
 */
#ifndef AFP_SYMBOLS_H
#define AFP_SYMBOLS_H

#include <linux/types.h>

/**
 * struct afp_symbol - one symbol to resolve
 * @name: as in kallsyms
 * @use:  what it is needed for, for the log; NULL if it may be missing
 * @addr: receives the address, 0 if missing
 */
struct afp_symbol {
	const char *name;
	const char *use;
	unsigned long *addr;
};

int afp_symbols_resolve(const struct afp_symbol *symbols, unsigned int n);

#endif /* AFP_SYMBOLS_H */
