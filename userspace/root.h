/* SPDX-License-Identifier: GPL-2.0 */
/* Files of the system, below a directory that tests may set. */
#ifndef ROOT_H
#define ROOT_H

#include <limits.h>
#include <stddef.h>

/* For tests: a directory that stands for /. */
#define ROOT_ENV "AUFASTPATH_ROOT"

/**
 * root_path() - where a file of the system is
 * @path: receives it; cut off if it is too long, and then is not there
 * @fmt: printf format of the absolute path
 */
void root_path(char path[PATH_MAX], const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * root_there() - is there such a file?
 * @fmt: printf format of the absolute path
 *
 * Return: 1 or 0.
 */
int root_there(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/**
 * root_read() - read a file
 * @length: receives the number of bytes, may be NULL
 * @fmt: printf format of the absolute path
 *
 * Return: all of it and a NUL, to be freed; or NULL with errno.
 */
char *root_read(size_t *length, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* ROOT_H */
