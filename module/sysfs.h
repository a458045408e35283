/* SPDX-License-Identifier: GPL-2.0 */
/*
 * sysfs: /sys/kernel/audit_fastpath.
 */
#ifndef AFP_SYSFS_H
#define AFP_SYSFS_H

int afp_sysfs_create(void);
void afp_sysfs_remove(void);

#endif /* AFP_SYSFS_H */
