#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [--trail] - checks publish.pml and idle.pml with Spin, in TAP: the
# protocols hold in every execution, and each way to get them wrong is found.
# --trail shows for the latter how.
set -uo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")" || exit 1
# shellcheck source=tests/results.sh
. ../results.sh
results_of='model: '

models=$PWD
model=$models/publish.pml
trail=${1-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# search FLAG... - all executions, or up to the first that is wrong; to out
search()
{
	local -a how=(-DSAFETY) run=(-m1000000)

	case " $* " in
	*' -DCYCLES '*)
		how=(-DNFAIR=2)
		run+=(-a -f)
		;;
	esac
	rm -f ./*.trail
	spin -a "$@" "$model" > out 2>&1 &&
		gcc "$optimise" "${how[@]}" -o pan pan.c > out 2>&1 &&
		./pan "${run[@]}" < /dev/null > out 2>&1
}

# holds WHAT FLAG... - no error, and nothing was left out
holds()
{
	local what=$1 optimise=-O2

	shift
	search "$@" && grep -q 'errors: 0$' out &&
		! grep -q -e 'Search not completed' -e 'too small' -e 'out of memory' out
	result $? "$what ($(sed -n 's/^ *\([0-9]*\) states, stored.*/\1 states/p' out))" out
}

# fails WHAT FLAG... - an execution violates the property, and for no other
# reason than that
fails()
{
	local what=$1 optimise=${optimise:--O0}	# the compiler takes the time

	shift
	search "$@"
	grep -q 'errors: 1$' out && grep -q -e 'assertion violated' -e 'acceptance cycle' out
	result $? "found: $what" out
	if [ "$trail" = --trail ]; then
		spin -t -p -g "$@" "$model" 2>&1 | sed 's/^/# /'
	fi
}

holds 'no syscall skips a rule that is there' -DSKIP
holds 'the same with store buffers' -DSKIP -DTSO -DSHORT
holds 'mode=verify reports nothing that is right' -DVERIFY -DSHORT
holds 'the same with store buffers' -DVERIFY -DTSO -DSHORT
holds 'the slow check reports nothing that is right' -DCHECK -DSHORT
holds 'when all is over, the bits are the interest' -DEND
holds 'the same if removals are heard only when the rule is freed' -DEND -DNET
holds 'and it comes to that' -DCYCLES -DSHORT

fails 'bits are cleared before they are set anew' -DSKIP -DCLEAR_FIRST
fails 'published whatever the generation' -DSKIP -DNO_GENERATION
fails 'generation read after the census' -DSKIP -DGENERATION_LATE
fails 'census without the control mutex' -DSKIP -DNO_CONTROL
fails 'census without audit_filter_mutex' -DSKIP -DNO_FILTER
fails 'held after the change' -DSKIP -DHOLD_LATE
fails 'published without the spinlock' -DSKIP -DPUBLISH_UNLOCKED
fails 'generation moved before the bits are set' -DVERIFY -DGENERATION_FIRST
fails 'removals by the kernel are not heard' -DEND -DKILL_DEAF
fails 'resync queued before the hold' -DEND -DQUEUE_FIRST
fails 'resync gives up when a change is going on' -DEND -DTRY_ONCE
fails 'a burst that never ends' -DCYCLES -DSHORT -DBURST_FOREVER

# here most of the time is the search's
model=$models/idle.pml optimise=-O2
holds 'no idle task misses a rule'
fails 'tasks are armed before idle ends' -DARM_FIRST
fails 'armed without the lock, so that another hold does not wait' -DARM_UNLOCKED
fails 'tasks are not armed' -DNO_ARM
fails 'a task does not look again' -DNO_LOOK
fails 'a new task has the flag of the one that creates it' -DNO_ALLOC
plan
