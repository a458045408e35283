/* SPDX-License-Identifier: GPL-2.0 */
/*
 * exit_path: at syscall exit, skips the exit list for syscalls on which none
 * of its rules can match.
 */
#ifndef AFP_EXIT_PATH_H
#define AFP_EXIT_PATH_H

#include <linux/percpu.h>
#include <linux/types.h>
#include "hook.h"
#include "layout.h"

/* Read by the trampolines in arch/exit_x86_64.S. */
extern struct list_head *afp_exit_list;
extern u32 afp_ctx_major, afp_ctx_arch, afp_ctx_names, afp_ctx_prio;
extern struct list_head afp_no_rules;
DECLARE_PER_CPU(u64, afp_exit_skipped);
DECLARE_PER_CPU(u64, afp_exit_full);

/* Called by them before the filter runs and after it has. */
unsigned long afp_exit_look(const void *ctx);
void afp_exit_verify(const void *ctx, u64 prio, u64 generation,
		     unsigned long interest);
void afp_exit_verify_entry(const void *ctx, u64 prio, u64 generation,
			   unsigned long interest);

/* The trampolines: by shape of the filter. */
extern u8 afp_exit_op[], afp_exit_op_nostats[], afp_exit_op_verify[];
extern u8 afp_exit_syscall[], afp_exit_syscall_nostats[];
extern u8 afp_exit_syscall_verify[];
/* A return, for the tiers that skip by changing regs->ip. */
extern u8 afp_exit_return[];

int afp_exit_init(enum afp_tier tier, bool stats, bool verify);
int afp_exit_start(const struct afp_context_layout *context);
void afp_exit_stop(void);
bool afp_exit_is_wanted(void);
bool afp_exit_is_attached(void);
void afp_exit_counts(u64 *skipped, u64 *full, u64 *wrong);
int afp_exit_show(char *buf, size_t size);

#endif /* AFP_EXIT_PATH_H */
