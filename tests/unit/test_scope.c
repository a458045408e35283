// SPDX-License-Identifier: GPL-2.0
/*
 * scope: what rules as people write them can match, number by number. The
 * syscall numbers here are typed in from the kernel's tables, so that a wrong
 * table cannot agree with itself; the classes as a whole are the model's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "array_size.h"
#include "scope_rule.h"
#include "model.h"

#define W	AUDIT_PERM_WRITE
#define R	AUDIT_PERM_READ
#define A	AUDIT_PERM_ATTR
#define X	AUDIT_PERM_EXEC

/* Syscall numbers: native, compat. */
enum {
	N_READ = 0, N_OPEN = 2, N_FSTAT = 5, N_GETPID = 39, N_BIND = 49,
	N_EXECVE = 59, N_KILL = 62, N_RENAME = 82, N_CREAT = 85,
	N_READLINK = 89, N_CHMOD = 90, N_OPENAT = 257, N_EXECVEAT = 322, N_OPENAT2 = 437,
	C_OPEN = 5, C_CREAT = 8, C_EXECVE = 11, C_CHMOD = 15, C_GETPID = 20,
	C_KILL = 37, C_RENAME = 38, C_SOCKETCALL = 102, C_OPENAT = 295,
	C_EXECVEAT = 358, C_BIND = 361, C_OPENAT2 = 437,
};

/* Could audit_match_perm() give true on this number, whatever the arguments? */
static bool can_perm(enum afp_arch arch, __u32 perm, unsigned int nr)
{
	struct model_ctx ctx = {
		.arch = arch == AFP_NATIVE ? AUDIT_ARCH_X86_64 : AUDIT_ARCH_I386,
		.major = nr,
	};
	int arg, i;

	for (arg = 0; arg < 4; arg++) {
		for (i = 0; i < 4; i++)
			ctx.argv[i] = arg;
		ctx.openat2_flags = arg;
		if (model_perm(&ctx, perm))
			return true;
	}
	return false;
}

static void perm_is_exactly_its_classes(void **state)
{
	unsigned int nr, perm, arch;
	struct afp_scope s;

	(void)state;
	for (perm = 0; perm < 16; perm++) {
		s = SCOPE(every, EQ(PERM, perm));
		assert_false(s.names);
		for (arch = 0; arch < AFP_NR_ARCHES; arch++)
			for (nr = 0; nr < AFP_NR_SYSCALLS; nr++)
				if (afp_set_has(s.set[arch], nr) !=
				    can_perm(arch, perm, nr))
					fail_msg("perm %u arch %u syscall %u",
						 perm, arch, nr);
	}
	s = SCOPE(every, EQ(PERM, 0));
	expect_counts(&s, 0, 0);
}

static void perm_on_known_numbers(void **state)
{
	static const struct {
		unsigned int nr;
		__u32 perms;	/* each of these alone must reach it */
	} native[] = {
		{ N_OPEN, R | W }, { N_OPENAT, R | W }, { N_OPENAT2, R | W },
		{ N_EXECVE, X }, { N_EXECVEAT, X }, { N_CHMOD, A },
		{ N_RENAME, W }, { N_CREAT, W }, { N_BIND, W },
		{ N_READLINK, R }, { N_GETPID, 0 }, { N_READ, 0 },
		{ N_KILL, 0 }, { C_SOCKETCALL, 0 }, { 2047, 0 },
	}, compat[] = {
		{ C_OPEN, R | W }, { C_OPENAT, R | W }, { C_OPENAT2, R | W },
		{ C_EXECVE, X }, { C_EXECVEAT, X }, { C_CHMOD, A },
		{ C_RENAME, W }, { C_CREAT, W }, { C_BIND, W },
		{ C_SOCKETCALL, W }, { C_GETPID, 0 }, { C_KILL, 0 },
		{ N_OPEN, 0 }, { N_OPENAT, 0 }, { N_EXECVE, 0 }, { 2047, 0 },
	};
	struct afp_scope s;
	__u32 perm;
	size_t i;

	(void)state;
	for (perm = 1; perm <= 8; perm <<= 1) {
		s = SCOPE(every, EQ(PERM, perm));
		for (i = 0; i < ARRAY_SIZE(native); i++)
			if (on_native(&s, native[i].nr) !=
			    !!(native[i].perms & perm))
				fail_msg("perm %u on %u", perm, native[i].nr);
		for (i = 0; i < ARRAY_SIZE(compat); i++)
			if (on_compat(&s, compat[i].nr) !=
			    !!(compat[i].perms & perm))
				fail_msg("perm %u on compat %u", perm,
					 compat[i].nr);
	}
}

