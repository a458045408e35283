// SPDX-License-Identifier: GPL-2.0
/*
 * exit_path: at syscall exit, skips the exit list for syscalls on which none
 * of its rules can match.
 *
 * Why no record is lost: a clear bit says that no rule in the exit list can
 * match this number of this arch, with names or, where the context has none,
 * without (scope.c). The kernel's walk would have come to its end without a
 * match, which sets no state, key or priority. What it may leave behind all
 * the same is ctx->ppid, a cache that the filter alone reads. Why none is
 * added: all that a skip does is to not look.
 *
 * The two shapes of the filter:
 *
 *   __audit_filter_op(tsk, ctx, list, name, op)	v6.2 on, RHEL 9.2 on
 *	For the exit list, @list is replaced by an empty one and the function
 *	runs as always. It also serves the inode buckets and io_uring, whose
 *	lists pass untouched.
 *
 *   audit_filter_syscall(tsk, ctx)			before
 *	Is skipped. It returns nothing, and leaves no trace when nothing
 *	matches; what it would have found out first, whether @tsk is auditd,
 *	makes no difference to that.
 *
 * The tier direct decides in assembly (arch/exit_x86_64.S), the others here,
 * by the same rules.
 */
#include "compat.h"
#include <linux/atomic.h>
#include <linux/audit.h>
#include <linux/percpu.h>
#include <linux/ratelimit.h>
#include <linux/rculist.h>
#include "exit_path.h"
#include "interest.h"
#include "symbols.h"
#include "tally.h"

/* Set before the hook is attached. */
struct list_head *afp_exit_list;
u32 afp_ctx_major, afp_ctx_arch, afp_ctx_names, afp_ctx_prio;

/* What the kernel walks in place of the exit list. */
struct list_head afp_no_rules = LIST_HEAD_INIT(afp_no_rules);

DEFINE_PER_CPU(u64, afp_exit_skipped);
DEFINE_PER_CPU(u64, afp_exit_full);

/* Decisions that verifying has found to be wrong. */
static atomic64_t mismatches;

static enum afp_tier want;
static bool counting;
static struct afp_hook hook = {
	.name = "exit",
	.function = "-",
	.tier = AFP_TIER_OFF,
};

static notrace enum afp_arch arch_of(const void *ctx)
{
	switch (*(const u32 *)(ctx + afp_ctx_arch)) {
	case AUDIT_ARCH_X86_64:
		return AFP_NATIVE;
	case AUDIT_ARCH_I386:
		return AFP_COMPAT;
	}
	return AFP_NR_ARCHES;
}

static notrace u8 look(enum afp_arch arch, unsigned long nr)
{
	if (nr >= AFP_NR_SYSCALLS || arch == AFP_NR_ARCHES)
		return AFP_ANY;
	return READ_ONCE(afp_interest[arch][nr]);
}

static notrace bool has_names(const void *ctx)
{
	return *(const u32 *)(ctx + afp_ctx_names);
}

static notrace bool can_skip(const void *ctx, u8 interest)
{
	return !(interest & (has_names(ctx) ? AFP_EXIT : AFP_EXIT_NONAME));
}

static notrace void count(bool skip)
{
	if (!counting)
		return;
	if (skip)
		this_cpu_inc(afp_exit_skipped);
	else
		this_cpu_inc(afp_exit_full);
}

static notrace bool decide(const void *ctx, unsigned long nr)
{
	enum afp_arch arch = arch_of(ctx);
	bool skip = can_skip(ctx, look(arch, nr));

	if (afp_tally)
		afp_tally_count(arch, nr,
				skip ? AFP_RUN_SKIPPED : AFP_RUN_FULL);
	count(skip);
	return skip;
}

static notrace bool handle_op(struct pt_regs *regs)
{
	if ((struct list_head *)regs->dx == afp_exit_list &&
	    decide((const void *)regs->si, regs->r8))
		regs->dx = (unsigned long)&afp_no_rules;
	return false;
}
NOKPROBE_SYMBOL(handle_op);

