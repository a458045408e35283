/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry_path: gives a syscall of no interest a dummy context from the start.
 */
#ifndef AFP_ENTRY_PATH_H
#define AFP_ENTRY_PATH_H

#include <linux/percpu.h>
#include <linux/types.h>
#include "hook.h"
#include "layout.h"

/* Whose entry is skipped. */
enum afp_entries {
	AFP_ENTRIES_OFF,	/* nobody's */
	AFP_ENTRIES_SAFE,	/* that of quiet syscalls */
	AFP_ENTRIES_FULL,	/* that of all but the loud ones */
};

/* Read by the trampolines in arch/entry_x86_64.S. */
extern u32 afp_ctx_ctime;
DECLARE_PER_CPU(u64, afp_entry_skipped);

/* The trampolines. */
extern u8 afp_entry_enter[], afp_entry_enter_nostats[];
extern u8 afp_entry_leave[], afp_entry_leave_nostats[];
extern u8 afp_inodes_verify[];

int afp_entry_init(enum afp_entries skip, bool idling, bool judge,
		   enum afp_tier tier, bool stats);
int afp_entry_start(const struct afp_context_layout *context);
void afp_entry_stop(void);
void afp_entry_counts(u64 *skipped, u64 *revived, u64 *idling);
int afp_entry_show(char *buf, size_t size);

#endif /* AFP_ENTRY_PATH_H */
