/* SPDX-License-Identifier: GPL-2.0 */
/* Sets up and takes down what an operation works on. */
#ifndef BENCH_ENV_H
#define BENCH_ENV_H

#include "bench_calls.h"

/**
 * bench_env_open() - prepare what an operation needs, and no more
 * @env: filled in
 * @needs: BENCH_NEEDS_*
 *
 * Return: 0, or -1 after a message; bench_env_close() is due in both cases.
 */
int bench_env_open(struct bench_env *env, unsigned int needs);

/**
 * bench_env_close() - give everything back
 * @env: from bench_env_open()
 *
 * Return: 0, or -1 after a message.
 */
int bench_env_close(struct bench_env *env);

/**
 * bench_pin() - keep the program on one CPU
 * @cpu: its number
 *
 * Return: 0, or -1 after a message that says which CPUs are possible.
 */
int bench_pin(unsigned int cpu);

#endif /* BENCH_ENV_H */
