// SPDX-License-Identifier: GPL-2.0
#include "aufastpath.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "colour.h"
#include "counting.h"
#include "diag.h"
#include "json_out.h"
#include "options.h"
#include "parse.h"
#include "screen.h"
#include "top.h"

#define MIN_INTERVAL	100		/* ms */
#define MAX_INTERVAL	86400000
#define SECOND		UINT64_C(1000000000)	/* in nanoseconds */

static const struct option names[] = {
	{ "count", required_argument, NULL, 'c' },
	{ "help", no_argument, NULL, 'h' },
	{ "interval", required_argument, NULL, 'i' },
	{ "json", no_argument, NULL, 'j' },
	{ NULL, 0, NULL, 0 }
};

struct options {
	uint64_t interval;	/* ms */
	uint64_t count;		/* intervals; 0: until q or a signal */
	bool json;
	bool help;
};

/* Reports taken one after the other; the older one is overwritten. */
struct series {
	struct report reports[2];
	struct counts counts[2];
	uint64_t times[2];
	int now;
	bool loaded[2];
};

static int read_options(struct options *opts, int argc, char **argv)
{
	int letter;

	while ((letter = option_next("top", argc, argv, names)) != -1) {
		switch (letter) {
		case 'c':
			if (option_number("--count", 1, UINT32_MAX,
					  &opts->count))
				return -1;
			break;
		case 'h':
			opts->help = true;
			return 0;
		case 'i':
			if (parse_ms(optarg, MIN_INTERVAL, MAX_INTERVAL,
				     &opts->interval) == 0)
				break;
			diag("--interval takes seconds from 0.1 to 86400, not "
			     "'%.64s'", optarg);
			return -1;
		case 'j':
			opts->json = true;
			break;
		default:
			return -1;
		}
	}
	return opts->json && !have_json ? json_missing() : 0;
}

/* Return: 0, or -1 after a message. */
static int take(struct series *series)
{
	int next = !series->now;
	enum report_result result;

	report_free(&series->reports[next]);
	result = report_read(&series->reports[next]);
	series->loaded[next] = result == REPORT_READ;
	if (result == REPORT_TROUBLE ||
	    counting_read(&series->counts[next],
			  series->loaded[next] ? &series->reports[next] : NULL))
		return -1;
	series->times[next] = screen_now();
	series->now = next;
	return 0;
}

static void compare(const struct series *series, struct top_view *view)
{
	const int now = series->now;
	const uint64_t *new = series->reports[now].stats;
	const uint64_t *old = series->reports[!now].stats;
	int i;

	view->report = series->loaded[now] ? &series->reports[now] : NULL;
	view->seconds = 0;
	view->nr_rows = 0;
	view->why_no_rows = series->counts[now].why;
	memset(view->difference, 0, sizeof(view->difference));
	if (!series->loaded[now] || !series->loaded[!now])
		return;
	/* These never go down, unless the module was loaded anew */
	if (new[STAT_exit_skipped] < old[STAT_exit_skipped] ||
	    new[STAT_exit_full] < old[STAT_exit_full] ||
	    new[STAT_holds] < old[STAT_holds] ||
	    new[STAT_resyncs] < old[STAT_resyncs])
		return;
	view->seconds = (series->times[now] - series->times[!now]) / 1e9;
	for (i = 0; i < NR_STATS; i++)
		view->difference[i] = new[i] - old[i];
	top_rows(view, &series->counts[!now], &series->counts[now]);
}

static void draw(const struct top_view *view)
{
	int rows, columns;

	screen_size(&rows, &columns);
	top_draw(view, rows, columns);
}

static int show(const struct options *opts, const struct top_view *view,
		bool screen)
{
	if (screen)
		draw(view);
	else if (opts->json && top_print_json(view))
		return -1;
	else if (!opts->json)
		top_print_line(view);
	/* A full disk; main() says so */
	return fflush(stdout) || ferror(stdout) ? -1 : 0;
}

/* What is counted by syscall must be read now and then in a long interval. */
static int wait_for(uint64_t next, struct series *series,
		    const struct top_view *view, enum screen_event *event)
{
	const struct report *report = view->report;
	struct counts *unused = &series->counts[!series->now];

	for (;;) {
		uint64_t keep = screen_now() + COUNTING_KEEP * SECOND;

		*event = screen_wait(keep < next ? keep : next);
		if (*event == SCREEN_DRAW)
			draw(view);
		else if (*event == SCREEN_QUIT || keep >= next)
			return 0;
		else if (counting_read(unused, report))
			return -1;
	}
}

static int watch(const struct options *opts, struct series *series,
		 bool screen)
{
	static struct top_view view;
	uint64_t left = opts->count, step = opts->interval * (SECOND / 1000);

	view.interval = opts->interval / 1000.0;
	compare(series, &view);
	if (screen)
		draw(&view);
	else if (!opts->json)
		top_print_head();
	for (;;) {
		/* Never shorter than asked for, however late the last one was */
		uint64_t next = series->times[series->now] + step;
		enum screen_event event;

		if (wait_for(next, series, &view, &event))
			return -1;
		if (event == SCREEN_QUIT)
			return 0;
		if (take(series))
			return -1;
		compare(series, &view);
		if (show(opts, &view, screen))
			return -1;
		if (left && --left == 0)
			return 0;
	}
}

int cmd_top(const struct command *self, int argc, char **argv)
{
	static struct series series;
	struct options opts = { .interval = 1000 };
	bool screen;
	int err;

	if (read_options(&opts, argc, argv))
		return EXIT_USAGE;
	if (opts.help) {
		command_help(self);
		return 0;
	}
	if (take(&series)) {
		counting_stop();
		return EXIT_TROUBLE;
	}
	screen = !opts.json && screen_possible();
	if (screen) {
		colour_choose();
		screen_enter();
	}
	err = watch(&opts, &series, screen);
	screen_leave();
	counting_stop();
	err = err ? EXIT_TROUBLE :
	      series.loaded[series.now] ? 0 : EXIT_NOT_LOADED;
	report_free(&series.reports[0]);
	report_free(&series.reports[1]);
	return err;
}
