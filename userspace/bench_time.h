/* SPDX-License-Identifier: GPL-2.0 */
/* Times an operation. */
#ifndef BENCH_TIME_H
#define BENCH_TIME_H

#include "bench_calls.h"

/**
 * bench_now() - the clock of all measurements
 *
 * Return: CLOCK_MONOTONIC_RAW in nanoseconds.
 */
uint64_t bench_now(void);

/**
 * bench_time_check() - do an operation once, before it is measured
 * @call: the operation
 * @env: prepared for what it needs
 *
 * Return: 0 if it ended as it is meant to, or -1 after a message.
 */
int bench_time_check(const struct bench_call *call,
		     const struct bench_env *env);

/**
 * bench_time() - do an operation many times
 * @call: the operation
 * @env: prepared for what it needs
 * @count: how many times, 1 at least
 * @when: in words, for the message: "in the warm-up"
 * @elapsed: ns for all of them, set in any case
 *
 * An operation that is meant to fail is not looked at here.
 *
 * Return: 0, or -1 after a message if one of them failed.
 */
int bench_time(const struct bench_call *call, const struct bench_env *env,
	       uint64_t count, const char *when, uint64_t *elapsed);

#endif /* BENCH_TIME_H */
