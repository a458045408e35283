// SPDX-License-Identifier: GPL-2.0
/* The loaded module, and what the kernel's log says of one that is not. */
#include "doctor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "root.h"

/* The switch on the kernel's command line that the systemd unit heeds. */
#define OFF_SWITCH AFP_SYSFS_NAME "=off"

static bool switched_off(void)
{
	char *line = root_read(NULL, "/proc/cmdline");
	char *rest = line, *word;
	bool off = false;

	while ((word = strsep(&rest, " \n")))
		off |= strcmp(word, OFF_SWITCH) == 0;
	free(line);
	return off;
}

static void not_loaded(struct doctor *doctor)
{
	if (doctor->result == REPORT_TROUBLE) {
		doctor_found(doctor, VERDICT_PROBLEM,
			     "its files cannot be read or understood");
		doctor_advise(doctor, "are the module and this program of one "
			      "version?");
	} else if (switched_off()) {
		doctor_found(doctor, VERDICT_PROBLEM, "is not loaded: "
			     OFF_SWITCH " is on the kernel's command line");
		doctor_advise(doctor, "take it away and reboot, or, as root: "
			      "modprobe " AFP_SYSFS_NAME);
	} else {
		doctor_found(doctor, VERDICT_PROBLEM, "is not loaded");
		doctor_advise(doctor, "as root: modprobe " AFP_SYSFS_NAME);
	}
}

/* Rule changes hold it for a moment; only one that lasts is a problem. */
static bool stays_held(void)
{
	static struct report again;
	int tries;

	for (tries = 0; tries < 20; tries++) {
		bool held;

		usleep(50000);
		held = report_read(&again) == REPORT_READ &&
		       again.state == STATE_HELD;
		report_free(&again);
		if (!held)
			return false;
	}
	return true;
}

static void compare_version(struct doctor *doctor)
{
	char *version = root_read(NULL, "/sys/module/%s/version",
				  AFP_SYSFS_NAME);

	if (version)
		version[strcspn(version, "\n")] = '\0';
	if (version && strcmp(version, AFP_VERSION) != 0) {
		doctor_found(doctor, VERDICT_NOTE, "is version %s, but this "
			     "program is %s", version, AFP_VERSION);
		doctor_advise(doctor, "to load the one that was installed "
			      "last, as root: modprobe -r " AFP_SYSFS_NAME
			      " && modprobe " AFP_SYSFS_NAME);
	}
	free(version);
}

void doctor_state(struct doctor *doctor)
{
	const struct report *report = doctor->report;

	if (!report) {
		not_loaded(doctor);
		return;
	}
	switch (report->state) {
	case STATE_ACTIVE:
		doctor_found(doctor, VERDICT_OK, "is active");
		break;
	case STATE_HELD:
		if (!stays_held()) {
			doctor_found(doctor, VERDICT_OK,
				     "was held for a moment, by rule changes");
			break;
		}
		doctor_found(doctor, VERDICT_PROBLEM, "stays held: audit rules "
			     "keep changing");
		doctor_advise(doctor, "find out who changes them: ausearch -m "
			      "CONFIG_CHANGE -ts recent");
		break;
	case STATE_DISABLED:
		doctor_found(doctor, VERDICT_PROBLEM, "is disabled");
		if (report->enabled)
			doctor_advise(doctor, "it was loaded with mode=off or "
				      "exit=off: look in /etc/modprobe.d");
		else
			doctor_advise(doctor, "as root: echo 1 > "
				      AFP_SYSFS_DIR "/enabled");
		break;
	case STATE_FAULTED:
		doctor_found(doctor, VERDICT_PROBLEM, "is faulted: %s",
			     report->reason);
		doctor_advise(doctor, "see hooks, other tracers and the "
			      "kernel log below; no record is lost");
		break;
	}
	compare_version(doctor);
	if (report->stats[STAT_mismatches]) {
		doctor_found(doctor, VERDICT_PROBLEM, "its self-check found "
			     "%llu wrong shortcuts", (unsigned long long)
			     report->stats[STAT_mismatches]);
		doctor_advise(doctor, "switch it off (echo 0 > " AFP_SYSFS_DIR
			      "/enabled) and report what dmesg says");
	}
}

