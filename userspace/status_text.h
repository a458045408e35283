/* SPDX-License-Identifier: GPL-2.0 */
/* The report of `aufastpath status` for people. */
#ifndef STATUS_TEXT_H
#define STATUS_TEXT_H

#include "sysfs.h"

/**
 * status_text() - print the report in words
 * @report: the report, or NULL: the module is not loaded
 *
 * Coloured if stdout is a terminal and NO_COLOR is not set.
 */
void status_text(const struct report *report);

#endif /* STATUS_TEXT_H */
