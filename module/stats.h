/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stats: all that is counted, in one place.
 */
#ifndef AFP_STATS_H
#define AFP_STATS_H

#include <linux/types.h>

int afp_stats_show(char *buf, size_t size);

#endif /* AFP_STATS_H */
