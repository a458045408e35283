// SPDX-License-Identifier: GPL-2.0
#include "rule_line.h"

#include <ctype.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rules.h"

/* libaudit has it from 4.0 on. */
extern int audit_rule_io_uringbyname_data(struct audit_rule_data *rule,
					  const char *op) __attribute__((weak));

/* auditctl's own letters, and that a missing value is told from a bad letter */
static const char letters[] = ":hicslDvtC:e:f:r:b:a:A:d:S:F:m:R:w:W:k:p:q:";

/* Those without a letter change nothing that matters here. */
enum { LONG_FLAG = 1000, LONG_NUMBER, LONG_WORD };
static const struct option names[] = {
	{ "loginuid-immutable", no_argument, NULL, LONG_FLAG },
	{ "backlog_wait_time", required_argument, NULL, LONG_NUMBER },
	{ "reset-lost", no_argument, NULL, LONG_FLAG },
	{ "reset_backlog_wait_time_actual", no_argument, NULL, LONG_FLAG },
	{ "signal", required_argument, NULL, LONG_WORD },
	{ NULL, 0, NULL, 0 }
};

#define UNSET	AUDIT_FILTER_UNSET

/* A line that is being read: the rule and what is not known of it yet */
struct reading {
	struct rule_line *line;
	unsigned int list;
	int action;
	bool prepend;
	char keys[AUDIT_MAX_KEY_LEN + 1];
};

__attribute__((format(printf, 2, 3)))
static int refuse(struct reading *reading, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(reading->line->why, sizeof(reading->line->why), fmt, ap);
	va_end(ap);
	return -1;
}

