/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry_path: gives a syscall of no interest a dummy context from the start.
 */
#ifndef AFP_ENTRY_PATH_H
#define AFP_ENTRY_PATH_H

/*
 * What the member `dummy` is while this module has skipped the entry. The
 * kernel's own is 1, and all that it asks is whether it is 0.
 */
#define AFP_DUMMY		2

#ifndef __ASSEMBLER__
#include <linux/percpu.h>
#include <linux/types.h>
#include "hook.h"
#include "layout.h"

/* Read by the trampolines in arch/entry_x86_64.S. */
extern u32 afp_ctx_ctime;
DECLARE_PER_CPU(u64, afp_entry_skipped);
DECLARE_PER_CPU(u64, afp_entry_revived);

/* The trampolines. */
extern u8 afp_entry_enter[], afp_entry_enter_nostats[];
extern u8 afp_entry_leave[], afp_entry_leave_nostats[];

int afp_entry_init(bool skip, enum afp_tier tier, bool stats);
int afp_entry_start(const struct afp_context_layout *context);
void afp_entry_stop(void);
void afp_entry_counts(u64 *skipped, u64 *revived);
int afp_entry_show(char *buf, size_t size);
#endif

#endif /* AFP_ENTRY_PATH_H */
