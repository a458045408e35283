// SPDX-License-Identifier: GPL-2.0
/*
 * entry_path: gives a syscall of no interest a dummy context from the start.
 *
 * What a skipped entry leaves is, to the last member, the context that the
 * kernel itself makes where there are no rules: one that is dummy. The kernel
 * can cope with that anywhere, and the syscall's exit has nothing to do. But
 * there are rules, and where a real context would make a difference, this one
 * must become real first:
 *
 *   something is logged in the	auditsc_get_stamp: real, so that the exit
 *   middle (a denial, say)		filter decides; audit_log_start() would
 *					do the same, right afterwards
 *   a name is collected		getname_kernel, for a path that the kernel
 *					has been given in other ways than by a
 *					pointer, and the vfs_ functions that
 *					hand audit a child: a quiet syscall
 *					collects no other
 *   a watch of fanotify answers	fanotify_handle_event: up to 6.2 the kernel
 *   and wants that audited		does not record it for a dummy context
 *   an audit tree is killed		audit_killed_trees: put off to the exit,
 *					which a dummy context does not have
 *   the task ends in the middle	__audit_free
 *   io_uring works for the task	__audit_uring_entry: between syscalls; it
 *					finds what a real exit leaves
 *   a rule comes in the middle		__audit_syscall_exit: the bit is tested
 *					again
 *   this module goes, or is closed	all tasks are looked at
 *
 * A real context differs from the dummy one in nothing but that member, as long
 * as nothing was collected; and a quiet syscall collects nothing on its own
 * (arch/quiet.h, and the tests that run each). So no record is lost and none is
 * added: a rule that could record the syscall would have set its bit, and one
 * that needs a name for that can do so only once a name has made the context real.
 *
 * auditd's own syscalls stay outside of audit: with rules, their contexts are
 * not in use at all. That is made good at the same places.
 */
#include "compat.h"
#include <linux/audit.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>
#include <linux/timekeeping.h>
#include "entry_path.h"
#include "exit_path.h"
#include "interest.h"
#include "symbols.h"
#include "tally.h"

u32 afp_ctx_ctime;
DEFINE_PER_CPU(u64, afp_entry_skipped);
DEFINE_PER_CPU(u64, afp_entry_revived);

/* Where a dummy context becomes real; the first ones are needed by index. */
enum { AT_FREE, AT_URING };
static const char *const functions[] = {
	[AT_FREE] = "__audit_free",
	[AT_URING] = "__audit_uring_entry",
	"auditsc_get_stamp",
	"audit_killed_trees",
	"fanotify_handle_event",
	"getname_kernel",
	"vfs_create",
	"vfs_link",
	"vfs_mkdir",
	"vfs_mknod",
	"vfs_rename",
	"vfs_rmdir",
	"vfs_symlink",
	"vfs_unlink",
};

static unsigned long ips[ARRAY_SIZE(functions)];
static struct ftrace_ops listener;
static bool listening;

/* struct auditd_connection begins with the process, a struct pid */
static struct pid ***auditd_conn;

static bool wanted;
static enum afp_tier want;
static bool counting;

static struct afp_hook enter = {
	.name = "entry",
	.function = "__audit_syscall_entry",
	.moves_ip = true,
	.tier = AFP_TIER_OFF,
};

static struct afp_hook leave = {
	.name = "entry",
	.function = "__audit_syscall_exit",
	.moves_ip = true,
	.tier = AFP_TIER_OFF,
};

/*
 * Held while somebody else's context is used, and by a task before it frees its
 * own. Innermost.
 */
static DEFINE_RAW_SPINLOCK(freeing);

static u32 *at(void *ctx, u32 offset)
{
	return ctx + offset;
}

static notrace bool is_auditd(struct task_struct *task)
{
	struct pid **conn;
	bool is;

	rcu_read_lock();
	conn = READ_ONCE(*auditd_conn);
	is = conn && READ_ONCE(*conn) == task_tgid(task);
	rcu_read_unlock();
	return is;
}

/*
 * Make a task's context what the kernel would have made of it. The task may be
 * running, and may do the same or end its syscall meanwhile: that stores zeros.
 */
