#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# churn.sh [--kernels "LABEL..."] [--changes N] [--seed S] - the test churn at
# full length: N changes of rules (100,000), shared out among the kernels, in
# boots of 5,000 or so, with the seeds S, S+1000, ... (1). The last line is
# "N passed, N failed". Must be run as root.
#
# What came of each kernel is said when it is done. A boot is run again by what
# its results are named after: tests/vm/run.sh --races LABEL churn:CHANGES:SEED.
set -uo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
set +e

kernels=$(kernel_labels)
changes=100000
seed=1
while [ $# -gt 0 ]; do
	case $1 in
	--kernels) kernels=${2-}; shift ;;
	--changes) changes=${2-}; shift ;;
	--seed) seed=${2-}; shift ;;
	*) usage '[--kernels "LABEL..."] [--changes N] [--seed S]' ;;
	esac
	shift
done
[[ $changes =~ ^[1-9][0-9]*$ && $seed =~ ^[0-9]+$ ]] || die "no number: $changes, $seed"
need_root
tests/deps.sh || die "what the tests need could not be installed"

streams=$(mktemp -d)
trap 'rm -rf "$streams"' EXIT
read -ra labels <<< "$kernels"
share=$(((changes + ${#labels[@]} - 1) / ${#labels[@]}))
boots=$(((share + 4999) / 5000))
each=$(((share + boots - 1) / boots))

# numbers FILE... - what was judged, in all parts with the module
numbers()
{
	sed -nE '/^# stock/d; s/.*: all calls: judged [0-9]+: recorded as they must ([0-9]+), not recorded as they must ([0-9]+); in between ([0-9]+), wrong ([0-9]+)$/\1 \2 \3 \4/p' "$@" |
		awk '{ for (i = 1; i <= 4; i++) n[i] += $i }
		END { printf "%d recorded, %d not, as they must; %d in between, %d wrong", n[1], n[2], n[3], n[4] }'
}

for k in "${labels[@]}"; do
	begun=$SECONDS
	for ((boot = 1; boot <= boots; boot++)); do
		# an empty stream counts as a failure
		tests/vm/run.sh --races --timeout 3600 "$k" "churn:$each:$seed" \
			> "$streams/churn-$k-$boot.tap"
		seed=$((seed + 1000))
	done
	say "$k: $((each * boots)) changes in $((SECONDS - begun)) s: $(numbers "$streams/churn-$k"-*.tap)"
done
tests/tap.sh "$streams"/*.tap
