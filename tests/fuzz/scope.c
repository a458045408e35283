// SPDX-License-Identifier: GPL-2.0
/*
 * scope against the plain model of the kernel's matching (tests/unit/model.c).
 * An input is a rule and a context, both written short; the rule is tried on
 * every number of both arches, with the context's names and without. What
 * matches must be in the scope, what the tools make of the rule must be what
 * the module makes of it, and where scope understands all of a rule it must
 * be exact.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../unit/gen.h"
#include "input.h"
#include "interest.h"

const char diag_name[] = "fuzz";

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	interest_init(false);
	return 0;
}

/* Small numbers in one byte, some that mean something, any in five. */
static __u32 take_value(struct input *in)
{
	static const __u32 known[] = {
		AUDIT_ARCH_X86_64, AUDIT_ARCH_I386, AUDIT_ARCH_AARCH64, ~0U,
		~0U - 1, 1000, 65534, 2047, 2048, 1 << 20, 8 << 20 | 1,
		S_IFREG, S_IFDIR, S_IFLNK, S_IFCHR, S_IFSOCK,
	};
	__u8 byte = take_byte(in);

	if (byte < 0xe0)
		return byte;
	if (byte < 0xe0 + sizeof(known) / sizeof(known[0]))
		return known[byte - 0xe0];
	return take_word(in);
}

static void take_mask(struct input *in, __u32 *mask)
{
	const struct model_table *t;
	__u8 how = take_byte(in);
	__u32 i, l;

	memset(mask, (how & 3) == 2 ? 0xff : 0, MODEL_MASK_WORDS * sizeof(*mask));
	switch (how & 3) {
	case 1:
		t = how & 4 ? &model_compat : &model_native;
		l = (how >> 3) % MODEL_NR_LISTS;
		for (i = 0; i < t->list[l].count; i++)
			mask[t->list[l].nrs[i] / 32] |=
				1U << t->list[l].nrs[i] % 32;
		break;
	case 0:
		for (i = 0; i <= how >> 2; i++) {
			l = take_byte(in) | take_byte(in) << 8;
			mask[l / 32 % MODEL_MASK_WORDS] |= 1U << l % 32;
		}
		break;
	case 3:
		for (i = 0; i < MODEL_MASK_WORDS; i++)
			mask[i] = take_word(in);
		break;
	}
}

static void take_rule(struct input *in, struct model_rule *rule)
{
	struct model_field *f = rule->fields;
	__u8 type;

	take_mask(in, rule->mask);
	rule->field_count = take_byte(in) % (MODEL_MAX_FIELDS + 1);
	for (; f < rule->fields + rule->field_count; f++) {
		type = take_byte(in);
		f->type = type == 0xff ? take_word(in) :
					 gen_types[type % gen_nr_types];
		f->op = take_byte(in) % (Audit_bad + 2);
		f->val = take_value(in);
	}
}

static void take_name(struct input *in, struct model_name *name)
{
	__u32 ino = take_value(in);

	name->ino = ino == ~0U ? MODEL_INO_UNSET : ino;
	name->dev = take_value(in);
	name->rdev = take_value(in);
	name->uid = take_value(in);
	name->gid = take_value(in);
	name->mode = take_value(in);
	name->label = take_value(in);
}

/* All but arch, number and credentials, which are ids one after the other. */
static void take_ctx(struct input *in, struct model_ctx *ctx)
{
	__u32 i, *id = &ctx->cred.uid;
	__u8 flags = take_byte(in);

	memset(ctx, 0, sizeof(*ctx));
	for (i = 0; i < 4; i++)
		ctx->argv[i] = take_value(in);
	ctx->openat2_flags = take_value(in);
	ctx->nr_names = flags % (MODEL_MAX_NAMES + 1);
	for (i = 0; i < ctx->nr_names; i++)
		take_name(in, &ctx->names[i]);
	ctx->trees = ctx->nr_names ? take_value(in) : 0;
	ctx->return_valid = take_byte(in) % 3;
	ctx->return_code = (int)take_value(in);
	ctx->has_saddr = flags & 0x80;
	ctx->saddr_fam = take_value(in);
	ctx->is_ipc = flags & 0x40;
	ctx->exe_matches = flags & 0x20;
	ctx->ipc_label = take_value(in);
	ctx->loginuid = take_value(in);
	ctx->sessionid = take_value(in);
	ctx->pid = take_value(in);
	ctx->ppid = take_value(in);
	ctx->personality = take_value(in);
	ctx->label = take_value(in);
	for (i = 0; i < sizeof(ctx->cred) / sizeof(*id); i++)
		id[i] = take_value(in);
}

static void expect(bool holds, const char *what, const struct model_rule *rule,
		   const struct model_ctx *ctx)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n", what);
	gen_print(rule, ctx);
	abort();
}

/* As module/census.c does: of the operators it tells only = and !=. */
static void scope_of(struct afp_scope *s, const struct model_rule *rule)
{
	const struct model_field *f = rule->fields;

	afp_scope_begin(s, rule->mask);
	for (; f < rule->fields + rule->field_count; f++)
		afp_scope_field(s, f->type, f->op > Audit_not_equal ? 0 :
				gen_user_op(f->op), f->val);
}

