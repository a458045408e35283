// SPDX-License-Identifier: GPL-2.0
/*
 * revive: makes the context of a syscall whose entry was skipped real, where that
 * makes a difference.
 *
 *   something is logged in the	auditsc_get_stamp: real, so that the exit
 *   middle (a denial, say)		filter decides; audit_log_start() would
 *					do the same, right afterwards
 *   a name is collected		getname_kernel, for a path that the kernel
 *					has been given in other ways than by a
 *					pointer, and the vfs_ functions that
 *					hand audit a child: a quiet syscall
 *					collects no other. Those that are not
 *					quiet do without (entry=full)
 *   a watch of fanotify answers	fanotify_handle_event: up to 6.2 the kernel
 *   and wants that audited		does not record it for a dummy context
 *   an audit tree is killed		audit_killed_trees: put off to the exit,
 *					which a dummy context does not have
 *   the task ends in the middle	__audit_free
 *   io_uring works for the task	__audit_uring_entry: between syscalls; it
 *					finds what a real exit leaves
 *
 * A real context differs from the dummy one in nothing but that member, as long
 * as nothing was collected.
 *
 * auditd's own syscalls stay outside of audit: with rules, their contexts are
 * not in use at all. That is made good at the same places.
 */
#include "compat.h"
#include <linux/audit.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>
#include "exit_path.h"
#include "hook.h"
#include "interest.h"
#include "layout.h"
#include "revive.h"
#include "symbols.h"

DEFINE_PER_CPU(u64, afp_entry_revived);

/* Some are needed by index; from AT_NAMES on they collect names. */
enum { AT_FREE, AT_URING, AT_NAMES = 5 };
static const char *const functions[] = {
	[AT_FREE] = "__audit_free",
	[AT_URING] = "__audit_uring_entry",
	"auditsc_get_stamp",
	"audit_killed_trees",
	"fanotify_handle_event",
	[AT_NAMES] = "getname_kernel",
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
static bool counting;

/* struct auditd_connection begins with the process, a struct pid */
static struct pid ***auditd_conn;

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

static notrace bool collects_names(unsigned long ip)
{
	int i;

	for (i = AT_NAMES; i < ARRAY_SIZE(ips); i++)
		if (ip == ips[i])
			return true;
	return false;
}

/* Is a name in the running syscall, whose entry was skipped, of no interest? */
static notrace bool without_names(void)
{
	void *ctx = current->audit_context;

	return ctx && !afp_interest_quiet(*at(ctx, afp_ctx_arch) ==
					  AUDIT_ARCH_I386,
					  *at(ctx, afp_ctx_major));
}

static void notrace at_difference(unsigned long ip, unsigned long parent_ip,
				  struct ftrace_ops *ops,
				  struct ftrace_regs *regs)
{
	unsigned long flags;

	if (collects_names(ip) && without_names())
		return;
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

/**
 * afp_revive_all() - make the context of every task real
 *
 * A context may be used while its task has not begun to exit: PF_EXITING is set
 * before __audit_free() is called, which waits for the lock.
 *
 * Context: process context; no entry is skipped any more.
 */
void afp_revive_all(void)
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

/**
 * afp_revive_init() - find the functions
 * @stats: count what is revived
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged.
 */
int __init afp_revive_init(bool stats)
{
	static const char use[] = "the entry shortcut";
	const struct afp_symbol own[] = {
		{ "auditd_conn", use, (unsigned long *)&auditd_conn },
	};
	struct afp_symbol others[ARRAY_SIZE(functions)];
	int i, err;

	counting = stats;
	for (i = 0; i < ARRAY_SIZE(functions); i++)
		others[i] = (struct afp_symbol) { functions[i], use, &ips[i] };
	err = afp_symbols_resolve(own, ARRAY_SIZE(own));
	return err ?: afp_symbols_resolve(others, ARRAY_SIZE(others));
}

/**
 * afp_revive_start() - listen to the functions; before any entry is skipped
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged.
 */
int afp_revive_start(void)
{
	int err = afp_listen_start(&listener, at_difference, ips,
				   ARRAY_SIZE(ips));

	if (err)
		pr_err("cannot hear what needs a context: error %d\n", err);
	else
		WRITE_ONCE(listening, true);
	return err;
}

/**
 * afp_revive_stop() - stop listening; no context is of a skipped entry any more
 *
 * Context: process context, may sleep.
 */
void afp_revive_stop(void)
{
	if (!listening)
		return;
	afp_listen_stop(&listener);
	WRITE_ONCE(listening, false);
}

/**
 * afp_revive_show() - name the functions
 * @buf:  receives a line `entry function ftrace` for each
 * @size: room in @buf
 *
 * Return: bytes written.
 */
int afp_revive_show(char *buf, size_t size)
{
	int i, len = 0;

	for (i = 0; i < ARRAY_SIZE(functions); i++)
		len += scnprintf(buf + len, size - len, "entry %s %s\n",
				 functions[i],
				 READ_ONCE(listening) ? "ftrace" : "off");
	return len;
}
