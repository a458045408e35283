/* SPDX-License-Identifier: GPL-2.0 */
/* Why a syscall is skipped or not: what the text and the JSON share. */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "advice.h"
#include "interest.h"
#include "rules.h"

/**
 * struct explained - one rule that can keep a syscall from being skipped
 * @rule: the rule
 * @interest: what it may match
 * @opens: by kind: how many syscalls of the arch that have a name
 * @advice: what one could do about it
 */
struct explained {
	const struct rule *rule;
	struct interest interest;
	unsigned int opens[NR_KINDS];
	enum advice advice;
};

/**
 * struct explanation - the answer
 * @file: the file of rules, NULL for the loaded ones
 * @rules: its rules
 * @arch: of which arch the question is
 * @nr: the syscall asked for, -1 for all
 * @each: the rules that open something in @arch, or all of both arches that
 *        open nothing; worst first. For one syscall: those that open that one,
 *        in the kernel's order
 * @nr_each: how many
 * @sum: what all rules together may match
 * @known: by arch: how many syscalls have a name
 * @nr_elsewhere: rules of lists that look at no syscall
 * @task_never: the list task has a rule that turns audit off for every task
 */
struct explanation {
	const char *file;
	const struct rules *rules;
	enum afp_arch arch;
	int nr;
	struct explained *each;
	size_t nr_each;
	struct interest sum;
	unsigned int known[AFP_NR_ARCHES];
	size_t nr_elsewhere;
	bool task_never;
};

/* What users of auditctl call the arches */
extern const char *const explain_arch[AFP_NR_ARCHES];

/**
 * explain() - work the answer out
 * @why: @file, @rules, @arch and @nr are set; the rest is filled, and
 *       explain_free() is due whatever the result
 *
 * Return: 0, or -1 after a message.
 */
int explain(struct explanation *why);

/**
 * explain_free() - free what explain() allocated
 * @why: it
 */
void explain_free(struct explanation *why);

/**
 * explain_share() - a number as a share
 * @part: of @whole
 * @whole: may be 0, then so is the share
 *
 * Return: percent, rounded down to two decimals.
 */
double explain_share(unsigned int part, unsigned int whole);

/**
 * explain_text() - print the answer
 * @why: it
 */
void explain_text(const struct explanation *why);

/**
 * explain_json() - print the answer as one JSON object
 * @why: it
 *
 * Return: 0, or -1 after a message.
 */
int explain_json(const struct explanation *why);

#endif /* EXPLAIN_H */
