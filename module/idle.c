// SPDX-License-Identifier: GPL-2.0
/*
 * idle: without rules, tasks leave audit's slow path altogether.
 *
 * A task with an audit context has the work flag SYSCALL_AUDIT, which sends each of
 * its syscalls through the slow path. Without rules its context is dummy, and
 * nothing comes of that. So each task takes its own flag away at its next
 * syscall's entry, which is skipped then: the context is not in use until the
 * syscall ends, which audit's exit knows, should it be run after all. Only a
 * task's own entry does so: where an entry has run, its exit must.
 *
 * When a rule comes, all flags are back before it is in its list:
 *
 *	a task at its entry		afp_interest_hold(), for the rule
 *	-------------------		---------------------------------
 *	take the flag away		afp_interest_idle = false
 *	full barrier (A)		full barrier (B)
 *	is afp_interest_idle?		give all tasks their flag
 *	  no: take the flag back
 *
 * Either the task's change is seen by the other side, or the other side's by the
 * task: with (A) and (B) not both can be missed. A task that is being created
 * copies its parent's flag, but then audit_alloc() gives it one of its own,
 * before anybody can find it and before its first entry; those that come on the
 * list after it was walked have not had an entry before (B).
 *
 * So every syscall that begins after auditctl has returned goes through the slow
 * path. One that began before, without any rule, has a dummy context on stock, and
 * is not recorded there either.
 *
 * What is different: when something is logged in a syscall without rules (a denial,
 * say), the kernel makes the context real and adds the records of the syscall, all
 * with one serial number. Here none is in use: the records stand alone.
 */
#include "compat.h"
#include <linux/audit.h>
#include <linux/entry-common.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include "exit_path.h"
#include "idle.h"
#include "interest.h"
#include "layout.h"

static u32 at(const void *ctx, u32 offset)
{
	return READ_ONCE(*(const u32 *)(ctx + offset));
}

/**
 * afp_idle_enter() - leave the slow path
 *
 * Called at the entry of each syscall that still comes through it while
 * afp_interest_idle is set. Those of tasks under seccomp or ptrace always do.
 * A task of which everything is recorded stays.
 *
 * Context: of the task that makes a syscall, before audit has looked at it.
 * Return: true if the entry is to be skipped.
 */
notrace bool afp_idle_enter(void)
{
	const void *ctx = current->audit_context;

	if (!ctx || at(ctx, AFP_CTX_STATE) != AFP_ASM_STATE_BUILD ||
	    at(ctx, AFP_CTX_CONTEXT) || at(ctx, afp_ctx_names))
		return false;
	clear_task_syscall_work(current, SYSCALL_AUDIT);
	/* (A), pairs with (B) in afp_interest_hold() */
	smp_mb__after_atomic();
	if (READ_ONCE(afp_interest_idle))
		return true;
	set_task_syscall_work(current, SYSCALL_AUDIT);
	return false;
}
NOKPROBE_SYMBOL(afp_idle_enter);

/* After (B). The kernel itself gives the flag to whoever has a context. */
static void arm_all(void)
{
	struct task_struct *process, *task;

	rcu_read_lock();
	for_each_process_thread(process, task)
		if (READ_ONCE(task->audit_context))
			set_task_syscall_work(task, SYSCALL_AUDIT);
	rcu_read_unlock();
}

/**
 * afp_idle_init() - from now on, let tasks be idle without rules
 *
 * Before the first census.
 */
void __init afp_idle_init(void)
{
	afp_interest_allow_idle(arm_all);
}

/**
 * afp_idle_tasks() - how many tasks have left the slow path
 *
 * Context: any.
 */
u64 afp_idle_tasks(void)
{
	struct task_struct *process, *task;
	u64 n = 0;

	rcu_read_lock();
	for_each_process_thread(process, task)
		n += READ_ONCE(task->audit_context) &&
		     !test_task_syscall_work(task, SYSCALL_AUDIT);
	rcu_read_unlock();
	return n;
}
