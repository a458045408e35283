// SPDX-License-Identifier: GPL-2.0
/* Random rules and contexts. See gen.h. */
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "array_size.h"
#include "gen.h"

const __u32 gen_types[] = {
	AUDIT_PID, AUDIT_UID, AUDIT_EUID, AUDIT_SUID, AUDIT_FSUID, AUDIT_GID,
	AUDIT_EGID, AUDIT_SGID, AUDIT_FSGID, AUDIT_LOGINUID, AUDIT_PERS,
	AUDIT_ARCH, AUDIT_MSGTYPE, AUDIT_SUBJ_USER, AUDIT_SUBJ_ROLE,
	AUDIT_SUBJ_TYPE, AUDIT_SUBJ_SEN, AUDIT_SUBJ_CLR, AUDIT_PPID,
	AUDIT_OBJ_USER, AUDIT_OBJ_ROLE, AUDIT_OBJ_TYPE, AUDIT_OBJ_LEV_LOW,
	AUDIT_OBJ_LEV_HIGH, AUDIT_LOGINUID_SET, AUDIT_SESSIONID, AUDIT_FSTYPE,
	AUDIT_DEVMAJOR, AUDIT_DEVMINOR, AUDIT_INODE, AUDIT_EXIT,
	AUDIT_SUCCESS, AUDIT_WATCH, AUDIT_PERM, AUDIT_DIR, AUDIT_FILETYPE,
	AUDIT_OBJ_UID, AUDIT_OBJ_GID, AUDIT_FIELD_COMPARE, AUDIT_EXE,
	AUDIT_SADDR_FAM, AUDIT_ARG0, AUDIT_ARG1, AUDIT_ARG2, AUDIT_ARG3,
	AUDIT_FILTERKEY,
};

const size_t gen_nr_types = ARRAY_SIZE(gen_types);

#define PICK(r, a)	((a)[rnd_below(r, ARRAY_SIZE(a))])

static const __u32 ids[] = { 0, 1, 33, 1000, 1001, 65534, ~0U };
static const __u16 modes[] = {
	S_IFREG | 0644, S_IFDIR | 0755, S_IFLNK | 0777, S_IFCHR | 0600,
	S_IFBLK | 0600, S_IFIFO, S_IFSOCK, 0,
};
static const __u32 devs[] = { 0, 8 << 20 | 1, 253 << 20, 1 << 20 | 3, ~0U };
/* open, openat, openat2, execve, execveat, socketcall of both tables, then
 * chmod, kill, bind, getpid, read and the numbers at the mask's words' edges
 */
static const int majors[] = {
	2, 257, 437, 59, 322, 5, 295, 11, 358, 102, 90, 15, 62, 37, 49, 361,
	39, 20, 0, 3, 31, 32, 63, 64, 512, 520, 2015, 2032, 2046, 2047,
};
static const int wild_majors[] = {
	2048, 2049, 4096, -1, -2, 0x40000000, 0x40000000 | 2,
	0x40000000 | 257, 0x40000000 | 520, 0x7fffffff, -0x7fffffff - 1,
};

__u32 gen_arch(struct rnd *r)
{
	static const __u32 rare[] = {
		AUDIT_ARCH_AARCH64, AUDIT_ARCH_ARM, AUDIT_ARCH_S390X, 0, 3, 62,
		~0U, AUDIT_ARCH_I386 + 1, AUDIT_ARCH_I386 - 1,
		AUDIT_ARCH_X86_64 + 1, AUDIT_ARCH_X86_64 - 1,
	};

	if (rnd_chance(r, 15))
		return PICK(r, rare);
	return rnd_chance(r, 50) ? AUDIT_ARCH_X86_64 : AUDIT_ARCH_I386;
}

static const struct model_table *gen_table(struct rnd *r)
{
	return rnd_chance(r, 50) ? &model_native : &model_compat;
}

static int gen_major(struct rnd *r)
{
	const struct model_table *t = gen_table(r);
	__u32 what = rnd_below(r, 100), l = rnd_below(r, MODEL_NR_LISTS);

	if (what < 40)
		return t->list[l].nrs[rnd_below(r, t->list[l].count)];
	if (what < 70)
		return PICK(r, majors);
	if (what < 75)
		return PICK(r, wild_majors);
	return rnd_below(r, what < 95 ? 480 : MODEL_MASK_WORDS * 32);
}

static void gen_name(struct rnd *r, struct model_name *n)
{
	n->ino = rnd_chance(r, 15) ? MODEL_INO_UNSET : rnd_below(r, 4);
	n->dev = PICK(r, devs);
	n->rdev = PICK(r, devs);
	n->uid = PICK(r, ids);
	n->gid = PICK(r, ids);
	n->mode = PICK(r, modes);
	n->label = rnd_next(r);
}