/* What the log may say of a module that was refused, and what it means. */
static const struct {
	const char *text;
	const char *advice;
} sayings[] = {
	{ "is rejected",
	  "modprobe then says 'Key was rejected by service' or 'Required key "
	  "not available': the kernel takes signed modules only; see Secure "
	  "Boot and signature above" },
	{ "module loading is restricted",
	  "the kernel is locked down and takes signed modules only; see "
	  "Secure Boot and signature above" },
	{ "version magic",
	  "the file was built for another kernel; as root: dkms autoinstall, "
	  "then depmod -a" },
	{ "disagrees about version of symbol",
	  "the file was built for another kernel; as root: dkms autoinstall, "
	  "then depmod -a" },
	{ "parameter ",
	  "correct it in /etc/modprobe.d, or on the command line" },
	{ "kernel.ftrace_enabled",
	  "as root: sysctl kernel.ftrace_enabled=1, then load it again" },
	{ "has no symbol",
	  "this kernel is not supported; audit works as always without the "
	  "module" },
	{ "rebuild it with this kernel's headers",
	  "as root: dkms autoinstall, then load it again" },
	{ "BTF", "boot a kernel with CONFIG_DEBUG_INFO_BTF" },
};
#define NR_SAYINGS (sizeof(sayings) / sizeof(sayings[0]))

/* Whose fault a line tells of: a refusal does not name the module. */
static bool is_ours(const char *text, unsigned long level)
{
	static const char us[] = AFP_SYSFS_NAME ": ";

	if (strncmp(text, us, strlen(us)) == 0)
		return level <= 3;	/* errors */
	return (strncmp(text, "Loading of ", 11) == 0 &&
		strstr(text, "is rejected")) ||
	       strstr(text, "module loading is restricted");
}

/* Each read of /dev/kmsg gives one record, "LEVEL,...;TEXT\n KEY=VALUE\n". */
static char *last_saying(void)
{
	char path[PATH_MAX], *last = NULL;
	char record[8192 + 1];
	ssize_t got;
	int fd;

	root_path(path, "/dev/kmsg");
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	last = strdup("");
	for (;;) {
		char *rest = record, *line, *text;

		got = read(fd, record, sizeof(record) - 1);
		/* EPIPE: it was overwritten meanwhile, go on with the next */
		if (got < 0 && (errno == EPIPE || errno == EINTR))
			continue;
		if (got <= 0)
			break;
		record[got] = '\0';
		while ((line = strsep(&rest, "\n"))) {
			text = strchr(line, ';');
			if (*line == ' ' || !text ||
			    !is_ours(text + 1, strtoul(line, NULL, 10) & 7))
				continue;
			free(last);
			last = strdup(text + 1);
		}
	}
	close(fd);
	return last;
}

void doctor_log(struct doctor *doctor)
{
	char *last;
	size_t i;

	if (doctor_is_active(doctor)) {
		doctor_found(doctor, VERDICT_OK,
			     "not asked, the module is active");
		return;
	}
	last = last_saying();
	if (!last) {
		doctor_found(doctor, VERDICT_UNKNOWN,
			     "cannot be read by this user; run as root");
		return;
	}
	if (!*last) {
		doctor_found(doctor, VERDICT_OK, "no error of the module");
		free(last);
		return;
	}
	doctor_found(doctor, VERDICT_PROBLEM, "the last error: %s", last);
	for (i = 0; i < NR_SAYINGS; i++)
		if (strstr(last, sayings[i].text))
			break;
	doctor_advise(doctor, "%s", i < NR_SAYINGS ? sayings[i].advice :
		      "dmesg | grep " AFP_SYSFS_NAME " has it all; if it does "
		      "not help, report it");
	free(last);
}
