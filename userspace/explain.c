// SPDX-License-Identifier: GPL-2.0
#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "syscall_names.h"

const char *const explain_arch[AFP_NR_ARCHES] = { "b64", "b32" };

double explain_share(unsigned int part, unsigned int whole)
{
	return whole ? (uint64_t)part * 10000 / whole / 100.0 : 0;
}

/*
 * Worst first: what costs where no path is used costs always, and what lies in
 * an inode bucket costs on a few files only.
 */
static int worse(const void *a, const void *b)
{
	static const enum kind kinds[] = {
		KIND_exit_noname, KIND_exit, KIND_inode
	};
	const struct explained *one = a, *other = b;
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (one->opens[kinds[i]] != other->opens[kinds[i]])
			return one->opens[kinds[i]] > other->opens[kinds[i]] ?
			       -1 : 1;
	/* one array holds both, in the kernel's order */
	return one->rule < other->rule ? -1 : one->rule > other->rule;
}

static bool opens(const struct explained *one, enum afp_arch arch, int nr)
{
	int kind;

	for (kind = 0; kind < NR_KINDS; kind++)
		if (nr < 0 ? one->opens[kind] > 0 :
			     afp_set_has(one->interest.set[kind][arch], nr))
			return true;
	return nr < 0 && one->advice == ADVICE_DEAD;
}

/* auditctl -a task,never, without which it would be about some tasks only */
static bool turns_off(const struct rule *rule)
{
	const struct audit_rule_data *data = rule->data;

	return rule->list == AUDIT_FILTER_TASK &&
	       data->action == AUDIT_NEVER &&
	       (data->field_count == 0 ||
		(data->field_count == 1 && *rule->key));
}

static void add(struct explanation *why, const struct rule *rule)
{
	struct explained *one = &why->each[why->nr_each];
	int kind;

	if (rule->list != AUDIT_FILTER_EXIT && !rule_in_inode(rule->data)) {
		why->nr_elsewhere++;
		/* the first that matches a task decides */
		why->task_never |= rule->position == 1 && turns_off(rule);
		return;
	}
	one->rule = rule;
	interest_of(&one->interest, rule->data);
	interest_add(&why->sum, &one->interest);
	one->advice = advise(rule->data, &one->interest);
	for (kind = 0; kind < NR_KINDS; kind++)
		one->opens[kind] = set_count(one->interest.set[kind][why->arch],
					     why->arch, true);
	if (opens(one, why->arch, why->nr))
		why->nr_each++;
}

int explain(struct explanation *why)
{
	unsigned int arch, nr;
	size_t i;

	why->each = calloc(why->rules->nr + 1, sizeof(*why->each));
	if (!why->each) {
		diag("out of memory");
		return -1;
	}
	for (arch = 0; arch < AFP_NR_ARCHES; arch++)
		for (nr = 0; nr < AFP_NR_SYSCALLS; nr++)
			why->known[arch] += syscall_name(arch, nr) != NULL;
	for (i = 0; i < why->rules->nr; i++)
		add(why, &why->rules->rule[i]);
	if (why->nr < 0)
		qsort(why->each, why->nr_each, sizeof(*why->each), worse);
	return 0;
}

void explain_free(struct explanation *why)
{
	free(why->each);
	why->each = NULL;
}
