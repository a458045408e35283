// SPDX-License-Identifier: GPL-2.0
/* What must have been recorded, and was it? */
#include <libaudit.h>
#include <stdio.h>
#include <string.h>
#include "churn.h"

#define SHOWN 20

struct tally tally;

static const struct {
	const char *name;
	uint32_t arch, nr;
} types[NR_TYPES] = {
	[LOW64] = { "getpgrp", AUDIT_ARCH_X86_64, 111 },
	[HIGH64] = { "high number", AUDIT_ARCH_X86_64, NO_CALL_64 },
	[LOW32] = { "getpgrp, compat", AUDIT_ARCH_I386, 65 },
	[HIGH32] = { "high number, compat", AUDIT_ARCH_I386, NO_CALL_32 },
	[OPEN64] = { "openat", AUDIT_ARCH_X86_64, 257 },
	[OPEN32] = { "openat, compat", AUDIT_ARCH_I386, 295 },
	[EDIT64] = { "openat of what comes and goes", AUDIT_ARCH_X86_64, 257 },
	[EXIT64] = { "exit", AUDIT_ARCH_X86_64, 60 },
	[READ64] = { "sleeping read", AUDIT_ARCH_X86_64, 0 },
	[READ32] = { "sleeping read, compat", AUDIT_ARCH_I386, 3 },
};

/* What all epochs of a span agree on. */
static int32_t agreed(const uint32_t span[2], int type)
{
	int32_t all = UNKNOWN, one;
	uint32_t epoch;

	for (epoch = span[0]; epoch <= span[1]; epoch++) {
		one = type < 0 ? state_of(epoch)->rules :
				 state_of(epoch)->want[type];
		if (one == UNKNOWN || (epoch > span[0] && one != all))
			return UNKNOWN;
		all = one;
	}
	return all;
}

static int32_t wanted(const struct call *call)
{
	int32_t want = agreed(call->end, call->type);

	/* a context that was dummy at first stays so */
	if (want > 0)
		switch (agreed(call->begin, -1)) {
		case UNKNOWN:
			return UNKNOWN;
		case 0:
			return 0;
		}
	return want;
}

static bool as_wanted(const struct call *call, int32_t want)
{
	if (!call->made || call->records > 1)
		return false;
	if (call->records && (call->arch != types[call->type].arch ||
			      call->nr != types[call->type].nr))
		return false;
	return want == UNKNOWN ||
	       (want == 0 ? !call->records :
			    call->records && call->key == (uint32_t)want);
}

static void show(const struct call *call, int32_t want)
{
	uint32_t epoch;

	printf("WRONG: %s: wanted %s (key %d); %s%u records, the last of arch %x, syscall %u, key %u\n",
	       types[call->type].name,
	       want > 0 ? "a record" : want ? "at most one record" : "none",
	       want, call->made ? "" : "did not end; ", call->records,
	       call->arch, call->nr, call->key);
	printf("  epochs %u to %u, ended in %u to %u\n", call->begin[0],
	       call->begin[1], call->end[0], call->end[1]);
	for (epoch = call->begin[0] - 1; epoch <= call->end[1]; epoch++)
		printf("  epoch %u: %s\n", epoch, state_of(epoch)->change);
	fflush(stdout);
}

/* All calls have ended, and their records are here. */
void judge_batch(uint32_t first_epoch, uint32_t last_epoch)
{
	uint32_t n = atomic_load(&shared->next), i;
	const struct call *call;
	int32_t want;

	for (i = 0; i < n; i++) {
		call = &shared->calls[i];
		if (call->begin[0] < first_epoch || call->end[0] < first_epoch ||
		    call->end[1] > last_epoch)
			die("a call in epochs that are forgotten");
		want = wanted(call);
		if (!as_wanted(call, want)) {
			if (tally.wrong++ < SHOWN)
				show(call, want);
		} else if (want == UNKNOWN) {
			tally.between++;
		} else {
			tally.by_type[call->type][want > 0]++;
			if (want)
				tally.recorded++;
			else
				tally.silent++;
		}
	}
}

void judge_report(void)
{
	int i;

	for (i = 0; i < NR_TYPES; i++)
		printf("judged: %s: %llu recorded, %llu not\n", types[i].name,
		       (unsigned long long)tally.by_type[i][1],
		       (unsigned long long)tally.by_type[i][0]);
	printf("all calls: judged %llu: recorded as they must %llu, not recorded as they must %llu; in between %llu, wrong %llu\n",
	       (unsigned long long)(tally.recorded + tally.silent + tally.wrong),
	       (unsigned long long)tally.recorded,
	       (unsigned long long)tally.silent,
	       (unsigned long long)tally.between,
	       (unsigned long long)tally.wrong);
}
