// SPDX-License-Identifier: GPL-2.0
/*
 * census: walks the kernel's rule lists: counts, scopes, repaired counters.
 *
 * Locks, in the kernel's order: the audit control mutex, which every change
 * from user space holds from before our notification until it is done, then
 * audit_filter_mutex, under which every list and both counters change
 * (kernel/auditfilter.c, audit_watch.c, audit_tree.c).
 */
#include "compat.h"
#include <linux/audit.h>
#include <linux/mutex.h>
#include "census.h"
#include "layout.h"
#include "symbols.h"

/* kernel/audit.h */
#define AUDIT_INODE_BUCKETS	32

/* The first member of audit_cmd_mutex (kernel/audit.c) is the mutex. */
static struct mutex *control_mutex;
static struct mutex *filter_mutex;
static struct list_head *filter_list;	/* [AUDIT_NR_FILTERS] */
static struct list_head *rules_list;	/* [AUDIT_NR_FILTERS] */
static struct list_head *inode_hash;	/* [AUDIT_INODE_BUCKETS] */
static int *n_rules;
static int *n_signals;

static bool repairing;
/* Written under filter_mutex, read at any time. */
static u64 rules_repaired, signal_rules_repaired;

/**
 * afp_census_init() - find the lists
 * @repair: correct the kernel's counters whenever a census is taken
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged.
 */
int __init afp_census_init(bool repair)
{
	static const char use[] = "every shortcut";
	const struct afp_symbol symbols[] = {
		{ "audit_cmd_mutex", use, (unsigned long *)&control_mutex },
		{ "audit_filter_mutex", use, (unsigned long *)&filter_mutex },
		{ "audit_filter_list", use, (unsigned long *)&filter_list },
		{ "audit_rules_list", use, (unsigned long *)&rules_list },
		{ "audit_inode_hash", use, (unsigned long *)&inode_hash },
		{ "audit_n_rules", use, (unsigned long *)&n_rules },
		{ "audit_signals", use, (unsigned long *)&n_signals },
	};

	repairing = repair;
	return afp_symbols_resolve(symbols, ARRAY_SIZE(symbols));
}

static u32 uapi_op(u32 op)
{
	/* only these two narrow a scope; the value of the others is of no use */
	switch (op) {
	case Audit_equal:
		return AUDIT_EQUAL;
	case Audit_not_equal:
		return AUDIT_NOT_EQUAL;
	default:
		return 0;
	}
}

static void add(afp_sets sum, const struct afp_scope *scope)
{
	const u64 *from = scope->set[0];
	u64 *to = sum[0];
	int i;

	for (i = 0; i < AFP_NR_ARCHES * AFP_SET_WORDS; i++)
		to[i] |= from[i];
}

static void add_rule(struct afp_census *census, const struct audit_krule *rule,
		     bool in_inode_hash)
{
	struct afp_scope scope;
	u32 i;

	afp_scope_begin(&scope, rule->mask);
	for (i = 0; i < rule->field_count; i++)
		afp_scope_field(&scope, rule->fields[i].type,
				uapi_op(rule->fields[i].op),
				rule->fields[i].val);
	if (in_inode_hash)
		add(census->inode, &scope);
	else
		add(scope.names ? census->exit_names : census->exit_any,
		    &scope);
	/*
	 * A rule that does not record changes an outcome only by shadowing
	 * one that does, on a syscall that the other keeps of interest.
	 */
	if (rule->action == AUDIT_NEVER)
		return;
	add(census->entry, &scope);
	/* in a bucket it is walked for names only */
	if (!scope.names && !in_inode_hash)
		add(census->enter, &scope);
}

/* As audit_add_rule() and audit_del_rule() count. */
static void count(struct afp_count *sum)
{
	const struct audit_krule *rule;
	int list;

	memset(sum, 0, sizeof(*sum));
	for (list = 0; list < AUDIT_NR_FILTERS; list++)
		list_for_each_entry(rule, &rules_list[list], list) {
			if (list != AUDIT_FILTER_USER &&
			    list != AUDIT_FILTER_EXCLUDE &&
			    list != AUDIT_FILTER_FS)
				sum->rules++;
			if (afp_scope_is_signal(rule->mask, rule->arch_f,
						rule->arch_f ?
						rule->arch_f->val : 0))
				sum->signal_rules++;
		}
}

static u64 correct(int *counter, u32 right)
{
	u32 was = READ_ONCE(*counter);

	if (was == right)
		return 0;
	/* read without a lock by audit_alloc() and __audit_syscall_entry() */
	WRITE_ONCE(*counter, right);
	return was > right ? was - right : right - was;
}

/* The kernel's own ++ and -- happen under filter_mutex, with the list's. */
static void repair(const struct afp_count *count)
{
	u64 rules, signals;

	lockdep_assert_held(filter_mutex);
	if (!repairing)
		return;
	rules = correct(n_rules, count->rules);
	signals = correct(n_signals, count->signal_rules);
	if (!rules && !signals)
		return;
	WRITE_ONCE(rules_repaired, rules_repaired + rules);
	WRITE_ONCE(signal_rules_repaired, signal_rules_repaired + signals);
	pr_info_ratelimited("the kernel's count of audit rules was off by %llu, that of signal rules by %llu: corrected to %u and %u\n",
			    rules, signals, count->rules, count->signal_rules);
}

/**
 * afp_census_try() - take a census
 * @census: filled
 *
 * With both mutexes held, no change from user space is half done: each rule
 * whose addition was notified before is in the lists, or never will be.
 *
 * Context: process context, may sleep; takes the control mutex, then
 * audit_filter_mutex.
 * Return: false if a change is going on; try again later. Waiting for it
 * would make an unload wait for it too.
 */
bool afp_census_try(struct afp_census *census)
{
	const struct afp_entry *entry;
	int bucket;

	if (!mutex_trylock(control_mutex))
		return false;
	memset(census, 0, sizeof(*census));
	mutex_lock(filter_mutex);
	list_for_each_entry(entry, &filter_list[AUDIT_FILTER_EXIT], list)
		add_rule(census, &entry->rule, false);
	for (bucket = 0; bucket < AUDIT_INODE_BUCKETS; bucket++)
		list_for_each_entry(entry, &inode_hash[bucket], list)
			add_rule(census, &entry->rule, true);
	count(&census->count);
	repair(&census->count);
	census->none = !census->count.rules && !READ_ONCE(*n_rules);
	mutex_unlock(filter_mutex);
	mutex_unlock(control_mutex);
	return true;
}

/**
 * afp_census_repair() - correct the kernel's counters, nothing else
 *
 * A rule is added to and removed from the lists and counted in one piece
 * under audit_filter_mutex, so this needs no other.
 *
 * Context: process context, may sleep; takes audit_filter_mutex.
 */
void afp_census_repair(void)
{
	struct afp_count sum;

	mutex_lock(filter_mutex);
	count(&sum);
	repair(&sum);
	mutex_unlock(filter_mutex);
}

/**
 * afp_census_counters() - read the counters
 * @counters: filled
 *
 * Context: any.
 */
void afp_census_counters(struct afp_counters *counters)
{
	counters->rules_kernel = READ_ONCE(*n_rules);
	counters->signal_rules_kernel = READ_ONCE(*n_signals);
	counters->rules_repaired = READ_ONCE(rules_repaired);
	counters->signal_rules_repaired = READ_ONCE(signal_rules_repaired);
}
