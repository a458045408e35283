/* SPDX-License-Identifier: GPL-2.0 */
/* What the subcommands of aufastpath share. */
#ifndef AUFASTPATH_H
#define AUFASTPATH_H

/* Exit codes: part of the interface, see aufastpath(8). */
enum exit_code {
	EXIT_ACTIVE = 0,
	EXIT_SHUT = 1,		/* held, disabled or faulted */
	EXIT_NOT_LOADED = 2,
	EXIT_USAGE = 3,
	EXIT_TROUBLE = 4,	/* sysfs not readable or not understood */
};

/**
 * struct command - one subcommand, one row of the table in aufastpath.c
 * @name: as typed
 * @help: one line
 * @usage: the options, a line each, without the last newline
 * @run: does it; argv[0] is the subcommand's name; returns the exit code
 */
struct command {
	const char *name;
	const char *help;
	const char *usage;
	int (*run)(const struct command *self, int argc, char **argv);
};

/**
 * command_help() - print a subcommand's help on stdout
 * @command: which
 */
void command_help(const struct command *command);

/* The subcommands */
int cmd_status(const struct command *self, int argc, char **argv);

#endif /* AUFASTPATH_H */