void gen_ctx(struct rnd *r, struct model_ctx *ctx)
{
	__u32 i, *id = &ctx->cred.uid;

	ctx->arch = rnd_chance(r, 50) ? AUDIT_ARCH_X86_64 : AUDIT_ARCH_I386;
	ctx->major = gen_major(r);
	for (i = 0; i < 4; i++)
		ctx->argv[i] = rnd_chance(r, 90) ? rnd_below(r, 5) :
						   rnd_next(r);
	ctx->openat2_flags = rnd_below(r, 4);
	ctx->nr_names = rnd_chance(r, 50) ? 0 : 1 + rnd_below(r, 3);
	for (i = 0; i < ctx->nr_names; i++)
		gen_name(r, &ctx->names[i]);
	ctx->trees = ctx->nr_names ? (__u32)rnd_next(r) : 0;
	ctx->return_valid = rnd_below(r, 3);
	ctx->return_code = ctx->return_valid == MODEL_FAILURE ?
		-(long)rnd_below(r, 40) : rnd_below(r, 4);
	ctx->has_saddr = rnd_chance(r, 30);
	ctx->saddr_fam = rnd_below(r, AF_MAX);
	ctx->is_ipc = rnd_chance(r, 30);
	ctx->ipc_label = rnd_next(r);
	for (i = 0; i < sizeof(ctx->cred) / sizeof(*id); i++)
		id[i] = PICK(r, ids);
	ctx->loginuid = PICK(r, ids);
	ctx->sessionid = rnd_below(r, 4);
	ctx->pid = rnd_below(r, 4);
	ctx->ppid = rnd_below(r, 4);
	ctx->personality = rnd_chance(r, 80) ? 0 : 8;
	ctx->label = rnd_next(r);
	ctx->exe_matches = rnd_chance(r, 50);
}

/* A value for the field, likely one that this context has. */
static __u32 gen_val(struct rnd *r, const struct model_ctx *ctx, __u32 type)
{
	const struct model_name *n = &ctx->names[0];
	bool real = ctx->nr_names && rnd_chance(r, 60);

	if (rnd_chance(r, 3))
		return rnd_next(r);
	switch (type) {
	case AUDIT_ARCH:
		return rnd_chance(r, 40) ? ctx->arch : gen_arch(r);
	case AUDIT_PERM:
		return rnd_chance(r, 5) ? rnd_below(r, 256) : rnd_below(r, 16);
	case AUDIT_FILETYPE:
		return (real ? n->mode : PICK(r, modes)) & S_IFMT;
	case AUDIT_FIELD_COMPARE:
		return rnd_below(r, AUDIT_MAX_FIELD_COMPARE + 2);
	case AUDIT_DEVMAJOR:
		return (real ? n->dev : PICK(r, devs)) >> 20;
	case AUDIT_DEVMINOR:
		return (real ? n->rdev : PICK(r, devs)) & 0xfffff;
	case AUDIT_DIR:
		return rnd_below(r, 32);
	case AUDIT_SADDR_FAM:
		return rnd_chance(r, 60) ? ctx->saddr_fam :
					   rnd_below(r, AF_MAX);
	case AUDIT_EXIT:
		return rnd_chance(r, 60) ? (__u32)ctx->return_code :
					   -rnd_below(r, 40);
	case AUDIT_SUCCESS:
	case AUDIT_LOGINUID_SET:
		return rnd_below(r, 2);
	case AUDIT_INODE:
	case AUDIT_WATCH:
	case AUDIT_PID:
	case AUDIT_PPID:
	case AUDIT_SESSIONID:
	case AUDIT_ARG0 ... AUDIT_ARG3:
		return rnd_below(r, 5);
	case AUDIT_PERS:
		return rnd_chance(r, 80) ? 0 : 8;
	case AUDIT_SUBJ_USER ... AUDIT_SUBJ_CLR:
	case AUDIT_OBJ_USER ... AUDIT_OBJ_LEV_HIGH:
		return rnd_next(r);
	}
	return PICK(r, ids);
}

void gen_mask(struct rnd *r, int major, __u32 *mask)
{
	const struct model_table *t = gen_table(r);
	__u32 what = rnd_below(r, 100), l = rnd_below(r, MODEL_NR_LISTS), i;

	memset(mask, what < 40 ? 0xff : 0, MODEL_MASK_WORDS * sizeof(*mask));
	if (what < 45)
		return;
	if (what < 60) {
		for (i = 0; i < t->list[l].count; i++)
			mask[t->list[l].nrs[i] / 32] |=
				1U << t->list[l].nrs[i] % 32;
	} else if (what < 65) {
		for (i = 0; i < MODEL_MASK_WORDS; i++)
			mask[i] = rnd_next(r);
	} else {
		for (i = rnd_below(r, 6); i--;)
			mask[rnd_below(r, MODEL_MASK_WORDS)] |=
				1U << rnd_below(r, 32);
	}
	if (major >= 0 && major < MODEL_MASK_WORDS * 32 && rnd_chance(r, 80))
		mask[major / 32] |= 1U << major % 32;
}

