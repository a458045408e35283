/* SPDX-License-Identifier: GPL-2.0 */
/* What a series of measurements says. */
#ifndef BENCH_STATS_H
#define BENCH_STATS_H

#include <stddef.h>

/**
 * struct bench_stats - statistics of a series, in the unit of its values
 * @median: middle value; for an even number the mean of the two in the middle
 * @mean: arithmetic mean
 * @sd: sample standard deviation (divisor n - 1); NaN for a single value
 * @cv: coefficient of variation, @sd / @mean (a ratio); NaN if undefined
 * @min: smallest value
 * @max: largest value
 */
struct bench_stats {
	double median;
	double mean;
	double sd;
	double cv;
	double min;
	double max;
};

/**
 * bench_stats_compute() - compute the statistics of a series
 * @stats: the result, untouched on error
 * @values: finite numbers in any order, not changed
 * @count: how many
 *
 * Return: 0, -EINVAL if @count is 0, -ENOMEM.
 */
int bench_stats_compute(struct bench_stats *stats, const double *values,
			size_t count);

#endif /* BENCH_STATS_H */
