// SPDX-License-Identifier: GPL-2.0
/*
 * A view as a screen. Written into memory first and put out in one piece, so
 * that a terminal never shows half of it.
 */
#include "top.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "colour.h"
#include "diag.h"
#include "syscall_names.h"

#define INDENT 4

struct canvas {
	FILE *to;		/* NULL: only count the lines */
	int rows, columns;
	int row, column;
};

/* Text at the end of the line; what would go over its edge is left out. */
static void __attribute__((format(printf, 3, 4)))
text(struct canvas *canvas, const char *code, const char *fmt, ...)
{
	int room = canvas->columns - canvas->column;
	char words[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof(words), fmt, ap);
	va_end(ap);
	canvas->column += strlen(words);
	if (!canvas->to || canvas->row >= canvas->rows || room <= 0)
		return;
	fprintf(canvas->to, "%s%.*s%s", code ? colour(code) : "", room, words,
		code ? colour_off() : "");
}

static void next_line(struct canvas *canvas)
{
	if (canvas->to && canvas->row < canvas->rows)
		fputs("\033[K", canvas->to);
	canvas->row++;
	canvas->column = 0;
	/* After the last line this would scroll */
	if (canvas->to && canvas->row < canvas->rows)
		fputs("\r\n", canvas->to);
}

static void draw_state(struct canvas *canvas, const struct top_view *view)
{
	static const char *const codes[] = {
		COLOUR_GOOD, COLOUR_WATCH, COLOUR_WATCH, COLOUR_BAD
	};
	const struct report *report = view->report;

	text(canvas, COLOUR_HEAD, "%s ", AFP_SYSFS_NAME);
	if (!report) {
		text(canvas, COLOUR_WATCH, "not loaded");
	} else {
		text(canvas, codes[report->state], "%s",
		     state_names[report->state]);
		if (report->state == STATE_FAULTED)
			text(canvas, NULL, ": %s", report->reason);
		else if (report->nr_hooks)
			text(canvas, NULL, ", %s on %s, tier %s",
			     report->hooks[0].hook, report->hooks[0].function,
			     report->hooks[0].tier);
		if (report->mode && strcmp(report->mode, "on") != 0)
			text(canvas, COLOUR_WATCH, ", mode=%s", report->mode);
	}
	next_line(canvas);
	text(canvas, NULL, "every %g s, q quits", view->interval);
	next_line(canvas);
	next_line(canvas);
}

static void draw_rate(struct canvas *canvas, const struct top_view *view,
		      const char *label, enum stat_line counter)
{
	uint64_t total = view->report->stats[counter];

	if (view->seconds > 0)
		text(canvas, NULL, "  %-16s %14.0f %11.2f %% %20" PRIu64,
		     label, top_rate(view, counter), top_share(view, counter),
		     total);
	else
		text(canvas, NULL, "  %-16s %14s %11s   %20" PRIu64, label,
		     "-", "-", total);
	next_line(canvas);
}

static void draw_changes(struct canvas *canvas, const struct top_view *view)
{
	const uint64_t *stat = view->report->stats;

	text(canvas, NULL,
	     "rule changes: %" PRIu64 " holds, %" PRIu64
	     " resyncs in this interval, %" PRIu64 " and %" PRIu64 " in all",
	     view->difference[STAT_holds], view->difference[STAT_resyncs],
	     stat[STAT_holds], stat[STAT_resyncs]);
	next_line(canvas);
	text(canvas, NULL, "rules: %" PRIu64 " loaded, ", stat[STAT_rules]);
	if (stat[STAT_rules] == stat[STAT_rules_kernel])
		text(canvas, NULL, "and the kernel's counter agrees");
	else
		text(canvas, COLOUR_WATCH, "but the kernel counts %" PRIu64,
		     stat[STAT_rules_kernel]);
	if (stat[STAT_mismatches]) {
		text(canvas, NULL, "; ");
		text(canvas, COLOUR_BAD, "%" PRIu64 " mismatches",
		     stat[STAT_mismatches]);
	}
	next_line(canvas);
	next_line(canvas);
}

/* The names of a set, on so many lines at most. */
static void draw_names(struct canvas *canvas, const struct bits *bits,
		       enum afp_arch arch, int lines)
{
	char digits[SYSCALL_DIGITS];
	unsigned int nr, left = bits->count;
	int last = canvas->row + lines - 1;

	for (nr = 0; nr < AFP_NR_SYSCALLS && left; nr++) {
		const char *word;
		int width;

		if (!bits->set[nr])
			continue;
		word = syscall_word(arch, nr, digits);
		width = strlen(word) + 1;
		/* the last line keeps room for "and 2048 more" */
		if (canvas->column + width +
		    (canvas->row == last && left > 1 ? 14 : 0) >
		    canvas->columns) {
			if (canvas->row == last)
				break;
			next_line(canvas);
			text(canvas, NULL, "%*s", INDENT - 1, "");
		}
		text(canvas, NULL, " %s", word);
		left--;
	}
	if (left)
		text(canvas, NULL, " and %u more", left);
}

