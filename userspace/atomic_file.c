// SPDX-License-Identifier: GPL-2.0
#include "atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag.h"
#include "ending.h"

static char target[PATH_MAX], temporary[PATH_MAX];
static int fd = -1;
static volatile sig_atomic_t exists;

/* Runs in a signal handler too. */
static void remove_if_there(void)
{
	if (exists)
		unlink(temporary);
	exists = 0;
}

/* A link stays one; a device must not be replaced by a file. */
static int find_target(const char *path)
{
	char here[PATH_MAX] = "";
	struct stat info;

	if (!*path) {
		errno = ENOENT;
	} else if (stat(path, &info) == 0) {
		if (!S_ISREG(info.st_mode)) {
			diag("%s is there and no regular file; without a file "
			     "the output goes to stdout", path);
			return -1;
		}
		if (realpath(path, target))
			return 0;
	} else if (errno == ENOENT) {
		/* Absolute: the working directory may be another meanwhile */
		if (*path == '/' || getcwd(here, sizeof(here))) {
			if (snprintf(target, sizeof(target), "%s%s%s", here,
				     *here ? "/" : "", path) <
			    (int)sizeof(target))
				return 0;
			errno = ENAMETOOLONG;
		}
	}
	diag("cannot write %s: %s", path, strerror(errno));
	return -1;
}

int atomic_open(const char *path)
{
	sigset_t all, before;
	const char *slash;
	int err;

	if (find_target(path))
		return -1;
	/* DIR/.NAME.XXXXXX */
	slash = strrchr(target, '/') + 1;
	if (snprintf(temporary, sizeof(temporary), "%.*s.%s.XXXXXX",
		     (int)(slash - target), target, slash) >=
	    (int)sizeof(temporary)) {
		diag("cannot write %s: %s", path, strerror(ENAMETOOLONG));
		return -1;
	}
	ending_add(remove_if_there);
	/* No signal may come between the file and the note of it */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	fd = mkstemp(temporary);
	err = errno;
	exists = fd >= 0;
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (fd < 0) {
		diag("cannot write %s: %s", path, strerror(err));
		return -1;
	}
	return 0;
}

int atomic_fd(void)
{
	return fd;
}

const char *atomic_name(void)
{
	return temporary;
}

/* Without this a rename may be lost with the power; few file systems care. */
static void sync_directory(void)
{
	char *slash = strrchr(target, '/');
	int dir;

	slash[slash == target] = '\0';
	dir = open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return;
	fsync(dir);
	close(dir);
}

int atomic_commit(void)
{
	if (fchmod(fd, 0644) || fsync(fd) || rename(temporary, target)) {
		diag("cannot write %s: %s", target, strerror(errno));
		atomic_abort();
		return -1;
	}
	exists = 0;
	close(fd);
	fd = -1;
	sync_directory();
	return 0;
}

void atomic_abort(void)
{
	remove_if_there();
	if (fd >= 0)
		close(fd);
	fd = -1;
}
