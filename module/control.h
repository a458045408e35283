/* SPDX-License-Identifier: GPL-2.0 */
/*
 * control: opens and closes the shortcuts, all together.
 */
#ifndef AFP_CONTROL_H
#define AFP_CONTROL_H

#include "entry_path.h"
#include "hook.h"

/* The parameter mode. */
enum afp_mode {
	AFP_MODE_OFF,		/* follow rules, correct counters, attach nothing */
	AFP_MODE_ON,
	AFP_MODE_VERIFY,	/* skip nothing, check what would have been */
};

/**
 * struct afp_config - the module's parameters, parsed
 * @mode:   what the shortcuts do
 * @exit:   how the exit shortcut is attached
 * @entry:  of which syscalls the entry is skipped as well
 * @idle:   without rules, let tasks be idle
 * @repair: correct the kernel's counters
 * @stats:  count on the hot paths
 */
struct afp_config {
	enum afp_mode mode;
	enum afp_tier exit;
	enum afp_entries entry;
	bool idle;
	bool repair;
	bool stats;
};

int afp_control_init(const struct afp_config *config);
int afp_control_enable(bool enable);
bool afp_control_enabled(void);
int afp_control_tally(bool tally);
ssize_t afp_control_tally_show(char *buf, loff_t pos, size_t size);
int afp_control_state(char *buf, size_t size);
void afp_control_exit(void);

#endif /* AFP_CONTROL_H */
