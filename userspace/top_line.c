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

void top_print_line(const struct top_view *view)
{
	const struct report *report = view->report;
	const struct bits *bits;
	char time[16];

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
}

#ifdef AFP_HAVE_JSON

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
