/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hook: attaches code to the entry of a kernel function, by the best means
 * that the kernel offers and that is still free.
 */
#ifndef AFP_HOOK_H
#define AFP_HOOK_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>

/* In the order in which they are tried. */
enum afp_tier {
	AFP_TIER_DIRECT,
	AFP_TIER_FTRACE,
	AFP_TIER_KPROBE,
	AFP_NR_TIERS,
	AFP_TIER_AUTO = AFP_NR_TIERS,
	AFP_TIER_OFF,
};

/**
 * struct afp_hook - code at the entry of one function
 * @name:     what the hook is for, as sysfs shows it
 * @function: the function's name, as sysfs shows it
 * @ip:       its address; 0: the hook cannot be attached
 * @tramp:    tier direct: called at the function's entry, returns into it
 * @handler:  the other tiers: may change the registers that the function
 *            starts with; returns true if it changed regs->ip
 * @moves_ip: @handler may return true
 * @tier:     how it is attached; AFP_TIER_OFF if it is not
 * @errors:   why the tiers before @tier could not be had, 0 or -errno
 * @ops:      of the tiers direct and ftrace
 * @probe:    of the tier kprobe
 *
 * The fields from @tier on are kept by hook.c. @tier and @errors are written
 * by whoever attaches and detaches, one at a time, and read at any time.
 */
struct afp_hook {
	const char *name;
	const char *function;
	unsigned long ip;
	void *tramp;
	bool (*handler)(struct pt_regs *regs);
	bool moves_ip;

	enum afp_tier tier;
	int errors[AFP_NR_TIERS];
	union {
		struct ftrace_ops ops;
		struct kprobe probe;
	};
};

int afp_hook_attach(struct afp_hook *hook, enum afp_tier tier);
void afp_hook_detach(struct afp_hook *hook);
int afp_hook_show(const struct afp_hook *hook, char *buf, size_t size);

int afp_listen_start(struct ftrace_ops *ops, ftrace_func_t func,
		     const unsigned long *ips, unsigned int n);
void afp_listen_stop(struct ftrace_ops *ops);

#endif /* AFP_HOOK_H */
