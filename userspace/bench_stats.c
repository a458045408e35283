// SPDX-License-Identifier: GPL-2.0
#include "bench_stats.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

static double mean_of(const double *values, size_t count)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < count; i++)
		sum += values[i];
	return sum / count;
}

/*
 * Two passes: the textbook's sum of squares minus square of the sum cancels
 * to nothing for values that are large against their spread, as ours are.
 * The second sum would be 0 in exact arithmetic; it takes back the rounding
 * of the mean (Chan, Golub, LeVeque 1983).
 */
static double sd_of(const double *values, size_t count, double mean)
{
	double squares = 0, rest = 0;
	size_t i;

	if (count < 2)
		return NAN;
	for (i = 0; i < count; i++) {
		double off = values[i] - mean;

		squares += off * off;
		rest += off;
	}
	squares -= rest * rest / count;
	return squares > 0 ? sqrt(squares / (count - 1)) : 0;
}

int bench_stats_compute(struct bench_stats *stats, const double *values,
			size_t count)
{
	double *sorted;
	size_t half = count / 2;

	if (count == 0)
		return -EINVAL;
	if (count > SIZE_MAX / sizeof(*sorted))
		return -ENOMEM;
	sorted = malloc(count * sizeof(*sorted));
	if (!sorted)
		return -ENOMEM;
	memcpy(sorted, values, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), compare);

	stats->min = sorted[0];
	stats->max = sorted[count - 1];
	stats->median = sorted[half];
	if (count % 2 == 0)
		stats->median = sorted[half - 1] +
				(sorted[half] - sorted[half - 1]) / 2;
	/* Summed in ascending order, so that the order given does not matter */
	stats->mean = mean_of(sorted, count);
	stats->sd = sd_of(sorted, count, stats->mean);
	stats->cv = stats->mean != 0 ? stats->sd / stats->mean : NAN;
	free(sorted);
	return 0;
}
