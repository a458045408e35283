// SPDX-License-Identifier: GPL-2.0
/*
 * entry_path: gives a syscall of no interest a dummy context from the start.
 *
 * What a skipped entry leaves is, to the last member, the context that the
 * kernel itself makes where there are no rules: one that is dummy. The kernel
 * can cope with that anywhere, and the syscall's exit has nothing to do. But
 * there are rules, and where a real context would make a difference, this one
 * must become real first: in the middle of a syscall (revive.c), and
 *
 *   a rule comes in the middle		__audit_syscall_exit: the bit is tested
 *					again
 *   this module goes, or is closed	all tasks are looked at
 *
 * entry=safe does so for quiet syscalls, which collect nothing on their own
 * (arch/quiet.h, and the tests that run each). So no record is lost and none is
 * added: a rule that could record the syscall would have set its bit, and one
 * that needs a name for that can do so only once a name has made the context real.
 *
 * entry=full does so for all but the loud ones (arch/quiet.h). No rule that
 * records can match them, with names or without, or the bit would be set; so what
 * is recorded of them is what the kernel logs in the middle, and that is still
 * followed by the syscall's own records. What audit would have collected until
 * then, names above all, is missing in these, and never-rules do not find it. So
 * it is with a rule that comes in the middle. And what the kernel logs only if a
 * context is real is not logged: links and files that it refuses to follow or to
 * open (ANOM_LINK, ANOM_CREAT).
 *
 * mode=verify skips nothing. Its claim is that no rule which records will match a
 * context that would be dummy still, and the exit looks (afp_exit_verify()); with
 * entry=full also after the walk over the rules on files.
 */
#include "compat.h"
#include <linux/audit.h>
#include <linux/percpu.h>
#include <linux/timekeeping.h>
#include "entry_path.h"
#include "exit_path.h"
#include "idle.h"
#include "interest.h"
#include "revive.h"
#include "symbols.h"
#include "tally.h"

u32 afp_ctx_ctime;
DEFINE_PER_CPU(u64, afp_entry_skipped);

static enum afp_entries which;
static bool idle, verify;
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

/* With mode=verify and entry=full. */
static struct afp_hook inodes = {
	.name = "entry",
	.function = "audit_filter_inodes",
	.tramp = afp_inodes_verify,
	.tier = AFP_TIER_OFF,
};

static u32 *at(void *ctx, u32 offset)
{
	return ctx + offset;
}

static notrace bool must_run(u32 arch, u32 nr)
{
	return READ_ONCE(afp_interest[arch == AUDIT_ARCH_I386][nr]) & AFP_ENTER;
}

/* Return in the function's stead; the return address is on the stack already. */
static notrace bool skip(struct pt_regs *regs)
{
	regs->ip = (unsigned long)afp_exit_return;
	return true;
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
		return READ_ONCE(afp_interest_idle) && afp_idle_enter() &&
		       skip(regs);
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
	return skip(regs);
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
	return skip(regs);
}
NOKPROBE_SYMBOL(handle_leave);

static bool __init listed(const u32 *list, u32 nr)
{
	for (; *list != AFP_CLASS_END; list++)
		if (*list == nr)
			return true;
	return false;
}

static void __init allow(enum afp_arch arch, const u32 *quiet, const u32 *loud)
{
	u32 nr;

	for (nr = 0; nr < AFP_ENTER_NUMBERS; nr++)
		if (listed(quiet, nr))
			afp_interest_may_pass(arch, nr, true);
		else if (which == AFP_ENTRIES_FULL && !listed(loud, nr))
			afp_interest_may_pass(arch, nr, false);
}

/**
 * afp_entry_init() - find the functions, say which entries may be skipped
 * @skip:   which
 * @idling: skip all without rules, and let tasks be idle
 * @judge:  skip nothing, and look whether that would have been right
 * @tier:   how to attach
 * @stats:  count what is skipped and revived
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged.
 */
