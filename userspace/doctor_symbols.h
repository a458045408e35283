/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's symbols that the module looks up: the only list of them outside
 * module/, against which the tests hold it.
 */
#ifndef DOCTOR_SYMBOLS_H
#define DOCTOR_SYMBOLS_H

enum symbol_kind {
	SYMBOL_DATA,
	SYMBOL_FUNCTION,	/* hooked or listened to */
	SYMBOL_FILTER,		/* the same; one of these will do */
	SYMBOL_BTF,		/* there if the kernel has BTF */
	SYMBOL_ENTRY,		/* for entry= and idle= only */
};

#define DOCTOR_SYMBOLS(X)				\
	X(audit_cmd_mutex, SYMBOL_DATA)			\
	X(audit_filter_mutex, SYMBOL_DATA)		\
	X(audit_filter_list, SYMBOL_DATA)		\
	X(audit_rules_list, SYMBOL_DATA)		\
	X(audit_inode_hash, SYMBOL_DATA)		\
	X(audit_n_rules, SYMBOL_DATA)			\
	X(audit_signals, SYMBOL_DATA)			\
	X(__audit_filter_op, SYMBOL_FILTER)		\
	X(audit_filter_syscall, SYMBOL_FILTER)		\
	X(audit_rule_change, SYMBOL_FUNCTION)		\
	X(audit_del_rule, SYMBOL_FUNCTION)		\
	X(audit_dupe_rule, SYMBOL_FUNCTION)		\
	X(audit_update_lsm_rules, SYMBOL_FUNCTION)	\
	X(kill_rules, SYMBOL_FUNCTION)			\
	X(audit_free_rule_rcu, SYMBOL_FUNCTION)		\
	X(__start_BTF, SYMBOL_BTF)			\
	X(__stop_BTF, SYMBOL_BTF)			\
	X(__audit_syscall_entry, SYMBOL_ENTRY)		\
	X(__audit_syscall_exit, SYMBOL_ENTRY)		\
	X(audit_filter_inodes, SYMBOL_ENTRY)		\
	X(auditd_conn, SYMBOL_ENTRY)			\
	X(__audit_free, SYMBOL_ENTRY)			\
	X(__audit_uring_entry, SYMBOL_ENTRY)		\
	X(auditsc_get_stamp, SYMBOL_ENTRY)		\
	X(audit_killed_trees, SYMBOL_ENTRY)		\
	X(fanotify_handle_event, SYMBOL_ENTRY)		\
	X(getname_kernel, SYMBOL_ENTRY)			\
	X(vfs_create, SYMBOL_ENTRY)			\
	X(vfs_link, SYMBOL_ENTRY)			\
	X(vfs_mkdir, SYMBOL_ENTRY)			\
	X(vfs_mknod, SYMBOL_ENTRY)			\
	X(vfs_rename, SYMBOL_ENTRY)			\
	X(vfs_rmdir, SYMBOL_ENTRY)			\
	X(vfs_symlink, SYMBOL_ENTRY)			\
	X(vfs_unlink, SYMBOL_ENTRY)

#endif /* DOCTOR_SYMBOLS_H */
