/* SPDX-License-Identifier: GPL-2.0 */
/* Asks other programs. */
#ifndef SPAWN_H
#define SPAWN_H

#include <stdbool.h>
#include <stddef.h>

/**
 * spawn_possible() - is there such a program?
 * @name: searched for in PATH, and where root's programs are
 */
bool spawn_possible(const char *name);

/**
 * spawn_read() - run a program without a shell, to its end
 * @argv: its arguments, ending with NULL; argv[0] is searched for as by
 *	  spawn_possible()
 * @length: receives the length of the text, may be NULL
 * @status: receives its exit status; 128 + N for signal N
 *
 * Its stdin and its stderr are /dev/null.
 *
 * Return: what it wrote to stdout, to be freed; NULL if it cannot be run.
 */
char *spawn_read(const char *const *argv, size_t *length, int *status);

#endif /* SPAWN_H */
