// SPDX-License-Identifier: GPL-2.0
#include "status.h"

#include "json_out.h"

#ifdef AFP_HAVE_JSON

#include <stdio.h>

#include "syscall_names.h"

static struct json_object *hooks(const struct report *report)
{
	struct json_object *all = json_object_new_array();
	size_t i;

	for (i = 0; i < report->nr_hooks; i++) {
		struct json_object *one = json_object_new_object();

		json_add_text(one, "hook", report->hooks[i].hook);
		json_add_text(one, "function", report->hooks[i].function);
		json_add_text(one, "tier", report->hooks[i].tier);
		json_add_text(one, "why", report->hooks[i].why);
		json_object_array_add(all, one);
	}
	return all;
}

static struct json_object *stats(const struct report *report)
{
	struct json_object *all = json_object_new_object();
	int i;

	for (i = 0; i < NR_STATS; i++)
		json_add(all, stat_names[i],
			 json_object_new_uint64(report->stats[i]));
	return all;
}

static struct json_object *drift(uint64_t kernel, uint64_t real)
{
	return json_object_new_int64((int64_t)(kernel - real));
}

static struct json_object *derived(const struct report *report)
{
	const uint64_t *stat = report->stats;
	struct json_object *all = json_object_new_object();

	json_add(all, "exit_runs", json_object_new_uint64(status_runs(report)));
	json_add(all, "exit_skipped_percent",
		 json_object_new_double(status_skipped(report)));
	json_add(all, "rules_drift",
		 drift(stat[STAT_rules_kernel], stat[STAT_rules]));
	json_add(all, "signal_rules_drift",
		 drift(stat[STAT_signal_rules_kernel],
		       stat[STAT_signal_rules]));
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
	json_add(one, "count", json_object_new_uint64(bits->count));
	json_add_text(one, "list", bits->list);
	json_add(one, "names", names);
	return one;
}

struct json_object *status_interest(const struct report *report)
{
	struct json_object *all = json_object_new_object();
	int kind, arch;
	char name[64];

	for (kind = 0; kind < NR_KINDS; kind++) {
		for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
			snprintf(name, sizeof(name), "%s_%s",
				 kind_names[kind], arch_names[arch]);
			json_add(all, name,
				 bits(&report->interest[kind][arch], arch));
		}
	}
	return all;
}

static void add_report(struct json_object *root, const struct report *report)
{
	json_add_text(root, "state", state_names[report->state]);
	if (report->state == STATE_FAULTED)
		json_add_text(root, "reason", report->reason);
	json_add(root, "enabled", json_object_new_boolean(report->enabled));
	if (report->mode)
		json_add_text(root, "mode", report->mode);
	json_add(root, "hooks", hooks(report));
	json_add(root, "stats", stats(report));
	json_add(root, "derived", derived(report));
	json_add(root, "interest", status_interest(report));
}

int status_json(const struct report *report)
{
	struct json_object *root = json_object_new_object();

	json_add(root, "loaded", json_object_new_boolean(report != NULL));
	if (report)
		add_report(root, report);
	return json_print(root);
}

#else /* AFP_HAVE_JSON */

int status_json(const struct report *report)
{
	(void)report;
	return json_missing();
}

#endif /* AFP_HAVE_JSON */