/* The busiest syscalls, on as many lines as are left above @below of them. */
static void draw_rows(struct canvas *canvas, const struct top_view *view,
		      int below)
{
	int lines = canvas->rows - canvas->row - below - 2;
	size_t i;

	text(canvas, COLOUR_HEAD, "%-6s %6s  %-24s %11s %11s %11s", "arch",
	     "number", "syscall, a second", "skipped", "indexed", "full");
	next_line(canvas);
	if (view->why_no_rows) {
		text(canvas, NULL, "no rates by syscall: %s",
		     view->why_no_rows);
		next_line(canvas);
	}
	for (i = 0; i < view->nr_rows && (int)i < lines; i++) {
		const struct top_row *row = &view->row[i];
		const char *name = top_row_name(row);
		char number[SYSCALL_DIGITS] = "-";

		if (row->arch < AFP_NR_ARCHES)
			snprintf(number, sizeof(number), "%u", row->nr);
		text(canvas, NULL, "%-6s %6s  %-24s %11.0f %11.0f %11.0f",
		     top_row_arch(row), number, name ? name : "-",
		     top_row_rate(view, row, RUN_SKIPPED),
		     top_row_rate(view, row, RUN_INDEXED),
		     top_row_rate(view, row, RUN_FULL));
		next_line(canvas);
	}
	next_line(canvas);
}

static const struct set {
	const char *label;
	enum kind kind;
	enum afp_arch arch;
} sets[] = {
	{ "native", KIND_exit, AFP_NATIVE },
	{ "compat", KIND_exit, AFP_COMPAT },
	{ "native, no path used", KIND_exit_noname, AFP_NATIVE },
	{ "compat, no path used", KIND_exit_noname, AFP_COMPAT },
};
#define NR_SETS ((int)(sizeof(sets) / sizeof(sets[0])))

static void draw_set(struct canvas *canvas, const struct report *report,
		     const struct set *set, int lines)
{
	const struct bits *bits = &report->interest[set->kind][set->arch];

	text(canvas, NULL, "  %s: ", set->label);
	if (bits->count == 0 || bits->count == AFP_NR_SYSCALLS) {
		text(canvas, NULL, bits->count ? "all" : "none");
	} else {
		text(canvas, NULL, "%u:", bits->count);
		draw_names(canvas, bits, set->arch, lines);
	}
	next_line(canvas);
}

static void draw_interest(struct canvas *canvas, const struct report *report)
{
	int needs[NR_SETS], after = 0, i;

	text(canvas, COLOUR_HEAD, "of interest: a rule may match these");
	next_line(canvas);
	for (i = 0; i < NR_SETS; i++) {
		struct canvas dry = { .columns = canvas->columns };

		draw_set(&dry, report, &sets[i], AFP_NR_SYSCALLS);
		needs[i] = dry.row;
		after += dry.row;
	}
	for (i = 0; i < NR_SETS; i++) {
		int left = canvas->rows - canvas->row;
		int lines = left / (NR_SETS - i);

		/* An equal share, or more if the ones after it need less */
		after -= needs[i];
		if (lines < left - after)
			lines = left - after;
		draw_set(canvas, report, &sets[i], lines > 1 ? lines : 1);
	}
}

static void draw(struct canvas *canvas, const struct top_view *view)
{
	const struct report *report = view->report;

	draw_state(canvas, view);
	if (!report) {
		text(canvas, NULL, "the kernel filters every syscall; to load "
		     "it, as root: modprobe " AFP_SYSFS_NAME);
		next_line(canvas);
		return;
	}
	text(canvas, COLOUR_HEAD, "%-18s %14s %13s %20s", "exit filter runs",
	     "a second", "share", "in all");
	next_line(canvas);
	draw_rate(canvas, view, "skipped", STAT_exit_skipped);
	draw_rate(canvas, view, "indexed", STAT_exit_indexed);
	draw_rate(canvas, view, "fully filtered", STAT_exit_full);
	next_line(canvas);
	draw_changes(canvas, view);
	/* its head, and a line for each set */
	draw_rows(canvas, view, 1 + NR_SETS);
	draw_interest(canvas, report);
}

void top_draw(const struct top_view *view, int rows, int columns)
{
	struct canvas canvas = { .rows = rows, .columns = columns };
	char *buffer = NULL;
	size_t size = 0;

	canvas.to = open_memstream(&buffer, &size);
	if (!canvas.to)
		return;
	fputs("\033[H", canvas.to);
	draw(&canvas, view);
	if (canvas.row < rows)
		fputs("\033[J", canvas.to);
	if (fclose(canvas.to) == 0)
		fwrite(buffer, 1, size, stdout);
	free(buffer);
	fflush(stdout);
}
