// SPDX-License-Identifier: GPL-2.0
#include "bench_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench_calls.h"
#include "diag.h"
#include "ending.h"

static char path[PATH_MAX];
static int home = -1;		/* @path may be relative to it */
static int inside = -1;
static volatile sig_atomic_t exists;

/* Only async-signal-safe functions: called from a signal handler too. */
static int sweep(void)
{
	unlinkat(inside, BENCH_FILE, 0);
	unlinkat(inside, BENCH_OTHER, 0);
	unlinkat(inside, BENCH_SUBDIR, AT_REMOVEDIR);
	return unlinkat(home, path, AT_REMOVEDIR);
}

static void sweep_if_there(void)
{
	if (exists)
		sweep();
}

static int make_and_enter(void)
{
	const char *parent = getenv("TMPDIR");
	int len;

	if (!parent || !*parent)
		parent = "/tmp";
	len = snprintf(path, sizeof(path), "%s/%s.XXXXXX", parent, diag_name);
	if (len < 0 || (size_t)len >= sizeof(path)) {
		diag("TMPDIR is longer than a path can be");
		return -1;
	}
	home = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (home < 0) {
		diag("cannot open the working directory: %s",
		     strerror(errno));
		return -1;
	}
	if (!mkdtemp(path)) {
		diag("cannot make a directory in %s: %s; set TMPDIR to one "
		     "that can be written to", parent, strerror(errno));
		return -1;
	}
	inside = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (inside < 0 || fchdir(inside)) {
		diag("cannot enter %s: %s", path, strerror(errno));
		unlinkat(home, path, AT_REMOVEDIR);
		return -1;
	}
	exists = 1;
	return 0;
}

int bench_dir_enter(void)
{
	sigset_t all, before;
	int ret;

	ending_add(sweep_if_there);
	/* No signal may come between the directory and the note of it */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	ret = make_and_enter();
	sigprocmask(SIG_SETMASK, &before, NULL);
	return ret;
}

int bench_dir_leave(void)
{
	int failed;

	if (!exists)
		return 0;
	failed = sweep();
	exists = 0;
	if (failed)
		diag("cannot remove %s: %s", path, strerror(errno));
	if (fchdir(home))
		failed = -1;
	close(inside);
	close(home);
	return failed ? -1 : 0;
}
