/* SPDX-License-Identifier: GPL-2.0 */
/*
 * scope: what one audit rule can match, worked out from the rule alone.
 *
 * Pure code: the same source is compiled into the module, the tools and the
 * unit tests. The answer errs on one side only: "cannot match" is never
 * wrong, "can match" may be.
 */
#ifndef AFP_SCOPE_H
#define AFP_SCOPE_H

#include "afp_pure.h"

/* The two syscall tables of a biarch kernel. */
enum afp_arch {
	AFP_NATIVE,
	AFP_COMPAT,
	AFP_NR_ARCHES,
};

/* audit_in_mask() is false for every syscall number from here up. */
#define AFP_NR_SYSCALLS	2048
/* A set of syscall numbers: number n is bit n % 64 of word n / 64. */
#define AFP_SET_WORDS	(AFP_NR_SYSCALLS / 64)
/* The same as a rule's mask holds it: AUDIT_BITMASK_SIZE words of 32 bits. */
#define AFP_MASK_WORDS	(AFP_NR_SYSCALLS / 32)

/**
 * struct afp_scope - what one rule can match
 * @set:   by arch: the syscall numbers on which the rule can match
 * @names: in the exit list, the rule can only match a context that has
 *         collected a name
 */
struct afp_scope {
	__u64 set[AFP_NR_ARCHES][AFP_SET_WORDS];
	bool names;
};

/* Is @nr, below AFP_NR_SYSCALLS, in @set of AFP_SET_WORDS words? */
static inline bool afp_set_has(const __u64 *set, unsigned int nr)
{
	return set[nr / 64] >> (nr % 64) & 1;
}

/**
 * struct afp_classes - the kernel's syscall classes for one arch
 * @write:  AUDIT_CLASS_WRITE
 * @read:   AUDIT_CLASS_READ
 * @chattr: AUDIT_CLASS_CHATTR
 * @signal: AUDIT_CLASS_SIGNAL
 * @open:   numbers whose access mode decides (AUDITSC_OPEN, OPENAT, OPENAT2)
 * @exec:   AUDITSC_EXECVE
 * @bind:   AUDITSC_SOCKETCALL
 *
 * Each a list of syscall numbers that ends with AFP_CLASS_END, from the
 * asm-generic/audit_*.h headers of the kernel the module is built for.
 */
struct afp_classes {
	const __u32 *write;
	const __u32 *read;
	const __u32 *chattr;
	const __u32 *signal;
	const __u32 *open;
	const __u32 *exec;
	const __u32 *bind;
};

#define AFP_CLASS_END	(~0U)

extern const struct afp_classes afp_classes_native;
extern const struct afp_classes afp_classes_compat;

/* Quiet and loud syscalls of each arch (arch/quiet.h); they end like a class. */
extern const __u32 afp_quiet_native[], afp_quiet_compat[];
extern const __u32 afp_loud_native[], afp_loud_compat[];

/**
 * afp_scope_init() - build the class bitmaps
 *
 * Must run once before any other function of this file. Idempotent.
 */
void afp_scope_init(void);

/**
 * afp_scope_begin() - start on a rule
 * @scope: filled
 * @mask:  the rule's syscall mask as the kernel holds it, AFP_MASK_WORDS words
 *
 * Call afp_scope_field() for each of the rule's fields after it; the order
 * does not matter.
 */
void afp_scope_begin(struct afp_scope *scope, const __u32 *mask);

/**
 * afp_scope_field() - narrow the scope by one field
 * @scope: begun with afp_scope_begin()
 * @type:  AUDIT_ARCH, AUDIT_PERM, ... (linux/audit.h)
 * @op:    AUDIT_EQUAL, AUDIT_NOT_EQUAL, ... (linux/audit.h)
 * @val:   the value that the rule compares with
 *
 * What is not understood leaves the scope as it is.
 */
void afp_scope_field(struct afp_scope *scope, __u32 type, __u32 op, __u32 val);

/**
 * afp_scope_is_signal() - does the kernel count this rule in audit_signals?
 * @mask:     the rule's syscall mask
 * @arch_set: the rule has an arch field
 * @arch:     that field's value, whatever its operator
 *
 * Source: audit_match_signal(), kernel/auditfilter.c.
 * Return: true if the rule is counted.
 */
bool afp_scope_is_signal(const __u32 *mask, bool arch_set, __u32 arch);

#endif /* AFP_SCOPE_H */
