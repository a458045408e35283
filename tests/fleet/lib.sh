# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Shared by the tests of the fleet; sourced, never run.
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"
# shellcheck source=tests/results.sh
. "$AFP_TOP/tests/results.sh"

# in_layer ROOT PACKAGE... -- ARGUMENT... - run the calling script again, with
# the arguments, in an overlay over the root with the packages; there in_root
# works on that overlay, which is gone afterwards, and AFP_OVERLAY is room for
# files of its own. What the script has started ends with it: the processes
# live in a namespace of their own.
in_layer()
{
	local root=$1 packages=() layers status=0

	shift
	while [ "$1" != -- ]; do
		packages+=("$1")
		shift
	done
	shift
	layers=$("$AFP_TOP/tests/fleet/layer.sh" "$root" "${packages[@]}")
	AFP_OVERLAY=$(mktemp -d "$AFP_CACHE/overlay.XXXXXX")
	AFP_OVERLAY=$AFP_OVERLAY AFP_LAYERS=$layers \
		unshare --mount --propagation private --pid --fork --kill-child "$0" "$@" || status=$?
	rm -rf --one-file-system "$AFP_OVERLAY"
	exit $status
}

# enter_layer - the other side of it
enter_layer()
{
	local layer base

	# The first process of a namespace ignores what it has no trap for.
	trap 'exit 130' INT TERM
	read -r layer base <<< "$AFP_LAYERS"
	# shellcheck disable=SC2034 # for results.sh
	results_log=$AFP_OVERLAY/said
	mkdir -p "$AFP_OVERLAY"/{upper,work,merged}
	ROOTDIR=$AFP_OVERLAY/merged
	mount -t overlay overlay \
		-o "lowerdir=$layer:$base,upperdir=$AFP_OVERLAY/upper,workdir=$AFP_OVERLAY/work" \
		"$ROOTDIR"
}
