// SPDX-License-Identifier: GPL-2.0
/*
 * fault: what test builds can be told to get wrong. Not part of any other
 * build.
 */
#include "compat.h"
#include <linux/module.h>
#include <linux/string.h>
#include "fault.h"

static char *missing = "";
module_param(missing, charp, 0444);
MODULE_PARM_DESC(missing, "test: take this symbol for missing");

static bool deaf;
module_param(deaf, bool, 0644);
MODULE_PARM_DESC(deaf, "test: hear of no rule change");

static int blind = -1;
module_param(blind, int, 0444);
MODULE_PARM_DESC(blind, "test: publish this native syscall as of no interest");

static int passing = -1;
module_param(passing, int, 0444);
MODULE_PARM_DESC(passing, "test: publish this native syscall's entry as of no interest");

bool afp_fault_missing(const char *symbol)
{
	/* so that a test knows which there are */
	pr_info("test: symbol %s\n", symbol);
	return !strcmp(symbol, missing);
}

bool afp_fault_deaf(void)
{
	return READ_ONCE(deaf);
}

int afp_fault_blind(void)
{
	return blind;
}

int afp_fault_passing(void)
{
	return passing;
}
