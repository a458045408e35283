// SPDX-License-Identifier: GPL-2.0
/*
 * symbols: addresses of the kernel's unexported data and functions.
 *
 * register_kprobe() looks its symbol up and stores the address in kp.addr
 * before it checks whether a probe may stand there (kernel/kprobes.c). For
 * data it then refuses with -EINVAL, and the address is known all the same.
 * For functions the probe is registered disabled, which changes no text, and
 * taken away again. On kernels with IBT the address of a function may be that
 * of its second instruction; ftrace and kprobes take either.
 */
#include "compat.h"
#include <linux/kprobes.h>
#include <linux/slab.h>
#include "fault.h"
#include "symbols.h"

/**
 * afp_symbols_resolve() - find addresses
 * @symbols: what to find
 * @n:       how many
 *
 * Context: process context, may sleep.
 * Return: 0; -EOPNOTSUPP if a symbol that is needed is missing; -ENOMEM. Either
 * has then been logged.
 */
int __init afp_symbols_resolve(const struct afp_symbol *symbols, unsigned int n)
{
	struct kprobe *probes, **registered;
	unsigned int i, nr_registered = 0;
	int err = 0;

	probes = kcalloc(n, sizeof(*probes), GFP_KERNEL);
	registered = kcalloc(n, sizeof(*registered), GFP_KERNEL);
	if (!probes || !registered) {
		pr_err("no memory to look symbols up\n");
		err = -ENOMEM;
		goto out;
	}
	for (i = 0; i < n; i++) {
		probes[i].symbol_name = symbols[i].name;
		probes[i].flags = KPROBE_FLAG_DISABLED;
		if (!register_kprobe(&probes[i]))
			registered[nr_registered++] = &probes[i];
		*symbols[i].addr = (unsigned long)probes[i].addr;
		if (afp_fault_missing(symbols[i].name))
			*symbols[i].addr = 0;
		if (*symbols[i].addr || !symbols[i].use)
			continue;
		pr_err("this kernel has no symbol %s, which %s needs: not loaded, audit works as always\n",
		       symbols[i].name, symbols[i].use);
		err = -EOPNOTSUPP;
		break;
	}
	/* one grace period for all of them */
	if (nr_registered)
		unregister_kprobes(registered, nr_registered);
out:
	kfree(registered);
	kfree(probes);
	return err;
}