static notrace void revive(struct task_struct *task)
{
	void *ctx = READ_ONCE(task->audit_context);

	if (!ctx || READ_ONCE(*at(ctx, AFP_CTX_DUMMY)) != AFP_DUMMY ||
	    cmpxchg(at(ctx, AFP_CTX_DUMMY), AFP_DUMMY, 0) != AFP_DUMMY)
		return;
	if (is_auditd(task))
		WRITE_ONCE(*at(ctx, AFP_CTX_CONTEXT), 0);
	if (counting)
		this_cpu_inc(afp_entry_revived);
}

/*
 * Between two syscalls a real exit has left zeros, and what follows may filter
 * by them; a dummy one has not.
 */
static notrace void forget(void)
{
	void *ctx = current->audit_context;

	if (!ctx || *at(ctx, AFP_CTX_CONTEXT))
		return;
	*at(ctx, afp_ctx_major) = 0;
	*at(ctx, afp_ctx_arch) = 0;
	memset(ctx + AFP_CTX_ARGV, 0, 4 * sizeof(long));
}

static void notrace at_difference(unsigned long ip, unsigned long parent_ip,
				  struct ftrace_ops *ops,
				  struct ftrace_regs *regs)
{
	unsigned long flags;

	if (ip == ips[AT_URING])
		forget();
	if (ip != ips[AT_FREE]) {
		revive(current);
		return;
	}
	raw_spin_lock_irqsave(&freeing, flags);
	revive(current);
	raw_spin_unlock_irqrestore(&freeing, flags);
}

/*
 * The same for every task. A context may be used while its task has not begun
 * to exit: PF_EXITING is set before __audit_free() is called, which waits for
 * the lock.
 */
static void revive_all(void)
{
	struct task_struct *process, *task;
	unsigned long flags;

	rcu_read_lock();
	for_each_process_thread(process, task) {
		raw_spin_lock_irqsave(&freeing, flags);
		if (!(READ_ONCE(task->flags) & PF_EXITING))
			revive(task);
		raw_spin_unlock_irqrestore(&freeing, flags);
	}
	rcu_read_unlock();
}

static notrace bool must_run(u32 arch, u32 nr)
{
	return READ_ONCE(afp_interest[arch == AUDIT_ARCH_I386][nr]) & AFP_ENTER;
}

static notrace bool handle_enter(struct pt_regs *regs)
{
	void *ctx = current->audit_context;
	u32 arch = current_thread_info()->status & TS_COMPAT ?
		   AUDIT_ARCH_I386 : AUDIT_ARCH_X86_64;
	unsigned long *argv = ctx + AFP_CTX_ARGV;
	u32 nr = regs->di;

	if (nr >= AFP_NR_SYSCALLS || must_run(arch, nr) || !ctx ||
	    !audit_enabled || *at(ctx, AFP_CTX_STATE) != AFP_ASM_STATE_BUILD ||
	    *at(ctx, AFP_CTX_CONTEXT) || *at(ctx, afp_ctx_names))
		return false;
	*at(ctx, AFP_CTX_DUMMY) = AFP_DUMMY;
	*at(ctx, afp_ctx_arch) = arch;
	*at(ctx, afp_ctx_major) = nr;
	argv[0] = regs->si;
	argv[1] = regs->dx;
	argv[2] = regs->cx;
	argv[3] = regs->r8;
	*(u64 *)(ctx + AFP_CTX_PRIO) = 0;
	*at(ctx, AFP_CTX_CONTEXT) = AFP_ASM_CTX_SYSCALL;
	*at(ctx, AFP_CTX_CURRENT_STATE) = AFP_ASM_STATE_BUILD;
	ktime_get_coarse_real_ts64(ctx + afp_ctx_ctime);
	if (counting)
		this_cpu_inc(afp_entry_skipped);
	if (afp_tally)
		afp_tally_count(arch == AUDIT_ARCH_I386, nr, AFP_RUN_SKIPPED);
	regs->ip = (unsigned long)afp_exit_return;
	return true;
}
NOKPROBE_SYMBOL(handle_enter);

static notrace bool handle_leave(struct pt_regs *regs)
{
	void *ctx = current->audit_context;

	if (!ctx || *at(ctx, AFP_CTX_DUMMY) != AFP_DUMMY)
		return false;
	if (must_run(*at(ctx, afp_ctx_arch), *at(ctx, afp_ctx_major))) {
		*at(ctx, AFP_CTX_DUMMY) = 0;
		if (counting)
			this_cpu_inc(afp_entry_revived);
		return false;
	}
	*at(ctx, AFP_CTX_CONTEXT) = 0;
	*at(ctx, AFP_CTX_DUMMY) = 0;
	regs->ip = (unsigned long)afp_exit_return;
	return true;
}
NOKPROBE_SYMBOL(handle_leave);

