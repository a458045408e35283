/* SPDX-License-Identifier: GPL-2.0 */
/* Is what the module published what follows from the loaded rules? */
#ifndef VERIFY_H
#define VERIFY_H

#include "interest.h"
#include "sysfs.h"

/**
 * struct difference - a file of the module that is not as it should be
 * @file: its name, such as interest/exit_native
 * @missing: syscalls that a rule may match and the module would skip, in the
 *           form of that file; empty: none
 * @surplus: syscalls that the module does not skip though no rule can match
 * @published: for a count in stats: what is there
 * @computed: and what should be there
 * @is_count: that is what it is
 */
struct difference {
	char file[64];
	char *missing;
	char *surplus;
	uint64_t published;
	uint64_t computed;
	bool is_count;
};

#define MAX_DIFFERENCES	(NR_KINDS * AFP_NR_ARCHES + 2)

enum verdict {
	VERDICT_EQUAL,
	VERDICT_DIFFERENT,
	VERDICT_SHUT,		/* disabled or faulted: nothing is skipped */
	VERDICT_HELD,		/* held, or the rules change all the time */
	VERDICT_NOT_LOADED,
	VERDICT_TROUBLE,	/* after a message */
};

/**
 * struct verification - the result
 * @verdict: in one word
 * @report: what the module shows
 * @nr_rules: how many rules are loaded
 * @difference: what is different
 * @nr: how much is
 */
struct verification {
	enum verdict verdict;
	struct report report;
	size_t nr_rules;
	struct difference difference[MAX_DIFFERENCES];
	size_t nr;
};

/**
 * verify() - compare
 * @result: filled; verify_free() is due whatever the result
 *
 * Waits up to a second while rules change.
 */
void verify(struct verification *result);

/**
 * verify_free() - free what verify() allocated
 * @result: it
 */
void verify_free(struct verification *result);

#endif /* VERIFY_H */
