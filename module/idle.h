/* SPDX-License-Identifier: GPL-2.0 */
/*
 * idle: without rules, tasks leave audit's slow path altogether.
 */
#ifndef AFP_IDLE_H
#define AFP_IDLE_H

#include <linux/types.h>

/* Called at a syscall's entry, also by the trampolines: is it to be skipped? */
bool afp_idle_enter(void);

void afp_idle_init(void);
u64 afp_idle_tasks(void);

#endif /* AFP_IDLE_H */
