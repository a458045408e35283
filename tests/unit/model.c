// SPDX-License-Identifier: GPL-2.0
/*
 * A plain model of the kernel's rule matching. See model.h.
 *
 * Not modelled, because each can only keep a rule from matching: rule
 * priorities (rule->prio against ctx->prio) and the FS filter.
 */
#include <fcntl.h>
#include <linux/net.h>
#include <sys/stat.h>

#include "model.h"

bool model_compare(__u32 left, __u32 op, __u32 right)
{
	switch (op) {
	case Audit_equal:
		return left == right;
	case Audit_not_equal:
		return left != right;
	case Audit_lt:
		return left < right;
	case Audit_le:
		return left <= right;
	case Audit_gt:
		return left > right;
	case Audit_ge:
		return left >= right;
	case Audit_bitmask:
		return left & right;
	case Audit_bittest:
		return (left & right) == right;
	}
	return false;
}

/* audit_uid_comparator(), audit_gid_comparator(): no bit operators */
static bool compare_id(__u32 left, __u32 op, __u32 right)
{
	if (op == Audit_bitmask || op == Audit_bittest)
		return false;
	return model_compare(left, op, right);
}

/* A supplementary group is as good as the gid itself, for = and != only. */
static bool compare_gid(const struct model_cred *c, __u32 gid,
			const struct model_field *f)
{
	bool member = c->groups[0] == f->val || c->groups[1] == f->val;

	if (f->op == Audit_equal)
		return gid == f->val || member;
	if (f->op == Audit_not_equal)
		return gid != f->val && !member;
	return compare_id(gid, f->op, f->val);
}

bool model_in_list(const struct model_table *t, enum model_list l,
		   unsigned int nr)
{
	size_t i;

	for (i = 0; i < t->list[l].count; i++)
		if (t->list[l].nrs[i] == nr)
			return true;
	return false;
}

static const struct model_table *table_of(__u32 arch)
{
	return arch == AUDIT_ARCH_I386 ? &model_compat : &model_native;
}

/* What opening with these flags asks for; the kernel's ACC_MODE(). */
static __u32 open_perm(__u64 flags)
{
	switch (flags & O_ACCMODE) {
	case O_RDONLY:
		return AUDIT_PERM_READ;
	case O_WRONLY:
		return AUDIT_PERM_WRITE;
	}
	return AUDIT_PERM_READ | AUDIT_PERM_WRITE;
}

bool model_perm(const struct model_ctx *ctx, __u32 mask)
{
	const struct model_table *t = table_of(ctx->arch);
	unsigned int nr = ctx->major;

	switch (t->kind(nr)) {
	case MODEL_OPEN:
		return mask & open_perm(ctx->argv[1]);
	case MODEL_OPENAT:
		return mask & open_perm(ctx->argv[2]);
	case MODEL_OPENAT2:
		return mask & open_perm(ctx->openat2_flags);
	case MODEL_SOCKETCALL:
		return (mask & AUDIT_PERM_WRITE) && ctx->argv[0] == SYS_BIND;
	case MODEL_EXECVE:
		return mask & AUDIT_PERM_EXEC;
	case MODEL_PLAIN:
		break;
	}
	return ((mask & AUDIT_PERM_WRITE) && model_in_list(t, MODEL_WRITE, nr)) ||
	       ((mask & AUDIT_PERM_READ) && model_in_list(t, MODEL_READ, nr)) ||
	       ((mask & AUDIT_PERM_ATTR) && model_in_list(t, MODEL_CHATTR, nr));
}

/* security_audit_rule_match(): any outcome, but always the same one */
static bool lsm_match(__u32 label, const struct model_field *f)
{
	bool is = label >> ((f->val ^ f->type) & 31) & 1;

	return f->op == Audit_not_equal ? !is : is;
}

static bool is_dev(__u32 dev, __u32 rdev, const struct model_field *f)
{
	if (f->type == AUDIT_DEVMAJOR)
		return model_compare(dev >> 20, f->op, f->val) ||
		       model_compare(rdev >> 20, f->op, f->val);
	return model_compare(dev & 0xfffff, f->op, f->val) ||
	       model_compare(rdev & 0xfffff, f->op, f->val);
}

static bool is_obj_field(__u32 type)
{
	return type >= AUDIT_OBJ_USER && type <= AUDIT_OBJ_LEV_HIGH;
}

/* The fields that look at one name. An inode number is cut to 32 bits. */
static bool name_matches(const struct model_name *n,
			 const struct model_field *f)
{
	switch (f->type) {
	case AUDIT_DEVMAJOR:
	case AUDIT_DEVMINOR:
		return is_dev(n->dev, n->rdev, f);
	case AUDIT_INODE:
		return model_compare((__u32)n->ino, f->op, f->val);
	case AUDIT_OBJ_UID:
		return compare_id(n->uid, f->op, f->val);
	case AUDIT_OBJ_GID:
		return compare_id(n->gid, f->op, f->val);
	}
	return is_obj_field(f->type) && lsm_match(n->label, f);
}

