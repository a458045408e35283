/* SPDX-License-Identifier: GPL-2.0 */
/*
 * lifecycle: hears of rule changes: holds before them, resyncs after them.
 */
#ifndef AFP_LIFECYCLE_H
#define AFP_LIFECYCLE_H

#include <linux/types.h>

int afp_lifecycle_init(void);
int afp_lifecycle_start(void);
void afp_lifecycle_stop(void);
void afp_lifecycle_times(u64 *last_ns, u64 *max_ns);
int afp_lifecycle_show(char *buf, size_t size);

#endif /* AFP_LIFECYCLE_H */
