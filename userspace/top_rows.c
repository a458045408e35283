// SPDX-License-Identifier: GPL-2.0
/* What was counted in an interval, by syscall. */
#include "top.h"

#include <stdlib.h>
#include <string.h>

#include "syscall_names.h"

static uint64_t total(const struct top_row *row)
{
	return row->runs[RUN_SKIPPED] + row->runs[RUN_INDEXED] +
	       row->runs[RUN_FULL];
}

/* Most first; then in the order of the arches and numbers. */
static int busier(const void *a, const void *b)
{
	const struct top_row *one = a, *other = b;

	if (total(one) != total(other))
		return total(one) > total(other) ? -1 : 1;
	if (one->arch != other->arch)
		return one->arch < other->arch ? -1 : 1;
	return one->nr < other->nr ? -1 : 1;
}

/* Return: false if it went down, that is if counting began anew. */
static bool add(struct top_view *view, const uint64_t *old,
		const uint64_t *new, unsigned int arch, unsigned int nr)
{
	struct top_row *row = &view->row[view->nr_rows];
	int run;

	for (run = 0; run < NR_RUNS; run++) {
		if (new[run] < old[run])
			return false;
		row->runs[run] = new[run] - old[run];
	}
	row->arch = arch;
	row->nr = nr;
	view->nr_rows += total(row) > 0;
	return true;
}

void top_rows(struct top_view *view, const struct counts *old,
	      const struct counts *new)
{
	unsigned int arch, nr;
	bool grown;

	view->nr_rows = 0;
	view->why_no_rows = new->why;
	/* without a beginning there is no difference */
	if (new->why || old->why || view->seconds == 0)
		return;
	grown = add(view, old->other, new->other, AFP_NR_ARCHES, 0);
	for (arch = 0; arch < AFP_NR_ARCHES; arch++)
		for (nr = 0; nr < AFP_NR_SYSCALLS && grown; nr++)
			grown = add(view, old->of[arch][nr], new->of[arch][nr],
				    arch, nr);
	if (!grown)
		view->nr_rows = 0;
	qsort(view->row, view->nr_rows, sizeof(*view->row), busier);
}

const char *top_row_arch(const struct top_row *row)
{
	return row->arch < AFP_NR_ARCHES ? arch_names[row->arch] : "other";
}

const char *top_row_name(const struct top_row *row)
{
	return row->arch < AFP_NR_ARCHES ? syscall_name(row->arch, row->nr) :
					   NULL;
}

double top_row_rate(const struct top_view *view, const struct top_row *row,
		    enum run run)
{
	return view->seconds > 0 ? row->runs[run] / view->seconds : 0;
}
