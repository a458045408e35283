/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs between kernels, and nothing else. Features are probed by
 * Kbuild in the headers of the kernel built for (AFP_HAVE_*); versions
 * mislead, since vendors backport. Also sets the log prefix, so every file
 * of the module includes this first.
 */
#ifndef AFP_COMPAT_H
#define AFP_COMPAT_H

/*
 * For assembly: the running task, a variable of the CPU. From v6.2 (e57ef2ed97c1)
 * up to v6.14 it is packed together with others.
 */
#ifdef __ASSEMBLER__
#ifdef AFP_HAVE_PCPU_HOT
#include <asm/asm-offsets.h>
#define AFP_CURRENT	PER_CPU_VAR(pcpu_hot + X86_current_task)
#else
#define AFP_CURRENT	PER_CPU_VAR(current_task)
#endif
#else

#undef pr_fmt
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/mutex.h>

#ifndef CONFIG_X86_64
#error "audit_fastpath has trampolines for x86_64 only"
#endif
#ifndef CONFIG_AUDITSYSCALL
#error "audit_fastpath needs a kernel with CONFIG_AUDITSYSCALL"
#endif
#ifndef CONFIG_IA32_EMULATION
#error "audit_fastpath counts rules as a kernel with CONFIG_IA32_EMULATION does"
#endif
#ifndef CONFIG_DYNAMIC_FTRACE_WITH_REGS
#error "audit_fastpath needs a kernel with CONFIG_DYNAMIC_FTRACE_WITH_REGS"
#endif
#ifndef CONFIG_KALLSYMS_ALL
#error "audit_fastpath needs a kernel with CONFIG_KALLSYMS_ALL"
#endif

/* Binary sysfs files: their callbacks get a const attribute from v6.17 on. */
#ifdef AFP_HAVE_CONST_BIN_ATTR
#define AFP_CONST_BIN_ATTR	const
#else
#define AFP_CONST_BIN_ATTR
#endif

/*
 * ftrace callbacks: the 4th argument became struct ftrace_regs in v5.11
 * (d19ad0775dcd), and the recursion flag was inverted and renamed with it.
 */
#ifdef AFP_HAVE_FTRACE_REGS
#define AFP_FTRACE_REGS(fregs)	ftrace_get_regs(fregs)
#define AFP_FTRACE_RECURSION	FTRACE_OPS_FL_RECURSION
#else
#define ftrace_regs		pt_regs
#define AFP_FTRACE_REGS(fregs)	(fregs)
#define AFP_FTRACE_RECURSION	FTRACE_OPS_FL_RECURSION_SAFE
#endif

/*
 * Direct calls: by (ops, address) from v6.4 (dbaccb618f1e, da8bdfbd4223), by
 * (address, address) before. The older form keeps its own filter and ops.
 */
static inline int afp_direct_register(struct ftrace_ops *ops, unsigned long ip,
				      unsigned long tramp)
{
#if !defined(CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS)
	return -EOPNOTSUPP;
#elif defined(AFP_HAVE_DIRECT_OPS)
	int err = ftrace_set_filter_ip(ops, ip, 0, 0);

	if (!err)
		err = register_ftrace_direct(ops, tramp);
	/* a register that failed leaves the filter set */
	if (err)
		ftrace_free_filter(ops);
	return err;
#else
	return register_ftrace_direct(ip, tramp);
#endif
}

static inline int afp_direct_unregister(struct ftrace_ops *ops,
					unsigned long ip, unsigned long tramp)
{
#if !defined(CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS)
	return -EOPNOTSUPP;
#elif defined(AFP_HAVE_DIRECT_OPS)
	return unregister_ftrace_direct(ops, tramp, true);
#else
	return unregister_ftrace_direct(ip, tramp);
#endif
}

#endif /* __ASSEMBLER__ */
#endif /* AFP_COMPAT_H */
