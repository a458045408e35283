// SPDX-License-Identifier: GPL-2.0
/*
 * scope: what one audit rule can match, worked out from the rule alone.
 *
 * Every narrowing below restates one branch of audit_filter_rules() or
 * audit_match_perm() (kernel/auditsc.c, the same from 5.10 to 7.3): where
 * that branch cannot give a match, neither can the rule, because all fields
 * of a rule must hold. Whatever is not listed leaves the scope as it is.
 */
#include <linux/audit.h>
#include "afp_scope.h"

/* AUDIT_PERM_EXEC, _WRITE, _READ and _ATTR are bits 0 to 3 of a value. */
#define PERM_BITS	4

/* No class has a number from 512 up, which afp_scope_init() makes sure of. */
#define CLASS_WORDS	8
#define CLASS_NUMBERS	(64 * CLASS_WORDS)

/* What each bit of perm=VALUE can match, and the signal class, by arch. */
static __u64 perm_set[AFP_NR_ARCHES][PERM_BITS][CLASS_WORDS];
static __u64 signal_set[AFP_NR_ARCHES][CLASS_WORDS];
/* If there is one all the same, nothing is known of classes. */
static bool classes_unknown;

static const __u32 arch_value[AFP_NR_ARCHES] = {
	[AFP_NATIVE] = AUDIT_ARCH_X86_64,
	[AFP_COMPAT] = AUDIT_ARCH_I386,
};

static void __init add_class(__u64 *set, const __u32 *class)
{
	for (; *class != AFP_CLASS_END; class++) {
		if (*class < CLASS_NUMBERS)
			set[*class / 64] |= 1ULL << (*class % 64);
		else
			classes_unknown = true;
	}
}

static void __init remove_class(__u64 *set, const __u32 *class)
{
	for (; *class != AFP_CLASS_END; class++)
		if (*class < CLASS_NUMBERS)
			set[*class / 64] &= ~(1ULL << (*class % 64));
}

/*
 * audit_match_perm(): the numbers that audit_classify_syscall() singles out
 * are judged by their class of syscall alone, all others by the lists.
 */
static void __init init_perm(__u64 *set, const struct afp_classes *c,
			     __u32 perm)
{
	memset(set, 0, CLASS_WORDS * sizeof(*set));
	if (perm & AUDIT_PERM_WRITE)
		add_class(set, c->write);
	if (perm & AUDIT_PERM_READ)
		add_class(set, c->read);
	if (perm & AUDIT_PERM_ATTR)
		add_class(set, c->chattr);
	remove_class(set, c->open);
	remove_class(set, c->exec);
	remove_class(set, c->bind);
	/* ACC_MODE() of an open gives read, write or both, nothing else */
	if (perm & (AUDIT_PERM_READ | AUDIT_PERM_WRITE))
		add_class(set, c->open);
	if (perm & AUDIT_PERM_EXEC)
		add_class(set, c->exec);
	if (perm & AUDIT_PERM_WRITE)
		add_class(set, c->bind);
}

void __init afp_scope_init(void)
{
	static const struct afp_classes *const classes[AFP_NR_ARCHES] = {
		[AFP_NATIVE] = &afp_classes_native,
		[AFP_COMPAT] = &afp_classes_compat,
	};
	int arch, bit;

	for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
		for (bit = 0; bit < PERM_BITS; bit++)
			init_perm(perm_set[arch][bit], classes[arch], 1 << bit);
		add_class(signal_set[arch], classes[arch]->signal);
	}
}

/*
 * Loops go over pointers, not over arrays: kernels with UBSAN_BOUNDS check
 * each index of an array, which would double the cost of a census.
 */
void afp_scope_begin(struct afp_scope *scope, const __u32 *mask)
{
	__u64 *native = scope->set[AFP_NATIVE];
	__u64 *compat = scope->set[AFP_COMPAT];
	int i;

	for (i = 0; i < AFP_SET_WORDS; i++)
		native[i] = compat[i] =
			mask[2 * i] | (__u64)mask[2 * i + 1] << 32;
	scope->names = false;
}

