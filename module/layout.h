/* SPDX-License-Identifier: GPL-2.0 */
/*
 * layout: where the members of the kernel's private audit structures lie, in
 * the kernel that runs.
 */
#ifndef AFP_LAYOUT_H
#define AFP_LAYOUT_H

/*
 * What the entry shortcut has built in of struct audit_context: the same from 5.16 to 7.3, and
 * checked at load. What moves is in variables: afp_ctx_*.
 */
#define AFP_CTX_DUMMY		0
#define AFP_CTX_CONTEXT		4
#define AFP_CTX_STATE		8
#define AFP_CTX_CURRENT_STATE	12
#define AFP_CTX_ARGV		48
#define AFP_CTX_PRIO		88

/* kernel/audit.h */
#define AFP_ASM_CTX_SYSCALL	1
#define AFP_ASM_STATE_BUILD	1
#define AFP_ASM_STATE_RECORD	2

#ifndef __ASSEMBLER__
#include <linux/audit.h>

/* kernel/audit.h, private but the same from 4.18 to 7.3; checked at load. */
struct afp_entry {
	struct list_head list;
	struct rcu_head rcu;
	struct audit_krule rule;
};

/**
 * struct afp_context_layout - offsets in struct audit_context, in bytes
 * @major:      the syscall's number, int
 * @arch:       the syscall's AUDIT_ARCH_ value, int
 * @name_count: how many names are collected, int
 * @prio:       the priority of the rule that matched last, u64
 * @ctime:      when the syscall was entered, struct timespec64
 * @entry:      all that the entry shortcut takes for granted holds
 */
struct afp_context_layout {
	u32 major;
	u32 arch;
	u32 name_count;
	u32 prio;
	u32 ctime;
	bool entry;
};

int afp_layout_read(struct afp_context_layout *context);
#endif

#endif /* AFP_LAYOUT_H */
