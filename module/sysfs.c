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

	return len + afp_lifecycle_show(buf + len, PAGE_SIZE - len);
}

static struct kobj_attribute enabled = __ATTR_RW(enabled);
static struct kobj_attribute state = __ATTR_RO(state);
static struct kobj_attribute stats = __ATTR_RO(stats);
static struct kobj_attribute hooks = __ATTR_RO(hooks);

static struct attribute *top_attrs[] = {
	&enabled.attr,
	&state.attr,
	&stats.attr,
	&hooks.attr,
	NULL
};

/* interest/KIND_ARCH */
#define SHOW(kind, bit, arch, index)					\
static ssize_t kind##_##arch##_show(struct kobject *kobj,		\
				    struct kobj_attribute *attr,	\
				    char *buf)				\
{									\
	return afp_interest_show(bit, index, buf);			\
}									\
static struct kobj_attribute kind##_##arch = __ATTR_RO(kind##_##arch)

#define SHOW_KIND(kind, bit)				\
	SHOW(kind, bit, native, AFP_NATIVE);		\
	SHOW(kind, bit, compat, AFP_COMPAT)

SHOW_KIND(exit, AFP_EXIT);
SHOW_KIND(exit_noname, AFP_EXIT_NONAME);
SHOW_KIND(entry, AFP_ENTRY);
SHOW_KIND(inode, AFP_INODE);

static struct attribute *interest_attrs[] = {
#define ATTRS(kind) &kind##_native.attr, &kind##_compat.attr,
	AFP_INTEREST_KINDS(ATTRS)
#undef ATTRS
	NULL
};

static const struct attribute_group top_group = {
	.attrs = top_attrs,
};

static const struct attribute_group interest_group = {
	.name = "interest",
	.attrs = interest_attrs,
};

static const struct attribute_group *groups[] = {
	&top_group,
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
int afp_sysfs_create(void)
{
	int err = -ENOMEM;

	directory = kobject_create_and_add(AFP_SYSFS_NAME, kernel_kobj);
	if (directory)
		err = sysfs_create_groups(directory, groups);
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
	sysfs_remove_groups(directory, groups);
	kobject_put(directory);
}
