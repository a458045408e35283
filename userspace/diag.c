// SPDX-License-Identifier: GPL-2.0
#include "diag.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void (*diag_before)(void);

void diag(const char *fmt, ...)
{
	int saved = errno;
	char line[1024];
	va_list ap;
	char *c;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);

	for (c = line; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	if (diag_before)
		diag_before();
	fprintf(stderr, "%s: %s\n", diag_name, line);
	errno = saved;
}

void diag_bad_option(char **argv, int got, const char *letters,
		     const char *known)
{
	const char *text = argv[optind - 1];
	char letter[3] = { '-', (char)optopt, '\0' };

	if (got == ':') {
		if (strncmp(text, "--", 2) != 0)
			text = letter;
		diag("option %s needs a value; see --help", text);
	} else if (optopt && strchr(letters, optopt)) {
		/* A letter that exists is refused in its long form only */
		diag("option %.*s takes no value; see --help",
		     (int)strcspn(text, "="), text);
	} else {
		/*
		 * Within a cluster of letters getopt has not moved on yet:
		 * only without a letter is the argument before optind ours.
		 */
		diag("unknown option %s; there are %s",
		     optopt ? letter : text, known);
	}
}
