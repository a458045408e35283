/* SPDX-License-Identifier: GPL-2.0 */
/* The operations that can be measured, one loop each. */
#ifndef BENCH_CALLS_H
#define BENCH_CALLS_H

#include <poll.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * struct bench_env - what the operations work on
 * @null: descriptor of /dev/null, or -1
 * @zero: descriptor of /dev/zero, or -1
 * @file: descriptor of BENCH_FILE in the working directory, or -1
 * @page: one private anonymous page of its own, readable and writable
 * @page_size: its size in bytes
 * @buffer: memory for what the kernel returns, larger than any of its structs
 * @poll: one struct pollfd, asking whether @null can be read
 * @pid: this process
 * @uid: its effective user, who owns the file
 */
struct bench_env {
	int null;
	int zero;
	int file;
	void *page;
	long page_size;
	void *buffer;
	struct pollfd *poll;
	pid_t pid;
	uid_t uid;
};

/* Names in the private working directory */
#define BENCH_FILE	"file"		/* always there */
#define BENCH_OTHER	"other"		/* comes and goes */
#define BENCH_SUBDIR	"dir"		/* comes and goes */
#define BENCH_MISSING	"missing"	/* never there */

/* What an operation needs of struct bench_env */
#define BENCH_NEEDS_NULL	1
#define BENCH_NEEDS_ZERO	2
#define BENCH_NEEDS_PAGE	4
#define BENCH_NEEDS_DIR		8	/* the private working directory */

/**
 * struct bench_call - one operation
 * @name: as given to --syscall
 * @what: one line for people
 * @needs: BENCH_NEEDS_*
 * @fails: the errno it is meant to end with, or 0
 * @once: do it once; returns 0 or the first -errno
 * @loop: do it @count times (at least 1); the result is negative if a call
 *	  failed, and says nothing else
 */
struct bench_call {
	const char *name;
	const char *what;
	unsigned int needs;
	int fails;
	long (*once)(const struct bench_env *env);
	long (*loop)(const struct bench_env *env, uint64_t count);
};

/* All operations; ends with a row without a name. */
extern const struct bench_call bench_calls[];

/**
 * bench_call_find() - look an operation up
 * @name: its name
 *
 * Return: the operation, or NULL if there is none of this name.
 */
const struct bench_call *bench_call_find(const char *name);

/**
 * bench_call_check() - do an operation once and look at the result
 * @call: the operation
 * @env: prepared for what @call needs
 *
 * Return: 0 if it ended as it is meant to, else the errno it ended with; an
 * operation that was meant to fail and did not gives -1.
 */
int bench_call_check(const struct bench_call *call,
		     const struct bench_env *env);

#endif /* BENCH_CALLS_H */
