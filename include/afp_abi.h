/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The sysfs ABI, shared by the module and the tools.
 * Documented in docs/abi/sysfs-kernel-audit_fastpath.
 */
#ifndef AFP_ABI_H
#define AFP_ABI_H

#define AFP_SYSFS_NAME	"audit_fastpath"
#define AFP_SYSFS_DIR	"/sys/kernel/" AFP_SYSFS_NAME

/* The words of the file `state`; AFP_STATE_FAULTED is followed by ": REASON". */
#define AFP_STATE_ACTIVE	"active"
#define AFP_STATE_HELD		"held"
#define AFP_STATE_DISABLED	"disabled"
#define AFP_STATE_FAULTED	"faulted"

/* The lines of the file `stats`, in order: `name value`, u64 decimal. */
#define AFP_STATS(X)			\
	X(rules)			\
	X(rules_kernel)			\
	X(rules_repaired)		\
	X(signal_rules)			\
	X(signal_rules_kernel)		\
	X(signal_rules_repaired)	\
	X(exit_skipped)			\
	X(exit_indexed)			\
	X(exit_full)			\
	X(entry_skipped)		\
	X(entry_revived)		\
	X(idle_tasks)			\
	X(holds)			\
	X(resyncs)			\
	X(resync_ns_last)		\
	X(resync_ns_max)		\
	X(index_rules)			\
	X(index_lists)			\
	X(index_bytes)			\
	X(mismatches)

/*
 * The file `syscalls`: a line for each syscall number below AFP_TALLY_NRS that
 * was seen, ARCH NUMBER SKIPPED INDEXED FULL, and one for all others. Each has
 * AFP_TALLY_LINE bytes.
 */
#define AFP_TALLY_NRS	512
#define AFP_TALLY_LINE	64

/* The files of the directory `classes`: class, then arch. */
#define AFP_CLASS_KINDS(X)		\
	X(write)			\
	X(read)				\
	X(chattr)			\
	X(signal)			\
	X(open)				\
	X(exec)				\
	X(bind)

/* The files of the directory `interest`: kind, then arch. */
#define AFP_INTEREST_KINDS(X)		\
	X(exit)				\
	X(exit_noname)			\
	X(entry)			\
	X(inode)

#endif /* AFP_ABI_H */
