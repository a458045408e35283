// SPDX-License-Identifier: GPL-2.0
#include "bench_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* A decimal more than one instruction in a thousand operations can show. */
#define NS "%14.3f ns/op"

static int digits(size_t number)
{
	int width = 1;

	while (number /= 10)
		width++;
	return width;
}

void bench_print_head(const struct bench_run *run)
{
	printf("%s: %zu x %" PRIu64 " operations, warm-up %" PRIu64 ", ",
	       run->call->name, run->repetitions, run->iterations,
	       run->warmup);
	if (run->pinned)
		printf("on CPU %u\n", run->cpu);
	else
		printf("not pinned to a CPU\n");
}

void bench_print_repetition(const struct bench_run *run, size_t index)
{
	int width = digits(run->repetitions);

	printf("repetition %*zu%*s" NS "\n", width, index + 1,
	       width < 14 ? 14 - width : 1, "", run->values[index]);
}

static void print_ns(const char *name, double value)
{
	printf("%-25s" NS "\n", name, value);
}

void bench_print_stats(const struct bench_run *run)
{
	const struct bench_stats *stats = &run->stats;

	print_ns("median", stats->median);
	print_ns("mean", stats->mean);
	if (isnan(stats->sd))
		printf("%-25s%14s (one repetition)\n", "standard deviation",
		       "undefined");
	else
		print_ns("standard deviation", stats->sd);
	if (isnan(stats->cv))
		printf("%-25s%14s\n", "coefficient of variation", "undefined");
	else
		printf("%-25s%14.3f %%\n", "coefficient of variation",
		       stats->cv * 100);
	printf("%-25s%14.3f .. %.3f ns/op\n", "range", stats->min, stats->max);
}
