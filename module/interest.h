/* SPDX-License-Identifier: GPL-2.0 */
/*
 * interest: on which syscalls some rule can match, as the hot paths read it.
 */
#ifndef AFP_INTEREST_H
#define AFP_INTEREST_H

/*
 * The bits of a syscall's byte in afp_interest: set if a rule can match
 * there, or while nothing is known.
 */
#define AFP_EXIT	1	/* in the exit list, with names collected */
#define AFP_EXIT_NONAME	2	/* in the exit list, without names */
#define AFP_ENTRY	4	/* in any list, a rule that records */
#define AFP_INODE	8	/* in an inode bucket */
#define AFP_ENTER	16	/* its entry must run: a rule that records can match
				 * without it becoming known before */
#define AFP_ANY		255

/* AFP_NR_SYSCALLS and AUDIT_ARCH_ values for assembly; checked in C. */
#define AFP_ASM_NR_SYSCALLS	2048
#define AFP_ASM_ARCH_NATIVE	0xc000003e
#define AFP_ASM_ARCH_COMPAT	0x40000003

/* AFP_ENTER is set for all from here up. */
#define AFP_ENTER_NUMBERS	512

#ifndef __ASSEMBLER__
#include "census.h"

extern u8 afp_interest[AFP_NR_ARCHES][AFP_NR_SYSCALLS];
/* The number of holds so far. Moved under a lock, read by hot paths without. */
extern u64 afp_generation;
/* There is no rule, and tasks may be idle. The same. */
extern bool afp_interest_idle;

/**
 * struct afp_interest_state - for reports
 * @held:      nothing is known, every bit is set
 * @shut:      why it will stay so, or NULL
 * @holds:     how often the bits went from known to not known
 * @published: how often they were published
 * @count:     how many rules the last census found
 */
struct afp_interest_state {
	bool held;
	const char *shut;
	u64 holds;
	u64 published;
	struct afp_count count;
};

void afp_interest_init(void);
void afp_interest_may_pass(enum afp_arch arch, unsigned int nr, bool is_quiet);
bool afp_interest_quiet(enum afp_arch arch, u32 nr);
void afp_interest_allow_idle(void (*arm_all)(void));
void afp_interest_hold(void);
void afp_interest_shut(const char *why);
u64 afp_interest_generation(void);
bool afp_interest_publish(const struct afp_census *census, u64 since);
bool afp_interest_covers(const struct afp_census *census, u64 since);
void afp_interest_state(struct afp_interest_state *state);
int afp_interest_show(u8 kind, enum afp_arch arch, char *buf);
#endif

#endif /* AFP_INTEREST_H */
