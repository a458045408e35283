// SPDX-License-Identifier: GPL-2.0
#include "aufastpath.h"

#include <stdbool.h>
#include <stddef.h>

#include "status.h"
#include "status_text.h"

uint64_t status_runs(const struct report *report)
{
	return report->stats[STAT_exit_skipped] +
	       report->stats[STAT_exit_indexed] +
	       report->stats[STAT_exit_full];
}

double status_skipped(const struct report *report)
{
	uint64_t runs = status_runs(report);
	double share;

	if (!runs)
		return 0;
	share = (double)report->stats[STAT_exit_skipped] / runs;
	return (uint64_t)(share * 10000) / 100.0;
}

static int show(bool json)
{
	static struct report report;
	const struct report *shown = &report;
	int code;

	switch (report_read(&report)) {
	case REPORT_READ:
		code = report.state == STATE_ACTIVE ? EXIT_ACTIVE : EXIT_SHUT;
		break;
	case REPORT_NOT_LOADED:
		shown = NULL;
		code = EXIT_NOT_LOADED;
		break;
	default:
		report_free(&report);
		return EXIT_TROUBLE;
	}
	if (!json)
		status_text(shown);
	else if (status_json(shown))
		code = EXIT_TROUBLE;
	report_free(&report);
	return code;
}

int cmd_status(const struct command *self, int argc, char **argv)
{
	return command_json_only(self, argc, argv, show);
}
