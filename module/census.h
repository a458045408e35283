/* SPDX-License-Identifier: GPL-2.0 */
/*
 * census: what the kernel's rule lists hold, taken under its own mutexes.
 */
#ifndef AFP_CENSUS_H
#define AFP_CENSUS_H

#include "afp_scope.h"

/* A set of syscall numbers for each arch. */
typedef u64 afp_sets[AFP_NR_ARCHES][AFP_SET_WORDS];

/**
 * struct afp_count - how many rules there are
 * @rules:        those that count in audit_n_rules
 * @signal_rules: those that count in audit_signals
 */
struct afp_count {
	u32 rules;
	u32 signal_rules;
};

/**
 * struct afp_census - the rules, summed up
 * @exit_any:     what the exit list's rules can match, of those that need no
 *                name
 * @exit_names:   the same of those that need one
 * @inode:        what the rules in the inode buckets can match
 * @entry:        what those rules of all these lists that record can match
 * @enter:        the same of those that need no name
 * @count:        how many there are
 * @none:         there is none that counts, by the kernel's own count as well
 */
struct afp_census {
	afp_sets exit_any;
	afp_sets exit_names;
	afp_sets inode;
	afp_sets entry;
	afp_sets enter;
	struct afp_count count;
	bool none;
};

/**
 * struct afp_counters - the kernel's counters
 * @rules_kernel:          audit_n_rules, now
 * @signal_rules_kernel:   audit_signals, now
 * @rules_repaired:        by how much audit_n_rules was corrected so far
 * @signal_rules_repaired: by how much audit_signals was
 */
struct afp_counters {
	u64 rules_kernel;
	u64 signal_rules_kernel;
	u64 rules_repaired;
	u64 signal_rules_repaired;
};

int afp_census_init(bool repair);
bool afp_census_try(struct afp_census *census);
void afp_census_repair(void);
void afp_census_counters(struct afp_counters *counters);

#endif /* AFP_CENSUS_H */
