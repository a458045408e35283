// SPDX-License-Identifier: GPL-2.0
#include "metrics.h"

#include <stdlib.h>
#include <string.h>

#include "root.h"

#define PREFIX	"linux_audit_fastpath_"
#define NR(array) (sizeof(array) / sizeof(array[0]))

struct walk {
	const struct report *report;
	void (*each)(const struct metric *metric, void *to);
	void *to;
};

static void many(struct walk *walk, const char *name, const char *type,
		 const char *help, const struct sample *samples, size_t nr)
{
	const struct metric metric = { name, type, help, nr, samples };

	walk->each(&metric, walk->to);
}

static void one(struct walk *walk, const char *name, const char *type,
		const char *help, double value)
{
	const struct sample sample = { .value = value };

	many(walk, name, type, help, &sample, 1);
}

/* The counters and gauges without labels, a line of `stats` each. */
static const struct {
	enum stat_line stat;
	const char *name;
	const char *type;
	double unit;
	const char *help;
} plain[] = {
	{ STAT_entry_skipped, PREFIX "entries_skipped_total", "counter", 1,
	  "Syscalls for which auditing was skipped from their beginning." },
	{ STAT_entry_revived, PREFIX "entries_revived_total", "counter", 1,
	  "Of those, how many were made good because something had to be recorded." },
	{ STAT_idle_tasks, PREFIX "idle_tasks", "gauge", 1,
	  "Tasks that do not enter auditing at all." },
	{ STAT_holds, PREFIX "holds_total", "counter", 1,
	  "How often the shortcuts were held because rules changed." },
	{ STAT_resyncs, PREFIX "resyncs_total", "counter", 1,
	  "How often the rules were read." },
	{ STAT_resync_ns_last, PREFIX "resync_last_seconds", "gauge", 1e-9,
	  "How long the last reading of the rules took." },
	{ STAT_resync_ns_max, PREFIX "resync_max_seconds", "gauge", 1e-9,
	  "How long the longest reading of the rules took." },
	{ STAT_index_rules, PREFIX "index_rules", "gauge", 1,
	  "Rules in the index by syscall." },
	{ STAT_index_lists, PREFIX "index_lists", "gauge", 1,
	  "Lists in the index by syscall." },
	{ STAT_index_bytes, PREFIX "index_bytes", "gauge", 1,
	  "Memory of the index by syscall." },
	{ STAT_mismatches, PREFIX "mismatches_total", "counter", 1,
	  "Shortcuts that a check found to be wrong; anything but 0 is a bug." },
};

static void plain_ones(struct walk *walk)
{
	size_t i;

	for (i = 0; i < NR(plain); i++)
		one(walk, plain[i].name, plain[i].type, plain[i].help,
		    walk->report->stats[plain[i].stat] * plain[i].unit);
}

static void state(struct walk *walk)
{
	struct sample samples[STATE_FAULTED + 1];
	int i;

	for (i = 0; i <= STATE_FAULTED; i++)
		samples[i] = (struct sample) {
			.labels = { "state", state_names[i] },
			.value = walk->report->state == (enum state)i,
		};
	many(walk, PREFIX "state", "gauge",
	     "1 for the state that the module is in, 0 for the others.",
	     samples, NR(samples));
	one(walk, PREFIX "enabled", "gauge",
	    "Whether the module is switched on.", walk->report->enabled);
}

/* Absent where the module's parameter cannot be read. */
static void mode(struct walk *walk)
{
	static const char *const modes[] = { "on", "verify", "off" };
	const char *now = walk->report->mode;
	struct sample samples[NR(modes)];
	size_t i;

	for (i = 0; now && i < NR(modes); i++)
		samples[i] = (struct sample) {
			.labels = { "mode", modes[i] },
			.value = strcmp(now, modes[i]) == 0,
		};
	if (now)
		many(walk, PREFIX "mode", "gauge",
		     "1 for the mode that the module was loaded with, 0 for the others.",
		     samples, NR(modes));
}

