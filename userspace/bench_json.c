// SPDX-License-Identifier: GPL-2.0
#include "bench_report.h"

#include "diag.h"
#include "json_out.h"

#ifdef AFP_HAVE_JSON

static void add_parameters(struct json_object *root,
			   const struct bench_run *run)
{
	json_add(root, "program", json_object_new_string(diag_name));
	json_add(root, "version", json_object_new_string(AFP_VERSION));
	json_add(root, "syscall", json_object_new_string(run->call->name));
	json_add(root, "description", json_object_new_string(run->call->what));
	json_add(root, "iterations", json_object_new_uint64(run->iterations));
	json_add(root, "repetitions", json_object_new_uint64(run->repetitions));
	json_add(root, "warmup", json_object_new_uint64(run->warmup));
	json_add(root, "cpu",
		 run->pinned ? json_object_new_uint64(run->cpu) : NULL);
	json_add(root, "clock", json_object_new_string("CLOCK_MONOTONIC_RAW"));
}

static void add_values(struct json_object *root, const struct bench_run *run)
{
	struct json_object *elapsed = json_object_new_array();
	struct json_object *values = json_object_new_array();
	size_t i;

	for (i = 0; i < run->repetitions; i++) {
		json_object_array_add(elapsed,
				      json_object_new_uint64(run->elapsed[i]));
		json_object_array_add(values, json_number(run->values[i]));
	}
	json_add(root, "elapsed_ns", elapsed);
	json_add(root, "ns_per_operation", values);
}

static void add_stats(struct json_object *root, const struct bench_stats *stats)
{
	struct json_object *to = json_object_new_object();

	json_add(to, "median", json_number(stats->median));
	json_add(to, "mean", json_number(stats->mean));
	json_add(to, "standard_deviation", json_number(stats->sd));
	json_add(to, "coefficient_of_variation", json_number(stats->cv));
	json_add(to, "min", json_number(stats->min));
	json_add(to, "max", json_number(stats->max));
	json_add(root, "statistics", to);
}

int bench_print_json(const struct bench_run *run)
{
	struct json_object *root = json_object_new_object();

	add_parameters(root, run);
	add_values(root, run);
	add_stats(root, &run->stats);
	return json_print(root);
}

#else /* AFP_HAVE_JSON */

int bench_print_json(const struct bench_run *run)
{
	(void)run;
	return json_missing();
}

#endif /* AFP_HAVE_JSON */
