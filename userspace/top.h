/* SPDX-License-Identifier: GPL-2.0 */
/* What `aufastpath top` shows, and where. */
#ifndef TOP_H
#define TOP_H

#include <stdbool.h>
#include <stdio.h>

#include "sysfs.h"

/**
 * struct top_view - what happened in an interval, and how it stands now
 * @report: now; NULL: the module is not loaded
 * @interval: seconds that were asked for
 * @seconds: seconds that passed since the last report; 0: there was none, or
 *	     the module was loaded anew since, and there are no differences
 * @difference: of each counter, since then
 */
struct top_view {
	const struct report *report;
	double interval;
	double seconds;
	uint64_t difference[NR_STATS];
};

/**
 * top_runs() - runs of the exit filter in the interval
 * @view: the view
 */
uint64_t top_runs(const struct top_view *view);

/**
 * top_share() - what share of those one counter is
 * @view: the view
 * @counter: STAT_exit_*
 *
 * Return: percent, rounded down to two decimals; 0 if there were none.
 */
double top_share(const struct top_view *view, enum stat_line counter);

/**
 * top_rate() - a counter's difference in a second
 * @view: the view
 * @counter: which
 */
double top_rate(const struct top_view *view, enum stat_line counter);

/**
 * top_print_head() - print the heads of the columns
 */
void top_print_head(void);

/**
 * top_print_line() - print a view as one line
 * @view: the view
 */
void top_print_line(const struct top_view *view);

/**
 * top_print_json() - print a view as a JSON object on one line
 * @view: the view
 *
 * Return: 0, or -1 after a message.
 */
int top_print_json(const struct top_view *view);

/**
 * top_draw() - draw a view onto the whole screen
 * @view: the view
 * @rows: of the screen
 * @columns: of the screen
 */
void top_draw(const struct top_view *view, int rows, int columns);

#endif /* TOP_H */
