// SPDX-License-Identifier: GPL-2.0
/*
 * scope against the model: whatever the rule and the context, "cannot match"
 * is never wrong; and where scope understands a rule it is exact.
 *
 * AFP_CASES: how many rules (a million). AFP_SEED: repeats a run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "afp_scope.h"
#include "gen.h"

static __u64 cases;
static __u64 seed;

static enum afp_arch arch_of(const struct model_ctx *ctx)
{
	return ctx->arch == AUDIT_ARCH_I386 ? AFP_COMPAT : AFP_NATIVE;
}

static void scope_of(struct afp_scope *s, const struct model_rule *rule)
{
	const struct model_field *f = rule->fields;

	afp_scope_begin(s, rule->mask);
	for (; f < rule->fields + rule->field_count; f++)
		afp_scope_field(s, f->type, gen_user_op(f->op), f->val);
}

/* As the census does: of the operators it tells only = and !=. */
static void census_scope_of(struct afp_scope *s, const struct model_rule *rule)
{
	const struct model_field *f = rule->fields;

	afp_scope_begin(s, rule->mask);
	for (; f < rule->fields + rule->field_count; f++)
		afp_scope_field(s, f->type, f->op > Audit_not_equal ? 0 :
				gen_user_op(f->op), f->val);
}

static void expect(bool holds, const char *what, const struct model_rule *rule,
		   const struct model_ctx *ctx)
{
	if (holds)
		return;
	fprintf(stderr, "%s (seed %llu)\n", what, seed);
	gen_print(rule, ctx);
	fail();
}

/* What the matches of a run had in common: a test that never sees any of
 * these would prove nothing.
 */
struct tally {
	__u64 arch[AFP_NR_ARCHES];
	__u64 no_names;
	__u64 inode;
	__u64 type[256];
	__u64 type_no_names[256];
};

static void check_exit(const struct afp_scope *s, const struct model_rule *rule,
		       const struct model_ctx *ctx, struct tally *tally)
{
	__u32 i, type;

	if (!model_match(rule, ctx, NULL))
		return;
	expect(ctx->major >= 0 && ctx->major < AFP_NR_SYSCALLS,
	       "a number outside the mask matches", rule, ctx);
	expect(afp_set_has(s->set[arch_of(ctx)], ctx->major),
	       "scope denies the syscall", rule, ctx);
	expect(ctx->nr_names || !s->names, "scope wants names", rule, ctx);

	tally->arch[arch_of(ctx)]++;
	tally->no_names += !ctx->nr_names;
	for (i = 0; i < rule->field_count; i++) {
		type = rule->fields[i].type;
		tally->type[type & 255]++;
		tally->type_no_names[type & 255] += !ctx->nr_names;
	}
}

static void check_inode(const struct afp_scope *s, const struct model_rule *rule,
			const struct model_ctx *ctx, struct tally *tally)
{
	__u32 i;

	for (i = 0; i < ctx->nr_names; i++) {
		if (!model_match(rule, ctx, &ctx->names[i]))
			continue;
		expect(afp_set_has(s->set[arch_of(ctx)], ctx->major),
		       "scope denies the syscall to an inode rule", rule, ctx);
		tally->inode++;
	}
}

/* Which fields can hold on a context without names. */
static bool needs_names(__u32 type)
{
	switch (type) {
	case AUDIT_DEVMAJOR:
	case AUDIT_DEVMINOR:
	case AUDIT_INODE:
	case AUDIT_OBJ_UID:
	case AUDIT_OBJ_GID:
	case AUDIT_WATCH:
		return true;
	}
	return false;
}

static void check_tally(const struct tally *t)
{
	size_t i;

	assert_true(t->arch[AFP_NATIVE] && t->arch[AFP_COMPAT]);
	assert_true(t->no_names && t->inode);
	for (i = 0; i < gen_nr_types; i++) {
		__u32 type = gen_types[i];

		if (type == AUDIT_MSGTYPE || type == AUDIT_FSTYPE ||
		    type == AUDIT_WATCH) {
			assert_int_equal(t->type[type], 0);
			continue;
		}
		if (!t->type[type])
			fail_msg("field %u never matched", type);
		if (!t->type_no_names[type] != needs_names(type))
			fail_msg("field %u without names", type);
	}
}

/* Same syscall, no names: what a context would be without them. */
static void strip_names(struct model_ctx *ctx)
{
	ctx->nr_names = 0;
	ctx->trees = 0;
}

static void cannot_match_is_never_wrong(void **state)
{
	static struct tally tally;
	struct rnd r = { seed };
	struct model_rule rule;
	struct model_ctx ctx;
	struct afp_scope s;
	__u64 n;

	(void)state;
	memset(&tally, 0, sizeof(tally));
	for (n = 0; n < cases; n++) {
		gen_ctx(&r, &ctx);
		gen_rule(&r, &ctx, &rule);
		if (n % 2)
			scope_of(&s, &rule);
		else
			census_scope_of(&s, &rule);
		check_exit(&s, &rule, &ctx, &tally);
		check_inode(&s, &rule, &ctx, &tally);
		ctx.arch ^= AUDIT_ARCH_X86_64 ^ AUDIT_ARCH_I386;
		check_exit(&s, &rule, &ctx, &tally);
		if (!ctx.nr_names)
			continue;
		strip_names(&ctx);
		check_exit(&s, &rule, &ctx, &tally);
	}
	if (cases >= 300000)
		check_tally(&tally);
}

