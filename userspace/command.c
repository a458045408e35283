// SPDX-License-Identifier: GPL-2.0
#include "aufastpath.h"

#include <stdio.h>
#include <string.h>

#include "diag.h"
#include "json_out.h"
#include "options.h"

void command_help(const struct command *command)
{
	const char *help = command->help;
	/* "  -j, --json     what it does": where the last part begins */
	const char *gap = strstr(command->usage + 2, "  ");
	int width = gap - command->usage + strspn(gap, " ");

	printf("Usage: %s %s [OPTION]...\n%c%s%s\n\n%s\n%-*sthis text\n",
	       diag_name, command->name, help[0] - 'a' + 'A', help + 1,
	       help[strlen(help) - 1] == '?' ? "" : ".", command->usage,
	       width, "  -h, --help");
	if (command->note)
		printf("\n%s\n", command->note);
}

int command_json_only(const struct command *self, int argc, char **argv,
		      int (*run)(bool json))
{
	static const struct option names[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	bool json = false;
	int letter;

	while ((letter = option_next(self->name, argc, argv, names)) != -1) {
		switch (letter) {
		case 'h':
			command_help(self);
			return 0;
		case 'j':
			json = true;
			break;
		default:
			return EXIT_USAGE;
		}
	}
	if (json && !have_json) {
		json_missing();
		return EXIT_USAGE;
	}
	return run(json);
}