static notrace bool handle_syscall(struct pt_regs *regs)
{
	const void *ctx = (const void *)regs->si;

	if (!decide(ctx, *(const u32 *)(ctx + afp_ctx_major)))
		return false;
	/* return at once; the return address is on the stack already */
	regs->ip = (unsigned long)afp_exit_return;
	return true;
}
NOKPROBE_SYMBOL(handle_syscall);

/*
 * The rule of the exit list that has @prio; its position, from 1, in @pos. NULL and
 * 0: it is on a file, or gone.
 */
static const struct audit_krule *rule_by_prio(u64 prio, int *pos)
{
	const struct afp_entry *entry;

	*pos = 0;
	list_for_each_entry_rcu(entry, afp_exit_list, list) {
		++*pos;
		if (entry->rule.prio == prio)
			return &entry->rule;
	}
	*pos = 0;
	return NULL;
}

/**
 * afp_exit_look() - what mode=verify will judge
 * @ctx: the context that the filter is about to run on
 *
 * Context: as the filter's.
 * Return: the syscall's byte of interest, zero-extended for the trampoline.
 */
notrace unsigned long afp_exit_look(const void *ctx)
{
	return look(arch_of(ctx), *(const int *)(ctx + afp_ctx_major));
}

/*
 * A rule that matches leaves its priority in the context, whatever it does.
 * Whoever added it has held interest first. If generation has moved, that may
 * have been after interest was read, which was then right at its time. If it has
 * not, the hold came before, all of it, since the generation is the last thing
 * that it sets; and what was published since, and read, is wrong if the bit is
 * clear. To be read before the filter runs: after it, it may be what was published
 * without a rule that the filter has still met.
 */
static bool matched(const void *ctx, u64 prio, u64 generation)
{
	if (likely(*(const u64 *)(ctx + afp_ctx_prio) == prio))
		return false;
	/* reads of the list before this one; pairs with list_add_rcu() */
	smp_rmb();
	return generation == READ_ONCE(afp_generation);
}

static void report(const void *ctx, const char *what)
{
	static DEFINE_RATELIMIT_STATE(once_a_second, HZ, 1);
	const struct audit_krule *rule;
	int pos;

	atomic64_inc(&mismatches);
	afp_interest_shut("a rule matched a syscall that would have been skipped, see the log");
	if (!__ratelimit(&once_a_second))
		return;
	rcu_read_lock();
	rule = rule_by_prio(*(const u64 *)(ctx + afp_ctx_prio), &pos);
	pr_err("syscall %d of arch %x would have been skipped%s, but a rule matched it: number %d of the exit list%s, key %s; please report this, with the output of auditctl -l\n",
	       *(const int *)(ctx + afp_ctx_major),
	       *(const u32 *)(ctx + afp_ctx_arch), what, pos,
	       rule ? "" : " (none of it, one on a file)",
	       rule && rule->filterkey ? rule->filterkey : "(none)");
	rcu_read_unlock();
}

/**
 * afp_exit_verify() - was it right to call the filter superfluous?
 * @ctx:        the context that the filter has just run on
 * @prio:       its priority before
 * @generation: of interest, from before @interest
 * @interest:   what afp_exit_look() said before
 *
 * If it was not superfluous, was it right to call the entry so?
 *
 * Context: as the filter's; preemptible.
 */
void afp_exit_verify(const void *ctx, u64 prio, u64 generation,
		     unsigned long interest)
{
	bool skip = can_skip(ctx, interest);

	count(skip);
	if (!skip)
		afp_exit_verify_entry(ctx, prio, generation, interest);
	else if (matched(ctx, prio, generation))
		report(ctx, "");
}

/**
 * afp_exit_verify_entry() - was it right to call the entry superfluous?
 * @ctx:        as for afp_exit_verify()
 * @prio:       as for afp_exit_verify()
 * @generation: as for afp_exit_verify()
 * @interest:   as for afp_exit_verify()
 *
 * It was not if a rule that records has matched a context that would be dummy
 * still. That a rule has matched which never records says nothing: then there
 * was none to shadow.
 *
 * Context: as the filter's; preemptible.
 */
