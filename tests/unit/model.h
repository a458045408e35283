/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A plain model of how the kernel matches one audit rule against one context:
 * audit_in_mask() and audit_filter_rules(), kernel/auditsc.c, the same in
 * 6.1, 6.12 and 7.3. It shares no code and no table with module/scope.c.
 */
#ifndef AFP_TEST_MODEL_H
#define AFP_TEST_MODEL_H

#include <linux/audit.h>
#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>

#define MODEL_MASK_WORDS	64
#define MODEL_MAX_FIELDS	64
#define MODEL_MAX_NAMES		4

/* What the kernel's enum auditsc_class_t tells apart (linux/audit_arch.h). */
enum model_kind {
	MODEL_PLAIN,
	MODEL_OPEN,
	MODEL_OPENAT,
	MODEL_OPENAT2,
	MODEL_SOCKETCALL,
	MODEL_EXECVE,
};

/* The lists of asm-generic/audit_*.h that matching consults. */
enum model_list {
	MODEL_WRITE,
	MODEL_READ,
	MODEL_CHATTR,
	MODEL_SIGNAL,
	MODEL_NR_LISTS,
};

/* One syscall table: number to kind, and the lists. */
struct model_table {
	enum model_kind (*kind)(unsigned int nr);
	struct {
		const unsigned int *nrs;
		size_t count;
	} list[MODEL_NR_LISTS];
};

extern const struct model_table model_native;
extern const struct model_table model_compat;

/* A field as the kernel holds it: op is Audit_equal .. Audit_ge. */
struct model_field {
	__u32 type;
	__u32 op;
	__u32 val;	/* AUDIT_DIR: the number of the tree, below 32 */
};

struct model_rule {
	__u32 mask[MODEL_MASK_WORDS];
	__u32 field_count;
	struct model_field fields[MODEL_MAX_FIELDS];
};

#define MODEL_INO_UNSET		(~0ULL)

struct model_name {
	__u64 ino;
	__u32 dev;
	__u32 rdev;
	__u32 uid;
	__u32 gid;
	__u16 mode;
	__u32 label;	/* stands for an LSM's object label */
};

/* ctx->return_valid (kernel/audit.h) */
enum model_return {
	MODEL_INVALID,
	MODEL_SUCCESS,
	MODEL_FAILURE,
};

struct model_cred {
	__u32 uid, euid, suid, fsuid;
	__u32 gid, egid, sgid, fsgid;
	__u32 groups[2];
};

struct model_ctx {
	__u32 arch;
	int major;
	__u64 argv[4];
	__u64 openat2_flags;

	/*
	 * Trees that a name of this context lies in, a bit each. Without a
	 * name there is none: handle_one() and handle_path() run only in
	 * __audit_inode() and __audit_inode_child(). The first takes its name
	 * before, the second after; that one can fail only once the context's
	 * preallocated names are used up, and then names are there. Names and
	 * trees are dropped together.
	 */
	__u32 trees;
	__u32 nr_names;
	struct model_name names[MODEL_MAX_NAMES];

	enum model_return return_valid;
	long return_code;

	bool has_saddr;
	__u16 saddr_fam;
	bool is_ipc;
	__u32 ipc_label;

	/* of the task */
	struct model_cred cred;
	__u32 loginuid;
	__u32 sessionid;
	__u32 pid, ppid;
	__u32 personality;
	__u32 label;
	bool exe_matches;
};

/**
 * model_match() - would the kernel's filter match this rule?
 * @rule: the rule
 * @ctx:  the context at syscall exit
 * @name: NULL for the exit list; for a bucket of audit_inode_hash the name
 *        whose inode led there, one of @ctx->names
 */
bool model_match(const struct model_rule *rule, const struct model_ctx *ctx,
		 const struct model_name *name);

/* audit_match_perm(): does this syscall do what mask (AUDIT_PERM_*) says? */
bool model_perm(const struct model_ctx *ctx, __u32 mask);

/* Is the rule counted in audit_signals (audit_match_signal() returns 0)? */
bool model_is_signal(const __u32 *mask, bool arch_set, __u32 arch);

/* audit_comparator() */
bool model_compare(__u32 left, __u32 op, __u32 right);

bool model_in_list(const struct model_table *t, enum model_list l,
		   unsigned int nr);

static inline bool model_bit(const __u32 *mask, unsigned int nr)
{
	return nr < MODEL_MASK_WORDS * 32 && (mask[nr / 32] >> (nr % 32) & 1);
}

#endif /* AFP_TEST_MODEL_H */
