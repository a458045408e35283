// SPDX-License-Identifier: GPL-2.0
/* In the place of explain and verify, in a build that lacks what they need. */
#include "aufastpath.h"

#include "diag.h"

static int missing(const struct command *self)
{
	diag("built without libaudit or a kernel's headers, so there is no "
	     "%s", self->name);
	return EXIT_USAGE;
}

int cmd_explain(const struct command *self, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return missing(self);
}

int cmd_verify(const struct command *self, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return missing(self);
}
