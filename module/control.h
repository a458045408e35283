/* SPDX-License-Identifier: GPL-2.0 */
/*
 * control: opens and closes the shortcuts, all together.
 */
#ifndef AFP_CONTROL_H
#define AFP_CONTROL_H

#include "hook.h"

/**
 * struct afp_config - the module's parameters, parsed
 * @on:     mode: shortcuts are attached; else rules are followed and counters
 *          corrected only
 * @exit:   how the exit shortcut is attached
 * @repair: correct the kernel's counters
 * @stats:  count on the hot paths
 */
struct afp_config {
	bool on;
	enum afp_tier exit;
	bool repair;
	bool stats;
};

int afp_control_init(const struct afp_config *config);
int afp_control_enable(bool enable);
bool afp_control_enabled(void);
int afp_control_state(char *buf, size_t size);

#endif /* AFP_CONTROL_H */
