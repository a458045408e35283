/* SPDX-License-Identifier: GPL-2.0 */
/* Rules as the tests write them down, and what their scope is. */
#ifndef AFP_TEST_SCOPE_RULE_H
#define AFP_TEST_SCOPE_RULE_H

#include <linux/audit.h>

#include "afp_scope.h"

#define MAX_FIELDS	4

struct field {
	__u32 type;
	__u32 op;
	__u32 val;
};

static const __u32 every[AFP_MASK_WORDS] = { [0 ... 63] = ~0U };

/* The scope of a rule; fields end with an op of 0. */
static inline struct afp_scope scope_of(const __u32 *mask, const struct field *f)
{
	struct afp_scope s;
	int i;

	afp_scope_begin(&s, mask);
	for (i = 0; i < MAX_FIELDS && f[i].op; i++)
		afp_scope_field(&s, f[i].type, f[i].op, f[i].val);
	return s;
}

#define SCOPE(mask, ...)	\
	scope_of(mask, (const struct field[MAX_FIELDS]) { __VA_ARGS__ })

#define EQ(type, val)	{ AUDIT_##type, AUDIT_EQUAL, val }
#define NE(type, val)	{ AUDIT_##type, AUDIT_NOT_EQUAL, val }

static inline bool on_native(const struct afp_scope *s, unsigned int nr)
{
	return afp_set_has(s->set[AFP_NATIVE], nr);
}

static inline bool on_compat(const struct afp_scope *s, unsigned int nr)
{
	return afp_set_has(s->set[AFP_COMPAT], nr);
}

static inline unsigned int count(const struct afp_scope *s, enum afp_arch arch)
{
	unsigned int nr, n = 0;

	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++)
		n += afp_set_has(s->set[arch], nr);
	return n;
}

#define ALL	AFP_NR_SYSCALLS

static inline void expect_counts(const struct afp_scope *s, unsigned int native,
			  unsigned int compat)
{
	assert_int_equal(count(s, AFP_NATIVE), native);
	assert_int_equal(count(s, AFP_COMPAT), compat);
}

static inline void set_bit(__u32 *mask, unsigned int nr)
{
	mask[nr / 32] |= 1U << nr % 32;
}

#endif /* AFP_TEST_SCOPE_RULE_H */