static int take_word(struct reading *reading, const char *word, size_t length)
{
	static const struct {
		const char *name;
		unsigned int list;
	} lists[] = {
		{ "exit", AUDIT_FILTER_EXIT },
		{ "task", AUDIT_FILTER_TASK },
		{ "user", AUDIT_FILTER_USER },
		{ "exclude", AUDIT_FILTER_EXCLUDE },
		{ "filesystem", AUDIT_FILTER_FS },
		{ "io_uring", AUDIT_FILTER_URING_EXIT },
	};
	static const char *const actions[] = { "never", "possible", "always" };
	size_t i;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		if (strlen(lists[i].name) == length &&
		    strncmp(lists[i].name, word, length) == 0) {
			reading->list = lists[i].list;
			return 0;
		}
	for (i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (strlen(actions[i]) == length &&
		    strncmp(actions[i], word, length) == 0) {
			reading->action = i;	/* AUDIT_NEVER, ... */
			return 0;
		}
	return -1;
}

/* exit,always or always,exit */
static int take_list(struct reading *reading, int letter, const char *both)
{
	const char *comma = strchr(both, ',');

	if (reading->line->kind != LINE_NOTHING)
		return refuse(reading, "a second -%c: one rule a line", letter);
	if (!comma || take_word(reading, both, comma - both) ||
	    take_word(reading, comma + 1, strlen(comma + 1)) ||
	    reading->list == UNSET || reading->action < 0)
		return refuse(reading, "-%c %.60s: takes LIST,ACTION, such as "
			      "exit,always", letter, both);
	if (reading->action == AUDIT_POSSIBLE)
		return refuse(reading, "-%c %.60s: possible is no action of "
			      "today's kernels; use always", letter, both);
	if (reading->list == AUDIT_FILTER_TASK && _audit_syscalladded)
		return refuse(reading, "the list task has no syscalls");
	reading->prepend = letter == 'A';
	reading->line->kind = letter == 'd' ? LINE_DELETE : LINE_ADD;
	return 0;
}

static int take_call(struct reading *reading, const char *name)
{
	struct audit_rule_data *data = reading->line->data;
	unsigned long number;
	char *end;

	if (reading->list != AUDIT_FILTER_URING_EXIT) {
		switch (audit_rule_syscallbyname_data(data, name)) {
		case 0:
			return 0;
		case -2:
			return refuse(reading, "unknown architecture 0x%x",
				      _audit_elf);
		default:
			return refuse(reading, "-S %.60s: no such syscall in "
				      "this architecture, or none that libaudit "
				      "knows", name);
		}
	}
	if (audit_rule_io_uringbyname_data &&
	    audit_rule_io_uringbyname_data(data, name) == 0)
		return 0;
	number = strtoul(name, &end, 0);
	if (!isdigit((unsigned char)*name) || *end ||
	    number >= AUDIT_BITMASK_SIZE * 32)
		return refuse(reading, "-S %.60s: no such io_uring operation, "
			      "or none that libaudit knows", name);
	data->mask[AUDIT_WORD(number)] |= AUDIT_BIT(number);
	return 0;
}

static int take_syscalls(struct reading *reading, char *calls)
{
	char *rest = calls, *name;
	bool any = false;

	switch (reading->list) {
	case AUDIT_FILTER_TASK:
	case AUDIT_FILTER_USER:
	case AUDIT_FILTER_FS:
	case AUDIT_FILTER_EXCLUDE:
		return refuse(reading, "-S %.60s: only the list exit has "
			      "syscalls", calls);
	}
	/* without an arch the names are those of the machine */
	if (!_audit_elf)
		_audit_elf = audit_machine_to_elf(audit_detect_machine());
	while ((name = strsep(&rest, ","))) {
		if (!*name)
			continue;
		if (take_call(reading, name))
			return -1;
		any = true;
	}
	if (!any)
		return refuse(reading, "-S names no syscall");
	_audit_syscalladded = 1;
	return 0;
}

static int take_key(struct reading *reading, const char *key)
{
	size_t used = strlen(reading->keys);

	if (used + strlen(key) + !!used > AUDIT_MAX_KEY_LEN)
		return refuse(reading, "keys of more than %d characters",
			      AUDIT_MAX_KEY_LEN);
	snprintf(reading->keys + used, sizeof(reading->keys) - used, "%s%s",
		 used ? (const char[]){ AUDIT_KEY_SEPARATOR, '\0' } : "", key);
	return 0;
}

static int take_field(struct reading *reading, int option, const char *pair)
{
	struct audit_rule_data **data = &reading->line->data;

	if (reading->list == UNSET)
		return refuse(reading, "-%c %.60s: a list must come before it, "
			      "such as -a exit,always", option, pair);
	if (option == 'F' && strncmp(pair, "key=", 4) == 0)
		return take_key(reading, pair + 4);
	if (rule_field_add(data, option, pair, reading->list,
			   reading->line->why, sizeof(reading->line->why)))
		return -1;
	if ((*data)->fields[(*data)->field_count - 1] == AUDIT_PERM)
		_audit_permadded = 1;
	return 0;
}

static int take_watch(struct reading *reading, char *path)
{
	size_t length = strlen(path);
	const char *base = strrchr(path, '/');
	struct stat found;
	int type = AUDIT_WATCH;

	if (*path != '/')
		return refuse(reading, "-w %.60s: the path must begin with /",
			      path);
	if (length >= PATH_MAX || strlen(base) > NAME_MAX + 1)
		return refuse(reading, "-w %.60s...: too long for a path",
			      path);
	if (length > 2)
		while (length > 1 && path[length - 1] == '/')
			path[--length] = '\0';
	if (stat(path, &found) == 0 && S_ISDIR(found.st_mode))
		type = AUDIT_DIR;
	if (audit_add_watch_dir(type, &reading->line->data, path))
		return refuse(reading, "-w %.60s: must come before -F and -C",
			      path);
	_audit_syscalladded = 1;
	return 0;
}

static int take_perms(struct reading *reading, const char *perms)
{
	static const char known[] = "xwra";	/* AUDIT_PERM_EXEC, ... */
	const char *c, *found;
	int value = 0;

	if (reading->list == UNSET)
		return refuse(reading, "-p: a watch must come before it");
	for (c = perms; *c; c++) {
		found = strchr(known, tolower((unsigned char)*c));
		if (!found)
			break;
		value |= 1 << (found - known);
	}
	if (*c || strlen(perms) > 4)
		return refuse(reading, "-p %.60s: a permission consists of r, "
			      "w, x and a", perms);
	if (audit_update_watch_perms(reading->line->data, value))
		return refuse(reading, "-p: a watch must come before it");
	_audit_permadded = 1;
	return 0;
}

/* What sets audit itself, and is not about rules */
static int take_control(struct reading *reading, int letter)
{
	switch (letter) {
	case 'e':
	case 'f':
		if (strlen(optarg) != 1 || !strchr("012", *optarg))
			return refuse(reading, "-%c %.60s: takes 0, 1 or 2",
				      letter, optarg);
		return 0;
	case 'b':
	case 'r':
	case LONG_NUMBER:
		if (!isdigit((unsigned char)*optarg))
			return refuse(reading, "%.60s: takes a number", optarg);
		return 0;
	case 'i':
	case 'c':
		reading->line->goes_on = true;
		return 0;
	case 'q':
		if (!strchr(optarg, ',') || optarg[strlen(optarg) - 1] == ',')
			return refuse(reading, "-q takes MOUNT,SUBTREE");
		return 0;
	case 'R':
		return refuse(reading, "-R: a rules file cannot read another");
	default:
		return 0;
	}
}

/* The option that getopt_long() refused: in a cluster it has not moved on. */
static int refuse_option(struct reading *reading, const char *text,
			 const char *wrong)
{
	if (optopt > 0 && optopt < LONG_FLAG)
		return refuse(reading, "-%c %s", optopt, wrong);
	return refuse(reading, "%.60s %s", text, wrong);
}

static int take(struct reading *reading, int letter, char **argv)
{
	switch (letter) {
	case 'a':
	case 'A':
	case 'd':
		return take_list(reading, letter, optarg);
	case 'S':
		return take_syscalls(reading, optarg);
	case 'F':
	case 'C':
		return take_field(reading, letter, optarg);
	case 'w':
	case 'W':
		if (reading->line->kind != LINE_NOTHING)
			return refuse(reading, "-%c in a rule that has a list; "
				      "use path= or dir=", letter);
		reading->line->kind = letter == 'w' ? LINE_ADD : LINE_DELETE;
		reading->list = AUDIT_FILTER_EXIT;
		reading->action = AUDIT_ALWAYS;
		return take_watch(reading, optarg);
	case 'k':
		if (reading->list == UNSET ||
		    !(_audit_syscalladded || _audit_permadded ||
		      _audit_exeadded || _audit_filterfsadded))
			return refuse(reading, "-k %.60s: needs a watch, -S, "
				      "path=, dir=, perm= or exe= before it",
				      optarg);
		return take_key(reading, optarg);
	case 'p':
		return take_perms(reading, optarg);
	case ':':
		return refuse_option(reading, argv[optind - 1],
				     "needs a value");
	case '?':
		return refuse_option(reading, argv[optind - 1],
				     "is no option of auditctl");
	default:
		return take_control(reading, letter);
	}
}

/* -D and -D -k KEY stand alone. */
static int flush(struct rule_line *line, int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[2], "-k") == 0)
		snprintf(line->key, sizeof(line->key), "%s", argv[3]);
	else if (argc != 2) {
		snprintf(line->why, sizeof(line->why),
			 "-D takes nothing, or -k KEY");
		return -1;
	}
	line->kind = LINE_FLUSH;
	return 0;
}

