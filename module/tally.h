/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tally: exit filter runs by syscall, while somebody looks.
 */
#ifndef AFP_TALLY_H
#define AFP_TALLY_H

#include <linux/percpu.h>
#include <linux/types.h>
#include "afp_abi.h"
#include "afp_scope.h"
#include "hook.h"

/* What became of a run. */
enum afp_run {
	AFP_RUN_SKIPPED,
	AFP_RUN_INDEXED,
	AFP_RUN_FULL,
	AFP_NR_RUNS,
};

/**
 * struct afp_tally - one CPU's counts
 * @by_nr: by arch and syscall number
 * @other: all that has no place in @by_nr
 */
struct afp_tally {
	u64 by_nr[AFP_NR_ARCHES][AFP_TALLY_NRS][AFP_NR_RUNS];
	u64 other[AFP_NR_RUNS];
};

/* NULL: nobody looks. Changes only while no hook is attached. */
extern struct afp_tally __percpu *afp_tally;

/**
 * afp_tally_count() - count a run; there must be a tally
 * @arch: AFP_NATIVE, AFP_COMPAT, or AFP_NR_ARCHES for neither
 * @nr:   the syscall's number
 * @run:  what became of it
 */
static __always_inline void afp_tally_count(enum afp_arch arch,
					    unsigned long nr, enum afp_run run)
{
	if (arch < AFP_NR_ARCHES && nr < AFP_TALLY_NRS)
		this_cpu_inc(afp_tally->by_nr[arch][nr][run]);
	else
		this_cpu_inc(afp_tally->other[run]);
}

int afp_tally_attach(struct afp_hook *hook, enum afp_tier want);
int afp_tally_start(void);
void afp_tally_stop(void);
ssize_t afp_tally_show(char *buf, loff_t pos, size_t size);

#endif /* AFP_TALLY_H */
