// SPDX-License-Identifier: GPL-2.0
#include "aufastpath.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "atomic_file.h"
#include "diag.h"
#include "json_out.h"
#include "metrics.h"
#include "options.h"

static const struct option names[] = {
	{ "format", required_argument, NULL, 'f' },
	{ "help", no_argument, NULL, 'h' },
	{ "json", no_argument, NULL, 'j' },
	{ "output", required_argument, NULL, 'o' },
	{ NULL, 0, NULL, 0 }
};

struct options {
	const char *output;
	bool json;
	bool help;
};

static int read_options(struct options *opts, int argc, char **argv)
{
	int letter;

	while ((letter = option_next("export", argc, argv, names)) != -1) {
		switch (letter) {
		case 'f':
			opts->json = strcmp(optarg, "json") == 0;
			if (opts->json || strcmp(optarg, "prometheus") == 0)
				break;
			diag("--format takes prometheus or json, not '%.64s'",
			     optarg);
			return -1;
		case 'h':
			opts->help = true;
			return 0;
		case 'j':
			opts->json = true;
			break;
		case 'o':
			opts->output = optarg;
			break;
		default:
			return -1;
		}
	}
	return opts->json && !have_json ? json_missing() : 0;
}

static int write_all(const struct report *report, const struct options *opts,
		     FILE *to)
{
	if (opts->json)
		return metrics_json(report, to);
	metrics_prometheus(report, to);
	return 0;
}

static int write_file(const struct report *report, const struct options *opts)
{
	int err, failed;
	FILE *to;

	if (atomic_open(opts->output))
		return -1;
	to = fdopen(dup(atomic_fd()), "w");
	if (!to) {
		diag("cannot write %s: %s", opts->output, strerror(errno));
		atomic_abort();
		return -1;
	}
	err = write_all(report, opts, to);
	/* A full disk shows at one of these */
	failed = ferror(to);
	if ((fclose(to) || failed) && !err) {
		diag("cannot write %s: %s", opts->output, strerror(errno));
		err = -1;
	}
	if (err)
		atomic_abort();
	return err ? -1 : atomic_commit();
}

int cmd_export(const struct command *self, int argc, char **argv)
{
	static struct report report;
	const struct report *shown = &report;
	struct options opts = { 0 };
	enum report_result result;
	int err;

	if (read_options(&opts, argc, argv))
		return EXIT_USAGE;
	if (opts.help) {
		command_help(self);
		return 0;
	}
	result = report_read(&report);
	/* What cannot be read leaves the old file, which grows stale */
	if (result == REPORT_TROUBLE) {
		report_free(&report);
		return EXIT_TROUBLE;
	}
	/* That it is missing is a fact to export, not a failure to do so */
	if (result == REPORT_NOT_LOADED)
		shown = NULL;
	if (opts.output)
		err = write_file(shown, &opts);
	else
		err = write_all(shown, &opts, stdout);
	report_free(&report);
	return err ? EXIT_TROUBLE : 0;
}
