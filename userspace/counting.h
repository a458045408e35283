/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs of the exit filter by syscall. The module counts them only while it is
 * asked to, and stops by itself when nobody reads them for a minute or two.
 */
#ifndef COUNTING_H
#define COUNTING_H

#include <stdbool.h>
#include <stdint.h>

#include "sysfs.h"

enum run { RUN_SKIPPED, RUN_INDEXED, RUN_FULL, NR_RUNS };

/* How often to read them at least, so that they are not lost, in seconds. */
#define COUNTING_KEEP	10

/**
 * struct counts - what was counted so far
 * @why: why nothing is, in words that follow "no rates by syscall: "; NULL if
 *	 something is
 * @of: by arch and number
 * @other: all syscalls that the module does not tell apart
 */
struct counts {
	const char *why;
	uint64_t of[AFP_NR_ARCHES][AFP_NR_SYSCALLS][NR_RUNS];
	uint64_t other[NR_RUNS];
};

/**
 * counting_read() - read what was counted; where nobody counts, start it
 * @counts: filled in
 * @report: what the module has just shown, or NULL if it is not loaded
 *
 * What was started here is stopped by counting_stop(), and by a signal that
 * ends the program. What somebody else has started is only read.
 *
 * Return: 0, or -1 after a message.
 */
int counting_read(struct counts *counts, const struct report *report);

/**
 * counting_stop() - stop what counting_read() has started
 */
void counting_stop(void);

#endif /* COUNTING_H */
