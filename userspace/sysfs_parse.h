/* SPDX-License-Identifier: GPL-2.0 */
/* The formats of the module's files. */
#ifndef SYSFS_PARSE_H
#define SYSFS_PARSE_H

#include "counting.h"
#include "sysfs.h"

/*
 * Each takes the whole text of a file, NUL-terminated, without the newline at
 * its end, and may cut it into pieces that @report then points to. Each
 * returns NULL, or what is wrong in words that follow "FILE: ".
 */
const char *parse_state(struct report *report, char *text);
const char *parse_enabled(struct report *report, char *text);
const char *parse_hooks(struct report *report, char *text);
const char *parse_stats(struct report *report, char *text);
const char *parse_bits(struct bits *bits, char *text);
/* With its last newline: without one it is cut off. */
const char *parse_counts(struct counts *counts, char *text);

#endif /* SYSFS_PARSE_H */
