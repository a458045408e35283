/* SPDX-License-Identifier: GPL-2.0 */
/* What `aufastpath top` shows, and where. */
#ifndef TOP_H
#define TOP_H

#include <stdbool.h>
#include <stdio.h>

#include "counting.h"
#include "sysfs.h"

/**
 * struct top_row - one syscall in an interval
 * @arch: its arch; AFP_NR_ARCHES: all that the module does not tell apart
 * @nr: its number
 * @runs: of the exit filter
 */
struct top_row {
	unsigned int arch;
	unsigned int nr;
	uint64_t runs[NR_RUNS];
};

/**
 * struct top_view - what happened in an interval, and how it stands now
 * @report: now; NULL: the module is not loaded
 * @interval: seconds that were asked for
 * @seconds: seconds that passed since the last report; 0: there was none, or
 *	     the module was loaded anew since, and there are no differences
 * @difference: of each counter, since then
 * @why_no_rows: why there are no rows; NULL: there would be some
 * @nr_rows: syscalls that were seen since then
 * @row: they, the busiest first
 */
struct top_view {
	const struct report *report;
	double interval;
	double seconds;
	uint64_t difference[NR_STATS];
	const char *why_no_rows;
	size_t nr_rows;
	struct top_row row[AFP_NR_ARCHES * AFP_NR_SYSCALLS + 1];
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
 * top_rows() - fill in the rows
 * @view: receives them; its seconds are known
 * @old: what was counted at the beginning of the interval
 * @new: and at its end
 */
void top_rows(struct top_view *view, const struct counts *old,
	      const struct counts *new);

/**
 * top_row_arch() - native, compat or other
 * @row: the row
 */
const char *top_row_arch(const struct top_row *row);

/**
 * top_row_name() - name of the syscall
 * @row: the row
 *
 * Return: its name, or NULL if it has none.
 */
const char *top_row_name(const struct top_row *row);

/**
 * top_row_rate() - runs in a second
 * @view: the view
 * @row: of its rows
 * @run: which runs
 */
double top_row_rate(const struct top_view *view, const struct top_row *row,
		    enum run run);

/**
 * top_print_head() - print the heads of the columns
 */
void top_print_head(void);

/**
 * top_print_line() - print a view as one line, and one for each row
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
