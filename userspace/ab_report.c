// SPDX-License-Identifier: GPL-2.0
#include "ab.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "diag.h"
#include "json_out.h"

#define VALUES "%14.3f ns/op %14.3f ns/op %10.4f"

void ab_print_head(const struct ab *ab)
{
	printf("%s: %zu rounds, %" PRIu64 " operations with enabled=0 and as "
	       "many with enabled=1, ", ab->call->name, ab->rounds,
	       ab->iterations);
	if (ab->pinned)
		printf("on CPU %u\n", ab->cpu);
	else
		printf("not pinned to a CPU\n");
	printf("%-18s %20s %20s %10s\n", "", "enabled=0", "enabled=1", "ratio");
}

void ab_print_round(const struct ab *ab, size_t index)
{
	printf("round %-12zu " VALUES "\n", index + 1, ab->off[index],
	       ab->on[index], ab->ratio[index]);
}

void ab_print_stats(const struct ab *ab)
{
	const struct bench_stats *off = &ab->off_stats, *on = &ab->on_stats;
	const struct bench_stats *ratio = &ab->ratio_stats;

	printf("%-18s " VALUES "\n", "median", off->median, on->median,
	       ratio->median);
	printf("%-18s " VALUES "\n", "smallest", off->min, on->min,
	       ratio->min);
	printf("%-18s " VALUES "\n", "largest", off->max, on->max, ratio->max);
	if (isnan(ratio->sd))
		printf("%-18s %s\n", "standard deviation",
		       "undefined (one round)");
	else
		printf("%-18s " VALUES "\n", "standard deviation", off->sd,
		       on->sd, ratio->sd);
	printf("\nWith the module, %s takes %.1f %% of the time it takes "
	       "without (%.1f to %.1f %%).\n", ab->call->name,
	       ratio->median * 100, ratio->min * 100, ratio->max * 100);
	if (ab->runs)
		printf("Meanwhile the filter was skipped in %.2f %% of its "
		       "runs, on the whole machine.\n",
		       floor(10000.0 * ab->skipped / ab->runs) / 100);
	if (ab->disturbed)
		printf("Audit rules changed in %u of the rounds: measure when "
		       "they are at rest.\n", ab->disturbed);
}

#ifdef AFP_HAVE_JSON

static void add_series(struct json_object *root, const char *name,
		       const double *values, size_t count,
		       const struct bench_stats *stats)
{
	struct json_object *to = json_object_new_object();
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < count; i++)
		json_object_array_add(array, json_number(values[i]));
	json_add(to, "median", json_number(stats->median));
	json_add(to, "min", json_number(stats->min));
	json_add(to, "max", json_number(stats->max));
	json_add(to, "mean", json_number(stats->mean));
	json_add(to, "standard_deviation", json_number(stats->sd));
	json_add(to, "values", array);
	json_add(root, name, to);
}

int ab_print_json(const struct ab *ab)
{
	struct json_object *root = json_object_new_object();

	json_add_text(root, "program", diag_name);
	json_add_text(root, "version", AFP_VERSION);
	json_add_text(root, "syscall", ab->call->name);
	json_add_text(root, "description", ab->call->what);
	json_add(root, "iterations", json_object_new_uint64(ab->iterations));
	json_add(root, "rounds", json_object_new_uint64(ab->rounds));
	json_add(root, "cpu",
		 ab->pinned ? json_object_new_uint64(ab->cpu) : NULL);
	json_add_text(root, "clock", "CLOCK_MONOTONIC_RAW");
	add_series(root, "off_ns", ab->off, ab->rounds, &ab->off_stats);
	add_series(root, "on_ns", ab->on, ab->rounds, &ab->on_stats);
	add_series(root, "ratio", ab->ratio, ab->rounds, &ab->ratio_stats);
	json_add(root, "exit_runs", json_object_new_uint64(ab->runs));
	json_add(root, "exit_skipped", json_object_new_uint64(ab->skipped));
	json_add(root, "disturbed_rounds",
		 json_object_new_uint64(ab->disturbed));
	return json_print(root);
}

#else /* AFP_HAVE_JSON */

int ab_print_json(const struct ab *ab)
{
	(void)ab;
	return json_missing();
}

#endif /* AFP_HAVE_JSON */
