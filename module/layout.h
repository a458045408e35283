/* SPDX-License-Identifier: GPL-2.0 */
/*
 * layout: where the members of the kernel's private audit structures lie, in
 * the kernel that runs.
 */
#ifndef AFP_LAYOUT_H
#define AFP_LAYOUT_H

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

#endif /* AFP_LAYOUT_H */