static void hooks(struct walk *walk)
{
	const struct report *report = walk->report;
	struct sample samples[MAX_HOOKS];
	size_t i;

	for (i = 0; i < report->nr_hooks; i++)
		samples[i] = (struct sample) {
			.labels = {
				"hook", report->hooks[i].hook,
				"function", report->hooks[i].function,
				"tier", report->hooks[i].tier,
			},
			.value = 1,
		};
	if (report->nr_hooks)
		many(walk, PREFIX "hook_info", "gauge",
		     "The kernel functions that are hooked, and how.", samples,
		     report->nr_hooks);
}

static void runs(struct walk *walk)
{
	const uint64_t *stat = walk->report->stats;
	const struct sample samples[] = {
		{ { "result", "skipped" }, stat[STAT_exit_skipped] },
		{ { "result", "indexed" }, stat[STAT_exit_indexed] },
		{ { "result", "full" }, stat[STAT_exit_full] },
	};

	many(walk, PREFIX "exit_filter_runs_total", "counter",
	     "Runs of audit's filter at the end of a syscall: skipped, through the rules of that syscall only, or the kernel's own.",
	     samples, NR(samples));
}

static void rules(struct walk *walk)
{
	const uint64_t *stat = walk->report->stats;
	static const struct {
		const char *name, *type, *help;
	} what[] = {
		{ PREFIX "rules", "gauge",
		  "Audit rules that are really loaded: all, and those for signals." },
		{ PREFIX "kernel_rules", "gauge",
		  "What the kernel's own counter of them says." },
		{ PREFIX "rules_drift", "gauge",
		  "The kernel's counter minus the rules loaded; not 0: the kernel is wrong." },
		{ PREFIX "rules_repaired_total", "counter",
		  "By how much the kernel's counter has been put right." },
	};
	const double values[NR(what)][2] = {
		{ stat[STAT_rules], stat[STAT_signal_rules] },
		{ stat[STAT_rules_kernel], stat[STAT_signal_rules_kernel] },
		{ (int64_t)(stat[STAT_rules_kernel] - stat[STAT_rules]),
		  (int64_t)(stat[STAT_signal_rules_kernel] -
			    stat[STAT_signal_rules]) },
		{ stat[STAT_rules_repaired],
		  stat[STAT_signal_rules_repaired] },
	};
	size_t i;

	for (i = 0; i < NR(what); i++) {
		const struct sample samples[] = {
			{ { "kind", "all" }, values[i][0] },
			{ { "kind", "signal" }, values[i][1] },
		};

		many(walk, what[i].name, what[i].type, what[i].help, samples,
		     NR(samples));
	}
}

static void interest(struct walk *walk)
{
	struct sample samples[NR_KINDS * AFP_NR_ARCHES];
	int kind, arch;
	size_t nr = 0;

	for (kind = 0; kind < NR_KINDS; kind++)
		for (arch = 0; arch < AFP_NR_ARCHES; arch++)
			samples[nr++] = (struct sample) {
				.labels = { "set", kind_names[kind],
					    "arch", arch_names[arch] },
				.value = walk->report->interest[kind][arch]
						 .count,
			};
	many(walk, PREFIX "interesting_syscalls", "gauge",
	     "Syscall numbers that a rule may match, so that no shortcut is taken for them.",
	     samples, nr);
}

/* The module's own version, from where the kernel shows it. */
static void build(struct walk *walk, bool loaded)
{
	char *version = root_read(NULL, "/sys/module/%s/version",
				  AFP_SYSFS_NAME);
	struct sample sample = {
		.labels = { "version", AFP_VERSION },
		.value = 1,
	};

	if (loaded && version) {
		version[strcspn(version, "\n")] = '\0';
		sample.labels[2] = "module_version";
		sample.labels[3] = version;
	}
	many(walk, PREFIX "build_info", "gauge",
	     "Versions of this program and of the module that is loaded.",
	     &sample, 1);
	free(version);
}

void metrics_each(const struct report *report,
		  void (*each)(const struct metric *metric, void *to),
		  void *to)
{
	struct walk walk = { report, each, to };

	build(&walk, report);
	one(&walk, PREFIX "module_loaded", "gauge",
	    "Whether the module is loaded; if not, no other metrics follow.",
	    report ? 1 : 0);
	if (!report)
		return;
	state(&walk);
	mode(&walk);
	hooks(&walk);
	runs(&walk);
	plain_ones(&walk);
	rules(&walk);
	interest(&walk);
}
