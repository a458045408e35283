/* SPDX-License-Identifier: GPL-2.0 */
/* What the text and the JSON of `aufastpath status` have in common. */
#ifndef STATUS_H
#define STATUS_H

#include "sysfs.h"

struct json_object;

/**
 * status_runs() - runs of the exit filter since the module was loaded
 * @report: the report
 *
 * Return: runs that were skipped, shortened by the index or whole.
 */
uint64_t status_runs(const struct report *report);

/**
 * status_skipped() - what share of those was skipped
 * @report: the report
 *
 * Return: percent, rounded down to two decimals so that 100 means every one;
 * 0 if there were none.
 */
double status_skipped(const struct report *report);

/**
 * status_json() - print the report as one JSON object
 * @report: the report, or NULL: the module is not loaded
 *
 * Return: 0, or -1 after a message.
 */
int status_json(const struct report *report);

/**
 * status_interest() - the interest of a report, for JSON
 * @report: the report
 *
 * Return: a new object with a member for each set.
 */
struct json_object *status_interest(const struct report *report);

#endif /* STATUS_H */
