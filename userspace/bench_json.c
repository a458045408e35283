// SPDX-License-Identifier: GPL-2.0
/* JSON has no NaN and json-c writes one nevertheless: here it becomes null. */
#include "bench_report.h"

#include "diag.h"

#ifdef AFP_HAVE_JSON

#include <json-c/json.h>
#include <math.h>
#include <stdio.h>

const int bench_has_json = 1;

static void add(struct json_object *to, const char *name,
		struct json_object *value)
{
	json_object_object_add(to, name, value);
}

static struct json_object *number(double value)
{
	return isfinite(value) ? json_object_new_double(value) : NULL;
}

static void add_parameters(struct json_object *root,
			   const struct bench_run *run)
{
	add(root, "program", json_object_new_string(diag_name));
	add(root, "version", json_object_new_string(AFP_VERSION));
	add(root, "syscall", json_object_new_string(run->call->name));
	add(root, "description", json_object_new_string(run->call->what));
	add(root, "iterations", json_object_new_uint64(run->iterations));
	add(root, "repetitions", json_object_new_uint64(run->repetitions));
	add(root, "warmup", json_object_new_uint64(run->warmup));
	add(root, "cpu", run->pinned ? json_object_new_uint64(run->cpu) : NULL);
	add(root, "clock", json_object_new_string("CLOCK_MONOTONIC_RAW"));
}

static void add_values(struct json_object *root, const struct bench_run *run)
{
	struct json_object *elapsed = json_object_new_array();
	struct json_object *values = json_object_new_array();
	size_t i;

	for (i = 0; i < run->repetitions; i++) {
		json_object_array_add(elapsed,
				      json_object_new_uint64(run->elapsed[i]));
		json_object_array_add(values, number(run->values[i]));
	}
	add(root, "elapsed_ns", elapsed);
	add(root, "ns_per_operation", values);
}

static void add_stats(struct json_object *root, const struct bench_stats *stats)
{
	struct json_object *to = json_object_new_object();

	add(to, "median", number(stats->median));
	add(to, "mean", number(stats->mean));
	add(to, "standard_deviation", number(stats->sd));
	add(to, "coefficient_of_variation", number(stats->cv));
	add(to, "min", number(stats->min));
	add(to, "max", number(stats->max));
	add(root, "statistics", to);
}

int bench_print_json(const struct bench_run *run)
{
	struct json_object *root = json_object_new_object();
	const char *text;

	add_parameters(root, run);
	add_values(root, run);
	add_stats(root, &run->stats);
	text = json_object_to_json_string_ext(root, JSON_C_TO_STRING_PRETTY |
					      JSON_C_TO_STRING_SPACED |
					      JSON_C_TO_STRING_NOSLASHESCAPE);
	if (!text) {
		diag("out of memory");
		json_object_put(root);
		return -1;
	}
	puts(text);
	json_object_put(root);
	return 0;
}

#else /* AFP_HAVE_JSON */

const int bench_has_json;

int bench_print_json(const struct bench_run *run)
{
	(void)run;
	diag("built without json-c, so there is no --json");
	return -1;
}

#endif /* AFP_HAVE_JSON */
