// SPDX-License-Identifier: GPL-2.0
#include "sysfs_parse.h"

#include <string.h>

#include "parse.h"

#define X(name)	#name,
const char *const stat_names[NR_STATS] = { AFP_STATS(X) };
const char *const kind_names[NR_KINDS] = { AFP_INTEREST_KINDS(X) };
#undef X
const char *const arch_names[AFP_NR_ARCHES] = { "native", "compat" };
const char *const state_names[] = {
	[STATE_ACTIVE] = AFP_STATE_ACTIVE,
	[STATE_HELD] = AFP_STATE_HELD,
	[STATE_DISABLED] = AFP_STATE_DISABLED,
	[STATE_FAULTED] = AFP_STATE_FAULTED,
};

const char *parse_state(struct report *report, char *text)
{
	static const char faulted[] = AFP_STATE_FAULTED ": ";
	int state;

	report->reason = "";
	for (state = STATE_ACTIVE; state <= STATE_FAULTED; state++) {
		report->state = state;
		if (strcmp(text, state_names[state]) == 0)
			return NULL;
	}
	if (strncmp(text, faulted, strlen(faulted)) == 0 &&
	    !strchr(text, '\n')) {
		report->reason = text + strlen(faulted);
		return NULL;
	}
	return "is not active, held, disabled or faulted: REASON";
}

const char *parse_enabled(struct report *report, char *text)
{
	if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
		return "is neither 0 nor 1";
	report->enabled = text[0] == '1';
	return NULL;
}

/* Cut the next word off *rest; NULL if there is none. */
static char *word(char **rest)
{
	char *start = *rest + strspn(*rest, " \t");
	char *end = start + strcspn(start, " \t");

	if (*end)
		*end++ = '\0';
	*rest = end + strspn(end, " \t");
	return *start ? start : NULL;
}

const char *parse_hooks(struct report *report, char *text)
{
	char *line;

	while ((line = strsep(&text, "\n"))) {
		struct hook *hook = &report->hooks[report->nr_hooks];

		if (!*line)
			continue;
		if (report->nr_hooks == MAX_HOOKS)
			return "has more lines than there can be hooks";
		hook->hook = word(&line);
		hook->function = word(&line);
		hook->tier = word(&line);
		hook->why = line;
		if (!hook->tier)
			return "has a line that is not 'HOOK FUNCTION TIER'";
		report->nr_hooks++;
	}
	return NULL;
}

const char *parse_stats(struct report *report, char *text)
{
	bool seen[NR_STATS] = { false };
	char *line, *name;
	int i;

	while ((line = strsep(&text, "\n"))) {
		name = word(&line);
		if (!name)
			return "has an empty line";
		for (i = 0; i < NR_STATS; i++)
			if (strcmp(name, stat_names[i]) == 0)
				break;
		if (i == NR_STATS)	/* a newer module's */
			continue;
		if (seen[i])
			return "has the same name twice";
		if (parse_u64(line, 0, UINT64_MAX, &report->stats[i]))
			return "has a value that is not a 64-bit number";
		seen[i] = true;
	}
	for (i = 0; i < NR_STATS; i++)
		if (!seen[i])
			return "lacks a line that every module has";
	return NULL;
}

/* %*pbl: numbers and ranges, ascending, with commas between them. */
const char *parse_bits(struct bits *bits, char *text)
{
	static const char wrong[] = "is not an ascending list like 0-3,59";
	const char *c = text;
	uint64_t from, to, next = 0;

	bits->list = text;
	while (*c) {
		if (parse_u64_prefix(&c, &from))
			return wrong;
		to = from;
		if (*c == '-') {
			c++;
			if (parse_u64_prefix(&c, &to))
				return wrong;
		}
		if (from < next || to < from)
			return wrong;
		if (to >= AFP_NR_SYSCALLS)
			return "has a number beyond the last syscall there is";
		for (next = from; next <= to; next++)
			bits->set[next] = true;
		bits->count += to - from + 1;
		if (*c == ',' && c[1])
			c++;
		else if (*c)
			return wrong;
	}
	return NULL;
}

/*
 * ARCH NUMBER SKIPPED INDEXED FULL. What is read in several pieces may have a
 * line twice; the later one is newer.
 */
const char *parse_counts(struct counts *counts, char *text)
{
	static const char wrong[] =
		"has a line that is not 'ARCH NUMBER SKIPPED INDEXED FULL'";
	char *line, *end;

	while ((end = strchr(text, '\n'))) {
		uint64_t nr, *runs = NULL;
		char *arch, *number;
		int i;

		line = text;
		*end = '\0';
		text = end + 1;
		arch = word(&line);
		number = word(&line);
		if (!number)
			return wrong;
		if (strcmp(arch, "other") == 0 && strcmp(number, "-") == 0)
			runs = counts->other;
		for (i = 0; i < AFP_NR_ARCHES; i++)
			if (strcmp(arch, arch_names[i]) == 0 &&
			    !parse_u64(number, 0, AFP_NR_SYSCALLS - 1, &nr))
				runs = counts->of[i][nr];
		for (i = 0; i < NR_RUNS && runs; i++) {
			char *value = word(&line);

			if (!value || parse_u64(value, 0, UINT64_MAX, &runs[i]))
				return wrong;
		}
		if (!runs || *line)
			return wrong;
	}
	return *text ? "is cut off, no newline at its end" : NULL;
}
