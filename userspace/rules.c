// SPDX-License-Identifier: GPL-2.0
#include "rules.h"

#include <stdlib.h>
#include <string.h>

#include "diag.h"

int rule_field(const struct audit_rule_data *data, uint32_t type)
{
	int i;

	for (i = (int)data->field_count - 1; i >= 0; i--)
		if (data->fields[i] == type)
			return i;
	return -1;
}

bool rule_field_is_string(uint32_t type)
{
	switch (type) {
	case AUDIT_SUBJ_USER ... AUDIT_SUBJ_CLR:
	case AUDIT_OBJ_USER ... AUDIT_OBJ_LEV_HIGH:
	case AUDIT_WATCH:
	case AUDIT_DIR:
	case AUDIT_EXE:
	case AUDIT_FILTERKEY:
		return true;
	default:
		return false;
	}
}

bool rule_names_all(const struct audit_rule_data *data)
{
	int i;

	for (i = 0; i < AUDIT_BITMASK_SIZE - 1; i++)
		if (data->mask[i] != ~0U)
			return false;
	return true;
}

bool rule_in_inode(const struct audit_rule_data *data)
{
	int inode = rule_field(data, AUDIT_INODE);

	if (data->flags != AUDIT_FILTER_EXIT &&
	    data->flags != AUDIT_FILTER_URING_EXIT)
		return false;
	return rule_field(data, AUDIT_WATCH) >= 0 ||
	       (inode >= 0 && data->fieldflags[inode] == AUDIT_EQUAL);
}

static uint32_t add_hash(uint32_t hash, const void *from, size_t length)
{
	const unsigned char *byte = from;

	while (length--)
		hash = (hash ^ *byte++) * 16777619U;	/* FNV-1a */
	return hash;
}

static uint32_t hash_of(const struct audit_rule_data *data)
{
	uint32_t hash = 2166136261U;
	size_t fields = data->field_count * sizeof(data->fields[0]);

	hash = add_hash(hash, data->mask, sizeof(data->mask));
	hash = add_hash(hash, data->fields, fields);
	hash = add_hash(hash, data->values, fields);
	return add_hash(hash, data->buf, data->buflen);
}

static bool same(const struct audit_rule_data *a,
		 const struct audit_rule_data *b)
{
	size_t fields = a->field_count * sizeof(a->fields[0]);

	return a->flags == b->flags && a->action == b->action &&
	       a->field_count == b->field_count && a->buflen == b->buflen &&
	       memcmp(a->mask, b->mask, sizeof(a->mask)) == 0 &&
	       memcmp(a->fields, b->fields, fields) == 0 &&
	       memcmp(a->values, b->values, fields) == 0 &&
	       memcmp(a->fieldflags, b->fieldflags, fields) == 0 &&
	       memcmp(a->buf, b->buf, a->buflen) == 0;
}

struct rule *rules_find(const struct rules *rules,
			const struct audit_rule_data *data)
{
	uint32_t hash = hash_of(data);
	size_t i;

	for (i = 0; i < rules->nr; i++)
		if (rules->rule[i].hash == hash &&
		    same(rules->rule[i].data, data))
			return &rules->rule[i];
	return NULL;
}

static void free_rule(struct rule *rule)
{
	free(rule->data);
	free(rule->text);
	free(rule->key);
}

/* The first rule of its list, or the end: where a rule is prepended. */
static size_t first_of(const struct rules *rules, unsigned int list)
{
	size_t i;

	for (i = 0; i < rules->nr; i++)
		if (rules->rule[i].list == list)
			break;
	return i;
}

int rules_add(struct rules *rules, struct audit_rule_data *data,
	      unsigned int line)
{
	struct rule rule = { .data = data, .line = line };
	size_t at = rules->nr;

	if (data->flags & AUDIT_FILTER_PREPEND) {
		data->flags &= ~AUDIT_FILTER_PREPEND;
		at = first_of(rules, data->flags);
	}
	rule.list = data->flags;
	rule.hash = hash_of(data);
	rule.text = rule_text(data);
	rule.key = rule_key(data);
	/* room is a power of two from 16 up, full when nr has reached it */
	if (rules->nr == 0 || (rules->nr >= 16 &&
			       (rules->nr & (rules->nr - 1)) == 0)) {
		size_t room = rules->nr ? rules->nr * 2 : 16;
		struct rule *more = realloc(rules->rule, room * sizeof(*more));

		if (!more)
			goto no_memory;
		rules->rule = more;
	}
	if (!rule.text || !rule.key)
		goto no_memory;
	memmove(&rules->rule[at + 1], &rules->rule[at],
		(rules->nr - at) * sizeof(rule));
	rules->rule[at] = rule;
	rules->nr++;
	return 0;

no_memory:
	free_rule(&rule);
	diag("out of memory");
	return -1;
}

void rules_remove(struct rules *rules, struct rule *rule)
{
	size_t at = rule - rules->rule;

	free_rule(rule);
	rules->nr--;
	memmove(rule, rule + 1, (rules->nr - at) * sizeof(*rule));
}

int rules_number(struct rules *rules)
{
	struct rule *sorted = calloc(rules->nr + 1, sizeof(*sorted));
	unsigned int list, position;
	size_t i, nr = 0;

	if (!sorted) {
		diag("out of memory");
		return -1;
	}
	for (list = 0; list <= AUDIT_FILTER_MASK; list++) {
		position = 0;
		for (i = 0; i < rules->nr; i++) {
			if (rules->rule[i].list != list)
				continue;
			rules->rule[i].position = ++position;
			sorted[nr++] = rules->rule[i];
		}
	}
	free(rules->rule);
	rules->rule = sorted;
	return 0;
}

void rules_free(struct rules *rules)
{
	while (rules->nr)
		free_rule(&rules->rule[--rules->nr]);
	while (rules->nr_refused)
		free(rules->refused[--rules->nr_refused].why);
	free(rules->rule);
	free(rules->refused);
	memset(rules, 0, sizeof(*rules));
}
