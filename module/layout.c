// SPDX-License-Identifier: GPL-2.0
/*
 * layout: where the members of the kernel's private audit structures lie.
 *
 * struct audit_context is read from the running kernel's BTF: it changes from
 * release to release. What was compiled in, struct audit_entry and the public
 * structs in it, is checked against it.
 */
#include "compat.h"
#include <linux/time64.h>
#include "afp_btf.h"
#include "layout.h"
#include "symbols.h"

static const struct {
	const char *type;
	const char *member;
	u32 offset;
	u32 size;
} expected[] = {
#define EXPECT(type, member, here)				\
	{ #type, #member, offsetof(struct here, member),	\
	  sizeof_field(struct here, member) }
	EXPECT(audit_entry, list, afp_entry),
	EXPECT(audit_entry, rcu, afp_entry),
	EXPECT(audit_entry, rule, afp_entry),
	EXPECT(audit_krule, mask, audit_krule),
	EXPECT(audit_krule, field_count, audit_krule),
	EXPECT(audit_krule, action, audit_krule),
	EXPECT(audit_krule, fields, audit_krule),
	EXPECT(audit_krule, arch_f, audit_krule),
	EXPECT(audit_krule, list, audit_krule),
	EXPECT(audit_krule, filterkey, audit_krule),
	EXPECT(audit_krule, prio, audit_krule),
	EXPECT(audit_field, type, audit_field),
	EXPECT(audit_field, val, audit_field),
	EXPECT(audit_field, op, audit_field),
#undef EXPECT
};

static int __init check(const struct afp_btf *btf)
{
	struct afp_btf_member m;
	int i, err;

	for (i = 0; i < ARRAY_SIZE(expected); i++) {
		err = afp_btf_member(btf, expected[i].type, expected[i].member,
				     &m);
		if (!err && m.offset == expected[i].offset &&
		    m.size == expected[i].size)
			continue;
		pr_err("the running kernel's struct %s.%s is not what the module was built for (error %d): rebuild it with this kernel's headers\n",
		       expected[i].type, expected[i].member, err);
		return err ?: -EINVAL;
	}
	return 0;
}

static int __init read_offset(const struct afp_btf *btf, const char *member,
			      u32 size, u32 *offset)
{
	struct afp_btf_member m;
	int err = afp_btf_member(btf, "audit_context", member, &m);

	if (!err && m.size != size)
		err = -EINVAL;
	if (err) {
		pr_err("cannot read struct audit_context.%s from the kernel's BTF: error %d\n",
		       member, err);
		return err;
	}
	*offset = m.offset;
	return 0;
}

/* What the entry shortcut has built in (layout.h). */
static const struct {
	const char *type;
	const char *member;
	u32 offset;
	u32 size;
} for_entry[] = {
	{ "audit_context", "dummy", AFP_CTX_DUMMY, 4 },
	{ "audit_context", "context", AFP_CTX_CONTEXT, 4 },
	{ "audit_context", "state", AFP_CTX_STATE, 4 },
	{ "audit_context", "current_state", AFP_CTX_CURRENT_STATE, 4 },
	{ "audit_context", "argv", AFP_CTX_ARGV, 4 * sizeof(long) },
	{ "audit_context", "prio", AFP_CTX_PRIO, 8 },
	{ "auditd_connection", "pid", 0, sizeof(void *) },
};

/* Is it so in the kernel that runs? The time is in a struct from v7.0 on. */
static bool __init entry_fits(const struct afp_btf *btf, u32 *ctime)
{
	struct afp_btf_member m, stamp = {};
	int i;

	for (i = 0; i < ARRAY_SIZE(for_entry); i++)
		if (afp_btf_member(btf, for_entry[i].type, for_entry[i].member,
				   &m) ||
		    m.offset != for_entry[i].offset ||
		    m.size != for_entry[i].size)
			return false;
	if (afp_btf_member(btf, "audit_context", "ctime", &m) &&
	    (afp_btf_member(btf, "audit_context", "stamp", &stamp) ||
	     afp_btf_member(btf, "audit_stamp", "ctime", &m)))
		return false;
	*ctime = stamp.offset + m.offset;
	return m.size == sizeof(struct timespec64);
}

/**
 * afp_layout_read() - read the offsets, check the rest
 * @context: filled
 *
 * Context: process context, may sleep.
 * Return: 0; -ENOENT or -EINVAL if the BTF is missing, damaged or shows
 * another layout, which has then been logged.
 */
int __init afp_layout_read(struct afp_context_layout *context)
{
	unsigned long start, stop;
	const struct afp_symbol blob[] = {
		{ "__start_BTF", NULL, &start },
		{ "__stop_BTF", NULL, &stop },
	};
	struct afp_btf btf;
	int err;

	err = afp_symbols_resolve(blob, ARRAY_SIZE(blob));
	if (err)
		return err;
	if (!start || stop <= start) {
		pr_err("this kernel carries no BTF (CONFIG_DEBUG_INFO_BTF)\n");
		return -ENOENT;
	}
	err = afp_btf_open(&btf, (const void *)start, stop - start);
	if (err) {
		pr_err("cannot read this kernel's BTF: error %d\n", err);
		return err;
	}
	context->entry = entry_fits(&btf, &context->ctime);
	return check(&btf) ?:
	       read_offset(&btf, "major", sizeof(int), &context->major) ?:
	       read_offset(&btf, "arch", sizeof(int), &context->arch) ?:
	       read_offset(&btf, "name_count", sizeof(int),
			   &context->name_count) ?:
	       read_offset(&btf, "prio", sizeof(u64), &context->prio);
}
