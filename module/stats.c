// SPDX-License-Identifier: GPL-2.0
/*
 * stats: all that is counted, in one place.
 */
#include "compat.h"
#include "afp_abi.h"
#include "census.h"
#include "entry_path.h"
#include "exit_path.h"
#include "interest.h"
#include "lifecycle.h"
#include "stats.h"

struct stats {
#define FIELD(name) u64 name;
	AFP_STATS(FIELD)
#undef FIELD
};

/* What no part of this version counts reads 0. */
static void collect(struct stats *s)
{
	struct afp_interest_state interest;
	struct afp_counters counters;

	memset(s, 0, sizeof(*s));
	afp_census_counters(&counters);
	s->rules_kernel = counters.rules_kernel;
	s->rules_repaired = counters.rules_repaired;
	s->signal_rules_kernel = counters.signal_rules_kernel;
	s->signal_rules_repaired = counters.signal_rules_repaired;

	afp_interest_state(&interest);
	s->rules = interest.count.rules;
	s->signal_rules = interest.count.signal_rules;
	s->holds = interest.holds;
	s->resyncs = interest.published;

	afp_lifecycle_times(&s->resync_ns_last, &s->resync_ns_max);
	afp_exit_counts(&s->exit_skipped, &s->exit_full, &s->mismatches);
	afp_entry_counts(&s->entry_skipped, &s->entry_revived, &s->idle_tasks);
}

/**
 * afp_stats_show() - all counters as lines of `name value`
 * @buf:  receives them
 * @size: room in @buf
 *
 * Context: process context.
 * Return: bytes written.
 */
int afp_stats_show(char *buf, size_t size)
{
	struct stats s;
	int len = 0;

	collect(&s);
#define LINE(name) \
	len += scnprintf(buf + len, size - len, "%s %llu\n", #name, s.name);
	AFP_STATS(LINE)
#undef LINE
	return len;
}
