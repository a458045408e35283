#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# samples.sh [LABEL] - boot a stock kernel, put the module into each state and
# keep what "aufastpath export" says in samples/STATE.prom; TAP on stdout. Only
# needed when the metrics change. By default 6.12.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

samples=$AFP_TOP/tests/fleet/samples
tap=$(mktemp)
trap 'rm -f "$tap"' EXIT
status=0
"$AFP_VM/run.sh" "${1-6.12}" export > "$tap" || status=$?
grep -v '^# export ' "$tap"
[ $status = 0 ] || exit $status
grep -q '^# export active: ' "$tap" || die "nothing was exported"
rm -rf "$samples"
mkdir -p "$samples"
sed -n 's/^# export \([a-z_]*\): .*/\1/p' "$tap" | sort -u | while read -r state; do
	sed -n "s/^# export $state: //p" "$tap" > "$samples/$state.prom"
done
