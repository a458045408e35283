#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# debug.sh [--kernels "LABEL..."] - the module on kernels that watch what it
# does (tests/vm/config), which are built first; the last line is
# "N passed, N failed". Must be run as root.
set -uo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
set +e

kernels=$(kernel_labels built)
while [ $# -gt 0 ]; do
	case $1 in
	--kernels) kernels=${2-}; shift ;;
	*) usage '[--kernels "LABEL..."]' ;;
	esac
	shift
done
need_root
tests/deps.sh || die "what the tests need could not be installed"

streams=$(mktemp -d)
trap 'rm -rf "$streams"' EXIT

# boot NAME LABEL TEST... - two CPUs; an empty stream counts as a failure
boot()
{
	local name=$1

	shift
	tests/vm/run.sh --races --timeout 7200 "$@" > "$streams/$name.tap"
}

for k in $kernels; do
	case $k in
	*-kcsan)
		# shellcheck disable=SC2086
		boot "$k-races" "$k" life:40 verify
		boot "$k-churn" "$k" churn:600
		;;
	*)
		boot "$k-life" "$k" life:100
		boot "$k-nomem" "$k" nomem
		boot "$k-oracle" "$k" oracle:stig:1-1:rotate
		boot "$k-rest" "$k" boot cases counters params tiers verify
		boot "$k-churn" "$k" churn:600
		;;
	esac
done
tests/tap.sh "$streams"/*.tap
