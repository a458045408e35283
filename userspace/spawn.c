// SPDX-License-Identifier: GPL-2.0
#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A decompressed kernel configuration has 300 kB. */
#define MAX_OUTPUT (8u << 20)

/* auditctl and modinfo are not in the PATH of everybody. */
static const char more[] = ":/usr/local/sbin:/usr/sbin:/sbin";

static bool find(const char *name, char path[PATH_MAX])
{
	const char *env = getenv("PATH");
	char *dirs, *rest, *dir;
	bool found = false;

	if (asprintf(&dirs, "%s%s", env ? env : "/usr/bin:/bin", more) < 0)
		return false;
	rest = dirs;
	while (!found && (dir = strsep(&rest, ":"))) {
		snprintf(path, PATH_MAX, "%s/%s", *dir ? dir : ".", name);
		found = access(path, X_OK) == 0;
	}
	free(dirs);
	return found;
}

bool spawn_possible(const char *name)
{
	char path[PATH_MAX];

	return find(name, path);
}

static char *read_pipe(int fd, size_t *length)
{
	char *text = NULL;
	size_t size = 0;
	char part[4096];
	FILE *to = open_memstream(&text, &size);
	ssize_t got = 1;

	if (!to)
		return NULL;
	while (got && ftell(to) < (long)MAX_OUTPUT) {
		got = read(fd, part, sizeof(part));
		if (got > 0)
			fwrite(part, 1, got, to);
		else if (got < 0 && errno != EINTR)
			break;
	}
	if (fclose(to)) {
		free(text);
		return NULL;
	}
	if (length)
		*length = size;
	return text;
}

char *spawn_read(const char *const *argv, size_t *length, int *status)
{
	posix_spawn_file_actions_t actions;
	char path[PATH_MAX];
	char *text = NULL;
	int ends[2], err, ended;
	pid_t pid;

	if (!find(argv[0], path) || pipe2(ends, O_CLOEXEC))
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
					 O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
					 O_WRONLY, 0);
	/* argv is not changed: posix_spawn() is older than const */
	err = posix_spawn(&pid, path, &actions, NULL, (char *const *)argv,
			  environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (!err) {
		text = read_pipe(ends[0], length);
		/* Closed first: one that has more to say must not wait */
		close(ends[0]);
		while (waitpid(pid, &ended, 0) < 0 && errno == EINTR)
			;
		*status = WIFSIGNALED(ended) ? 128 + WTERMSIG(ended)
					     : WEXITSTATUS(ended);
		return text;
	}
	close(ends[0]);
	return NULL;
}
