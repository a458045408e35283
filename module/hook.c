// SPDX-License-Identifier: GPL-2.0
/*
 * hook: attaches code to the entry of a kernel function. Knows the tiers,
 * knows nothing of audit.
 */
#include "compat.h"
#include <linux/errno.h>
#include <linux/rcupdate.h>
#include "hook.h"

static const char *const tier_names[] = {
	[AFP_TIER_DIRECT] = "direct",
	[AFP_TIER_FTRACE] = "ftrace",
	[AFP_TIER_KPROBE] = "kprobe",
	[AFP_TIER_AUTO]	  = "auto",
	[AFP_TIER_OFF]	  = "off",
};

/* ---- tier direct ---- */

static int attach_direct(struct afp_hook *hook)
{
	memset(&hook->ops, 0, sizeof(hook->ops));
	return afp_direct_register(&hook->ops, hook->ip,
				   (unsigned long)hook->tramp);
}

static int detach_direct(struct afp_hook *hook)
{
	return afp_direct_unregister(&hook->ops, hook->ip,
				     (unsigned long)hook->tramp);
}

/* ---- tier ftrace ---- */

static void notrace ftrace_entry(unsigned long ip, unsigned long parent_ip,
				 struct ftrace_ops *ops,
				 struct ftrace_regs *fregs)
{
	struct afp_hook *hook = container_of(ops, struct afp_hook, ops);

	hook->handler(AFP_FTRACE_REGS(fregs));
}

static int attach_ftrace(struct afp_hook *hook)
{
	int err;

	memset(&hook->ops, 0, sizeof(hook->ops));
	hook->ops.func = ftrace_entry;
	hook->ops.flags = FTRACE_OPS_FL_SAVE_REGS | AFP_FTRACE_RECURSION;
	if (hook->moves_ip)
		hook->ops.flags |= FTRACE_OPS_FL_IPMODIFY;
	err = ftrace_set_filter_ip(&hook->ops, hook->ip, 0, 0);
	if (!err)
		err = register_ftrace_function(&hook->ops);
	if (err)
		ftrace_free_filter(&hook->ops);
	return err;
}

static int detach_ftrace(struct afp_hook *hook)
{
	int err = unregister_ftrace_function(&hook->ops);

	ftrace_free_filter(&hook->ops);
	return err;
}

/* ---- tier kprobe ---- */

static int notrace kprobe_entry(struct kprobe *probe, struct pt_regs *regs)
{
	struct afp_hook *hook = container_of(probe, struct afp_hook, probe);

	/* 1: regs->ip was changed, do not run the probed instruction */
	return hook->handler(regs);
}
NOKPROBE_SYMBOL(kprobe_entry);

static int attach_kprobe(struct afp_hook *hook)
{
	memset(&hook->probe, 0, sizeof(hook->probe));
	hook->probe.addr = (kprobe_opcode_t *)hook->ip;
	hook->probe.pre_handler = kprobe_entry;
	return register_kprobe(&hook->probe);
}

static int detach_kprobe(struct afp_hook *hook)
{
	unregister_kprobe(&hook->probe);
	return 0;
}

static const struct {
	int (*attach)(struct afp_hook *hook);
	int (*detach)(struct afp_hook *hook);
} tiers[AFP_NR_TIERS] = {
	[AFP_TIER_DIRECT] = { attach_direct, detach_direct },
	[AFP_TIER_FTRACE] = { attach_ftrace, detach_ftrace },
	[AFP_TIER_KPROBE] = { attach_kprobe, detach_kprobe },
};

/**
 * afp_hook_attach() - attach a hook
 * @hook: a hook that is not attached
 * @want: the only tier to try, AFP_TIER_AUTO for the first that succeeds, or
 *        AFP_TIER_OFF for none
 *
 * Context: process context, may sleep.
 * Return: 0, or the error of the last tier tried; hook->errors has them all.
 */