static void narrow_arch(struct afp_scope *scope, __u32 op, __u32 val)
{
	int arch;

	if (op != AUDIT_EQUAL && op != AUDIT_NOT_EQUAL)
		return;
	for (arch = 0; arch < AFP_NR_ARCHES; arch++)
		if ((arch_value[arch] == val) != (op == AUDIT_EQUAL))
			memset(scope->set[arch], 0, sizeof(scope->set[arch]));
}

static void narrow_perm(struct afp_scope *scope, __u32 op, __u32 val)
{
	/* all ones for a bit that is asked for */
	const __u64 x = -(__u64)(val & 1), w = -(__u64)(val >> 1 & 1);
	const __u64 r = -(__u64)(val >> 2 & 1), a = -(__u64)(val >> 3 & 1);
	int arch, i;

	if (op != AUDIT_EQUAL || val >> PERM_BITS || classes_unknown)
		return;
	for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
		const __u64 *exec = perm_set[arch][0];
		const __u64 *write = perm_set[arch][1];
		const __u64 *read = perm_set[arch][2];
		const __u64 *attr = perm_set[arch][3];
		__u64 *set = scope->set[arch];

		for (i = 0; i < CLASS_WORDS; i++)
			set[i] &= (exec[i] & x) | (write[i] & w) |
				  (read[i] & r) | (attr[i] & a);
		memset(set + CLASS_WORDS, 0,
		       (AFP_SET_WORDS - CLASS_WORDS) * sizeof(*set));
	}
}

/* audit_field_compare(): which comparisons look at names, whatever the op. */
static bool compares_object(__u32 val)
{
	switch (val) {
	case AUDIT_COMPARE_UID_TO_OBJ_UID:
	case AUDIT_COMPARE_GID_TO_OBJ_GID:
	case AUDIT_COMPARE_EUID_TO_OBJ_UID:
	case AUDIT_COMPARE_EGID_TO_OBJ_GID:
	case AUDIT_COMPARE_AUID_TO_OBJ_UID:
	case AUDIT_COMPARE_SUID_TO_OBJ_UID:
	case AUDIT_COMPARE_SGID_TO_OBJ_GID:
	case AUDIT_COMPARE_FSUID_TO_OBJ_UID:
	case AUDIT_COMPARE_FSGID_TO_OBJ_GID:
		return true;
	default:
		return false;
	}
}

void afp_scope_field(struct afp_scope *scope, __u32 type, __u32 op, __u32 val)
{
	switch (type) {
	case AUDIT_ARCH:
		narrow_arch(scope, op, val);
		break;
	case AUDIT_PERM:
		narrow_perm(scope, op, val);
		break;
	case AUDIT_DEVMAJOR:
	case AUDIT_DEVMINOR:
	case AUDIT_INODE:
	case AUDIT_OBJ_UID:
	case AUDIT_OBJ_GID:
	case AUDIT_WATCH:
		/* a loop over the names, for != too: no name, no match */
		scope->names = true;
		break;
	case AUDIT_FILETYPE:
	case AUDIT_DIR:
		/*
		 * != is the negated result and matches without any name. A
		 * context has references to trees only when it has names: both
		 * are taken in __audit_inode() and __audit_inode_child(), where
		 * the first five names need no memory, and both are dropped
		 * together.
		 */
		if (op != AUDIT_NOT_EQUAL)
			scope->names = true;
		break;
	case AUDIT_FIELD_COMPARE:
		if (compares_object(val))
			scope->names = true;
		break;
	}
}

static bool intersects(const __u64 *set, const __u32 *mask)
{
	int i;

	for (i = 0; i < CLASS_WORDS; i++)
		if (set[i] & (mask[2 * i] | (__u64)mask[2 * i + 1] << 32))
			return true;
	return false;
}

bool afp_scope_is_signal(const __u32 *mask, bool arch_set, __u32 arch)
{
	if (!arch_set)
		return intersects(signal_set[AFP_NATIVE], mask) ||
		       intersects(signal_set[AFP_COMPAT], mask);
	return intersects(signal_set[arch == AUDIT_ARCH_I386], mask);
}
