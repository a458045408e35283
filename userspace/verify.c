// SPDX-License-Identifier: GPL-2.0
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rules.h"

#define TRIES		20
#define PAUSE_MS	50

static void pause_a_little(void)
{
	const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };

	nanosleep(&pause, NULL);
}

static struct difference *differ(struct verification *result, const char *dir,
				 const char *name)
{
	struct difference *one = &result->difference[result->nr++];

	result->verdict = VERDICT_DIFFERENT;
	snprintf(one->file, sizeof(one->file), "%s%s", dir, name);
	return one;
}

static int compare_set(struct verification *result, const char *name,
		       const struct bits *published, const __u64 *computed)
{
	__u64 missing[AFP_SET_WORDS] = { 0 }, surplus[AFP_SET_WORDS] = { 0 };
	bool equal = true;
	struct difference *one;
	unsigned int nr;

	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++) {
		__u64 bit = 1ULL << nr % 64;

		if (published->set[nr] == afp_set_has(computed, nr))
			continue;
		equal = false;
		if (published->set[nr])
			surplus[nr / 64] |= bit;
		else
			missing[nr / 64] |= bit;
	}
	if (equal)
		return 0;
	one = differ(result, "interest/", name);
	one->missing = set_list(missing);
	one->surplus = set_list(surplus);
	return one->missing && one->surplus ? 0 : -1;
}

static void compare_count(struct verification *result, const char *name,
			  uint64_t published, uint64_t computed)
{
	struct difference *one;

	if (published == computed)
		return;
	one = differ(result, "stats: ", name);
	one->is_count = true;
	one->published = published;
	one->computed = computed;
}

static enum verdict compare(struct verification *result,
			    const struct rules *rules)
{
	static struct interest sum;
	uint64_t count = 0, signal = 0;
	struct interest one;
	int kind, arch;
	char name[32];
	size_t i;

	memset(&sum, 0, sizeof(sum));
	for (i = 0; i < rules->nr; i++) {
		const struct audit_rule_data *data = rules->rule[i].data;

		interest_of(&one, data);
		interest_add(&sum, &one);
		count += interest_counts(data);
		signal += interest_is_signal(data);
	}
	result->verdict = VERDICT_EQUAL;
	result->nr_rules = rules->nr;
	for (kind = 0; kind < NR_KINDS; kind++) {
		for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
			snprintf(name, sizeof(name), "%s_%s",
				 kind_names[kind], arch_names[arch]);
			if (compare_set(result, name,
					&result->report.interest[kind][arch],
					sum.set[kind][arch]))
				return VERDICT_TROUBLE;
		}
	}
	compare_count(result, "rules", result->report.stats[STAT_rules],
		      count);
	compare_count(result, "signal_rules",
		      result->report.stats[STAT_signal_rules], signal);
	return result->verdict;
}

static enum verdict look(struct report *report)
{
	switch (report_read(report)) {
	case REPORT_READ:
		break;
	case REPORT_NOT_LOADED:
		return VERDICT_NOT_LOADED;
	default:
		return VERDICT_TROUBLE;
	}
	switch (report->state) {
	case STATE_ACTIVE:
		return VERDICT_EQUAL;
	case STATE_HELD:
		return VERDICT_HELD;
	default:
		return VERDICT_SHUT;
	}
}

/* Was nothing published between two looks? */
static bool same(const struct report *before, const struct report *after)
{
	return before->stats[STAT_holds] == after->stats[STAT_holds] &&
	       before->stats[STAT_resyncs] == after->stats[STAT_resyncs];
}

/*
 * The first look is what is compared: nothing has been published since its
 * numbers were read, and they were read before its sets were.
 * Return: VERDICT_HELD to try again.
 */
static enum verdict try(struct verification *result)
{
	static struct report after;
	struct rules rules = { .nr = 0 };
	enum verdict verdict = look(&result->report);

	if (verdict != VERDICT_EQUAL)
		return verdict;
	if (rules_load(&rules)) {
		rules_free(&rules);
		return VERDICT_TROUBLE;
	}
	verdict = look(&after);
	if (verdict == VERDICT_EQUAL && !same(&result->report, &after))
		verdict = VERDICT_HELD;
	else if (verdict == VERDICT_SHUT)
		verdict = VERDICT_HELD;		/* the next look tells why */
	else if (verdict == VERDICT_EQUAL)
		verdict = compare(result, &rules);
	report_free(&after);
	rules_free(&rules);
	return verdict;
}

void verify(struct verification *result)
{
	int tries;

	memset(result, 0, sizeof(*result));
	for (tries = 0; tries < TRIES; tries++) {
		if (tries)
			pause_a_little();
		result->verdict = try(result);
		if (result->verdict != VERDICT_HELD)
			break;
		report_free(&result->report);
	}
}

void verify_free(struct verification *result)
{
	while (result->nr) {
		struct difference *one = &result->difference[--result->nr];

		free(one->missing);
		free(one->surplus);
	}
	report_free(&result->report);
}
