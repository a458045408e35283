// SPDX-License-Identifier: GPL-2.0
/* Audit itself: is there anything to make faster? */
#include "doctor.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "root.h"
#include "spawn.h"

/* audit=0 on the command line is for good: kernel/audit.c, audit_enable(). */
static bool off_at_boot(void)
{
	char *line = root_read(NULL, "/proc/cmdline");
	char *rest = line, *word;
	bool off = false;

	while ((word = strsep(&rest, " \n")))
		if (strncmp(word, "audit=", 6) == 0)
			off = strcmp(word, "audit=0") == 0 ||
			      strcmp(word, "audit=off") == 0;
	free(line);
	return off;
}

/* Return: what auditctl prints; NULL if it cannot, or this user may not ask. */
static char *auditctl(const char *option)
{
	const char *command[] = { "auditctl", option, NULL };
	int status = 0;
	char *text = spawn_read(command, NULL, &status);

	if (text && status == 0)
		return text;
	free(text);
	return NULL;
}

static void judge_status(struct doctor *doctor, const char *status)
{
	const char *enabled = strstr(status, "enabled ");

	if (!enabled) {
		doctor_found(doctor, VERDICT_UNKNOWN,
			     "auditctl -s does not say whether it is enabled");
	} else if (enabled[strlen("enabled ")] == '0') {
		doctor_found(doctor, VERDICT_PROBLEM, "is not enabled: "
			     "nothing is recorded, so nothing can be skipped");
		doctor_advise(doctor, "as root: auditctl -e 1, or start "
			      "auditd");
	} else {
		doctor_found(doctor, VERDICT_OK, "is enabled");
	}
}

/* auditctl -l prints the task list as "-a never,task". */
static void judge_rules(struct doctor *doctor, char *rules)
{
	char *rest = rules, *line;
	size_t nr = 0;
	bool never = false;

	while ((line = strsep(&rest, "\n"))) {
		if (*line != '-')
			continue;
		nr++;
		if (strncmp(line, "-a never,task", 13) == 0 ||
		    strncmp(line, "-a task,never", 13) == 0)
			never = true;
	}
	if (never) {
		doctor_found(doctor, VERDICT_NOTE, "there is a rule "
			     "task,never: processes that were started since "
			     "are not audited at all, and the module has "
			     "nothing to skip for them");
		doctor_advise(doctor, "if that is not meant, remove it from "
			      "/etc/audit/rules.d and restart what is to be "
			      "audited");
	} else if (!nr) {
		doctor_found(doctor, VERDICT_NOTE, "there are no rules: the "
			     "filter costs little, and is skipped for every "
			     "syscall");
	} else {
		doctor_found(doctor, VERDICT_OK, "%zu rules are loaded", nr);
	}
}

void doctor_audit(struct doctor *doctor)
{
	char *status, *rules;

	if (off_at_boot()) {
		doctor_found(doctor, VERDICT_PROBLEM, "was switched off by "
			     "audit=0 on the kernel's command line");
		doctor_advise(doctor, "boot without it, if there is to be "
			      "any auditing");
		return;
	}
	if (!spawn_possible("auditctl")) {
		doctor_found(doctor, VERDICT_UNKNOWN,
			     "there is no auditctl to ask");
		doctor_advise(doctor, "install auditd (Debian) or audit (Red "
			      "Hat)");
		return;
	}
	status = auditctl("-s");
	rules = status ? auditctl("-l") : NULL;
	if (status)
		judge_status(doctor, status);
	if (rules)
		judge_rules(doctor, rules);
	else
		doctor_found(doctor, VERDICT_UNKNOWN, "auditctl does not "
			     "answer: %s", geteuid() ? "run as root" :
			     "is there audit in this kernel or container?");
	free(status);
	free(rules);
}