/* With a name given that one counts, without one any of the context's. */
static bool any_name_matches(const struct model_ctx *ctx,
			     const struct model_name *name,
			     const struct model_field *f)
{
	__u32 i;

	if (name)
		return name_matches(name, f);
	for (i = 0; i < ctx->nr_names; i++)
		if (name_matches(&ctx->names[i], f))
			return true;
	return false;
}

static bool any_filetype(const struct model_ctx *ctx, __u32 val)
{
	__u32 i;

	for (i = 0; i < ctx->nr_names; i++)
		if (ctx->names[i].ino != MODEL_INO_UNSET &&
		    (ctx->names[i].mode & S_IFMT) == (__u16)val)
			return true;
	return false;
}

/*
 * -C with an object: all names of the context are tried, and the given one is
 * among them.
 */
static bool any_owner(const struct model_ctx *ctx, __u32 id, __u32 op,
		      bool gid)
{
	__u32 i;

	for (i = 0; i < ctx->nr_names; i++)
		if (compare_id(id, op, gid ? ctx->names[i].gid :
					     ctx->names[i].uid))
			return true;
	return false;
}

static bool field_compare(const struct model_ctx *ctx,
			  const struct model_field *f)
{
	const struct model_cred *c = &ctx->cred;
	__u32 auid = ctx->loginuid, op = f->op;

	switch (f->val) {
	case AUDIT_COMPARE_UID_TO_OBJ_UID:
		return any_owner(ctx, c->uid, op, false);
	case AUDIT_COMPARE_EUID_TO_OBJ_UID:
		return any_owner(ctx, c->euid, op, false);
	case AUDIT_COMPARE_AUID_TO_OBJ_UID:
		return any_owner(ctx, auid, op, false);
	case AUDIT_COMPARE_SUID_TO_OBJ_UID:
		return any_owner(ctx, c->suid, op, false);
	case AUDIT_COMPARE_FSUID_TO_OBJ_UID:
		return any_owner(ctx, c->fsuid, op, false);
	case AUDIT_COMPARE_GID_TO_OBJ_GID:
		return any_owner(ctx, c->gid, op, true);
	case AUDIT_COMPARE_EGID_TO_OBJ_GID:
		return any_owner(ctx, c->egid, op, true);
	case AUDIT_COMPARE_SGID_TO_OBJ_GID:
		return any_owner(ctx, c->sgid, op, true);
	case AUDIT_COMPARE_FSGID_TO_OBJ_GID:
		return any_owner(ctx, c->fsgid, op, true);
	case AUDIT_COMPARE_UID_TO_AUID:
		return compare_id(c->uid, op, auid);
	case AUDIT_COMPARE_UID_TO_EUID:
		return compare_id(c->uid, op, c->euid);
	case AUDIT_COMPARE_UID_TO_FSUID:
		return compare_id(c->uid, op, c->fsuid);
	case AUDIT_COMPARE_UID_TO_SUID:
		return compare_id(c->uid, op, c->suid);
	case AUDIT_COMPARE_AUID_TO_FSUID:
		return compare_id(auid, op, c->fsuid);
	case AUDIT_COMPARE_AUID_TO_SUID:
		return compare_id(auid, op, c->suid);
	case AUDIT_COMPARE_AUID_TO_EUID:
		return compare_id(auid, op, c->euid);
	case AUDIT_COMPARE_EUID_TO_SUID:
		return compare_id(c->euid, op, c->suid);
	case AUDIT_COMPARE_EUID_TO_FSUID:
		return compare_id(c->euid, op, c->fsuid);
	case AUDIT_COMPARE_SUID_TO_FSUID:
		return compare_id(c->suid, op, c->fsuid);
	case AUDIT_COMPARE_GID_TO_EGID:
		return compare_id(c->gid, op, c->egid);
	case AUDIT_COMPARE_GID_TO_FSGID:
		return compare_id(c->gid, op, c->fsgid);
	case AUDIT_COMPARE_GID_TO_SGID:
		return compare_id(c->gid, op, c->sgid);
	case AUDIT_COMPARE_EGID_TO_FSGID:
		return compare_id(c->egid, op, c->fsgid);
	case AUDIT_COMPARE_EGID_TO_SGID:
		return compare_id(c->egid, op, c->sgid);
	case AUDIT_COMPARE_SGID_TO_FSGID:
		return compare_id(c->sgid, op, c->fsgid);
	}
	return false;
}

/* Most fields with an operator of their own know = and !=, and take any other
 * operator for =.
 */