int afp_hook_attach(struct afp_hook *hook, enum afp_tier want)
{
	enum afp_tier tier;
	int err = 0;

	WRITE_ONCE(hook->tier, AFP_TIER_OFF);
	for (tier = 0; tier < AFP_NR_TIERS; tier++)
		WRITE_ONCE(hook->errors[tier], 0);
	for (tier = 0; tier < AFP_NR_TIERS; tier++) {
		if (want != AFP_TIER_AUTO && want != tier)
			continue;
		err = hook->ip ? tiers[tier].attach(hook) : -ENOENT;
		WRITE_ONCE(hook->errors[tier], err);
		if (err) {
			pr_info("%s: no %s hook on %s: error %d%s\n",
				hook->name, tier_names[tier], hook->function,
				err, err == -EBUSY ? ", another tracer or live patch has it" : "");
			continue;
		}
		WRITE_ONCE(hook->tier, tier);
		break;
	}
	return err;
}

/**
 * afp_hook_detach() - detach a hook
 * @hook: a hook; nothing happens if it is not attached
 *
 * When this returns, no CPU executes the hook's code, nor will: text and data
 * that the hook uses can go.
 *
 * Context: process context, may sleep.
 */
void afp_hook_detach(struct afp_hook *hook)
{
	if (hook->tier >= AFP_NR_TIERS)
		return;
	if (tiers[hook->tier].detach(hook))
		pr_warn("%s: the %s hook on %s was gone already\n", hook->name,
			tier_names[hook->tier], hook->function);
	WRITE_ONCE(hook->tier, AFP_TIER_OFF);
	/*
	 * A task may have been preempted inside the trampoline, or be in the
	 * function with an argument that the hook gave it. Trampoline and
	 * function never sleep, so once every task has slept, run in user
	 * space or been idle, both are over.
	 */
	synchronize_rcu_tasks();
	synchronize_rcu();
}

/**
 * afp_hook_show() - describe a hook
 * @hook: a hook
 * @buf:  receives the line `name function tier`, followed by `tier=-errno`
 *        for each tier that was tried and could not be had
 * @size: room in @buf
 *
 * May show a hook that is being attached or detached: each word is one that
 * was true at some time.
 *
 * Return: bytes written.
 */
int afp_hook_show(const struct afp_hook *hook, char *buf, size_t size)
{
	enum afp_tier tier;
	int len, err;

	len = scnprintf(buf, size, "%s %s %s", hook->name, hook->function,
			tier_names[READ_ONCE(hook->tier)]);
	for (tier = 0; tier < AFP_NR_TIERS; tier++) {
		err = READ_ONCE(hook->errors[tier]);
		if (err)
			len += scnprintf(buf + len, size - len, " %s=%d",
					 tier_names[tier], err);
	}
	return len + scnprintf(buf + len, size - len, "\n");
}

/**
 * afp_listen_start() - have a callback called at the entry of functions
 * @ops:  not registered; filled
 * @func: the callback; must not sleep, and must not call any of the functions
 *        it listens to
 * @ips:  the functions' addresses
 * @n:    how many
 *
 * Nothing is missed from the return of this function to afp_listen_stop():
 * since the callback cannot recur, ftrace need not guard it against that and
 * thereby drop a call; and FTRACE_OPS_FL_PERMANENT makes a kernel that would
 * let kernel.ftrace_enabled be switched off refuse that with EBUSY, as it
 * does for live patches.
 *
 * Context: process context, may sleep.
 * Return: 0, or -errno; -EBUSY if kernel.ftrace_enabled is 0.
 */
int afp_listen_start(struct ftrace_ops *ops, ftrace_func_t func,
		     const unsigned long *ips, unsigned int n)
{
	unsigned int i;
	int err = 0;

	/* ftrace_free_filter() may leave pointers to freed hashes in it */
	memset(ops, 0, sizeof(*ops));
	ops->func = func;
	ops->flags = AFP_FTRACE_RECURSION | FTRACE_OPS_FL_PERMANENT;
	for (i = 0; i < n && !err; i++)
		err = ftrace_set_filter_ip(ops, ips[i], 0, 0);
	if (!err)
		err = register_ftrace_function(ops);
	if (err)
		ftrace_free_filter(ops);
	return err;
}

/**
 * afp_listen_stop() - undo afp_listen_start()
 * @ops: as given to it
 *
 * When this returns, the callback is not running, nor will it.
 *
 * Context: process context, may sleep.
 */
void afp_listen_stop(struct ftrace_ops *ops)
{
	if (unregister_ftrace_function(ops))
		pr_warn("the notifications were gone already\n");
	ftrace_free_filter(ops);
	synchronize_rcu_tasks();
	synchronize_rcu();
}
