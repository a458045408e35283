// SPDX-License-Identifier: GPL-2.0
#include "root.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* /proc/kallsyms has some 15 MB; nothing that is read here has more. */
#define MAX_FILE (64u << 20)

static void prefixed(char path[PATH_MAX], const char *fmt, va_list ap)
{
	const char *root = getenv(ROOT_ENV);
	int used = snprintf(path, PATH_MAX, "%s", root ? root : "");

	if (used >= 0 && used < PATH_MAX)
		vsnprintf(path + used, PATH_MAX - used, fmt, ap);
}

void root_path(char path[PATH_MAX], const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	prefixed(path, fmt, ap);
	va_end(ap);
}

int root_there(const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;

	va_start(ap, fmt);
	prefixed(path, fmt, ap);
	va_end(ap);
	return access(path, F_OK) == 0;
}

/* Twice the room. On failure the old block is gone, with errno. */
static char *grow(char *text, size_t *room)
{
	char *more = NULL;

	if (*room < MAX_FILE)
		more = realloc(text, *room * 2 + 1);
	else
		errno = EFBIG;
	if (!more)
		free(text);
	*room *= 2;
	return more;
}

/* Files of /proc and /sys do not tell their size. */
static char *read_all(int fd, size_t *length)
{
	size_t room = 4096, used = 0;
	char *text = malloc(room + 1);
	ssize_t got;

	while (text) {
		got = read(fd, text + used, room - used);
		if (got == 0)
			break;
		if (got < 0 && errno != EINTR) {
			free(text);
			return NULL;
		}
		if (got > 0)
			used += got;
		if (used == room)
			text = grow(text, &room);
	}
	if (!text)
		return NULL;
	text[used] = '\0';
	if (length)
		*length = used;
	return text;
}

char *root_read(size_t *length, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	char *text;
	int fd, err;

	va_start(ap, fmt);
	prefixed(path, fmt, ap);
	va_end(ap);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	text = read_all(fd, length);
	err = errno;
	close(fd);
	errno = err;
	return text;
}