/* -w /etc/passwd -p wa, -w /etc/ -p wa: what auditctl makes of them. */
static void watches(void **state)
{
	struct afp_scope s;

	(void)state;
	s = SCOPE(every, EQ(WATCH, 11), EQ(PERM, W | A), EQ(FILTERKEY, 3));
	assert_true(s.names);
	assert_true(on_native(&s, N_OPENAT) && on_native(&s, N_CHMOD));
	assert_true(on_compat(&s, C_OPENAT) && on_compat(&s, C_CHMOD));
	assert_false(on_native(&s, N_EXECVE) || on_native(&s, N_GETPID));
	assert_false(on_native(&s, N_READ) || on_native(&s, N_READLINK));
	assert_false(on_compat(&s, C_EXECVE) || on_compat(&s, C_GETPID));

	s = SCOPE(every, EQ(DIR, 4), EQ(PERM, W | A));
	assert_true(s.names);
	assert_true(on_native(&s, N_OPEN) && !on_native(&s, N_GETPID));
	/* without perm: any syscall, if only it has a name */
	s = SCOPE(every, EQ(DIR, 4));
	assert_true(s.names);
	expect_counts(&s, ALL, ALL);
}

static void two_perms_intersect(void **state)
{
	struct afp_scope s;

	(void)state;
	s = SCOPE(every, EQ(PERM, W), EQ(PERM, A));
	assert_false(on_native(&s, N_RENAME) || on_native(&s, N_CHMOD));
	assert_false(on_native(&s, N_OPENAT));
	/* link is in both classes: 86, and 9 of i386 */
	assert_true(on_native(&s, 86) && on_compat(&s, 9));
	s = SCOPE(every, EQ(PERM, W), EQ(PERM, R));
	assert_true(on_native(&s, N_OPENAT) && !on_native(&s, N_RENAME));
	s = SCOPE(every, EQ(PERM, X), EQ(PERM, W | R | A));
	expect_counts(&s, 0, 0);
}

/* Case 18: -F perm=x -S chmod, found in the wild, can never match. */
static void perm_against_mask(void **state)
{
	__u32 mask[AFP_MASK_WORDS] = { 0 };
	struct afp_scope s;

	(void)state;
	set_bit(mask, N_CHMOD);
	s = SCOPE(mask, EQ(ARCH, AUDIT_ARCH_X86_64), EQ(PERM, X));
	expect_counts(&s, 0, 0);
	s = SCOPE(mask, EQ(ARCH, AUDIT_ARCH_X86_64), EQ(PERM, A));
	expect_counts(&s, 1, 0);
	assert_true(on_native(&s, N_CHMOD));
	s = SCOPE(mask, EQ(PERM, A));
	expect_counts(&s, 1, 0);
}

static void arch_decides_the_table(void **state)
{
	struct afp_scope s;

	(void)state;
	s = SCOPE(every, EQ(FILTERKEY, 0));
	expect_counts(&s, ALL, ALL);
	s = SCOPE(every, EQ(ARCH, AUDIT_ARCH_I386));
	expect_counts(&s, 0, ALL);
	s = SCOPE(every, NE(ARCH, AUDIT_ARCH_X86_64));
	expect_counts(&s, 0, ALL);
	s = SCOPE(every, EQ(ARCH, AUDIT_ARCH_X86_64));
	expect_counts(&s, ALL, 0);
	s = SCOPE(every, NE(ARCH, AUDIT_ARCH_I386));
	expect_counts(&s, ALL, 0);
	s = SCOPE(every, EQ(ARCH, AUDIT_ARCH_AARCH64));
	expect_counts(&s, 0, 0);
	s = SCOPE(every, NE(ARCH, AUDIT_ARCH_AARCH64));
	expect_counts(&s, ALL, ALL);
	s = SCOPE(every, EQ(ARCH, AUDIT_ARCH_X86_64),
		  EQ(ARCH, AUDIT_ARCH_I386));
	expect_counts(&s, 0, 0);
	s = SCOPE(every, NE(ARCH, AUDIT_ARCH_X86_64),
		  NE(ARCH, AUDIT_ARCH_I386));
	expect_counts(&s, 0, 0);
}

/* Case 7: the same number means different syscalls in the two tables. */
static void numbers_stay_in_their_table(void **state)
{
	__u32 mask[AFP_MASK_WORDS] = { 0 };
	struct afp_scope s;

	(void)state;
	set_bit(mask, 5);	/* fstat; open of i386 */
	set_bit(mask, 2047);
	s = SCOPE(mask, EQ(ARCH, AUDIT_ARCH_I386));
	expect_counts(&s, 0, 2);
	assert_true(on_compat(&s, C_OPEN) && on_compat(&s, 2047));
	s = SCOPE(mask, EQ(PERM, W));
	expect_counts(&s, 0, 1);
	assert_true(on_compat(&s, C_OPEN));
	s = SCOPE(mask, EQ(PERM, R));
	/* fstat is in the read class as of 7.x */
	expect_counts(&s, can_perm(AFP_NATIVE, R, N_FSTAT), 1);
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
		cmocka_unit_test(perm_is_exactly_its_classes),
		cmocka_unit_test(perm_on_known_numbers),
		cmocka_unit_test(watches),
		cmocka_unit_test(two_perms_intersect),
		cmocka_unit_test(perm_against_mask),
		cmocka_unit_test(arch_decides_the_table),
		cmocka_unit_test(numbers_stay_in_their_table),
	};

	return cmocka_run_group_tests_name("scope", tests, setup, NULL);
}
