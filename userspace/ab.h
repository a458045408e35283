/* SPDX-License-Identifier: GPL-2.0 */
/* A syscall measured with the module off and on, in turn. */
#ifndef AB_H
#define AB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench_calls.h"
#include "bench_stats.h"

/**
 * struct ab - what was asked for and what came out
 * @call: the operation
 * @iterations: operations in each half of a round
 * @rounds: pairs of measurements
 * @pinned: whether @cpu was asked for
 * @cpu: the CPU it ran on
 * @off: with enabled=0, ns an operation, for each round
 * @on: with enabled=1
 * @ratio: @on / @off of the same round
 * @off_stats: of @off
 * @on_stats: of @on
 * @ratio_stats: of @ratio
 * @runs: runs of the exit filter that were counted while enabled=1
 * @skipped: how many of them were skipped
 * @disturbed: rounds in which audit rules changed
 */
struct ab {
	const struct bench_call *call;
	uint64_t iterations;
	size_t rounds;
	bool pinned;
	unsigned int cpu;
	double *off;
	double *on;
	double *ratio;
	struct bench_stats off_stats;
	struct bench_stats on_stats;
	struct bench_stats ratio_stats;
	uint64_t runs;
	uint64_t skipped;
	unsigned int disturbed;
};

/**
 * ab_measure() - measure all rounds
 * @ab: parameters, and room for the values
 * @quiet: print nothing meanwhile
 *
 * Off, on, off, on, so that what drifts with time is in both halves of every
 * pair.
 *
 * Return: 0, or an exit code after a message.
 */
int ab_measure(struct ab *ab, bool quiet);

/**
 * ab_print_head() - print what is measured
 * @ab: parameters
 */
void ab_print_head(const struct ab *ab);

/**
 * ab_print_round() - print one round
 * @ab: the values
 * @index: which, from 0
 */
void ab_print_round(const struct ab *ab, size_t index);

/**
 * ab_print_stats() - print what comes out
 * @ab: all of it
 */
void ab_print_stats(const struct ab *ab);

/**
 * ab_print_json() - print all of it as one JSON object
 * @ab: all of it
 *
 * Return: 0, or -1 after a message.
 */
int ab_print_json(const struct ab *ab);

/**
 * ab_plot_check() - could it be drawn?
 * @path: where to
 *
 * To be asked before the measurement. Begins the file.
 *
 * Return: 0, or -1 after a message.
 */
int ab_plot_check(const char *path);

/**
 * ab_plot() - draw it
 * @ab: all of it
 *
 * Return: 0, or -1 after a message.
 */
int ab_plot(const struct ab *ab);

#endif /* AB_H */
