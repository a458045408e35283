/* SPDX-License-Identifier: GPL-2.0 */
/* What the subcommands of aufastpath share. */
#ifndef AUFASTPATH_H
#define AUFASTPATH_H

#include <stdbool.h>

/* Exit codes: part of the interface, see aufastpath(8). */
enum exit_code {
	EXIT_ACTIVE = 0,
	EXIT_SHUT = 1,		/* held, disabled or faulted */
	EXIT_PROBLEM = 1,	/* a check found one */
	EXIT_NOT_LOADED = 2,
	EXIT_USAGE = 3,
	EXIT_TROUBLE = 4,	/* something could not be read or written */
};

/**
 * struct command - one subcommand, one row of the table in aufastpath.c
 * @name: as typed
 * @help: one line
 * @usage: the options, a line each, without the last newline
 * @note: what else there is to say, or NULL
 * @run: does it; argv[0] is the subcommand's name; returns the exit code
 */
struct command {
	const char *name;
	const char *help;
	const char *usage;
	const char *note;
	int (*run)(const struct command *self, int argc, char **argv);
};

/**
 * command_help() - print a subcommand's help on stdout
 * @command: which
 */
void command_help(const struct command *command);

/**
 * command_json_only() - run a subcommand whose only option is --json
 * @self: which
 * @argc: as given to it
 * @argv: as given to it
 * @run: does it, as text or as JSON; returns the exit code
 *
 * Return: the exit code.
 */
int command_json_only(const struct command *self, int argc, char **argv,
		      int (*run)(bool json));

/* The subcommands */
int cmd_status(const struct command *self, int argc, char **argv);
int cmd_top(const struct command *self, int argc, char **argv);
int cmd_bench(const struct command *self, int argc, char **argv);
int cmd_export(const struct command *self, int argc, char **argv);
int cmd_doctor(const struct command *self, int argc, char **argv);
int cmd_explain(const struct command *self, int argc, char **argv);
int cmd_verify(const struct command *self, int argc, char **argv);

#endif /* AUFASTPATH_H */
