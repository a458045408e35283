// SPDX-License-Identifier: GPL-2.0
/*
 * audit_bench: what a syscall costs, with whatever audit rules there are.
 * It measures and changes nothing; the policy is the business of others.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_calls.h"
#include "bench_env.h"
#include "bench_report.h"
#include "bench_time.h"
#include "diag.h"
#include "json_out.h"
#include "options.h"

const char diag_name[] = "audit_bench";

/* Limits that keep every sum in 64 bits; nobody waits for more than these. */
#define MAX_ITERATIONS	UINT64_C(1000000000000)
#define MAX_REPETITIONS	UINT64_C(1000000)
/*
 * Text comes out no more often than this. A serial console goes on sending
 * after the write has returned, and that would be part of the next value.
 */
#define PRINT_EVERY_NS	UINT64_C(100000000)
#define NO_WARMUP	UINT64_MAX	/* --warmup was not given */

struct options {
	struct bench_run run;
	bool json;
	bool done;	/* printed help, version or the list: no more to do */
};

static const char letters[] = ":c:hjn:r:s:Vw:";
static const char known[] = "-c -h -j -n -r -s -V -w, see --help";
static const struct option names[] = {
	{ "cpu", required_argument, NULL, 'c' },
	{ "help", no_argument, NULL, 'h' },
	{ "json", no_argument, NULL, 'j' },
	{ "iterations", required_argument, NULL, 'n' },
	{ "repetitions", required_argument, NULL, 'r' },
	{ "syscall", required_argument, NULL, 's' },
	{ "version", no_argument, NULL, 'V' },
	{ "warmup", required_argument, NULL, 'w' },
	{ NULL, 0, NULL, 0 }
};

static void print_help(void)
{
	puts("Usage: audit_bench [OPTION]...\n"
	     "Measure what a syscall costs. Audit rules are not touched.\n"
	     "\n"
	     "  -c, --cpu N          run on CPU N only (default: not pinned)\n"
	     "  -h, --help           this text\n"
	     "  -j, --json           one JSON object instead of text\n"
	     "  -n, --iterations N   operations a repetition, 1 to 10^12\n"
	     "                       (default 10000000)\n"
	     "  -r, --repetitions N  values to take, 1 to 1000000 (default 10)\n"
	     "  -s, --syscall NAME   what to measure (default getpid);\n"
	     "                       'list' prints the names\n"
	     "  -V, --version        version\n"
	     "  -w, --warmup N       operations before the first repetition,\n"
	     "                       0 to 10^12 (default: a tenth of -n)\n"
	     "\n"
	     "Times are wall-clock nanoseconds an operation.\n"
	     "Exit status: 0, or 1 after one line on stderr.");
}

static void print_list(void)
{
	const struct bench_call *call;

	for (call = bench_calls; call->name; call++)
		printf("%-14s  %s\n", call->name, call->what);
}

static int read_option(struct options *opts, int letter)
{
	struct bench_run *run = &opts->run;
	uint64_t value;

	switch (letter) {
	case 'c':
		if (option_number("--cpu", 0, UINT_MAX, &value))
			return -1;
		run->pinned = 1;
		run->cpu = value;
		return 0;
	case 'h':
		print_help();
		opts->done = true;
		return 0;
	case 'j':
		opts->json = true;
		return 0;
	case 'n':
		return option_number("--iterations", 1, MAX_ITERATIONS,
				     &run->iterations);
	case 'r':
		if (option_number("--repetitions", 1, MAX_REPETITIONS, &value))
			return -1;
		run->repetitions = value;
		return 0;
	case 's':
		if (strcmp(optarg, "list") == 0) {
			print_list();
			opts->done = true;
			return 0;
		}
		run->call = bench_call_find(optarg);
		if (run->call)
			return 0;
		diag("unknown syscall '%.64s'; '--syscall list' prints those "
		     "there are", optarg);
		return -1;
	case 'V':
		printf("%s %s\n", diag_name, AFP_VERSION);
		opts->done = true;
		return 0;
	case 'w':
		return option_number("--warmup", 0, MAX_ITERATIONS, &run->warmup);
	}
	return -1;
}

