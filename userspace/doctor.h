/* SPDX-License-Identifier: GPL-2.0 */
/* What the checks of `aufastpath doctor` have in common. */
#ifndef DOCTOR_H
#define DOCTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "sysfs.h"

enum verdict {
	VERDICT_OK,
	VERDICT_NOTE,		/* worth knowing, and no problem */
	VERDICT_UNKNOWN,	/* cannot be found out, by this user at least */
	VERDICT_PROBLEM,
};

/**
 * struct finding - one thing that a check found
 * @check: the check's name
 * @verdict: how it is
 * @what: what was found
 * @advice: what to do about it, or NULL
 */
struct finding {
	const char *check;
	enum verdict verdict;
	char *what;
	char *advice;
};

#define MAX_FINDINGS 64

/**
 * struct doctor - what the checks know, and what they have found
 * @release: of the running kernel
 * @result: whether the module is loaded and its files make sense
 * @report: what it shows, if so, else NULL
 * @file: the module's file that modprobe takes, or NULL; set by doctor_files()
 * @check: the check that is running
 * @nr: how many
 * @findings: so far
 */
struct doctor {
	const char *release;
	enum report_result result;
	const struct report *report;
	char *file;
	const char *check;
	size_t nr;
	struct finding findings[MAX_FINDINGS];
};

/**
 * doctor_found() - note a finding
 * @doctor: the doctor
 * @verdict: how it is
 * @fmt: printf format: what was found, a phrase without a full stop
 */
void doctor_found(struct doctor *doctor, enum verdict verdict,
		  const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/**
 * doctor_advise() - say what to do about the last finding
 * @doctor: the doctor
 * @fmt: printf format, a phrase without a full stop
 */
void doctor_advise(struct doctor *doctor, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * doctor_is_active() - is all well with the module itself?
 * @doctor: the doctor
 */
bool doctor_is_active(const struct doctor *doctor);

/* The checks, in the order of their table in cmd_doctor.c */
void doctor_config(struct doctor *doctor);
void doctor_symbols(struct doctor *doctor);
void doctor_ftrace(struct doctor *doctor);
void doctor_files(struct doctor *doctor);
void doctor_headers(struct doctor *doctor);
void doctor_dkms(struct doctor *doctor);
void doctor_trust(struct doctor *doctor);
void doctor_state(struct doctor *doctor);
void doctor_hooks(struct doctor *doctor);
void doctor_tracers(struct doctor *doctor);
void doctor_log(struct doctor *doctor);
void doctor_audit(struct doctor *doctor);

#endif /* DOCTOR_H */