static int finish(struct reading *reading)
{
	struct audit_rule_data *data = reading->line->data;
	char pair[sizeof("key=") + AUDIT_MAX_KEY_LEN];

	if (reading->line->kind == LINE_NOTHING) {
		if (_audit_syscalladded)
			return refuse(reading, "no list; add one such as "
				      "-a exit,always");
		return 0;
	}
	if (reading->list != AUDIT_FILTER_TASK && !_audit_syscalladded)
		audit_rule_syscallbyname_data(data, "all");
	if (*reading->keys) {
		snprintf(pair, sizeof(pair), "key=%s", reading->keys);
		/* the list filesystem would be asked for, see rule_field_add */
		if (audit_rule_fieldpair_data(&reading->line->data, pair,
					      AUDIT_FILTER_EXIT))
			return refuse(reading, "a key needs a watch, -S, path=, "
				      "dir=, perm= or exe= before it");
		data = reading->line->data;
	}
	data->flags = reading->list |
		      (reading->prepend ? AUDIT_FILTER_PREPEND : 0);
	data->action = reading->action;
	return 0;
}

int rule_line_parse(struct rule_line *line, int argc, char **argv)
{
	struct reading reading = {
		.line = line, .list = UNSET, .action = -1,
	};
	int letter, err = 0;

	memset(line, 0, sizeof(*line));
	if (argc > 1 && strcmp(argv[1], "-D") == 0)
		return flush(line, argc, argv);
	_audit_permadded = _audit_archadded = _audit_syscalladded = 0;
	_audit_exeadded = _audit_filterfsadded = 0;
	_audit_elf = 0;
	line->data = audit_rule_create_data();
	if (!line->data)
		return refuse(&reading, "out of memory");
	optind = 0;
	opterr = 0;
	while (!err && (letter = getopt_long(argc, argv, letters, names,
					     NULL)) != -1)
		err = take(&reading, letter, argv);
	if (!err && optind < argc)
		err = refuse(&reading, "'%.60s' belongs to no option",
			     argv[optind]);
	if (!err)
		err = finish(&reading);
	if (err || line->kind == LINE_NOTHING) {
		audit_rule_free_data(line->data);
		line->data = NULL;
	}
	return err;
}
