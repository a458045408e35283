/* SPDX-License-Identifier: GPL-2.0 */
/*
 * exit_path: at syscall exit, skips the exit list for syscalls on which none
 * of its rules can match.
 */
#ifndef AFP_EXIT_PATH_H
#define AFP_EXIT_PATH_H

#include <linux/types.h>
#include "hook.h"
#include "layout.h"

int afp_exit_init(enum afp_tier tier, bool stats);
int afp_exit_start(const struct afp_context_layout *context);
void afp_exit_stop(void);
bool afp_exit_is_attached(void);
void afp_exit_counts(u64 *skipped, u64 *full);
int afp_exit_show(char *buf, size_t size);

#endif /* AFP_EXIT_PATH_H */
