// SPDX-License-Identifier: GPL-2.0
/* The statistics of audit_bench, against values worked out by hand. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../../userspace/bench_stats.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool near(double got, double want)
{
	return fabs(got - want) <= 1e-12 * fmax(1, fabs(want));
}

static void check(const double *values, size_t count,
		  const struct bench_stats *want)
{
	struct bench_stats got;

	assert_int_equal(bench_stats_compute(&got, values, count), 0);
	assert_true(near(got.median, want->median));
	assert_true(near(got.mean, want->mean));
	assert_true(near(got.min, want->min));
	assert_true(near(got.max, want->max));
	assert_int_equal(isnan(got.sd), isnan(want->sd));
	assert_int_equal(isnan(got.cv), isnan(want->cv));
	if (!isnan(want->sd))
		assert_true(near(got.sd, want->sd));
	if (!isnan(want->cv))
		assert_true(near(got.cv, want->cv));
}

static void nothing_is_an_error(void **state)
{
	struct bench_stats stats, before;
	double value = 1;

	(void)state;
	memset(&stats, 0x5a, sizeof(stats));
	before = stats;
	assert_int_equal(bench_stats_compute(&stats, &value, 0), -EINVAL);
	assert_memory_equal(&stats, &before, sizeof(stats));
}

static void too_much_is_an_error(void **state)
{
	struct bench_stats stats;
	double value = 1;

	(void)state;
	assert_int_equal(bench_stats_compute(&stats, &value, SIZE_MAX),
			 -ENOMEM);
}

/* A single value has no sample standard deviation. */
static void one_value(void **state)
{
	static const double values[] = { 489.25 };
	static const struct bench_stats want = {
		.median = 489.25, .mean = 489.25, .sd = NAN, .cv = NAN,
		.min = 489.25, .max = 489.25,
	};

	(void)state;
	check(values, COUNT(values), &want);
}

static void two_values(void **state)
{
	static const double values[] = { 3, 1 };
	const struct bench_stats want = {
		.median = 2, .mean = 2, .sd = sqrt(2), .cv = sqrt(2) / 2,
		.min = 1, .max = 3,
	};

	(void)state;
	check(values, COUNT(values), &want);
}

static void odd_and_unsorted(void **state)
{
	static const double values[] = { 9, 2, 4, 7, 5 };
	/* squares of the deviations from 5.4: 29.2; divisor 4 */
	const struct bench_stats want = {
		.median = 5, .mean = 5.4, .sd = sqrt(7.3),
		.cv = sqrt(7.3) / 5.4, .min = 2, .max = 9,
	};

	(void)state;
	check(values, COUNT(values), &want);
}

static void even_and_unsorted(void **state)
{
	static const double values[] = { 9, 4, 2, 5, 4, 7, 5, 4 };
	/* squares of the deviations from 5: 32; divisor 7 */
	const struct bench_stats want = {
		.median = 4.5, .mean = 5, .sd = sqrt(32.0 / 7),
		.cv = sqrt(32.0 / 7) / 5, .min = 2, .max = 9,
	};

	(void)state;
	check(values, COUNT(values), &want);
}

static void equal_values_have_no_spread(void **state)
{
	static const double values[] = { 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1 };
	struct bench_stats stats;

	(void)state;
	assert_int_equal(bench_stats_compute(&stats, values, COUNT(values)), 0);
	assert_true(stats.median == 0.1);
	assert_true(stats.sd >= 0 && stats.sd < 1e-16);
	assert_true(stats.cv >= 0 && stats.cv < 1e-15);
}

/* 0 / 0: there is no coefficient of variation. */
static void zeroes(void **state)
{
	static const double values[] = { 0, 0, 0 };
	static const struct bench_stats want = { .cv = NAN };

	(void)state;
	check(values, COUNT(values), &want);
}

/* The textbook formula in one pass gives 0 or NaN here (NIST's NumAcc4). */
static void large_values_with_small_spread(void **state)
{
	enum { NR = 1001 };
	double values[NR];
	const struct bench_stats want = {
		.median = 10000000.2, .mean = 10000000.2, .sd = 0.1,
		.cv = 0.1 / 10000000.2, .min = 10000000.1, .max = 10000000.3,
	};
	struct bench_stats got;
	int i;

	(void)state;
	values[0] = 10000000.2;
	for (i = 1; i < NR; i += 2) {
		values[i] = 10000000.1;
		values[i + 1] = 10000000.3;
	}
	assert_int_equal(bench_stats_compute(&got, values, NR), 0);
	assert_true(near(got.median, want.median));
	assert_true(near(got.mean, want.mean));
	assert_true(fabs(got.sd - want.sd) < 1e-8);
}

static void the_input_stays(void **state)
{
	double values[] = { 3, 1, 2 };
	static const double before[] = { 3, 1, 2 };
	struct bench_stats stats;

	(void)state;
	assert_int_equal(bench_stats_compute(&stats, values, 3), 0);
	assert_memory_equal(values, before, sizeof(values));
}

/* The mean of two neighbours must not overflow on the way. */
static void huge_values(void **state)
{
	static const double values[] = { 1.6e308, 1.7e308 };
	struct bench_stats stats;

	(void)state;
	assert_int_equal(bench_stats_compute(&stats, values, 2), 0);
	assert_true(near(stats.median, 1.65e308));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_an_error),
		cmocka_unit_test(too_much_is_an_error),
		cmocka_unit_test(one_value),
		cmocka_unit_test(two_values),
		cmocka_unit_test(odd_and_unsorted),
		cmocka_unit_test(even_and_unsorted),
		cmocka_unit_test(equal_values_have_no_spread),
		cmocka_unit_test(zeroes),
		cmocka_unit_test(large_values_with_small_spread),
		cmocka_unit_test(the_input_stays),
		cmocka_unit_test(huge_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
