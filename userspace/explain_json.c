// SPDX-License-Identifier: GPL-2.0
#include "explain.h"

#include "json_out.h"

#ifdef AFP_HAVE_JSON

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classes.h"
#include "clean.h"
#include "syscall_names.h"

static struct json_object *names_of(const __u64 *set, enum afp_arch arch)
{
	struct json_object *names = json_object_new_array();
	unsigned int nr;

	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++)
		if (afp_set_has(set, nr) && syscall_name(arch, nr))
			json_object_array_add(names, json_object_new_string(
				syscall_name(arch, nr)));
	return names;
}

/* NULL, which becomes null, after the message of one that has no memory */
static struct json_object *list_of(const __u64 *set)
{
	char *list = set_list(set);
	struct json_object *text = list ? json_object_new_string(list) : NULL;

	free(list);
	return text;
}

static struct json_object *rule(const struct explanation *why,
				const struct explained *one)
{
	struct json_object *all = json_object_new_object();
	struct json_object *opens = json_object_new_object();
	struct json_object *percent = json_object_new_object();
	int kind;

	json_add_text(all, "list", audit_flag_to_name(one->rule->list));
	json_add(all, "position", json_object_new_int64(one->rule->position));
	if (why->file)
		json_add(all, "line", json_object_new_int64(one->rule->line));
	json_add_text(all, "rule", one->rule->text);
	json_add_text(all, "key", one->rule->key);
	json_add(all, "inode_bucket",
		 json_object_new_boolean(rule_in_inode(one->rule->data)));
	for (kind = 0; kind < NR_KINDS; kind++) {
		json_add(opens, kind_names[kind],
			 json_object_new_int64(one->opens[kind]));
		json_add(percent, kind_names[kind],
			 json_number(explain_share(one->opens[kind],
						   why->known[why->arch])));
	}
	json_add(all, "opens", opens);
	json_add(all, "percent", percent);
	json_add_text(all, "advice", advice_words[one->advice]);
	json_add_text(all, "text", advice_texts[one->advice]);
	return all;
}

static struct json_object *rules(const struct explanation *why)
{
	struct json_object *all = json_object_new_array();
	size_t i;

	for (i = 0; i < why->nr_each; i++)
		json_object_array_add(all, rule(why, &why->each[i]));
	return all;
}

static struct json_object *syscall_of(const struct explanation *why)
{
	struct json_object *one = json_object_new_object();
	struct json_object *skipped = json_object_new_object();
	const char *name = syscall_name(why->arch, why->nr);
	int kind;

	json_add(one, "name", name ? json_object_new_string(name) : NULL);
	json_add(one, "number", json_object_new_int64(why->nr));
	for (kind = 0; kind < NR_KINDS; kind++)
		json_add(skipped, kind_names[kind],
			 json_object_new_boolean(!afp_set_has(
				why->sum.set[kind][why->arch], why->nr)));
	json_add(one, "skipped", skipped);
	return one;
}

static struct json_object *total(const __u64 *set, enum afp_arch arch,
				 unsigned int known)
{
	struct json_object *one = json_object_new_object();
	unsigned int kept = set_count(set, arch, true);

	json_add(one, "known", json_object_new_int64(known));
	json_add(one, "skipped", json_object_new_int64(known - kept));
	json_add(one, "skipped_percent",
		 json_number(explain_share(known - kept, known)));
	json_add(one, "list", list_of(set));
	json_add(one, "names", names_of(set, arch));
	return one;
}

static struct json_object *totals(const struct explanation *why)
{
	struct json_object *all = json_object_new_object();
	int kind, arch;
	char name[64];

	for (kind = 0; kind < NR_KINDS; kind++) {
		for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
			snprintf(name, sizeof(name), "%s_%s",
				 kind_names[kind], arch_names[arch]);
			json_add(all, name, total(why->sum.set[kind][arch],
						  arch, why->known[arch]));
		}
	}
	return all;
}

static struct json_object *file_name(const char *name)
{
	char *copy = name ? strdup(name) : NULL;
	struct json_object *text = NULL;

	if (copy) {
		clean(copy);
		text = json_object_new_string(copy);
	}
	free(copy);
	return text;
}

static struct json_object *refused(const struct explanation *why)
{
	struct json_object *all = json_object_new_array();
	size_t i;

	for (i = 0; i < why->rules->nr_refused; i++) {
		struct json_object *one = json_object_new_object();

		json_add(one, "line", json_object_new_int64(
			why->rules->refused[i].line));
		json_add_text(one, "why", why->rules->refused[i].why);
		json_object_array_add(all, one);
	}
	return all;
}

int explain_json(const struct explanation *why)
{
	struct json_object *root = json_object_new_object();

	json_add(root, "file", file_name(why->file));
	json_add_text(root, "classes_of", classes_from);
	json_add_text(root, "arch", explain_arch[why->arch]);
	json_add(root, "nr_rules", json_object_new_int64(why->rules->nr));
	json_add(root, "nr_elsewhere",
		 json_object_new_int64(why->nr_elsewhere));
	json_add(root, "task_never", json_object_new_boolean(why->task_never));
	if (why->nr >= 0)
		json_add(root, "syscall", syscall_of(why));
	json_add(root, "rules", rules(why));
	json_add(root, "interest", totals(why));
	if (why->file)
		json_add(root, "refused", refused(why));
	return json_print(root);
}

#else /* AFP_HAVE_JSON */

int explain_json(const struct explanation *why)
{
	(void)why;
	return json_missing();
}

#endif /* AFP_HAVE_JSON */
