// SPDX-License-Identifier: GPL-2.0
/* aufastpath: what the module audit_fastpath does, for administrators. */
#include "aufastpath.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "diag.h"

const char diag_name[] = "aufastpath";

static int cmd_help(const struct command *self, int argc, char **argv);

/* The first one is what runs when none is named. */
static const struct command commands[] = {
	{ "status", "what the module does, in words (the default)",
	  "  -j, --json     one JSON object instead of text",
	  cmd_status },
	{ "help", "help, for all or for one COMMAND",
	  "  COMMAND        the command to explain",
	  cmd_help },
};
#define NR_COMMANDS (sizeof(commands) / sizeof(commands[0]))

static const struct command *find(const char *name)
{
	size_t i;

	for (i = 0; i < NR_COMMANDS; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static int unknown(const char *name)
{
	char list[256] = "";
	size_t i, used = 0;

	for (i = 0; i < NR_COMMANDS && used < sizeof(list); i++)
		used += snprintf(list + used, sizeof(list) - used, " %s",
				 commands[i].name);
	diag("unknown command '%.64s'; there are:%s", name, list);
	return EXIT_USAGE;
}

void command_help(const struct command *command)
{
	printf("Usage: %s %s [OPTION]...\n%c%s.\n\n%s\n"
	       "  -h, --help     this text\n",
	       diag_name, command->name, command->help[0] - 'a' + 'A',
	       command->help + 1, command->usage);
}

static void print_help(void)
{
	size_t i;

	printf("Usage: %s [COMMAND] [OPTION]...\n"
	       "Reports on the kernel module audit_fastpath.\n\n", diag_name);
	for (i = 0; i < NR_COMMANDS; i++)
		printf("  %-13s  %s\n", commands[i].name, commands[i].help);
	puts("\n"
	     "  -h, --help     this text\n"
	     "  -V, --version  version\n"
	     "\n"
	     "Exit status: 0 active; 1 held, disabled or faulted; 2 module\n"
	     "not loaded; 3 wrong usage; 4 its files cannot be read or\n"
	     "understood. See aufastpath(8).");
}

static int cmd_help(const struct command *self, int argc, char **argv)
{
	const struct command *about;

	if (argc > 2) {
		diag("unexpected argument '%.64s'; usage: %s help [COMMAND]",
		     argv[2], diag_name);
		return EXIT_USAGE;
	}
	if (argc < 2) {
		print_help();
		return 0;
	}
	if (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0)
		about = self;
	else
		about = find(argv[1]);
	if (!about)
		return unknown(argv[1]);
	command_help(about);
	return 0;
}

static int run(int argc, char **argv)
{
	const char *first = argc > 1 ? argv[1] : NULL;
	const struct command *command;

	if (!first)
		return commands[0].run(&commands[0], argc, argv);
	if (strcmp(first, "-h") == 0 || strcmp(first, "--help") == 0) {
		print_help();
		return 0;
	}
	if (strcmp(first, "-V") == 0 || strcmp(first, "--version") == 0) {
		printf("%s %s\n", diag_name, AFP_VERSION);
		return 0;
	}
	/* Options alone are the default command's */
	if (first[0] == '-')
		return commands[0].run(&commands[0], argc, argv);
	command = find(first);
	if (!command)
		return unknown(first);
	return command->run(command, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	int code = run(argc, argv);

	if (ferror(stdout) || fclose(stdout)) {
		diag("cannot write the report: %s", strerror(errno));
		return EXIT_TROUBLE;
	}
	return code;
}
