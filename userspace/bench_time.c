// SPDX-License-Identifier: GPL-2.0
#include "bench_time.h"

#include <string.h>
#include <time.h>

#include "diag.h"

uint64_t bench_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC_RAW, &time);
	return time.tv_sec * UINT64_C(1000000000) + time.tv_nsec;
}

/* A call that ended as it should not: ask again, alone, for the reason. */
static int complain(const struct bench_call *call, const struct bench_env *env,
		    const char *when)
{
	int err = bench_call_check(call, env);

	if (err > 0)
		diag("%s failed %s: %s", call->name, when, strerror(err));
	else if (err < 0)
		diag("%s did not fail %s: %s expected", call->name, when,
		     strerror(call->fails));
	else
		diag("%s failed %s, not every time", call->name, when);
	return -1;
}

int bench_time_check(const struct bench_call *call,
		     const struct bench_env *env)
{
	if (bench_call_check(call, env) == 0)
		return 0;
	return complain(call, env, "before the measurement");
}

int bench_time(const struct bench_call *call, const struct bench_env *env,
	       uint64_t count, const char *when, uint64_t *elapsed)
{
	uint64_t start = bench_now();
	long any = call->loop(env, count);

	*elapsed = bench_now() - start;
	return any < 0 && !call->fails ? complain(call, env, when) : 0;
}
