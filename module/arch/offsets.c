// SPDX-License-Identifier: GPL-2.0
/*
 * Not a part of the module: what assembly has to know of the public structs of
 * the kernel built for. Kbuild makes offsets.h of it.
 */
#include <linux/kbuild.h>
#include <linux/sched.h>

void afp_offsets(void);

void afp_offsets(void)
{
	OFFSET(AFP_TASK_STATUS, task_struct, thread_info.status);
	OFFSET(AFP_TASK_CONTEXT, task_struct, audit_context);
}
