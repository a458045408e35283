/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random numbers for the unit tests: reproducible from a seed, and fast.
 * The algorithm is splitmix64 (Steele, Lea, Flood 2014).
 */
#ifndef AFP_TEST_RND_H
#define AFP_TEST_RND_H

#include <linux/types.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct rnd {
	__u64 state;
};

static inline __u64 rnd_next(struct rnd *r)
{
	__u64 z = r->state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/* A number below n; n is small, so the bias does not matter. */
static inline __u32 rnd_below(struct rnd *r, __u32 n)
{
	return (__u32)(((rnd_next(r) >> 32) * n) >> 32);
}

/* True in percent of a hundred calls. */
static inline int rnd_chance(struct rnd *r, __u32 percent)
{
	return rnd_below(r, 100) < percent;
}

/* An unsigned number from the environment, or what to take without one. */
static inline __u64 rnd_env(const char *name, __u64 without)
{
	const char *s = getenv(name);
	char *end;
	__u64 v;

	if (!s || !*s)
		return without;
	v = strtoull(s, &end, 0);
	if (*end) {
		fprintf(stderr, "%s: '%s' is not a number\n", name, s);
		exit(1);
	}
	return v;
}

/* The seed: AFP_SEED, or the clock. The caller prints it. */
static inline __u64 rnd_seed(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return rnd_env("AFP_SEED", (__u64)ts.tv_sec * 1000000007 + ts.tv_nsec);
}

#endif /* AFP_TEST_RND_H */
