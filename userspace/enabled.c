// SPDX-License-Identifier: GPL-2.0
#include "enabled.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "aufastpath.h"
#include "diag.h"
#include "ending.h"
#include "sysfs.h"
#include "sysfs_parse.h"

/* Rule changes hold it for milliseconds, a long burst of them for longer. */
#define PATIENCE_MS	10000
#define STEP_MS		10

static int fd = -1;
static char found;			/* what was in it: '0' or '1' */
static volatile sig_atomic_t touched;

/* Runs in a signal handler too. */
static int put_back(void)
{
	const char text[] = { found, '\n' };

	if (!touched)
		return 0;
	if (pwrite(fd, text, sizeof(text), 0) != sizeof(text))
		return -1;
	touched = 0;
	return 0;
}

static void put_back_ending(void)
{
	put_back();
}

static int failed(const char *doing)
{
	int err = errno;

	diag("cannot %s %s/enabled: %s%s", doing, sysfs_dir(), strerror(err),
	     err == EACCES || err == EPERM ?
	     "; only root may switch the module off and on" : "");
	return EXIT_TROUBLE;
}

int enabled_open(void)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/enabled", sysfs_dir());
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return failed("write");
	if (pread(fd, &found, 1, 0) != 1 || (found != '0' && found != '1')) {
		diag("%s: is neither 0 nor 1", path);
		return EXIT_TROUBLE;
	}
	ending_add(put_back_ending);
	return 0;
}

/* The first line of `state` in @text. Return: 0, or -1 after a message. */
static int read_state(struct report *report, char *text, size_t size)
{
	char path[PATH_MAX];
	const char *wrong;
	ssize_t got;
	int file;

	snprintf(path, sizeof(path), "%s/state", sysfs_dir());
	file = open(path, O_RDONLY | O_CLOEXEC);
	got = file < 0 ? -1 : read(file, text, size - 1);
	if (got < 0) {
		diag("cannot read %s: %s", path, strerror(errno));
		if (file >= 0)
			close(file);
		return -1;
	}
	close(file);
	text[got] = '\0';
	text[strcspn(text, "\n")] = '\0';
	wrong = parse_state(report, text);
	if (wrong)
		diag("%s: %s", path, wrong);
	return wrong ? -1 : 0;
}

static int wait_active(void)
{
	const struct timespec step = { .tv_nsec = STEP_MS * 1000000 };
	static struct report report;
	char text[512];
	int waited;

	for (waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
		if (read_state(&report, text, sizeof(text)))
			return EXIT_TROUBLE;
		if (report.state == STATE_ACTIVE)
			return 0;
		if (report.state != STATE_HELD)
			break;
		nanosleep(&step, NULL);
	}
	if (report.state == STATE_FAULTED)
		diag("cannot measure: the module is faulted: %s",
		     report.reason);
	else if (report.state == STATE_HELD)
		diag("cannot measure: rules have been changing for %d s; "
		     "measure when they are at rest", PATIENCE_MS / 1000);
	else
		diag("cannot measure: the module was loaded with mode=off or "
		     "exit=off, so switching it on changes nothing");
	return EXIT_SHUT;
}

int enabled_set(bool on)
{
	touched = 1;
	if (pwrite(fd, on ? "1\n" : "0\n", 2, 0) != 2)
		return failed("write");
	return on ? wait_active() : 0;
}

int enabled_restore(void)
{
	int code = put_back() ? failed("restore") : 0;

	if (fd >= 0)
		close(fd);
	fd = -1;
	return code;
}
