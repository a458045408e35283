// SPDX-License-Identifier: GPL-2.0
#include "aufastpath.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ab.h"
#include "atomic_file.h"
#include "bench_env.h"
#include "diag.h"
#include "json_out.h"
#include "options.h"
#include "sysfs.h"

/* As those of audit_bench */
#define MAX_ITERATIONS	UINT64_C(1000000000000)
#define MAX_ROUNDS	1000

static const struct option names[] = {
	{ "cpu", required_argument, NULL, 'c' },
	{ "help", no_argument, NULL, 'h' },
	{ "json", no_argument, NULL, 'j' },
	{ "iterations", required_argument, NULL, 'n' },
	{ "plot", required_argument, NULL, 'p' },
	{ "rounds", required_argument, NULL, 'r' },
	{ "syscall", required_argument, NULL, 's' },
	{ NULL, 0, NULL, 0 }
};

struct options {
	struct ab ab;
	const char *plot;
	bool json;
	bool help;
	bool list;
};

static int read_option(struct options *opts, int letter)
{
	uint64_t value;

	switch (letter) {
	case 'c':
		if (option_number("--cpu", 0, UINT_MAX, &value))
			return -1;
		opts->ab.pinned = true;
		opts->ab.cpu = value;
		return 0;
	case 'h':
		opts->help = true;
		return 0;
	case 'j':
		opts->json = true;
		return 0;
	case 'n':
		return option_number("--iterations", 1, MAX_ITERATIONS,
				     &opts->ab.iterations);
	case 'p':
		opts->plot = optarg;
		return 0;
	case 'r':
		if (option_number("--rounds", 1, MAX_ROUNDS, &value))
			return -1;
		opts->ab.rounds = value;
		return 0;
	case 's':
		opts->list = strcmp(optarg, "list") == 0;
		opts->ab.call = bench_call_find(optarg);
		if (opts->ab.call || opts->list)
			return 0;
		diag("unknown syscall '%.64s'; '--syscall list' prints those "
		     "there are", optarg);
		return -1;
	}
	return -1;
}

static int read_options(struct options *opts, int argc, char **argv)
{
	int letter;

	while ((letter = option_next("bench", argc, argv, names)) != -1) {
		if (read_option(opts, letter))
			return -1;
		if (opts->help || opts->list)
			return 0;
	}
	return opts->json && !have_json ? json_missing() : 0;
}

/* Before anything is switched or begun. */
static int check_module(void)
{
	static struct report report;
	enum report_result result = report_read(&report);

	report_free(&report);
	if (result == REPORT_READ)
		return 0;
	if (result == REPORT_TROUBLE)
		return EXIT_TROUBLE;
	diag("the module is not loaded; to load it, as root: modprobe "
	     AFP_SYSFS_NAME);
	return EXIT_NOT_LOADED;
}

static int measure(struct options *opts)
{
	struct ab *ab = &opts->ab;
	int code = check_module();

	if (code)
		return code;
	if (ab->pinned && bench_pin(ab->cpu))
		return EXIT_TROUBLE;
	if (opts->plot && ab_plot_check(opts->plot))
		return EXIT_TROUBLE;
	code = ab_measure(ab, opts->json);
	if (code)
		return code;
	if (opts->plot && ab_plot(ab))
		return EXIT_TROUBLE;
	if (!opts->json)
		ab_print_stats(ab);
	else if (ab_print_json(ab))
		return EXIT_TROUBLE;
	return 0;
}

static void print_list(void)
{
	const struct bench_call *call;

	for (call = bench_calls; call->name; call++)
		printf("%-14s  %s\n", call->name, call->what);
}

int cmd_bench(const struct command *self, int argc, char **argv)
{
	struct options opts = {
		.ab = {
			.call = bench_call_find("getpid"),
			.iterations = 1000000,
			.rounds = 10,
		},
	};
	struct ab *ab = &opts.ab;
	int code;

	if (read_options(&opts, argc, argv))
		return EXIT_USAGE;
	if (opts.help || opts.list) {
		if (opts.help)
			command_help(self);
		else
			print_list();
		return 0;
	}
	ab->off = calloc(3 * ab->rounds, sizeof(*ab->off));
	if (!ab->off) {
		diag("out of memory");
		return EXIT_TROUBLE;
	}
	ab->on = ab->off + ab->rounds;
	ab->ratio = ab->on + ab->rounds;
	code = measure(&opts);
	atomic_abort();
	free(ab->off);
	return code;
}
