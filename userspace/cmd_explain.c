// SPDX-License-Identifier: GPL-2.0
#include "aufastpath.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "diag.h"
#include "explain.h"
#include "json_out.h"
#include "parse.h"
#include "syscall_names.h"

static const char letters[] = ":a:hjr:";
static const struct option names[] = {
	{ "arch", required_argument, NULL, 'a' },
	{ "help", no_argument, NULL, 'h' },
	{ "json", no_argument, NULL, 'j' },
	{ "rules", required_argument, NULL, 'r' },
	{ NULL, 0, NULL, 0 }
};

/* Those that audit knows may be fewer, or more, than those of the headers. */
static int number_of(const char *name, enum afp_arch arch)
{
	int nr, machine = audit_elf_to_machine(arch == AFP_NATIVE ?
					       AUDIT_ARCH_X86_64 :
					       AUDIT_ARCH_I386);

	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++) {
		const char *known = syscall_name(arch, nr);

		if (known && strcmp(known, name) == 0)
			return nr;
	}
	nr = audit_name_to_syscall(name, machine);
	return nr < AFP_NR_SYSCALLS ? nr : -1;
}

/* Return: 0, or -1 after a message. */
static int find_syscall(struct explanation *why, const char *name)
{
	const char *other = explain_arch[!why->arch];
	uint64_t number;

	if (strcmp(name, "all") == 0) {
		why->nr = -1;
		return 0;
	}
	if (parse_u64(name, 0, AFP_NR_SYSCALLS - 1, &number) == 0) {
		why->nr = number;
		return 0;
	}
	why->nr = number_of(name, why->arch);
	if (why->nr >= 0)
		return 0;
	if (number_of(name, !why->arch) >= 0)
		diag("%s has no syscall '%.64s', %s has: add --arch %s",
		     explain_arch[why->arch], name, other, other);
	else
		diag("no syscall '%.64s'; give a name, a number up to %d, or "
		     "all", name, AFP_NR_SYSCALLS - 1);
	return -1;
}

static int set_arch(struct explanation *why, const char *text)
{
	int arch;

	for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
		if (strcmp(text, explain_arch[arch]) == 0) {
			why->arch = arch;
			return 0;
		}
	}
	diag("--arch takes b64 or b32, not '%.64s'", text);
	return -1;
}

static int answer(struct explanation *why, bool json)
{
	struct rules rules;
	int err;

	err = why->file ? rules_read(&rules, why->file) : rules_load(&rules);
	why->rules = &rules;
	if (!err)
		err = explain(why);
	if (!err && json)
		err = explain_json(why);
	else if (!err)
		explain_text(why);
	explain_free(why);
	err = err ? EXIT_TROUBLE : rules.nr_refused ? EXIT_PROBLEM : 0;
	rules_free(&rules);
	return err;
}

int cmd_explain(const struct command *self, int argc, char **argv)
{
	struct explanation why = { .arch = AFP_NATIVE, .nr = -1 };
	bool json = false;
	int letter;

	opterr = 0;
	while ((letter = getopt_long(argc, argv, letters, names, NULL)) != -1) {
		switch (letter) {
		case 'a':
			if (set_arch(&why, optarg))
				return EXIT_USAGE;
			break;
		case 'h':
			command_help(self);
			return 0;
		case 'j':
			json = true;
			break;
		case 'r':
			why.file = optarg;
			break;
		default:
			diag_bad_option(argv, letter, letters,
					"-a --arch -h --help -j --json -r "
					"--rules");
			return EXIT_USAGE;
		}
	}
	if (optind + 1 < argc) {
		diag("unexpected argument '%.64s'; explain takes one syscall",
		     argv[optind + 1]);
		return EXIT_USAGE;
	}
	if (optind < argc && find_syscall(&why, argv[optind]))
		return EXIT_USAGE;
	if (json && !have_json) {
		json_missing();
		return EXIT_USAGE;
	}
	if (interest_init(!why.file))
		return EXIT_TROUBLE;
	return answer(&why, json);
}
