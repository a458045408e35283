// SPDX-License-Identifier: GPL-2.0
#include "aufastpath.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "colour.h"
#include "diag.h"
#include "doctor.h"
#include "json_out.h"

#define COLUMNS	80
#define INDENT	9

/* From the kernel up to what the administrator set. */
static const struct {
	const char *name;
	void (*run)(struct doctor *doctor);
} checks[] = {
	{ "kernel configuration", doctor_config },
	{ "kernel symbols", doctor_symbols },
	{ "ftrace", doctor_ftrace },
	{ "module file", doctor_files },
	{ "kernel headers", doctor_headers },
	{ "dkms", doctor_dkms },
	{ "Secure Boot and signature", doctor_trust },
	{ "module", doctor_state },
	{ "hooks", doctor_hooks },
	{ "other tracers", doctor_tracers },
	{ "kernel log", doctor_log },
	{ "audit", doctor_audit },
};
#define NR_CHECKS (sizeof(checks) / sizeof(checks[0]))

static const char *const words[] = {
	[VERDICT_OK] = "ok",
	[VERDICT_NOTE] = "note",
	[VERDICT_UNKNOWN] = "unknown",
	[VERDICT_PROBLEM] = "problem",
};

/* It may come from a file or a log: nothing that drives a terminal. */
static char *format(const char *fmt, va_list ap)
{
	char *text, *c;

	if (vasprintf(&text, fmt, ap) < 0) {
		diag("out of memory");
		exit(EXIT_TROUBLE);
	}
	for (c = text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	return text;
}

void doctor_found(struct doctor *doctor, enum verdict verdict,
		  const char *fmt, ...)
{
	struct finding *finding;
	va_list ap;

	if (doctor->nr == MAX_FINDINGS) {
		/* The last place: what came before it is long enough */
		finding = &doctor->findings[--doctor->nr];
		free(finding->what);
		free(finding->advice);
	}
	finding = &doctor->findings[doctor->nr++];
	finding->advice = NULL;
	va_start(ap, fmt);
	finding->what = format(fmt, ap);
	va_end(ap);
	finding->check = doctor->check;
	finding->verdict = verdict;
}

void doctor_advise(struct doctor *doctor, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	doctor->findings[doctor->nr - 1].advice = format(fmt, ap);
	va_end(ap);
}

bool doctor_is_active(const struct doctor *doctor)
{
	return doctor->report && doctor->report->state == STATE_ACTIVE;
}

/* Words from @column on; further lines begin at @indent. */
static void print_wrapped(const char *text, size_t column, size_t indent)
{
	while (*text) {
		size_t length = strcspn(text, " ");

		if (column > indent && column + 1 + length > COLUMNS) {
			printf("\n%*s", (int)indent, "");
			column = indent;
		} else {
			putchar(' ');
			column++;
		}
		printf("%.*s", (int)length, text);
		column += length;
		text += length + strspn(text + length, " ");
	}
	putchar('\n');
}

static void print_text(const struct doctor *doctor)
{
	static const char *const codes[] = {
		COLOUR_GOOD, COLOUR_HEAD, COLOUR_WATCH, COLOUR_BAD
	};
	size_t i;

	colour_choose();
	for (i = 0; i < doctor->nr; i++) {
		const struct finding *finding = &doctor->findings[i];

		printf("%s%s%s%*s%s:", colour(codes[finding->verdict]),
		       words[finding->verdict], colour_off(),
		       INDENT - (int)strlen(words[finding->verdict]), "",
		       finding->check);
		print_wrapped(finding->what,
			      INDENT + strlen(finding->check) + 1, INDENT);
		if (!finding->advice)
			continue;
		printf("%*s->", INDENT, "");
		print_wrapped(finding->advice, INDENT + 2, INDENT + 3);
	}
}

#ifdef AFP_HAVE_JSON

static int print_json(const struct doctor *doctor, size_t problems)
{
	struct json_object *root = json_object_new_object();
	struct json_object *all = json_object_new_array();
	size_t i;

	for (i = 0; i < doctor->nr; i++) {
		const struct finding *finding = &doctor->findings[i];
		struct json_object *one = json_object_new_object();

		json_add_text(one, "check", finding->check);
		json_add_text(one, "result", words[finding->verdict]);
		json_add_text(one, "what", finding->what);
		json_add(one, "advice", finding->advice ?
			 json_object_new_string(finding->advice) : NULL);
		json_object_array_add(all, one);
	}
	json_add_text(root, "version", AFP_VERSION);
	json_add_text(root, "kernel", doctor->release);
	json_add(root, "problems", json_object_new_uint64(problems));
	json_add(root, "findings", all);
	return json_print(root);
}

#else /* AFP_HAVE_JSON */

static int print_json(const struct doctor *doctor, size_t problems)
{
	(void)doctor;
	(void)problems;
	return json_missing();
}

#endif /* AFP_HAVE_JSON */

static int examine(bool json)
{
	static struct doctor doctor;
	static struct report report;
	struct utsname name;
	size_t i, problems = 0;
	int err = 0;

	uname(&name);
	doctor = (struct doctor) {
		.release = name.release,
		.result = report_read(&report),
	};
	if (doctor.result == REPORT_READ)
		doctor.report = &report;
	for (i = 0; i < NR_CHECKS; i++) {
		doctor.check = checks[i].name;
		checks[i].run(&doctor);
	}
	for (i = 0; i < doctor.nr; i++)
		problems += doctor.findings[i].verdict == VERDICT_PROBLEM;
	if (json)
		err = print_json(&doctor, problems);
	else
		print_text(&doctor);
	for (i = 0; i < doctor.nr; i++) {
		free(doctor.findings[i].what);
		free(doctor.findings[i].advice);
	}
	free(doctor.file);
	report_free(&report);
	if (err)
		return EXIT_TROUBLE;
	return problems ? EXIT_PROBLEM : 0;
}

int cmd_doctor(const struct command *self, int argc, char **argv)
{
	return command_json_only(self, argc, argv, examine);
}
