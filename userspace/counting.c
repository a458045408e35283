// SPDX-License-Identifier: GPL-2.0
#include "counting.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diag.h"
#include "ending.h"
#include "sysfs_parse.h"

#define NAME "syscalls"

static char path[PATH_MAX];
static volatile sig_atomic_t ours;	/* we have started it */
static int refused;			/* errno of the last try, or 0 */

/* Return: 0 or an errno. Runs in a signal handler too. */
static int write_switch(const char text[2])
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int err = 0;

	if (fd < 0)
		return errno;
	if (write(fd, text, 2) != 2)
		err = errno;
	close(fd);
	return err;
}

void counting_stop(void)
{
	int err = errno;

	if (ours)
		write_switch("0\n");
	ours = 0;
	errno = err;
}

static int start(void)
{
	int err;

	snprintf(path, sizeof(path), "%s/" NAME, sysfs_dir());
	ending_add(counting_stop);
	/* first, or a signal right behind the write would leave it on */
	ours = 1;
	err = write_switch("1\n");
	if (err)
		ours = 0;
	return err;
}

static const char *words(int err)
{
	switch (err) {
	case EACCES:
	case EPERM:
		return "only root may have the module count them";
	case ENOENT:
		return "this module cannot count them";
	case EOPNOTSUPP:
		return "the module counts them only with mode=on and a hooked "
		       "exit filter";
	case EBUSY:
		return "others have the exit filter where the module could "
		       "count them";
	default:
		return strerror(err);
	}
}

/* Nobody counts. Each failed try may leave a line in the log: no more than one. */
static const char *try(const struct report *report)
{
	if (report->state == STATE_DISABLED || report->state == STATE_FAULTED ||
	    (report->mode && strcmp(report->mode, "on") != 0)) {
		refused = 0;
		return words(EOPNOTSUPP);
	}
	if (!refused)
		refused = start();
	return refused ? words(refused) : NULL;
}

int counting_read(struct counts *counts, const struct report *report)
{
	const char *wrong = NULL;
	size_t length;
	char *text;

	memset(counts, 0, sizeof(*counts));
	counts->why = "the module is not loaded";
	if (!report)
		return 0;
	text = sysfs_read(NAME, &length);
	if (!text && errno != ENOENT && errno != ENODEV) {
		diag("cannot read %s/" NAME ": %s", sysfs_dir(),
		     strerror(errno));
		return -1;
	}
	counts->why = NULL;
	if (!text)
		counts->why = words(ENOENT);
	else if (length == 0)
		counts->why = try(report);
	else if (!sysfs_is_text(text, length))
		wrong = "has a byte in it that is no ASCII text";
	else
		wrong = parse_counts(counts, text);
	free(text);
	if (!wrong)
		return 0;
	diag("%s/" NAME ": %s", sysfs_dir(), wrong);
	return -1;
}
