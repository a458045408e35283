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
	  NULL,
	  cmd_status },
	{ "top", "the same from moment to moment, until q is pressed",
	  "  -c, --count N      end after N intervals\n"
	  "  -i, --interval S   seconds between two looks, 0.1 to 86400 (default 1)\n"
	  "  -j, --json         a JSON object each time, on one line",
	  "Where stdout is no terminal, lines each time. For root by syscall, too,\n"
	  "which the module counts meanwhile.",
	  cmd_top },
	{ "bench", "what a syscall costs with the module and without",
	  "  -c, --cpu N         run on CPU N only (default: not pinned)\n"
	  "  -j, --json          one JSON object instead of text\n"
	  "  -n, --iterations N  operations a measurement (default 1000000)\n"
	  "  -p, --plot FILE     draw it, as SVG; needs gnuplot\n"
	  "  -r, --rounds N      pairs to measure, 1 to 1000 (default 10)\n"
	  "  -s, --syscall NAME  what to measure (default getpid);\n"
	  "                      'list' prints the names",
	  "Switches the module off and on, for which it must be root.",
	  cmd_bench },
	{ "export", "everything that is counted, for a monitoring system",
	  "  -f, --format NAME  prometheus or json (default prometheus)\n"
	  "  -j, --json         the same as --format json\n"
	  "  -o, --output FILE  write to FILE, which is always whole",
	  NULL,
	  cmd_export },
	{ "doctor", "what keeps the module from working, and what to do",
	  "  -j, --json     one JSON object instead of text",
	  NULL,
	  cmd_doctor },
	{ "explain", "why a syscall is skipped or not, by its rules",
	  "  SYSCALL        its name or its number, or all (the default)\n"
	  "  -a, --arch A   b64 (the default) or b32\n"
	  "  -j, --json     one JSON object instead of text\n"
	  "  -r, --rules F  for the rules of file F, as if they were loaded",
	  "Without --rules it reads the loaded rules, for which it must be root.",
	  cmd_explain },
	{ "verify", "does what the module published follow from the rules?",
	  "  -j, --json     one JSON object instead of text",
	  "Reads the loaded rules, for which it must be root.",
	  cmd_verify },
	{ "help", "help, for all or for one COMMAND",
	  "  COMMAND        the command to explain",
	  NULL,
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
	     "Exit status: 0 active, or done; 1 held, disabled or faulted, or\n"
	     "a problem was found; 2 module not loaded; 3 wrong usage; 4 something\n"
	     "could not be read, understood or written. See aufastpath(8).");
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
