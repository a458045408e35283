/* SPDX-License-Identifier: GPL-2.0 */
/*
 * AUDIT_CLASS_DIR_WRITE, the one class that the module's tables lack: no
 * field of a rule looks at it. It may stand in a rule's mask.
 */
#ifndef DIR_CLASS_H
#define DIR_CLASS_H

#include <linux/types.h>

/* Each ends with AFP_CLASS_END. */
extern const __u32 dir_class_native[];
extern const __u32 dir_class_compat[];

#endif /* DIR_CLASS_H */
