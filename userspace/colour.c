// SPDX-License-Identifier: GPL-2.0
#include "colour.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool wanted;

void colour_choose(void)
{
	const char *no = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	wanted = isatty(STDOUT_FILENO) && !(no && *no) &&
		 term && strcmp(term, "dumb") != 0;
}

const char *colour(const char *code)
{
	return wanted ? code : "";
}

const char *colour_off(void)
{
	return wanted ? "\033[0m" : "";
}
