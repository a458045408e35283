// SPDX-License-Identifier: GPL-2.0
/*
 * scope, field by field: which need a name, with which operators, and which
 * tell nothing; and the rules that the kernel counts as signal rules.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

#include "array_size.h"
#include "scope_rule.h"

static const __u32 valid_ops[] = {
	AUDIT_EQUAL, AUDIT_NOT_EQUAL, AUDIT_LESS_THAN, AUDIT_GREATER_THAN,
	AUDIT_LESS_THAN_OR_EQUAL, AUDIT_GREATER_THAN_OR_EQUAL, AUDIT_BIT_MASK,
	AUDIT_BIT_TEST,
};

#define NR_OPS	ARRAY_SIZE(valid_ops)

/* Fields that are a loop over names: without a name false, != too. */
static void names_whatever_the_operator(void **state)
{
	static const __u32 types[] = {
		AUDIT_DEVMAJOR, AUDIT_DEVMINOR, AUDIT_INODE, AUDIT_OBJ_UID,
		AUDIT_OBJ_GID, AUDIT_WATCH,
	};
	struct afp_scope s;
	size_t i, op;
	__u32 val;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		for (op = 0; op < NR_OPS; op++) {
			s = SCOPE(every, { types[i], valid_ops[op], 0 });
			assert_true(s.names);
			expect_counts(&s, ALL, ALL);
		}
	}
	for (val = AUDIT_COMPARE_UID_TO_OBJ_UID;
	     val <= AUDIT_COMPARE_FSGID_TO_OBJ_GID; val++) {
		s = SCOPE(every, NE(FIELD_COMPARE, val));
		assert_true(s.names);
		s = SCOPE(every, EQ(FIELD_COMPARE, val));
		assert_true(s.names);
	}
}

static void names_only_if_equal(void **state)
{
	struct afp_scope s;

	(void)state;
	s = SCOPE(every, EQ(FILETYPE, S_IFREG));
	assert_true(s.names);
	s = SCOPE(every, NE(FILETYPE, S_IFREG));
	assert_false(s.names);
	expect_counts(&s, ALL, ALL);
	s = SCOPE(every, EQ(DIR, 4));
	assert_true(s.names);
	s = SCOPE(every, NE(DIR, 4));
	assert_false(s.names);
	s = SCOPE(every, NE(DIR, 4), EQ(FILETYPE, S_IFDIR));
	assert_true(s.names);
}

/* Fields of the task, the arguments, the outcome; unknown ones; perm!=. */
static void everything_else_stays_open(void **state)
{
	static const __u32 types[] = {
		AUDIT_PID, AUDIT_UID, AUDIT_EUID, AUDIT_SUID, AUDIT_FSUID,
		AUDIT_GID, AUDIT_EGID, AUDIT_SGID, AUDIT_FSGID, AUDIT_LOGINUID,
		AUDIT_PERS, AUDIT_MSGTYPE, AUDIT_SUBJ_USER, AUDIT_SUBJ_ROLE,
		AUDIT_SUBJ_TYPE, AUDIT_SUBJ_SEN, AUDIT_SUBJ_CLR, AUDIT_PPID,
		AUDIT_OBJ_USER, AUDIT_OBJ_ROLE, AUDIT_OBJ_TYPE,
		AUDIT_OBJ_LEV_LOW, AUDIT_OBJ_LEV_HIGH, AUDIT_LOGINUID_SET,
		AUDIT_SESSIONID, AUDIT_FSTYPE, AUDIT_EXIT, AUDIT_SUCCESS,
		AUDIT_EXE, AUDIT_SADDR_FAM, AUDIT_ARG0, AUDIT_ARG1, AUDIT_ARG2,
		AUDIT_ARG3, AUDIT_FILTERKEY, 27, 99, 114, 199, 204, 211, ~0U,
	};
	static const __u32 odd_ops[] = { 0x38000000, 0x78000000, ~0U, 7 };
	struct afp_scope s;
	size_t i, op;
	__u32 val;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		for (op = 0; op < NR_OPS; op++) {
			s = SCOPE(every, { types[i], valid_ops[op], 1 });
			assert_false(s.names);
			expect_counts(&s, ALL, ALL);
		}
	}
	for (val = 0; val < 16; val++) {
		s = SCOPE(every, NE(PERM, val));
		expect_counts(&s, ALL, ALL);
	}
	for (val = AUDIT_COMPARE_UID_TO_AUID; val <= AUDIT_MAX_FIELD_COMPARE + 1;
	     val++) {
		s = SCOPE(every, NE(FIELD_COMPARE, val));
		assert_false(s.names);
		expect_counts(&s, ALL, ALL);
	}
	for (i = 0; i < ARRAY_SIZE(odd_ops); i++) {
		s = SCOPE(every, { AUDIT_ARCH, odd_ops[i], AUDIT_ARCH_I386 });
		expect_counts(&s, ALL, ALL);
	}
}

/* The signal class: kill, tkill, tgkill of the 64-bit table; kill of i386. */
enum { GETPID = 39, KILL = 62, TKILL = 200, TGKILL = 234, KILL32 = 37 };

static void signal_rules(void **state)
{
	__u32 kill64[AFP_MASK_WORDS] = { 0 }, kill32[AFP_MASK_WORDS] = { 0 };
	__u32 none[AFP_MASK_WORDS] = { 0 }, other[AFP_MASK_WORDS] = { 0 };

	(void)state;
	set_bit(kill64, KILL);
	set_bit(kill32, KILL32);
	set_bit(other, GETPID);
	assert_true(afp_scope_is_signal(kill64, false, 0));
	assert_true(afp_scope_is_signal(kill32, false, 0));
	assert_false(afp_scope_is_signal(none, false, 0));
	assert_false(afp_scope_is_signal(other, false, 0));
	assert_true(afp_scope_is_signal(every, false, 0));
	assert_true(afp_scope_is_signal(kill64, true, AUDIT_ARCH_X86_64));
	assert_false(afp_scope_is_signal(kill32, true, AUDIT_ARCH_X86_64));
	assert_true(afp_scope_is_signal(kill32, true, AUDIT_ARCH_I386));
	assert_false(afp_scope_is_signal(kill64, true, AUDIT_ARCH_I386));
	/* any arch but i386 is classified as native */
	assert_true(afp_scope_is_signal(kill64, true, AUDIT_ARCH_AARCH64));
	assert_false(afp_scope_is_signal(kill32, true, AUDIT_ARCH_AARCH64));
	memset(kill64, 0, sizeof(kill64));
	set_bit(kill64, TGKILL);
	assert_true(afp_scope_is_signal(kill64, true, AUDIT_ARCH_X86_64));
	memset(kill64, 0, sizeof(kill64));
	set_bit(kill64, TKILL);
	assert_true(afp_scope_is_signal(kill64, false, 0));
}

static int setup(void **state)
{
	(void)state;
	/* a second call must not change anything */
	afp_scope_init();
	afp_scope_init();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_whatever_the_operator),
		cmocka_unit_test(names_only_if_equal),
		cmocka_unit_test(everything_else_stays_open),
		cmocka_unit_test(signal_rules),
	};

	return cmocka_run_group_tests_name("scope_fields", tests, setup, NULL);
}
