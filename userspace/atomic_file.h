/* SPDX-License-Identifier: GPL-2.0 */
/* A file that is either the old one or the new one, never half of it. */
#ifndef ATOMIC_FILE_H
#define ATOMIC_FILE_H

/**
 * atomic_open() - begin a file
 * @path: where it is to be; what is there must be a regular file
 *
 * A temporary file in the same directory, which goes away if a signal ends
 * the program. Its name does not end as that of @path does, so that whoever
 * reads *.prom does not see it. One at a time.
 *
 * Return: 0, or -1 after a message.
 */
int atomic_open(const char *path);

/**
 * atomic_fd() - the temporary file, open for writing
 */
int atomic_fd(void);

/**
 * atomic_name() - the temporary file's name
 */
const char *atomic_name(void);

/**
 * atomic_commit() - put it in its place, readable by everybody
 *
 * It is on the disk before it has its name.
 *
 * Return: 0, or -1 after a message; the old file is then still there.
 */
int atomic_commit(void);

/**
 * atomic_abort() - give it up; does nothing if there is none
 */
void atomic_abort(void);

#endif /* ATOMIC_FILE_H */
