// SPDX-License-Identifier: GPL-2.0
/* Our hooks, and who else sits on the same functions. */
#include "doctor.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor_symbols.h"
#include "root.h"

static const char *const functions[] = {
#define FUNCTION(name, kind)						\
	(kind) == SYMBOL_FUNCTION || (kind) == SYMBOL_FILTER ? #name : "",
	DOCTOR_SYMBOLS(FUNCTION)
#undef FUNCTION
};
#define NR_FUNCTIONS (sizeof(functions) / sizeof(functions[0]))

void doctor_hooks(struct doctor *doctor)
{
	const struct report *report = doctor->report;
	size_t i, slower = 0;

	if (!report) {
		doctor_found(doctor, VERDICT_OK, "none, the module is not "
			     "loaded");
		return;
	}
	for (i = 0; i < report->nr_hooks; i++) {
		const struct hook *hook = &report->hooks[i];

		if (!*hook->why)
			continue;
		slower++;
		doctor_found(doctor, strcmp(hook->tier, "off") == 0 ?
			     VERDICT_PROBLEM : VERDICT_NOTE,
			     "%s on %s is %s (%s)", hook->hook,
			     hook->function, hook->tier, hook->why);
		doctor_advise(doctor, strstr(hook->why, "=-16") ?
			      "-16 means that another tracer has it: stop that "
			      "one, then write 0 and 1 to enabled" :
			      "dmesg | grep " AFP_SYSFS_NAME " says why");
	}
	if (!slower)
		doctor_found(doctor, VERDICT_OK,
			     "each in the best way there is, or off by "
			     "choice");
}

/* How many users of ftrace, or of kprobes only, are ourselves. */
static unsigned long ours(const struct doctor *doctor, const char *function,
			  bool kprobes)
{
	unsigned long sum = 0;
	size_t i;

	if (!doctor->report)
		return 0;
	for (i = 0; i < doctor->report->nr_hooks; i++) {
		const struct hook *hook = &doctor->report->hooks[i];

		if (strcmp(hook->function, function) == 0 &&
		    (kprobes ? strcmp(hook->tier, "kprobe") == 0 :
			       strcmp(hook->tier, "off") != 0))
			sum++;
	}
	return sum;
}

static const char *function_named(const char *name, size_t length)
{
	size_t i;

	for (i = 0; i < NR_FUNCTIONS; i++)
		if (strlen(functions[i]) == length && length &&
		    strncmp(functions[i], name, length) == 0)
			return functions[i];
	return NULL;
}

/*
 * A tracer that is merely there is a note; one that is there while the module
 * does not work may be why.
 */
static void other(struct doctor *doctor, const char *function,
		  const char *what)
{
	bool harmless = doctor_is_active(doctor) || !doctor->report;

	doctor_found(doctor, harmless ? VERDICT_NOTE : VERDICT_PROBLEM,
		     "%s on %s", what, function);
	doctor_advise(doctor, harmless ?
		      "nothing, unless a hook above is slower for it" :
		      "stop it, or load the module with exit=auto");
}

/*
 * enabled_functions, a line each: "NAME (USERS) R I D ...": R: with registers,
 * I: may change where execution goes on (live patches), D: a direct call
 * (BPF trampolines).
 */
static bool has_flag(const char *flags, char flag)
{
	return memchr(flags, flag, strspn(flags, ") RIDOM"));
}

static size_t look_at_ftrace(struct doctor *doctor, char *text)
{
	char *rest = text, *line;
	size_t found = 0;

	while ((line = strsep(&rest, "\n"))) {
		size_t length = strcspn(line, " ");
		const char *function = function_named(line, length);
		const char *flags;
		unsigned long users, we;
		char what[128];

		flags = strchr(line, '(');
		if (!function || !flags)
			continue;
		users = strtoul(flags + 1, NULL, 10);
		we = ours(doctor, function, false);
		if (users <= we)
			continue;
		flags = strchr(flags, ')') ?: "";
		snprintf(what, sizeof(what), "%lu other%s of ftrace%s%s",
			 users - we, users - we == 1 ? " user" : " users",
			 has_flag(flags, 'I') ? " with a live patch" : "",
			 has_flag(flags, 'D') && !we ?
			 " with a direct call" : "");
		other(doctor, function, what);
		found++;
	}
	return found;
}

/* kprobes/list, a line each: "ADDRESS  k  NAME+0x0    [FTRACE]". */
static size_t look_at_kprobes(struct doctor *doctor, char *text)
{
	unsigned long counts[NR_FUNCTIONS] = { 0 };
	char *rest = text, *line;
	size_t i, found = 0;

	while ((line = strsep(&rest, "\n"))) {
		const char *function;
		char name[128];

		if (sscanf(line, "%*s %*s %127s", name) != 1)
			continue;
		function = function_named(name, strcspn(name, "+"));
		for (i = 0; function && i < NR_FUNCTIONS; i++)
			counts[i] += functions[i] == function;
	}
	for (i = 0; i < NR_FUNCTIONS; i++) {
		if (counts[i] <= ours(doctor, functions[i], true))
			continue;
		other(doctor, functions[i], "a kprobe of somebody else");
		found++;
	}
	return found;
}

/* Return: the text, or NULL after a finding if root may read it. */
static char *tracing_file(struct doctor *doctor, const char *first,
			  const char *second, const char *what)
{
	char *text = root_read(NULL, "%s", first);
	int err = errno;

	if (!text && second) {
		text = root_read(NULL, "%s", second);
		if (errno != ENOENT)
			err = errno;
	}
	if (!text)
		doctor_found(doctor, VERDICT_UNKNOWN, "%s: %s", what,
			     err == EACCES || err == EPERM ? "run as root" :
			     err == ENOENT ? "not mounted, or not in this "
			     "kernel" : strerror(err));
	return text;
}

void doctor_tracers(struct doctor *doctor)
{
	char *ftrace, *kprobes;
	size_t found = 0;

	ftrace = tracing_file(doctor,
			      "/sys/kernel/tracing/enabled_functions",
			      "/sys/kernel/debug/tracing/enabled_functions",
			      "users of ftrace");
	if (ftrace)
		found += look_at_ftrace(doctor, ftrace);
	kprobes = tracing_file(doctor, "/sys/kernel/debug/kprobes/list", NULL,
			       "kprobes");
	if (kprobes)
		found += look_at_kprobes(doctor, kprobes);
	if (ftrace && kprobes && !found)
		doctor_found(doctor, VERDICT_OK,
			     "none on the functions that the module hooks");
	free(ftrace);
	free(kprobes);
}
