// SPDX-License-Identifier: GPL-2.0
/* A file of rules, line by line. */
#include "rules.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clean.h"
#include "diag.h"
#include "interest.h"
#include "rule_line.h"

/* auditctl reads a longer line as two. */
#define MAX_LINE	6142
#define MAX_WORDS	(MAX_LINE / 2 + 2)

struct reader {
	struct rules *rules;
	const char *file;
	unsigned int line;
	bool goes_on;
};

static int refuse(struct reader *reader, const char *wrong)
{
	struct rules *rules = reader->rules;
	struct refused *more;
	char why[256];

	/* it may quote the line, and cut it in the middle of a character */
	snprintf(why, sizeof(why), "%s", wrong);
	clean(why);
	diag("%s:%u: %s", reader->file, reader->line, why);
	more = realloc(rules->refused,
		       (rules->nr_refused + 1) * sizeof(*more));
	if (!more) {
		diag("out of memory");
		return -1;
	}
	rules->refused = more;
	more += rules->nr_refused;
	more->line = reader->line;
	more->why = strdup(why);
	if (!more->why) {
		diag("out of memory");
		return -1;
	}
	rules->nr_refused++;
	if (!reader->goes_on && !rules->stops_at)
		rules->stops_at = reader->line;
	return 0;
}

/*
 * Words stand between blanks; a backslash makes a blank or a backslash part of
 * a word. Return: how many, with argv[0] before them.
 */
static int split(char *text, char **argv)
{
	static char name[] = "auditctl";
	int argc = 1;
	char *to;

	argv[0] = name;
	while (*text) {
		while (*text == ' ')
			text++;
		if (!*text)
			break;
		argv[argc++] = to = text;
		while (*text && *text != ' ') {
			if (*text == '\\' && (text[1] == ' ' ||
					      text[1] == '\\'))
				text++;
			*to++ = *text++;
		}
		if (*text)
			text++;
		*to = '\0';
	}
	argv[argc] = NULL;
	return argc;
}

static int add(struct reader *reader, struct audit_rule_data *data)
{
	const char *wrong = rule_check(data);
	const struct rule *twin = NULL;
	char why[64];

	/* A prepended rule differs by that alone from what is there. */
	if (!wrong && !(data->flags & AUDIT_FILTER_PREPEND))
		twin = rules_find(reader->rules, data);
	if (twin) {
		snprintf(why, sizeof(why), "the same rule as that of line %u",
			 twin->line);
		wrong = why;
	}
	if (!wrong)
		return rules_add(reader->rules, data, reader->line);
	free(data);
	return refuse(reader, wrong);
}

static int delete(struct reader *reader, struct audit_rule_data *data)
{
	struct rule *twin = rules_find(reader->rules, data);

	free(data);
	if (!twin)
		return refuse(reader, "there is no such rule to delete");
	rules_remove(reader->rules, twin);
	return 0;
}

static void flush(struct rules *rules, const char *key)
{
	size_t i = 0;

	/* auditctl deletes by part of a key, too */
	while (i < rules->nr) {
		if (!*key || strstr(rules->rule[i].key, key))
			rules_remove(rules, &rules->rule[i]);
		else
			i++;
	}
}

static int read_rule(struct reader *reader, char *text)
{
	static char *argv[MAX_WORDS];
	struct rule_line line;
	int argc = split(text, argv);

	if (rule_line_parse(&line, argc, argv))
		return refuse(reader, line.why);
	reader->goes_on |= line.goes_on;
	switch (line.kind) {
	case LINE_ADD:
		interest_resolve(line.data->mask);
		return add(reader, line.data);
	case LINE_DELETE:
		interest_resolve(line.data->mask);
		return delete(reader, line.data);
	case LINE_FLUSH:
		flush(reader->rules, line.key);
		return 0;
	default:
		return 0;
	}
}

static int read_line(struct reader *reader, char *text, size_t length)
{
	const char *c;

	if (length && text[length - 1] == '\n')
		text[--length] = '\0';
	if (strlen(text) != length)
		return refuse(reader, "has a NUL byte in it");
	c = text + strspn(text, " ");
	if (!*c || *c == '#')
		return 0;
	if (length > MAX_LINE)
		return refuse(reader, "is longer than auditctl reads");
	for (; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return refuse(reader, *c == '\t' ?
				"has a tab in it; auditctl takes only blanks" :
				*c == '\r' ?
				"has a carriage return in it; is it a file of "
				"DOS?" : "has a control character in it");
	return read_rule(reader, text);
}

static int read_all(struct reader *reader, FILE *from)
{
	char *text = NULL;
	size_t room = 0;
	ssize_t length;
	int err = 0;

	errno = 0;
	while (!err && (length = getline(&text, &room, from)) >= 0) {
		reader->line++;
		err = read_line(reader, text, length);
		errno = 0;
	}
	if (!err && !feof(from)) {
		diag("cannot read %s: %s", reader->file, strerror(errno));
		err = -1;
	}
	free(text);
	return err;
}

int rules_read(struct rules *rules, const char *file)
{
	struct reader reader = { .rules = rules, .file = file };
	FILE *from = stdin;
	int err;

	memset(rules, 0, sizeof(*rules));
	set_aumessage_mode(MSG_QUIET, DBG_NO);
	if (strcmp(file, "-") != 0)
		from = fopen(file, "re");
	if (!from) {
		diag("cannot open %s: %s", file, strerror(errno));
		return -1;
	}
	err = read_all(&reader, from);
	if (from != stdin)
		fclose(from);
	return err ? err : rules_number(rules);
}