void afp_exit_verify_entry(const void *ctx, u64 prio, u64 generation,
			   unsigned long interest)
{
	if (interest & AFP_ENTER || !matched(ctx, prio, generation))
		return;
	if (has_names(ctx) &&
	    afp_interest_quiet(arch_of(ctx), *(const u32 *)(ctx + afp_ctx_major)))
		return;
	if (*(const u32 *)(ctx + AFP_CTX_STATE) == AFP_ASM_STATE_BUILD &&
	    *(const u32 *)(ctx + AFP_CTX_CURRENT_STATE) ==
		    AFP_ASM_STATE_RECORD)
		report(ctx, " from its entry on");
}

/**
 * afp_exit_init() - find the filter, choose the trampoline
 * @tier:  how to attach
 * @stats: count skipped and full filter runs
 * @verify: skip nothing, and look whether that would have been right; needs
 *         the tier direct
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged.
 */
int __init afp_exit_init(enum afp_tier tier, bool stats, bool verify)
{
	static const char use[] = "the exit shortcut";
	unsigned long op, syscall = 0, list;
	struct afp_symbol symbols[] = {
		{ "audit_filter_list", use, &list },
		{ "__audit_filter_op", NULL, &op },
	};
	struct afp_symbol older[] = {
		{ "audit_filter_syscall", use, &syscall },
	};
	int err;

	want = verify && tier == AFP_TIER_AUTO ? AFP_TIER_DIRECT : tier;
	counting = stats;
	if (tier == AFP_TIER_OFF)
		return 0;
	err = afp_symbols_resolve(symbols, ARRAY_SIZE(symbols));
	if (!err && !op)
		err = afp_symbols_resolve(older, ARRAY_SIZE(older));
	if (err)
		return err;
	afp_exit_list = (struct list_head *)list + AUDIT_FILTER_EXIT;
	if (op) {
		hook.function = "__audit_filter_op";
		hook.ip = op;
		hook.tramp = verify ? afp_exit_op_verify :
			     stats ? afp_exit_op : afp_exit_op_nostats;
		hook.handler = handle_op;
	} else {
		hook.function = "audit_filter_syscall";
		hook.ip = syscall;
		hook.tramp = verify ? afp_exit_syscall_verify :
			     stats ? afp_exit_syscall :
				     afp_exit_syscall_nostats;
		hook.handler = handle_syscall;
		hook.moves_ip = true;
	}
	return 0;
}

/**
 * afp_exit_start() - attach the hook
 * @context: offsets in struct audit_context
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged.
 */
int afp_exit_start(const struct afp_context_layout *context)
{
	afp_ctx_major = context->major;
	afp_ctx_arch = context->arch;
	afp_ctx_names = context->name_count;
	afp_ctx_prio = context->prio;
	return afp_tally_attach(&hook, want);
}

/**
 * afp_exit_stop() - detach the hook
 *
 * Context: process context, may sleep.
 */
void afp_exit_stop(void)
{
	afp_hook_detach(&hook);
}

/**
 * afp_exit_is_wanted() - is the shortcut to be in place, while it is enabled?
 */
bool afp_exit_is_wanted(void)
{
	return want != AFP_TIER_OFF;
}

/**
 * afp_exit_is_attached() - is the shortcut in place?
 */
bool afp_exit_is_attached(void)
{
	return READ_ONCE(hook.tier) != AFP_TIER_OFF;
}

/**
 * afp_exit_counts() - sum the counters up
 * @skipped: exit filter runs that were skipped, or would have been
 * @full:    those that were not
 * @wrong:   those that verifying has found to be wrong
 */
void afp_exit_counts(u64 *skipped, u64 *full, u64 *wrong)
{
	int cpu;

	*wrong = atomic64_read(&mismatches);
	*skipped = *full = 0;
	for_each_possible_cpu(cpu) {
		*skipped += READ_ONCE(per_cpu(afp_exit_skipped, cpu));
		*full += READ_ONCE(per_cpu(afp_exit_full, cpu));
	}
}

/**
 * afp_exit_show() - describe the hook
 * @buf:  receives a line as afp_hook_show() writes it
 * @size: room in @buf
 *
 * Return: bytes written.
 */
int afp_exit_show(char *buf, size_t size)
{
	return afp_hook_show(&hook, buf, size);
}