static void __init allow(enum afp_arch arch, const u32 *list)
{
	for (; *list != AFP_CLASS_END; list++)
		afp_interest_quiet(arch, *list);
}

/**
 * afp_entry_init() - find the functions, say which entries may be skipped
 * @skip:  those of quiet syscalls, or none
 * @tier:  how to attach
 * @stats: count what is skipped and revived
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged.
 */
int __init afp_entry_init(bool skip, enum afp_tier tier, bool stats)
{
	static const char use[] = "the entry shortcut";
	const struct afp_symbol own[] = {
		{ "__audit_syscall_entry", use, &enter.ip },
		{ "__audit_syscall_exit", use, &leave.ip },
		{ "auditd_conn", use, (unsigned long *)&auditd_conn },
	};
	struct afp_symbol others[ARRAY_SIZE(functions)];
	int i, err;

	wanted = skip;
	want = tier;
	counting = stats;
	if (!wanted)
		return 0;
	allow(AFP_NATIVE, afp_quiet_native);
	allow(AFP_COMPAT, afp_quiet_compat);
	for (i = 0; i < ARRAY_SIZE(functions); i++)
		others[i] = (struct afp_symbol) { functions[i], use, &ips[i] };
	enter.tramp = stats ? afp_entry_enter : afp_entry_enter_nostats;
	enter.handler = handle_enter;
	leave.tramp = stats ? afp_entry_leave : afp_entry_leave_nostats;
	leave.handler = handle_leave;
	err = afp_symbols_resolve(own, ARRAY_SIZE(own));
	return err ?: afp_symbols_resolve(others, ARRAY_SIZE(others));
}

/**
 * afp_entry_start() - attach the hooks
 * @context: offsets in struct audit_context
 *
 * After afp_exit_start(), whose offsets it uses.
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged; nothing is attached then.
 */
int afp_entry_start(const struct afp_context_layout *context)
{
	int err;

	if (!wanted)
		return 0;
	if (!context->entry) {
		pr_err("struct audit_context of this kernel is not what the entry shortcut knows: load with entry=off\n");
		return -EINVAL;
	}
	afp_ctx_ctime = context->ctime;
	err = afp_listen_start(&listener, at_difference, ips,
			       ARRAY_SIZE(ips));
	if (err) {
		pr_err("cannot hear what needs a context: error %d\n", err);
		return err;
	}
	WRITE_ONCE(listening, true);
	/* what ends it first, what begins it last */
	err = afp_tally_attach(&leave, want) ?: afp_tally_attach(&enter, want);
	if (err)
		afp_entry_stop();
	return err;
}

/**
 * afp_entry_stop() - detach the hooks; every context is then as on stock
 *
 * Context: process context, may sleep.
 */
void afp_entry_stop(void)
{
	if (!listening)
		return;
	afp_hook_detach(&enter);
	/* no task begins another; those in the middle of one are made good */
	revive_all();
	afp_hook_detach(&leave);
	afp_listen_stop(&listener);
	WRITE_ONCE(listening, false);
}

/**
 * afp_entry_counts() - sum the counters up
 * @skipped: syscalls whose entry was skipped
 * @revived: contexts that became real after all
 */
void afp_entry_counts(u64 *skipped, u64 *revived)
{
	int cpu;

	*skipped = *revived = 0;
	for_each_possible_cpu(cpu) {
		*skipped += READ_ONCE(per_cpu(afp_entry_skipped, cpu));
		*revived += READ_ONCE(per_cpu(afp_entry_revived, cpu));
	}
}

/**
 * afp_entry_show() - describe the hooks
 * @buf:  receives lines as afp_hook_show() writes them, and one for each
 *        function listened to
 * @size: room in @buf
 *
 * Return: bytes written.
 */
int afp_entry_show(char *buf, size_t size)
{
	int i, len;

	if (!wanted)
		return 0;
	len = afp_hook_show(&enter, buf, size);
	len += afp_hook_show(&leave, buf + len, size - len);
	for (i = 0; i < ARRAY_SIZE(functions); i++)
		len += scnprintf(buf + len, size - len, "entry %s %s\n",
				 functions[i],
				 READ_ONCE(listening) ? "ftrace" : "off");
	return len;
}
