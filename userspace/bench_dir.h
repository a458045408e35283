/* SPDX-License-Identifier: GPL-2.0 */
/* A private working directory that does not outlive the program. */
#ifndef BENCH_DIR_H
#define BENCH_DIR_H

/**
 * bench_dir_enter() - make a fresh private directory and work in it
 *
 * It is made in $TMPDIR, or in /tmp. Paths in it are used relative to it, so
 * that the depth of $TMPDIR does not count. Once it is there, signals that
 * end the program remove it first. At most one at a time.
 *
 * Return: 0, or -1 after a message.
 */
int bench_dir_enter(void);

/**
 * bench_dir_leave() - remove the directory and the files in it
 *
 * Does nothing if there is none.
 *
 * Return: 0, or -1 after a message.
 */
int bench_dir_leave(void);

#endif /* BENCH_DIR_H */
