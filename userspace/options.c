// SPDX-License-Identifier: GPL-2.0
#include "options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "diag.h"
#include "parse.h"

#define MAX_OPTIONS 16

/* The letters as getopt() wants them: ":hi:j" */
static void write_letters(char letters[2 * MAX_OPTIONS + 2],
			  const struct option *names)
{
	*letters++ = ':';
	for (; names->name; names++) {
		*letters++ = names->val;
		if (names->has_arg == required_argument)
			*letters++ = ':';
	}
	*letters = '\0';
}

static void write_known(char *known, size_t size, const struct option *names)
{
	size_t used = 0;

	for (; names->name && used < size; names++)
		used += snprintf(known + used, size - used, "%s-%c --%s",
				 used ? " " : "", names->val, names->name);
}

int option_next(const char *command, int argc, char **argv,
		const struct option *names)
{
	char letters[2 * MAX_OPTIONS + 2], known[256];
	int letter;

	write_letters(letters, names);
	opterr = 0;
	letter = getopt_long(argc, argv, letters, names, NULL);
	if (letter == '?' || letter == ':') {
		write_known(known, sizeof(known), names);
		diag_bad_option(argv, letter, letters, known);
		return '?';
	}
	if (letter == -1 && optind < argc) {
		diag("unexpected argument '%.64s'; %s takes options only",
		     argv[optind], command);
		return '?';
	}
	return letter;
}

int option_number(const char *option, uint64_t min, uint64_t max,
		  uint64_t *value)
{
	if (parse_u64(optarg, min, max, value) == 0)
		return 0;
	diag("%s takes a whole number from %" PRIu64 " to %" PRIu64
	     ", not '%.64s'", option, min, max, optarg);
	return -1;
}
