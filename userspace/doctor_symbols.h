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
	X(__stop_BTF, SYMBOL_BTF)

#endif /* DOCTOR_SYMBOLS_H */
