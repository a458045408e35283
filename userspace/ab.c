// SPDX-License-Identifier: GPL-2.0
#include "ab.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "aufastpath.h"
#include "bench_env.h"
#include "bench_time.h"
#include "diag.h"
#include "enabled.h"
#include "sysfs.h"

struct counts {
	uint64_t runs;
	uint64_t skipped;
	uint64_t holds;
};

static int read_counts(struct counts *counts)
{
	static struct report report;
	enum report_result result = report_read(&report);
	const uint64_t *stat = report.stats;

	counts->skipped = stat[STAT_exit_skipped];
	counts->runs = stat[STAT_exit_skipped] + stat[STAT_exit_indexed] +
		       stat[STAT_exit_full];
	counts->holds = stat[STAT_holds];
	report_free(&report);
	if (result == REPORT_READ)
		return 0;
	if (result == REPORT_TROUBLE)
		return EXIT_TROUBLE;
	diag("the module was unloaded during the measurement");
	return EXIT_NOT_LOADED;
}

/* What was just patched is cold: a tenth goes before, not timed. */
static int half(const struct ab *ab, const struct bench_env *env,
		const char *when, double *value)
{
	uint64_t warm = ab->iterations / 10, elapsed;

	if (warm && bench_time(ab->call, env, warm, when, &elapsed))
		return EXIT_TROUBLE;
	if (bench_time(ab->call, env, ab->iterations, when, &elapsed))
		return EXIT_TROUBLE;
	*value = (double)elapsed / ab->iterations;
	return 0;
}

static int round_of(struct ab *ab, const struct bench_env *env, size_t i)
{
	struct counts before, after;
	char when[64];
	int code;

	code = enabled_set(false);
	if (code)
		return code;
	snprintf(when, sizeof(when), "in round %zu with enabled=0", i + 1);
	code = half(ab, env, when, &ab->off[i]);
	if (code)
		return code;

	code = enabled_set(true) ?: read_counts(&before);
	if (code)
		return code;
	snprintf(when, sizeof(when), "in round %zu with enabled=1", i + 1);
	code = half(ab, env, when, &ab->on[i]) ?: read_counts(&after);
	if (code)
		return code;

	ab->ratio[i] = ab->on[i] / ab->off[i];
	ab->runs += after.runs - before.runs;
	ab->skipped += after.skipped - before.skipped;
	ab->disturbed += after.holds != before.holds;
	return 0;
}

static int rounds(struct ab *ab, const struct bench_env *env, bool quiet)
{
	size_t i;
	int code;

	if (bench_time_check(ab->call, env))
		return EXIT_TROUBLE;
	code = enabled_open();
	for (i = 0; i < ab->rounds && !code; i++) {
		code = round_of(ab, env, i);
		if (code || quiet)
			continue;
		if (i == 0)
			ab_print_head(ab);
		ab_print_round(ab, i);
		/* main() says why */
		if (fflush(stdout))
			code = EXIT_TROUBLE;
	}
	return enabled_restore() ?: code;
}

int ab_measure(struct ab *ab, bool quiet)
{
	struct bench_env env;
	int code = EXIT_TROUBLE;

	if (bench_env_open(&env, ab->call->needs) == 0)
		code = rounds(ab, &env, quiet);
	if (bench_env_close(&env))
		code = EXIT_TROUBLE;
	if (code)
		return code;
	if (bench_stats_compute(&ab->off_stats, ab->off, ab->rounds) ||
	    bench_stats_compute(&ab->on_stats, ab->on, ab->rounds) ||
	    bench_stats_compute(&ab->ratio_stats, ab->ratio, ab->rounds)) {
		diag("out of memory");
		return EXIT_TROUBLE;
	}
	return 0;
}
