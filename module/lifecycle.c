// SPDX-License-Identifier: GPL-2.0
/*
 * lifecycle: hears of rule changes: holds before them, resyncs after them.
 */
#include "compat.h"
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/slab.h>
#include <linux/workqueue.h>
#include "census.h"
#include "fault.h"
#include "hook.h"
#include "interest.h"
#include "lifecycle.h"
#include "symbols.h"

/*
 * Who can add, replace or remove a rule, and where that is heard.
 *
 *   from user space, add and delete	audit_rule_change, before either lock
 *					is asked for beyond the control mutex
 *   an executable's mark is gone	audit_del_rule
 *   a watch is updated			audit_dupe_rule, under filter_mutex,
 *					before the copy is in a list
 *   an LSM policy is loaded		audit_update_lsm_rules, audit_dupe_rule
 *   a tree is killed (evicted,		kill_rules, under filter_mutex
 *   trimmed, its rule deleted)
 *   a watch's parent is gone, and	audit_free_rule_rcu, once a grace
 *   every other removal		period after each rule taken out
 *
 * Only audit_rule_change can make a syscall interesting that was not: a
 * replacement has the fields of the rule it replaces. The others are heard
 * for the sake of the counters and of whatever points into the lists. Not
 * listened to: audit_watch_handle_event and audit_mark_handle_event, which
 * run for every file that comes or goes beside a watched one, and change a
 * rule only through the functions above.
 */
static const char *const functions[] = {
	"audit_rule_change",
	"audit_del_rule",
	"audit_dupe_rule",
	"audit_update_lsm_rules",
	"kill_rules",
	"audit_free_rule_rcu",
};

static unsigned long ips[ARRAY_SIZE(functions)];

/* A burst of changes is over when none came for so long ... */
#define SETTLE		msecs_to_jiffies(10)
/* ... but a census is taken once in so long, however long it lasts. */
#define PATIENCE	msecs_to_jiffies(900)

/* How often it is looked whether a change went unheard. */
#ifdef AFP_TEST
#define CHECK		(HZ / 2)
#else
#define CHECK		(60 * HZ)
#endif

static void resync(struct work_struct *work);
static DECLARE_DELAYED_WORK(resync_work, resync);
static void check(struct work_struct *work);
static DECLARE_DEFERRABLE_WORK(check_work, check);

/* Used by the resync only. */
static u64 burst_generation;
static unsigned long burst_start;

static u64 resync_ns_last, resync_ns_max;
/* Written by start and stop, read at any time. */
static bool listening;

static void notrace rule_change(unsigned long ip, unsigned long parent_ip,
				struct ftrace_ops *ops,
				struct ftrace_regs *regs)
{
	if (afp_fault_deaf())
		return;
	afp_interest_hold();
	/* does nothing if it is queued already: a burst does not push it off */
	schedule_delayed_work(&resync_work, SETTLE);
}

static struct ftrace_ops listener;

static void resync(struct work_struct *work)
{
	u64 generation = afp_interest_generation();
	struct afp_census *census;
	bool taken, published;
	u64 start, ns;

	if (generation != burst_generation) {
		if (!burst_start)
			burst_start = jiffies | 1;
		if (time_before(jiffies, burst_start + PATIENCE)) {
			burst_generation = generation;
			goto again;
		}
	}
	start = ktime_get_ns();
	census = kmalloc(sizeof(*census), GFP_KERNEL);
	taken = census && afp_census_try(census);
	/* if a hold came meanwhile, it has queued this anew */
	published = taken && afp_interest_publish(census, generation);
	kfree(census);
	ns = ktime_get_ns() - start;
	if (!taken)
		goto again;
	burst_start = 0;
	burst_generation = generation;
	if (published) {
		WRITE_ONCE(resync_ns_last, ns);
		if (ns > resync_ns_max)
			WRITE_ONCE(resync_ns_max, ns);
	}
	return;
again:
	schedule_delayed_work(&resync_work, SETTLE);
}

/*
 * The second line: a rule that is not in what was published, though nothing
 * was heard, means that an addition can go unheard on this kernel. Then never
 * again.
 */
static void check(struct work_struct *work)
{
	u64 generation = afp_interest_generation();
	struct afp_census *census = kmalloc(sizeof(*census), GFP_KERNEL);
	bool good;

	good = !census || !afp_census_try(census) ||
	       afp_interest_covers(census, generation);
	kfree(census);
	if (good) {
		schedule_delayed_work(&check_work, CHECK);
		return;
	}
	afp_interest_shut("a rule was added unheard, see the log");
	pr_err("a rule was added unheard: all shortcuts are shut until the module is loaded anew; please report this, with the version of the kernel\n");
}

/**
 * afp_lifecycle_init() - find the functions to listen to
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged.
 */
int __init afp_lifecycle_init(void)
{
	struct afp_symbol symbols[ARRAY_SIZE(functions)];
	int i;

	for (i = 0; i < ARRAY_SIZE(functions); i++)
		symbols[i] = (struct afp_symbol) {
			functions[i], "hearing of rule changes", &ips[i]
		};
	return afp_symbols_resolve(symbols, ARRAY_SIZE(symbols));
}

/**
 * afp_lifecycle_start() - listen, and take the first census
 *
 * Interest must be held. When this returns it is published, unless a rule
 * change is going on.
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged.
 */
int afp_lifecycle_start(void)
{
	int err = afp_listen_start(&listener, rule_change, ips,
				   ARRAY_SIZE(ips));

	if (err) {
		pr_err("cannot hear of rule changes: error %d%s\n", err,
		       err == -EBUSY ? ": set kernel.ftrace_enabled to 1" : "");
		return err;
	}
	WRITE_ONCE(listening, true);
	/* whatever changed before we listened */
	afp_interest_hold();
	burst_generation = afp_interest_generation();
	burst_start = 0;
	schedule_delayed_work(&resync_work, 0);
	flush_delayed_work(&resync_work);
	schedule_delayed_work(&check_work, CHECK);
	return 0;
}

/**
 * afp_lifecycle_stop() - stop listening, leave the counters right
 *
 * No reader of interest may be left. Interest is held when this returns.
 *
 * Context: process context, may sleep.
 */
void afp_lifecycle_stop(void)
{
	if (!listening)
		return;
	afp_listen_stop(&listener);
	WRITE_ONCE(listening, false);
	afp_interest_hold();
	cancel_delayed_work_sync(&resync_work);
	cancel_delayed_work_sync(&check_work);
	/* for what left since the last census */
	afp_census_repair();
}

/**
 * afp_lifecycle_times() - how long a resync took
 * @last_ns: the last one that was published, in nanoseconds
 * @max_ns:  the longest
 */
void afp_lifecycle_times(u64 *last_ns, u64 *max_ns)
{
	*last_ns = READ_ONCE(resync_ns_last);
	*max_ns = READ_ONCE(resync_ns_max);
}

/**
 * afp_lifecycle_show() - describe the notifications
 * @buf:  receives a line `lifecycle function ftrace` for each function
 * @size: room in @buf
 *
 * Return: bytes written.
 */
int afp_lifecycle_show(char *buf, size_t size)
{
	int i, len = 0;

	for (i = 0; i < ARRAY_SIZE(functions); i++)
		len += scnprintf(buf + len, size - len, "lifecycle %s %s\n",
				 functions[i],
				 READ_ONCE(listening) ? "ftrace" : "off");
	return len;
}
