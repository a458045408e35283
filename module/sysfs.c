// SPDX-License-Identifier: GPL-2.0
/*
 * sysfs: /sys/kernel/audit_fastpath, documented in
 * docs/abi/sysfs-kernel-audit_fastpath.
 */
#include "compat.h"
#include <linux/kobject.h>
#include <linux/sysfs.h>
#include "afp_abi.h"
#include "control.h"
#include "entry_path.h"
#include "exit_path.h"
#include "interest.h"
#include "lifecycle.h"
#include "stats.h"
#include "sysfs.h"

static ssize_t enabled_show(struct kobject *kobj, struct kobj_attribute *attr,
			    char *buf)
{
	return scnprintf(buf, PAGE_SIZE, "%d\n", afp_control_enabled());
}

static ssize_t enabled_store(struct kobject *kobj, struct kobj_attribute *attr,
			     const char *buf, size_t len)
{
	bool enable;
	int err;

	if (sysfs_streq(buf, "0")) {
		enable = false;
	} else if (sysfs_streq(buf, "1")) {
		enable = true;
	} else {
		pr_err("enabled takes 0 or 1\n");
		return -EINVAL;
	}
	err = afp_control_enable(enable);
	return err ?: len;
}

static ssize_t state_show(struct kobject *kobj, struct kobj_attribute *attr,
			  char *buf)
{
	return afp_control_state(buf, PAGE_SIZE);
}

static ssize_t stats_show(struct kobject *kobj, struct kobj_attribute *attr,
			  char *buf)
{
	return afp_stats_show(buf, PAGE_SIZE);
}

static ssize_t hooks_show(struct kobject *kobj, struct kobj_attribute *attr,
			  char *buf)
{
	int len = afp_exit_show(buf, PAGE_SIZE);

	len += afp_entry_show(buf + len, PAGE_SIZE - len);
	return len + afp_lifecycle_show(buf + len, PAGE_SIZE - len);
}

static struct kobj_attribute enabled = __ATTR_RW(enabled);
static struct kobj_attribute state = __ATTR_RO(state);
static struct kobj_attribute stats = __ATTR_RO(stats);
static struct kobj_attribute hooks = __ATTR_RO(hooks);

/* syscalls: more than a page, so a binary file; its content is text. */
static ssize_t syscalls_read(struct file *file, struct kobject *kobj,
			     AFP_CONST_BIN_ATTR struct bin_attribute *attr,
			     char *buf, loff_t pos, size_t len)
{
	return afp_control_tally_show(buf, pos, len);
}

static ssize_t syscalls_write(struct file *file, struct kobject *kobj,
			      AFP_CONST_BIN_ATTR struct bin_attribute *attr,
			      char *buf, loff_t pos, size_t len)
{
	int tally = len && !pos ? buf[0] - '0' : -1;
	int err;

	if ((tally != 0 && tally != 1) || len > 2 || (len == 2 && buf[1] != '\n')) {
		pr_err("syscalls takes 0 or 1\n");
		return -EINVAL;
	}
	err = afp_control_tally(tally);
	if (err == -EOPNOTSUPP)
		pr_err("syscalls are counted by number with mode=on and a hooked exit filter only\n");
	return err ?: len;
}

static const struct bin_attribute syscalls = {
	.attr = { .name = "syscalls", .mode = 0644 },
	.read = syscalls_read,
	.write = syscalls_write,
};

static struct attribute *top_attrs[] = {
	&enabled.attr,
	&state.attr,
	&stats.attr,
	&hooks.attr,
	NULL
};

/* classes/CLASS_ARCH; rows, as a function and a name for each would cost 3 KiB */
struct class_file {
	struct kobj_attribute attr;
	const __u32 *const *class;
};