static int read_options(struct options *opts, int argc, char **argv)
{
	int letter;

	opterr = 0;
	while ((letter = getopt_long(argc, argv, letters, names, NULL)) != -1) {
		if (letter == '?' || letter == ':') {
			diag_bad_option(argv, letter, letters, known);
			return -1;
		}
		if (read_option(opts, letter))
			return -1;
		if (opts->done)
			return 0;
	}
	if (optind < argc) {
		diag("unexpected argument '%.64s'; there are options only, "
		     "see --help", argv[optind]);
		return -1;
	}
	if (opts->json && !have_json)
		return json_missing();
	if (opts->run.warmup == NO_WARMUP)
		opts->run.warmup = opts->run.iterations / 10;
	return 0;
}

static int cannot_write(void)
{
	diag("cannot write the result: %s", strerror(errno));
	return -1;
}

/* Print the repetitions from @from up to @to, before all of them the head. */
static int print(const struct bench_run *run, size_t from, size_t to)
{
	if (from == 0)
		bench_print_head(run);
	for (; from < to; from++)
		bench_print_repetition(run, from);
	return fflush(stdout) || ferror(stdout) ? cannot_write() : 0;
}

static int measure(struct bench_run *run, const struct bench_env *env,
		   bool quiet)
{
	const struct bench_call *call = run->call;
	uint64_t warmed, last;
	size_t printed = 0;
	char when[48];
	size_t i;

	/* Also the first fault of the code and of the clock's page */
	if (bench_time_check(call, env))
		return -1;
	last = bench_now();
	if (run->warmup &&
	    bench_time(call, env, run->warmup, "in the warm-up", &warmed))
		return -1;

	for (i = 0; i < run->repetitions; i++) {
		snprintf(when, sizeof(when), "in repetition %zu", i + 1);
		if (bench_time(call, env, run->iterations, when,
			       &run->elapsed[i]))
			return -1;
		run->values[i] = (double)run->elapsed[i] / run->iterations;
		if (quiet || bench_now() - last < PRINT_EVERY_NS)
			continue;
		if (print(run, printed, i + 1))
			return -1;
		printed = i + 1;
		last = bench_now();
	}
	return quiet || printed == i ? 0 : print(run, printed, i);
}

static int run_it(struct bench_run *run, bool json)
{
	struct bench_env env;
	int err;

	err = bench_env_open(&env, run->call->needs);
	if (!err)
		err = measure(run, &env, json);
	/* The directory goes before the last output: that may fail or hang */
	if (bench_env_close(&env) || err)
		return -1;
	if (bench_stats_compute(&run->stats, run->values, run->repetitions)) {
		diag("out of memory");
		return -1;
	}
	if (json)
		return bench_print_json(run);
	bench_print_stats(run);
	return 0;
}

int main(int argc, char **argv)
{
	struct options opts = {
		.run = {
			.call = bench_call_find("getpid"),
			.iterations = 10000000,
			.repetitions = 10,
			.warmup = NO_WARMUP,
		},
	};
	struct bench_run *run = &opts.run;
	int err;

	if (read_options(&opts, argc, argv))
		return EXIT_FAILURE;
	if (!opts.done) {
		if (run->pinned && bench_pin(run->cpu))
			return EXIT_FAILURE;
		run->elapsed = calloc(run->repetitions, sizeof(*run->elapsed));
		run->values = calloc(run->repetitions, sizeof(*run->values));
		if (!run->elapsed || !run->values) {
			diag("out of memory");
			err = -1;
		} else {
			err = run_it(run, opts.json);
		}
		free(run->elapsed);
		free(run->values);
		if (err)
			return EXIT_FAILURE;
	}
	if (ferror(stdout) || fclose(stdout)) {
		cannot_write();
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
