/* SPDX-License-Identifier: GPL-2.0 */
/*
 * calls: make one system call of either architecture, and count how it went.
 *
 * The counts lie in memory that the process outside of audit shares, and are
 * printed by that one: the workload itself makes no call that is not meant.
 */
#ifndef CALLS_H
#define CALLS_H

#include <stdbool.h>
#include <sys/types.h>

enum arch { NATIVE, COMPAT, NR_ARCHES };

#define NR_COUNTED	4096
#define FIRST_KEPT	1000	/* descriptors from here on stay open */
#define DIRECTORY	"/srv/oracle/"

struct shared {
	unsigned int calls;
	/* by number: how often it succeeded, and failed */
	unsigned short succeeded[NR_ARCHES][NR_COUNTED];
	unsigned short failed[NR_ARCHES][NR_COUNTED];
	/* a task that is to be killed once it blocks */
	volatile pid_t victim;
	/* a thread; once it blocks, a byte is sent to the other */
	volatile pid_t blocking;
	int pipe[2];
};

extern struct shared *shared;

#define NO_SUCH_CALL	(-100000L)

/*
 * Make a call, given its number, or its name. A name that this architecture
 * or this libaudit does not know is passed over and gives NO_SUCH_CALL.
 */
long call_number(enum arch arch, long number, const long *a);
long call_name(enum arch arch, const char *name, const long *a);

#define CALL(arch, name, ...)	\
	call_name(arch, name, (const long[6]){ __VA_ARGS__ })

/*
 * Make a call that may return twice; in the child it does not return. The
 * caller waits for the child.
 */
long call_forking(enum arch arch, long number, const long *a);

/* The child of a fork that holds its parent until it has ended or executes. */
pid_t fork_first(void);
void end(int status) __attribute__((noreturn));
/* Wait for a child. */
void reap(pid_t pid);

/* sweep: every number, with arguments that nothing takes */
void sweep(enum arch arch);
void print_skipped(void);

/* rows: calls that succeed, in an order in which they can */
void rows(enum arch arch);
void path_rows(enum arch arch, const char *path);
void descriptor_rows(enum arch arch, const char *path);

/* places: a plain file and some out of the ordinary; the last is NULL */
extern const char *const places[];
void make_places(void);

/* tasks: what takes more than one task, and what is denied */
void tasks(void);
void last(void);

#endif /* CALLS_H */
