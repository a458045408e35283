/* SPDX-License-Identifier: GPL-2.0 */
/*
 * revive: makes the context of a syscall whose entry was skipped real, where that
 * makes a difference.
 */
#ifndef AFP_REVIVE_H
#define AFP_REVIVE_H

/*
 * What the member `dummy` is while this module has skipped the entry. The
 * kernel's own is 1, and all that it asks is whether it is 0.
 */
#define AFP_DUMMY		2

#ifndef __ASSEMBLER__
#include <linux/percpu.h>
#include <linux/types.h>

/* Counted by the trampolines in arch/entry_x86_64.S as well. */
DECLARE_PER_CPU(u64, afp_entry_revived);

int afp_revive_init(bool stats);
int afp_revive_start(void);
void afp_revive_all(void);
void afp_revive_stop(void);
int afp_revive_show(char *buf, size_t size);
#endif

#endif /* AFP_REVIVE_H */
