// SPDX-License-Identifier: GPL-2.0
#include "status.h"

#include "diag.h"

#ifdef AFP_HAVE_JSON

#include <json-c/json.h>
#include <stdio.h>

#include "syscall_names.h"

const int status_has_json = 1;

static void add(struct json_object *to, const char *name,
		struct json_object *value)
{
	json_object_object_add(to, name, value);
}

static void add_text(struct json_object *to, const char *name,
		     const char *text)
{
	add(to, name, json_object_new_string(text));
}

static struct json_object *hooks(const struct report *report)
{
	struct json_object *all = json_object_new_array();
	size_t i;

	for (i = 0; i < report->nr_hooks; i++) {
		struct json_object *one = json_object_new_object();

		add_text(one, "hook", report->hooks[i].hook);
		add_text(one, "function", report->hooks[i].function);
		add_text(one, "tier", report->hooks[i].tier);
		add_text(one, "why", report->hooks[i].why);
		json_object_array_add(all, one);
	}
	return all;
}

static struct json_object *stats(const struct report *report)
{
	struct json_object *all = json_object_new_object();
	int i;

	for (i = 0; i < NR_STATS; i++)
		add(all, stat_names[i],
		    json_object_new_uint64(report->stats[i]));
	return all;
}

static struct json_object *derived(const struct report *report)
{
	const uint64_t *stat = report->stats;
	struct json_object *all = json_object_new_object();

	add(all, "exit_runs", json_object_new_uint64(status_runs(report)));
	add(all, "exit_skipped_percent",
	    json_object_new_double(status_skipped(report)));
	add(all, "rules_drift",
	    json_object_new_int64((int64_t)(stat[STAT_rules_kernel] -
					    stat[STAT_rules])));
	add(all, "signal_rules_drift",
	    json_object_new_int64((int64_t)(stat[STAT_signal_rules_kernel] -
					    stat[STAT_signal_rules])));
	return all;
}

/* Names only where the headers have one: list and count are complete. */
static struct json_object *bits(const struct bits *bits, enum afp_arch arch)
{
	struct json_object *one = json_object_new_object();
	struct json_object *names = json_object_new_array();
	unsigned int nr;

	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++) {
		const char *name = syscall_name(arch, nr);

		if (bits->set[nr] && name)
			json_object_array_add(names,
					      json_object_new_string(name));
	}
	add(one, "count", json_object_new_uint64(bits->count));
	add_text(one, "list", bits->list);
	add(one, "names", names);
	return one;
}

static struct json_object *interest(const struct report *report)
{
	struct json_object *all = json_object_new_object();
	int kind, arch;
	char name[64];

	for (kind = 0; kind < NR_KINDS; kind++) {
		for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
			snprintf(name, sizeof(name), "%s_%s",
				 kind_names[kind], arch_names[arch]);
			add(all, name,
			    bits(&report->interest[kind][arch], arch));
		}
	}
	return all;
}

static void add_report(struct json_object *root, const struct report *report)
{
	add_text(root, "state", state_names[report->state]);
	if (report->state == STATE_FAULTED)
		add_text(root, "reason", report->reason);
	add(root, "enabled", json_object_new_boolean(report->enabled));
	add(root, "hooks", hooks(report));
	add(root, "stats", stats(report));
	add(root, "derived", derived(report));
	add(root, "interest", interest(report));
}

int status_json(const struct report *report)
{
	struct json_object *root = json_object_new_object();
	const char *text;

	add(root, "loaded", json_object_new_boolean(report != NULL));
	if (report)
		add_report(root, report);
	text = json_object_to_json_string_ext(root, JSON_C_TO_STRING_PRETTY |
					      JSON_C_TO_STRING_SPACED |
					      JSON_C_TO_STRING_NOSLASHESCAPE);
	if (text)
		puts(text);
	else
		diag("out of memory");
	json_object_put(root);
	return text ? 0 : -1;
}

#else /* AFP_HAVE_JSON */

const int status_has_json;

int status_json(const struct report *report)
{
	(void)report;
	diag("built without json-c, so there is no --json");
	return -1;
}

#endif /* AFP_HAVE_JSON */