static bool maybe_not(const struct model_field *f, bool result)
{
	return f->op == Audit_not_equal ? !result : result;
}

static bool field_matches(const struct model_ctx *ctx,
			  const struct model_name *name,
			  const struct model_field *f)
{
	const struct model_cred *c = &ctx->cred;

	switch (f->type) {
	case AUDIT_PID:
		return model_compare(ctx->pid, f->op, f->val);
	case AUDIT_PPID:
		return model_compare(ctx->ppid, f->op, f->val);
	case AUDIT_EXE:
		return maybe_not(f, ctx->exe_matches);
	case AUDIT_UID:
		return compare_id(c->uid, f->op, f->val);
	case AUDIT_EUID:
		return compare_id(c->euid, f->op, f->val);
	case AUDIT_SUID:
		return compare_id(c->suid, f->op, f->val);
	case AUDIT_FSUID:
		return compare_id(c->fsuid, f->op, f->val);
	case AUDIT_GID:
		return compare_gid(c, c->gid, f);
	case AUDIT_EGID:
		return compare_gid(c, c->egid, f);
	case AUDIT_SGID:
		return compare_id(c->sgid, f->op, f->val);
	case AUDIT_FSGID:
		return compare_id(c->fsgid, f->op, f->val);
	case AUDIT_LOGINUID:
		return compare_id(ctx->loginuid, f->op, f->val);
	case AUDIT_LOGINUID_SET:
		return model_compare(ctx->loginuid != ~0U, f->op, f->val);
	case AUDIT_SESSIONID:
		return model_compare(ctx->sessionid, f->op, f->val);
	case AUDIT_PERS:
		return model_compare(ctx->personality, f->op, f->val);
	case AUDIT_ARCH:
		return model_compare(ctx->arch, f->op, f->val);
	case AUDIT_EXIT:
		return ctx->return_valid != MODEL_INVALID &&
		       model_compare(ctx->return_code, f->op, f->val);
	case AUDIT_SUCCESS:
		return ctx->return_valid != MODEL_INVALID &&
		       model_compare(ctx->return_valid, f->op,
				     f->val ? MODEL_SUCCESS : MODEL_FAILURE);
	case AUDIT_DEVMAJOR:
	case AUDIT_DEVMINOR:
	case AUDIT_INODE:
	case AUDIT_OBJ_UID:
	case AUDIT_OBJ_GID:
		return any_name_matches(ctx, name, f);
	case AUDIT_WATCH:
		return name && maybe_not(f, (__u32)name->ino == f->val);
	case AUDIT_DIR:
		return maybe_not(f, ctx->trees >> (f->val & 31) & 1);
	case AUDIT_SADDR_FAM:
		return ctx->has_saddr &&
		       model_compare(ctx->saddr_fam, f->op, f->val);
	case AUDIT_SUBJ_USER ... AUDIT_SUBJ_CLR:
		return lsm_match(ctx->label, f);
	case AUDIT_OBJ_USER ... AUDIT_OBJ_LEV_HIGH:
		return any_name_matches(ctx, name, f) ||
		       (ctx->is_ipc && lsm_match(ctx->ipc_label, f));
	case AUDIT_ARG0 ... AUDIT_ARG3:
		return model_compare(ctx->argv[f->type - AUDIT_ARG0], f->op,
				     f->val);
	case AUDIT_FILTERKEY:
		return true;
	case AUDIT_PERM:
		return maybe_not(f, model_perm(ctx, f->val));
	case AUDIT_FILETYPE:
		return maybe_not(f, any_filetype(ctx, f->val));
	case AUDIT_FIELD_COMPARE:
		return field_compare(ctx, f);
	}
	/* AUDIT_MSGTYPE, AUDIT_FSTYPE, whatever else: not in the switch */
	return false;
}

bool model_match(const struct model_rule *rule, const struct model_ctx *ctx,
		 const struct model_name *name)
{
	__u32 i;

	if (!model_bit(rule->mask, ctx->major))
		return false;
	for (i = 0; i < rule->field_count; i++)
		if (!field_matches(ctx, name, &rule->fields[i]))
			return false;
	return true;
}

static bool has_signal(const struct model_table *t, const __u32 *mask)
{
	size_t i;

	for (i = 0; i < t->list[MODEL_SIGNAL].count; i++)
		if (model_bit(mask, t->list[MODEL_SIGNAL].nrs[i]))
			return true;
	return false;
}

/*
 * Without an arch audit_match_signal() returns "neither", so one of the two
 * is enough to be counted. With one its value decides, whatever the operator.
 */
bool model_is_signal(const __u32 *mask, bool arch_set, __u32 arch)
{
	if (!arch_set)
		return has_signal(&model_native, mask) ||
		       has_signal(&model_compat, mask);
	return has_signal(table_of(arch), mask);
}