static void field_order_does_not_matter(void **state)
{
	struct rnd r = { seed };
	struct model_field *f, tmp;
	struct afp_scope a, b;
	struct model_rule rule;
	struct model_ctx ctx;
	__u32 i, j;
	__u64 n;

	(void)state;
	for (n = 0; n < cases / 20; n++) {
		gen_ctx(&r, &ctx);
		gen_rule(&r, &ctx, &rule);
		scope_of(&a, &rule);
		f = rule.fields;
		for (i = rule.field_count; i > 1; i--) {
			j = rnd_below(&r, i);
			tmp = f[j];
			f[j] = f[i - 1];
			f[i - 1] = tmp;
		}
		scope_of(&b, &rule);
		expect(!memcmp(a.set, b.set, sizeof(a.set)) &&
		       a.names == b.names, "order matters", &rule, &ctx);
	}
}

static void a_field_only_narrows(void **state)
{
	struct rnd r = { seed };
	struct afp_scope a, b;
	struct model_rule rule;
	struct model_ctx ctx;
	__u32 arch, i;
	__u64 n;

	(void)state;
	for (n = 0; n < cases / 20; n++) {
		gen_ctx(&r, &ctx);
		gen_rule(&r, &ctx, &rule);
		if (!rule.field_count)
			continue;
		scope_of(&b, &rule);
		rule.field_count--;
		scope_of(&a, &rule);
		for (arch = 0; arch < AFP_NR_ARCHES; arch++)
			for (i = 0; i < AFP_SET_WORDS; i++)
				expect(!(b.set[arch][i] & ~a.set[arch][i]),
				       "a field widens", &rule, &ctx);
		expect(b.names || !a.names, "a field frees of names", &rule,
		       &ctx);
	}
}

/* Is there a context on which this rule matches? Of everything a rule made by
 * gen_plain_rule() can see, only the arguments are open.
 */
static bool some_match(const struct model_rule *rule, struct model_ctx *ctx)
{
	__u32 arg, i;

	for (arg = 0; arg < 4; arg++) {
		for (i = 0; i < 4; i++)
			ctx->argv[i] = arg;
		ctx->openat2_flags = arg;
		if (model_match(rule, ctx, NULL))
			return true;
	}
	return false;
}

static void arch_and_perm_are_exact(void **state)
{
	static const __u32 arches[] = { AUDIT_ARCH_X86_64, AUDIT_ARCH_I386 };
	struct rnd r = { seed };
	struct model_ctx ctx;
	struct model_rule rule;
	struct afp_scope s;
	__u32 a;
	__u64 n;

	(void)state;
	gen_ctx(&r, &ctx);
	strip_names(&ctx);
	for (n = 0; n < cases / 1000; n++) {
		gen_plain_rule(&r, &rule);
		scope_of(&s, &rule);
		expect(!s.names, "wants names for nothing", &rule, &ctx);
		for (a = 0; a < 2; a++) {
			ctx.arch = arches[a];
			for (ctx.major = 0; ctx.major < AFP_NR_SYSCALLS;
			     ctx.major++)
				expect(afp_set_has(s.set[arch_of(&ctx)],
						   ctx.major) ==
				       some_match(&rule, &ctx),
				       "not exact", &rule, &ctx);
		}
	}
}

static void signal_rules_are_the_kernels(void **state)
{
	struct rnd r = { seed };
	__u32 mask[MODEL_MASK_WORDS], arch;
	bool arch_set, counted;
	__u64 n, seen[2] = { 0, 0 };

	(void)state;
	for (n = 0; n < cases / 10; n++) {
		gen_mask(&r, rnd_chance(&r, 20) ? 62 : 500, mask);
		arch = gen_arch(&r);
		arch_set = rnd_chance(&r, 60);
		counted = model_is_signal(mask, arch_set, arch);
		if (afp_scope_is_signal(mask, arch_set, arch) != counted)
			fail_msg("arch %d %#x: kernel %d", arch_set, arch,
				 counted);
		seen[counted]++;
	}
	assert_true(seen[0] && seen[1]);
}

static int setup(void **state)
{
	(void)state;
	afp_scope_init();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cannot_match_is_never_wrong),
		cmocka_unit_test(field_order_does_not_matter),
		cmocka_unit_test(a_field_only_narrows),
		cmocka_unit_test(arch_and_perm_are_exact),
		cmocka_unit_test(signal_rules_are_the_kernels),
	};

	cases = rnd_env("AFP_CASES", 1000000);
	seed = rnd_seed();
	printf("# scope: %llu cases, AFP_SEED=%llu\n", cases, seed);
	fflush(stdout);
	return cmocka_run_group_tests_name("scope_random", tests, setup, NULL);
}