static ssize_t class_show(struct kobject *kobj, struct kobj_attribute *attr,
			  char *buf)
{
	const __u32 *class = *container_of(attr, struct class_file, attr)->class;
	DECLARE_BITMAP(set, AFP_NR_SYSCALLS);

	bitmap_zero(set, AFP_NR_SYSCALLS);
	for (; *class != AFP_CLASS_END; class++)
		__set_bit(*class, set);
	return scnprintf(buf, PAGE_SIZE, "%*pbl\n", AFP_NR_SYSCALLS, set);
}

#define CLASS_FILE(kind, arch)						\
	{ __ATTR(kind##_##arch, 0444, class_show, NULL),		\
	  &afp_classes_##arch.kind }
#define CLASS_FILES(kind) CLASS_FILE(kind, native), CLASS_FILE(kind, compat),

static const struct class_file class_files[] = { AFP_CLASS_KINDS(CLASS_FILES) };
static struct attribute *class_attrs[ARRAY_SIZE(class_files) + 1];

/* interest/KIND_ARCH */
struct interest_file {
	struct kobj_attribute attr;
	enum afp_arch arch;
	u8 bit;
};

static ssize_t interest_show(struct kobject *kobj, struct kobj_attribute *attr,
			     char *buf)
{
	const struct interest_file *file =
		container_of(attr, struct interest_file, attr);

	return afp_interest_show(file->bit, file->arch, buf);
}

#define INTEREST_FILES(kind, bit)					\
	{ __ATTR(kind##_native, 0444, interest_show, NULL),		\
	  AFP_NATIVE, bit },						\
	{ __ATTR(kind##_compat, 0444, interest_show, NULL),		\
	  AFP_COMPAT, bit }

static const struct interest_file interest_files[] = {
	INTEREST_FILES(exit, AFP_EXIT),
	INTEREST_FILES(exit_noname, AFP_EXIT_NONAME),
	INTEREST_FILES(entry, AFP_ENTRY),
	INTEREST_FILES(inode, AFP_INODE),
	INTEREST_FILES(enter, AFP_ENTER),
};
static struct attribute *interest_attrs[ARRAY_SIZE(interest_files) + 1];

#define TWO(kind) + 2
/* what the tools can work out from the rules, and what they cannot */
static_assert(ARRAY_SIZE(interest_files) == 2 AFP_INTEREST_KINDS(TWO));

static const struct attribute_group top_group = {
	.attrs = top_attrs,
};

static const struct attribute_group interest_group = {
	.name = "interest",
	.attrs = interest_attrs,
};

static const struct attribute_group class_group = {
	.name = "classes",
	.attrs = class_attrs,
};

static const struct attribute_group *groups[] = {
	&top_group,
	&class_group,
	&interest_group,
	NULL
};

static struct kobject *directory;

/**
 * afp_sysfs_create() - create the directory and its files
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged.
 */
int __init afp_sysfs_create(void)
{
	int i, err = -ENOMEM;

	/* sysfs does not write to what it was given, only its types say it may */
	for (i = 0; i < ARRAY_SIZE(class_files); i++)
		class_attrs[i] = (struct attribute *)&class_files[i].attr.attr;
	for (i = 0; i < ARRAY_SIZE(interest_files); i++)
		interest_attrs[i] =
			(struct attribute *)&interest_files[i].attr.attr;
	directory = kobject_create_and_add(AFP_SYSFS_NAME, kernel_kobj);
	if (directory)
		err = sysfs_create_groups(directory, groups);
	if (!err) {
		err = sysfs_create_bin_file(directory, &syscalls);
		if (err)
			sysfs_remove_groups(directory, groups);
	}
	if (err) {
		pr_err("cannot create " AFP_SYSFS_DIR ": error %d\n", err);
		kobject_put(directory);
	}
	return err;
}

/**
 * afp_sysfs_remove() - remove them; no file is being read or written after
 *
 * Context: process context, may sleep.
 */
void afp_sysfs_remove(void)
{
	sysfs_remove_bin_file(directory, &syscalls);
	sysfs_remove_groups(directory, groups);
	kobject_put(directory);
}
