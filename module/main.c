// SPDX-License-Identifier: GPL-2.0
/*
 * audit_fastpath: takes audit's exit filter off syscalls that no rule can
 * match. Parameters, and the order of init and exit.
 */
#include "compat.h"
#include <linux/module.h>
#include <linux/string.h>
#include "control.h"
#include "sysfs.h"

static char *mode = "on";
module_param(mode, charp, 0444);
MODULE_PARM_DESC(mode, "on (default); verify: skip nothing, and check what would have been skipped; off: only follow the rules and correct the counters");

static char *exit = "auto";
module_param(exit, charp, 0444);
MODULE_PARM_DESC(exit, "how to hook the exit filter: auto (default), direct, ftrace, kprobe, off");

static char *entry = "off";
module_param(entry, charp, 0444);
MODULE_PARM_DESC(entry, "off (default); safe: nothing is done at the entry of a quiet syscall that no rule can match; full: of any such syscall, and denials in it lose their names");

static char *idle = "0";
module_param(idle, charp, 0444);
MODULE_PARM_DESC(idle, "0 (default); 1: without rules, tasks leave audit's slow path, and denials stand without their syscall");

static char *repair = "1";
module_param(repair, charp, 0444);
MODULE_PARM_DESC(repair, "1 (default): correct the kernel's counts of rules when they have drifted; 0: only show them");

static char *stats = "1";
module_param(stats, charp, 0444);
MODULE_PARM_DESC(stats, "1 (default): count skipped and full filter runs; 0: do not");

static char *enabled = "1";
module_param(enabled, charp, 0444);
MODULE_PARM_DESC(enabled, "1 (default): start with open shortcuts; 0: stock until 1 is written to /sys/kernel/audit_fastpath/enabled");

struct choice {
	const char *word;
	int value;
};

static const struct choice modes[] = {
	{ "on", AFP_MODE_ON }, { "verify", AFP_MODE_VERIFY },
	{ "off", AFP_MODE_OFF }, {}
};

static const struct choice exits[] = {
	{ "auto", AFP_TIER_AUTO }, { "direct", AFP_TIER_DIRECT },
	{ "ftrace", AFP_TIER_FTRACE }, { "kprobe", AFP_TIER_KPROBE },
	{ "off", AFP_TIER_OFF }, {}
};

static const struct choice entries[] = {
	{ "off", AFP_ENTRIES_OFF }, { "safe", AFP_ENTRIES_SAFE },
	{ "full", AFP_ENTRIES_FULL }, {}
};

static const struct choice switches[] = {
	{ "0", 0 }, { "1", 1 }, {}
};

static int __init parse(const char *parameter, const char *word,
			const struct choice *choices)
{
	const struct choice *c;
	char words[64] = "";

	for (c = choices; c->word; c++) {
		if (!strcmp(word, c->word))
			return c->value;
		if (c != choices)
			strlcat(words, ", ", sizeof(words));
		strlcat(words, c->word, sizeof(words));
	}
	pr_err("parameter %s takes one of: %s; not \"%s\"\n", parameter,
	       words, word);
	return -EINVAL;
}

static int __init afp_init(void)
{
	const int what = parse("mode", mode, modes);
	const int tier = parse("exit", exit, exits);
	const int skipping = parse("entry", entry, entries);
	const int idling = parse("idle", idle, switches);
	const int repairing = parse("repair", repair, switches);
	const int counting = parse("stats", stats, switches);
	const int enable = parse("enabled", enabled, switches);
	int err;

	if (what < 0 || tier < 0 || skipping < 0 || idling < 0 ||
	    repairing < 0 || counting < 0 || enable < 0)
		return -EINVAL;
	if (what == AFP_MODE_VERIFY && tier != AFP_TIER_AUTO &&
	    tier != AFP_TIER_DIRECT) {
		pr_err("mode=verify takes exit=auto or exit=direct; not exit=%s\n",
		       exit);
		return -EINVAL;
	}
	err = afp_control_init(&(struct afp_config) {
		.mode = what,
		.exit = tier,
		.entry = skipping,
		.idle = idling,
		.repair = repairing,
		.stats = counting,
	});
	if (err)
		return err;
	err = afp_sysfs_create();
	if (err)
		return err;
	err = afp_control_enable(enable);
	if (err) {
		afp_sysfs_remove();
		/* somebody may have written to `enabled` meanwhile */
		afp_control_exit();
	}
	return err;
}

static void __exit afp_exit(void)
{
	afp_sysfs_remove();
	afp_control_exit();
}

module_init(afp_init);
module_exit(afp_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Skips audit's exit filter for syscalls that no rule can match");
MODULE_VERSION(AFP_VERSION);