/* As the kernel shows the rule to the tools. */
static void to_user(struct audit_rule_data *data, const struct model_rule *rule)
{
	__u32 i;

	memset(data, 0, sizeof(*data));
	data->flags = AUDIT_FILTER_EXIT;
	data->action = AUDIT_ALWAYS;
	memcpy(data->mask, rule->mask, sizeof(data->mask));
	data->field_count = rule->field_count;
	for (i = 0; i < rule->field_count; i++) {
		data->fields[i] = rule->fields[i].type;
		data->fieldflags[i] = gen_user_op(rule->fields[i].op);
		data->values[i] = rule->fields[i].val;
	}
}

static void check_tools(const struct afp_scope *s,
			const struct model_rule *rule,
			const struct model_ctx *ctx)
{
	static const __u64 empty[AFP_NR_ARCHES][AFP_SET_WORDS];
	static struct audit_rule_data data;
	struct interest interest;
	bool inode;
	int arch;

	to_user(&data, rule);
	interest_of(&interest, &data);
	inode = rule_in_inode(&data);
	expect(!memcmp(interest.set[KIND_exit], inode ? empty : s->set,
		       sizeof(s->set)) &&
	       !memcmp(interest.set[KIND_exit_noname],
		       inode || s->names ? empty : s->set, sizeof(s->set)) &&
	       !memcmp(interest.set[KIND_inode], inode ? s->set : empty,
		       sizeof(s->set)) &&
	       !memcmp(interest.set[KIND_entry], s->set, sizeof(s->set)),
	       "the tools see another interest", rule, ctx);
	arch = rule_field(&data, AUDIT_ARCH);
	expect(interest_is_signal(&data) ==
	       model_is_signal(rule->mask, arch >= 0,
			       arch >= 0 ? data.values[arch] : 0),
	       "the kernel counts it otherwise", rule, ctx);
}

/* Is arch=, arch!=, perm= and keys all that the rule has? */
static bool is_plain(const struct model_rule *rule)
{
	const struct model_field *f = rule->fields;

	for (; f < rule->fields + rule->field_count; f++)
		switch (f->type) {
		case AUDIT_ARCH:
			if (f->op != Audit_equal && f->op != Audit_not_equal)
				return false;
			break;
		case AUDIT_PERM:
			if (f->op != Audit_equal || f->val > 15)
				return false;
			break;
		case AUDIT_FILTERKEY:
			break;
		default:
			return false;
		}
	return true;
}

static void check_exact(const struct afp_scope *s,
			const struct model_rule *rule,
			const struct model_ctx *given)
{
	struct model_ctx ctx = *given;
	bool can, in;
	int arg, i;

	for (can = false, arg = 0; !can && arg < 4; arg++) {
		for (i = 0; i < 4; i++)
			ctx.argv[i] = arg;
		ctx.openat2_flags = arg;
		can = model_match(rule, &ctx, NULL);
	}
	in = afp_set_has(s->set[ctx.arch == AUDIT_ARCH_I386], ctx.major);
	expect(in == can, "the scope is not exact", rule, &ctx);
}

static void check_match(const struct afp_scope *s,
			const struct model_rule *rule,
			const struct model_ctx *ctx)
{
	bool in = afp_set_has(s->set[ctx->arch == AUDIT_ARCH_I386],
			      ctx->major);
	__u32 i;

	if (model_match(rule, ctx, NULL)) {
		expect(in, "the scope denies the syscall", rule, ctx);
		expect(ctx->nr_names || !s->names, "the scope wants names",
		       rule, ctx);
	}
	for (i = 0; i < ctx->nr_names; i++)
		if (model_match(rule, ctx, &ctx->names[i]))
			expect(in, "the scope denies the syscall to a bucket",
			       rule, ctx);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len)
{
	static const __u32 arches[] = { AUDIT_ARCH_X86_64, AUDIT_ARCH_I386 };
	struct input in = { data, data + len };
	struct model_ctx ctx, bare;
	struct model_rule rule;
	struct afp_scope s;
	bool plain;
	int arch, nr;

	take_rule(&in, &rule);
	take_ctx(&in, &ctx);
	scope_of(&s, &rule);
	check_tools(&s, &rule, &ctx);
	plain = is_plain(&rule);
	bare = ctx;
	bare.nr_names = bare.trees = 0;
	for (arch = 0; arch < AFP_NR_ARCHES; arch++)
		for (nr = 0; nr < AFP_NR_SYSCALLS; nr++) {
			if (!model_bit(rule.mask, nr)) {
				expect(!afp_set_has(s.set[arch], nr),
				       "more than the mask", &rule, &ctx);
				continue;
			}
			ctx.arch = bare.arch = arches[arch];
			ctx.major = bare.major = nr;
			check_match(&s, &rule, &ctx);
			check_match(&s, &rule, &bare);
			if (plain)
				check_exact(&s, &rule, &bare);
		}
	return 0;
}
