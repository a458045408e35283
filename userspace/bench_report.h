/* SPDX-License-Identifier: GPL-2.0 */
/* How a measurement is shown. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "bench_calls.h"
#include "bench_stats.h"

/**
 * struct bench_run - a measurement: what was asked for and what came out
 * @call: the operation
 * @iterations: operations in each repetition
 * @repetitions: number of values
 * @warmup: operations before the first repetition
 * @pinned: whether @cpu was asked for
 * @cpu: the CPU it ran on
 * @elapsed: time of each repetition, ns
 * @values: the same for each operation, ns
 * @stats: of @values
 */
struct bench_run {
	const struct bench_call *call;
	uint64_t iterations;
	size_t repetitions;
	uint64_t warmup;
	int pinned;
	unsigned int cpu;
	uint64_t *elapsed;
	double *values;
	struct bench_stats stats;
};

/**
 * bench_print_head() - print what is measured
 * @run: parameters
 */
void bench_print_head(const struct bench_run *run);

/**
 * bench_print_repetition() - print one repetition
 * @run: parameters and @values
 * @index: which, from 0
 */
void bench_print_repetition(const struct bench_run *run, size_t index);

/**
 * bench_print_stats() - print the statistics
 * @run: all of it
 */
void bench_print_stats(const struct bench_run *run);

/**
 * bench_print_json() - print a whole measurement as one JSON object
 * @run: all of it
 *
 * A statistic that is not defined (one repetition only) is null.
 *
 * Return: 0, or -1 after a message.
 */
int bench_print_json(const struct bench_run *run);

#endif /* BENCH_REPORT_H */
