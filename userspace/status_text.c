// SPDX-License-Identifier: GPL-2.0
#include "status_text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "colour.h"
#include "status.h"
#include "syscall_names.h"

#define LABEL	"%-14s"
#define INDENT	"              "		/* as wide as LABEL */
#define NAMES	40			/* columns for names of syscalls */

static bool verifies(const struct report *report)
{
	return report->mode && strcmp(report->mode, "verify") == 0;
}

static void print_state(const struct report *report)
{
	static const char *const codes[] = {
		COLOUR_GOOD, COLOUR_WATCH, COLOUR_WATCH, COLOUR_BAD
	};

	printf(LABEL "%s%s%s", "state", colour(codes[report->state]),
	       state_names[report->state], colour_off());
	switch (report->state) {
	case STATE_ACTIVE:
		puts(verifies(report) ?
		     ": each decision to skip is checked, and nothing skipped" :
		     ": a syscall that no rule can match skips the filter");
		return;
	case STATE_HELD:
		puts(": rules are changing, the kernel filters every syscall\n"
		     INDENT "This takes milliseconds. If it stays: "
		     "dmesg | grep " AFP_SYSFS_NAME);
		return;
	case STATE_DISABLED:
		puts(": the kernel filters every syscall, as without the "
		     "module");
		/* enabled=1 and yet shut: nothing to switch on */
		if (report->enabled)
			puts(INDENT "It was loaded that way, or no hook could "
			     "be attached. Why:\n"
			     INDENT "dmesg | grep " AFP_SYSFS_NAME);
		else
			puts(INDENT "To open it, as root: echo 1 > "
			     AFP_SYSFS_DIR "/enabled");
		return;
	case STATE_FAULTED:
		printf(": %s\n", report->reason);
		puts(INDENT "The kernel filters every syscall, so no record is "
		     "lost.\n"
		     INDENT "Keep what dmesg says and report it. To try again, "
		     "as root:\n"
		     INDENT "modprobe -r " AFP_SYSFS_NAME " && modprobe "
		     AFP_SYSFS_NAME);
		return;
	}
}

static void print_hooks(const struct report *report)
{
	size_t i;

	if (!report->nr_hooks)
		printf(LABEL "none\n", "hooks");
	for (i = 0; i < report->nr_hooks; i++) {
		const struct hook *hook = &report->hooks[i];

		printf(LABEL "%s on %s, tier %s", i ? "" : "hooks",
		       hook->hook, hook->function, hook->tier);
		if (*hook->why)
			printf(" (%s)", hook->why);
		putchar('\n');
	}
}

static void print_counts(const struct report *report)
{
	const uint64_t *stat = report->stats;

	printf(LABEL, "exit filter");
	if (status_runs(report))
		printf("%.2f %% %s: %" PRIu64 " of %" PRIu64 " runs\n"
		       INDENT "%" PRIu64 " went through the index, %" PRIu64
		       " were whole\n", status_skipped(report),
		       verifies(report) ? "would have been skipped" : "skipped",
		       stat[STAT_exit_skipped],
		       status_runs(report), stat[STAT_exit_indexed],
		       stat[STAT_exit_full]);
	else
		puts("no run counted");
	printf(LABEL "%" PRIu64 " skipped, %" PRIu64 " of them made good\n",
	       "entry", stat[STAT_entry_skipped], stat[STAT_entry_revived]);
	printf(LABEL "%" PRIu64 " tasks\n", "idle", stat[STAT_idle_tasks]);
	printf(LABEL "%" PRIu64 " rules in %" PRIu64 " lists, %" PRIu64
	       " bytes\n", "index", stat[STAT_index_rules],
	       stat[STAT_index_lists], stat[STAT_index_bytes]);
	printf(LABEL "%" PRIu64 " holds, %" PRIu64 " resyncs\n"
	       INDENT "the last took %.3f ms, the longest %.3f ms\n",
	       "rule changes", stat[STAT_holds], stat[STAT_resyncs],
	       stat[STAT_resync_ns_last] / 1e6, stat[STAT_resync_ns_max] / 1e6);
}

/* A counter of the kernel against the rules that are really there. */
static void print_drift(const char *label, uint64_t real, uint64_t kernel,
			uint64_t repaired)
{
	printf(LABEL "%" PRIu64 " loaded, ", label, real);
	if (kernel == real)
		printf("and the kernel's counter agrees");
	else
		printf("but %sthe kernel counts %" PRIu64 ": %" PRIu64
		       " too %s%s", colour(COLOUR_WATCH), kernel,
		       kernel > real ? kernel - real : real - kernel,
		       kernel > real ? "many" : "few", colour_off());
	if (repaired)
		printf(";\n" INDENT "%" PRIu64 " miscounted so far, repaired",
		       repaired);
	putchar('\n');
	if (kernel != real)
		puts(INDENT "The next rule change repairs it, unless repair=0");
}

static void print_mismatches(uint64_t count)
{
	if (!count)
		printf(LABEL "no mismatch\n", "self-check");
	else
		printf(LABEL "%s%" PRIu64 " mismatches%s: please report them, "
		       "with what dmesg says\n", "self-check",
		       colour(COLOUR_BAD), count, colour_off());
}

/* As many names as fit on the line; --json has them all. */
static void print_bits(const struct bits *bits, enum afp_arch arch)
{
	unsigned int nr, shown = 0, width = 0;

	if (bits->count == 0) {
		puts("none");
		return;
	}
	if (bits->count == AFP_NR_SYSCALLS) {
		puts("all");
		return;
	}
	printf("%u:", bits->count);
	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++) {
		char digits[SYSCALL_DIGITS];
		const char *name;

		if (!bits->set[nr])
			continue;
		name = syscall_word(arch, nr, digits);
		width += strlen(name) + 1;
		if (width > NAMES)
			break;
		printf(" %s", name);
		shown++;
	}
	if (bits->count > shown)
		printf(" and %u more", bits->count - shown);
	putchar('\n');
}

static void print_interest(const struct report *report)
{
	int kind, arch;

	printf(LABEL "syscalls that a rule may match, out of %d numbers\n",
	       "of interest", AFP_NR_SYSCALLS);
	for (kind = 0; kind < NR_KINDS; kind++) {
		for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
			printf("  %-11s %s  ", kind_names[kind],
			       arch_names[arch]);
			print_bits(&report->interest[kind][arch], arch);
		}
	}
}

void status_text(const struct report *report)
{
	const uint64_t *stat;

	colour_choose();
	if (!report) {
		printf(LABEL "%snot loaded%s: the kernel filters every "
		       "syscall\n" INDENT "To load it, as root: modprobe "
		       AFP_SYSFS_NAME "\n", "state", colour(COLOUR_WATCH),
		       colour_off());
		return;
	}
	stat = report->stats;
	print_state(report);
	printf(LABEL "%s\n", "enabled", report->enabled ? "1, yes" : "0, no");
	if (report->mode)
		printf(LABEL "%s\n", "mode", report->mode);
	print_hooks(report);
	print_counts(report);
	print_drift("rules", stat[STAT_rules], stat[STAT_rules_kernel],
		    stat[STAT_rules_repaired]);
	print_drift("signal rules", stat[STAT_signal_rules],
		    stat[STAT_signal_rules_kernel],
		    stat[STAT_signal_rules_repaired]);
	print_mismatches(stat[STAT_mismatches]);
	print_interest(report);
}
