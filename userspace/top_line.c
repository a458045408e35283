// SPDX-License-Identifier: GPL-2.0
/* A view as one line: columns of text, or JSON. */
#include "top.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "json_out.h"
#include "status.h"
#include "syscall_names.h"

#define NAMES 40		/* columns for names of syscalls */

uint64_t top_runs(const struct top_view *view)
{
	return view->difference[STAT_exit_skipped] +
	       view->difference[STAT_exit_indexed] +
	       view->difference[STAT_exit_full];
}

double top_share(const struct top_view *view, enum stat_line counter)
{
	uint64_t runs = top_runs(view);

	if (!runs)
		return 0;
	return floor(10000.0 * view->difference[counter] / runs) / 100;
}

double top_rate(const struct top_view *view, enum stat_line counter)
{
	return view->seconds > 0 ? view->difference[counter] / view->seconds
				 : 0;
}

static const char *clock_text(char text[16])
{
	time_t now = time(NULL);
	struct tm tm;

	if (!localtime_r(&now, &tm) || !strftime(text, 16, "%T", &tm))
		return "--:--:--";
	return text;
}

void top_print_head(void)
{
	printf("%-8s %-8s %12s %11s %11s %7s %6s %7s %7s %7s  %s\n", "TIME",
	       "STATE", "SKIPPED/s", "INDEXED/s", "FULL/s", "SKIP%", "HOLDS",
	       "RESYNCS", "NATIVE", "COMPAT", "OF INTEREST, NATIVE");
	fflush(stdout);
}

/* As many names as fit; status and --json have them all. */
static void print_names(const struct bits *bits)
{
	unsigned int nr, shown = 0, width = 0;
	char digits[SYSCALL_DIGITS];

	if (bits->count == AFP_NR_SYSCALLS) {
		printf("all");
		return;
	}
	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++) {
		const char *word;

		if (!bits->set[nr])
			continue;
		word = syscall_word(AFP_NATIVE, nr, digits);
		width += strlen(word) + 1;
		if (width > NAMES)
			break;
		printf("%s%s", shown++ ? "," : "", word);
	}
	if (bits->count > shown)
		printf("%s+%u", shown ? "," : "", bits->count - shown);
	else if (!shown)
		putchar('-');
}

/* In the columns of the line above it, with number and name at its end. */
static void print_row(const struct top_view *view, const struct top_row *row)
{
	const char *name = top_row_name(row);
	uint64_t all = row->runs[RUN_SKIPPED] + row->runs[RUN_INDEXED] +
		       row->runs[RUN_FULL];

	printf("%-8s %-8s %12.0f %11.0f %11.0f %7.2f %30s  ", "",
	       top_row_arch(row), top_row_rate(view, row, RUN_SKIPPED),
	       top_row_rate(view, row, RUN_INDEXED),
	       top_row_rate(view, row, RUN_FULL),
	       floor(10000.0 * row->runs[RUN_SKIPPED] / all) / 100, "");
	if (row->arch == AFP_NR_ARCHES)
		puts("-");
	else
		printf("%u%s%s\n", row->nr, name ? " " : "", name ? name : "");
}

/* Once, and again when it is another reason. */
static void print_why(const char *why)
{
	static const char *last;

	if (why && why != last)
		printf("%-8s no rates by syscall: %s\n", "", why);
	last = why;
}

void top_print_line(const struct top_view *view)
{
	const struct report *report = view->report;
	const struct bits *bits;
	char time[16];
	size_t i;

	printf("%-8s ", clock_text(time));
	if (!report) {
		puts("not loaded");
		return;
	}
	printf("%-8s ", state_names[report->state]);
	if (view->seconds > 0)
		printf("%12.0f %11.0f %11.0f %7.2f %6" PRIu64 " %7" PRIu64,
		       top_rate(view, STAT_exit_skipped),
		       top_rate(view, STAT_exit_indexed),
		       top_rate(view, STAT_exit_full),
		       top_share(view, STAT_exit_skipped),
		       view->difference[STAT_holds],
		       view->difference[STAT_resyncs]);
	else
		printf("%12s %11s %11s %7s %6s %7s", "-", "-", "-", "-", "-",
		       "-");
	bits = report->interest[KIND_exit];
	printf(" %7u %7u  ", bits[AFP_NATIVE].count, bits[AFP_COMPAT].count);
	print_names(&bits[AFP_NATIVE]);
	putchar('\n');
	print_why(view->why_no_rows);
	for (i = 0; i < view->nr_rows; i++)
		print_row(view, &view->row[i]);
}

#ifdef AFP_HAVE_JSON

static struct json_object *rows(const struct top_view *view)
{
	static const char *const names[NR_RUNS] = {
		"skipped", "indexed", "full"
	};
	struct json_object *all = json_object_new_array();
	size_t i;
	int run;

	for (i = 0; i < view->nr_rows; i++) {
		const struct top_row *row = &view->row[i];
		struct json_object *one = json_object_new_object();
		struct json_object *rates = json_object_new_object();

		json_add_text(one, "arch", top_row_arch(row));
		if (row->arch < AFP_NR_ARCHES)
			json_add(one, "number", json_object_new_int(row->nr));
		if (top_row_name(row))
			json_add_text(one, "name", top_row_name(row));
		for (run = 0; run < NR_RUNS; run++)
			json_add(rates, names[run],
				 json_number(top_row_rate(view, row, run)));
		json_add(one, "per_second", rates);
		json_object_array_add(all, one);
	}
	return all;
}

static void add_rates(struct json_object *to, const struct top_view *view)
{
	struct json_object *rates = json_object_new_object();

	json_add(rates, "skipped",
		 json_number(top_rate(view, STAT_exit_skipped)));
	json_add(rates, "indexed",
		 json_number(top_rate(view, STAT_exit_indexed)));
	json_add(rates, "full", json_number(top_rate(view, STAT_exit_full)));
	json_add(to, "seconds", json_number(view->seconds));
	json_add(to, "per_second", rates);
	json_add(to, "skipped_percent",
		 json_number(top_share(view, STAT_exit_skipped)));
	json_add(to, "holds",
		 json_object_new_uint64(view->difference[STAT_holds]));
	json_add(to, "resyncs",
		 json_object_new_uint64(view->difference[STAT_resyncs]));
	if (view->why_no_rows)
		json_add_text(to, "no_syscalls", view->why_no_rows);
	else
		json_add(to, "syscalls", rows(view));
}

int top_print_json(const struct top_view *view)
{
	struct json_object *root = json_object_new_object();
	const struct report *report = view->report;
	const char *text;

	json_add(root, "time", json_object_new_int64(time(NULL)));
	json_add(root, "loaded", json_object_new_boolean(report != NULL));
	if (report) {
		json_add_text(root, "state", state_names[report->state]);
		if (report->state == STATE_FAULTED)
			json_add_text(root, "reason", report->reason);
		if (view->seconds > 0)
			add_rates(root, view);
		json_add(root, "interest", status_interest(report));
	}
	text = json_text(root, false);
	if (text)
		puts(text);
	json_object_put(root);
	return text ? 0 : -1;
}

#else /* AFP_HAVE_JSON */

int top_print_json(const struct top_view *view)
{
	(void)view;
	return json_missing();
}

#endif /* AFP_HAVE_JSON */
