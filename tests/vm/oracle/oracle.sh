#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# oracle.sh [--kernels "LABEL..."] [--sets "NAME..."|none] [--seeds FIRST-LAST|none]
# - the oracle in full: every published set in every way of the module, then
# random sets without the module, in its default way and in one of the others
# in turn. The last lines are what was judged, and "N passed, N failed".
#
# By default all kernels, all sets and the seeds 1-200; a part of it can be run
# by itself, and any other seeds. Two machines run at a time.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

synopsis='[--kernels "LABEL..."] [--sets "NAME..."|none] [--seeds FIRST-LAST|none]'
kernels=$(kernel_labels)
sets=$(cd "$AFP_TOP/tests/rules" && printf '%s ' *.rules)
sets=${sets//.rules/}
seeds=1-200
# random sets a boot
chunk=20
while [ $# -gt 0 ]; do
	case $1 in
	--kernels) kernels=${2-} ;;
	--sets) sets=${2-} ;;
	--seeds) seeds=${2-} ;;
	*) usage "$synopsis" ;;
	esac
	shift 2 || usage "$synopsis"
done
[[ $seeds = none || $seeds =~ ^[0-9]+-[0-9]+$ ]] || usage "$synopsis"
need_root
"$AFP_TOP/tests/deps.sh"
for k in $kernels; do
	"$AFP_VM/image.sh" "$k" > /dev/null
done

streams=$(mktemp -d)
trap 'rm -rf "$streams"' EXIT

# boot NAME LABEL ARGUMENT - in the background, when a place is free
boot()
{
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do
		wait -n || true
	done
	"$AFP_VM/run.sh" --timeout 7200 "$2" "oracle:$3" > "$streams/$1.tap" &
}

for k in $kernels; do
	# shellcheck disable=SC2086
	set -- $sets
	if [ "$sets" != none ]; then
		boot "$k-sets" "$k" "$(IFS=+; echo "$*"):none:all"
	fi
	[ "$seeds" != none ] || continue
	for ((first = ${seeds%-*}; first <= ${seeds#*-}; first += chunk)); do
		last=$((first + chunk - 1))
		if [ $last -gt "${seeds#*-}" ]; then
			last=${seeds#*-}
		fi
		boot "$k-$first" "$k" "none:$first-$last:rotate"
	done
done
wait || true

status=0
"$AFP_TOP/tests/tap.sh" "$streams"/*.tap > "$streams/all" || status=$?
sed '$d' "$streams/all"
# what failed is in there twice
cat "$streams"/*.tap | sed -n 's/^# total: //p' | tr -d , | awk '
{ judged += $2; events += $5; records += $8; skipped += $11; refused += $14 }
END {
	printf "# all: judged %d syscalls, compared %d events with %d records, skipped %d calls, refused %d rules\n",
		judged, events, records, skipped, refused
}'
tail -n 1 "$streams/all"
exit $status