/* The operators, = and != more often, some that there are not. */
static __u32 gen_op(struct rnd *r)
{
	__u32 what = rnd_below(r, 100);

	if (what < 50)
		return Audit_equal;
	if (what < 75)
		return Audit_not_equal;
	return rnd_below(r, what < 98 ? Audit_bad : Audit_bad + 3);
}

void gen_rule(struct rnd *r, const struct model_ctx *ctx,
	      struct model_rule *rule)
{
	/* what scope looks at comes more often */
	static const __u32 ours[] = {
		AUDIT_ARCH, AUDIT_ARCH, AUDIT_PERM, AUDIT_PERM, AUDIT_PERM,
		AUDIT_DIR, AUDIT_FILETYPE, AUDIT_FIELD_COMPARE, AUDIT_INODE,
		AUDIT_DEVMAJOR, AUDIT_DEVMINOR, AUDIT_OBJ_UID, AUDIT_OBJ_GID,
		AUDIT_OBJ_TYPE,
	};
	struct model_field *f = rule->fields;

	gen_mask(r, ctx->major, rule->mask);
	rule->field_count = rnd_chance(r, 98) ? rnd_below(r, 6) :
				rnd_below(r, MODEL_MAX_FIELDS + 1);
	for (; f < rule->fields + rule->field_count; f++) {
		if (rnd_chance(r, 50))
			f->type = PICK(r, ours);
		else if (rnd_chance(r, 97))
			f->type = gen_types[rnd_below(r, gen_nr_types)];
		else
			f->type = rnd_chance(r, 50) ? rnd_below(r, 256) :
						      (__u32)rnd_next(r);
		f->op = gen_op(r);
		f->val = gen_val(r, ctx, f->type);
	}
}

void gen_plain_rule(struct rnd *r, struct model_rule *rule)
{
	static const __u32 types[] = {
		AUDIT_ARCH, AUDIT_PERM, AUDIT_PERM, AUDIT_FILTERKEY,
	};
	struct model_field *f = rule->fields;

	gen_mask(r, gen_major(r), rule->mask);
	rule->field_count = rnd_below(r, 4);
	for (; f < rule->fields + rule->field_count; f++) {
		f->type = PICK(r, types);
		f->op = f->type == AUDIT_ARCH && rnd_chance(r, 30) ?
			Audit_not_equal : Audit_equal;
		f->val = f->type == AUDIT_ARCH ? gen_arch(r) : rnd_below(r, 16);
	}
}

/* audit_ops[], kernel/auditfilter.c. What is no operator stays none. */
__u32 gen_user_op(__u32 op)
{
	static const __u32 ops[] = {
		[Audit_equal] = AUDIT_EQUAL,
		[Audit_not_equal] = AUDIT_NOT_EQUAL,
		[Audit_bitmask] = AUDIT_BIT_MASK,
		[Audit_bittest] = AUDIT_BIT_TEST,
		[Audit_lt] = AUDIT_LESS_THAN,
		[Audit_gt] = AUDIT_GREATER_THAN,
		[Audit_le] = AUDIT_LESS_THAN_OR_EQUAL,
		[Audit_ge] = AUDIT_GREATER_THAN_OR_EQUAL,
	};

	return op < Audit_bad ? ops[op] : op;
}

void gen_print(const struct model_rule *rule, const struct model_ctx *ctx)
{
	static const char *const ops[] = {
		"=", "!=", "&", "&=", "<", ">", "<=", ">=",
	};
	const struct model_field *f = rule->fields;
	__u32 i;

	for (; f < rule->fields + rule->field_count; f++)
		fprintf(stderr, "  field %u %s %#x\n", f->type,
			f->op < Audit_bad ? ops[f->op] : "?", f->val);
	fprintf(stderr, "  mask");
	for (i = 0; i < MODEL_MASK_WORDS; i++)
		if (rule->mask[i])
			fprintf(stderr, " %u:%#x", i, rule->mask[i]);
	fprintf(stderr, "\n  arch %#x syscall %d names %u args %llx %llx %llx\n",
		ctx->arch, ctx->major, ctx->nr_names, ctx->argv[0],
		ctx->argv[1], ctx->argv[2]);
}