int __init afp_entry_init(enum afp_entries skip, bool idling, bool judge,
			  enum afp_tier tier, bool stats)
{
	static const char use[] = "the entry shortcut";
	const struct afp_symbol beginning[] = {
		{ "__audit_syscall_entry", use, &enter.ip },
	};
	const struct afp_symbol end[] = {
		{ "__audit_syscall_exit", use, &leave.ip },
	};
	const struct afp_symbol judged[] = {
		{ "audit_filter_inodes", use, &inodes.ip },
	};
	int err = 0;

	which = skip;
	idle = idling && !judge;
	verify = judge;
	want = tier;
	counting = stats;
	if (which != AFP_ENTRIES_OFF) {
		allow(AFP_NATIVE, afp_quiet_native, afp_loud_native);
		allow(AFP_COMPAT, afp_quiet_compat, afp_loud_compat);
	}
	if (verify) {
		if (which == AFP_ENTRIES_FULL)
			err = afp_symbols_resolve(judged, ARRAY_SIZE(judged));
		return err;
	}
	enter.tramp = stats ? afp_entry_enter : afp_entry_enter_nostats;
	enter.handler = handle_enter;
	leave.tramp = stats ? afp_entry_leave : afp_entry_leave_nostats;
	leave.handler = handle_leave;
	if (idle)
		afp_idle_init();
	if (idle || which != AFP_ENTRIES_OFF)
		err = afp_symbols_resolve(beginning, ARRAY_SIZE(beginning));
	if (err || which == AFP_ENTRIES_OFF)
		return err;
	err = afp_symbols_resolve(end, ARRAY_SIZE(end));
	return err ?: afp_revive_init(stats);
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
	int err = 0;

	if (which == AFP_ENTRIES_OFF && !idle)
		return 0;
	if (!context->entry) {
		pr_err("struct audit_context of this kernel is not what the entry shortcut knows: load with entry=off idle=0\n");
		return -EINVAL;
	}
	if (verify)
		return which == AFP_ENTRIES_FULL ?
		       afp_hook_attach(&inodes, AFP_TIER_DIRECT) : 0;
	afp_ctx_ctime = context->ctime;
	/* what ends it first, what begins it last */
	if (which != AFP_ENTRIES_OFF)
		err = afp_revive_start() ?: afp_tally_attach(&leave, want);
	err = err ?: afp_tally_attach(&enter, want);
	if (err)
		afp_entry_stop();
	return err;
}

/**
 * afp_entry_stop() - detach the hooks; every context is then as on stock
 *
 * Idle tasks are armed by the next hold.
 *
 * Context: process context, may sleep.
 */
void afp_entry_stop(void)
{
	afp_hook_detach(&inodes);
	afp_hook_detach(&enter);
	/* no task begins another; those in the middle of one are made good */
	if (which != AFP_ENTRIES_OFF && !verify)
		afp_revive_all();
	afp_hook_detach(&leave);
	afp_revive_stop();
}

/**
 * afp_entry_counts() - sum the counters up
 * @skipped: syscalls whose entry was skipped
 * @revived: contexts that became real after all
 * @idling:  tasks that have left the slow path
 */
void afp_entry_counts(u64 *skipped, u64 *revived, u64 *idling)
{
	int cpu;

	*skipped = *revived = 0;
	for_each_possible_cpu(cpu) {
		*skipped += READ_ONCE(per_cpu(afp_entry_skipped, cpu));
		*revived += READ_ONCE(per_cpu(afp_entry_revived, cpu));
	}
	*idling = idle ? afp_idle_tasks() : 0;
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
	int len = 0;

	if (verify)
		return which == AFP_ENTRIES_FULL ?
		       afp_hook_show(&inodes, buf, size) : 0;
	if (which != AFP_ENTRIES_OFF || idle)
		len = afp_hook_show(&enter, buf, size);
	if (which != AFP_ENTRIES_OFF) {
		len += afp_hook_show(&leave, buf + len, size - len);
		len += afp_revive_show(buf + len, size - len);
	}
	return len;
}
