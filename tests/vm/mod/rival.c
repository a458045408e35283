// SPDX-License-Identifier: GPL-2.0
/*
 * rival.ko: attaches to a function in the way of a tracer that was there
 * first. how=direct: a direct call. how=ipmodify: an ftrace_ops that may
 * change regs->ip, as a live patch.
 */
#include "compat.h"
#include <linux/module.h>
#include "../../../module/symbols.c"

static char *function = "";
module_param(function, charp, 0444);
static char *how = "direct";
module_param(how, charp, 0444);

static struct ftrace_ops ops;
static unsigned long ip;

extern u8 rival_trampoline[];
asm(".text\n"
    ".balign 16\n"
    ".type rival_trampoline, @function\n"
    "rival_trampoline:\n"
#ifdef CONFIG_X86_KERNEL_IBT
    "	endbr64\n"
#endif
    ASM_RET
    ".size rival_trampoline, .-rival_trampoline\n");

static void notrace entry(unsigned long addr, unsigned long parent,
			  struct ftrace_ops *self, struct ftrace_regs *regs)
{
}

static int __init rival_init(void)
{
	const struct afp_symbol symbol = { function, "the rival", &ip };
	int err = afp_symbols_resolve(&symbol, 1);

	if (err)
		return err;
	if (!strcmp(how, "direct"))
		return afp_direct_register(&ops, ip,
					   (unsigned long)rival_trampoline);
	ops.func = entry;
	ops.flags = FTRACE_OPS_FL_SAVE_REGS | FTRACE_OPS_FL_IPMODIFY;
	return ftrace_set_filter_ip(&ops, ip, 0, 0) ?:
	       register_ftrace_function(&ops);
}

static void __exit rival_exit(void)
{
	if (!strcmp(how, "direct"))
		afp_direct_unregister(&ops, ip,
				      (unsigned long)rival_trampoline);
	else
		unregister_ftrace_function(&ops);
	synchronize_rcu_tasks();
}

module_init(rival_init);
module_exit(rival_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Test only: a tracer that was there first");
