# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Shared by the tests of the fleet; sourced, never run.
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

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
	mkdir -p "$AFP_OVERLAY"/{upper,work,merged}
	ROOTDIR=$AFP_OVERLAY/merged
	mount -t overlay overlay \
		-o "lowerdir=$layer:$base,upperdir=$AFP_OVERLAY/upper,workdir=$AFP_OVERLAY/work" \
		"$ROOTDIR"
}

n=0 failed=0

# ok TEXT COMMAND... - passes when the command succeeds
ok()
{
	local text=$1 status=0

	shift
	n=$((n + 1))
	# In a subshell, so that nothing that the command sets is left behind.
	("$@") > "$AFP_OVERLAY/said" 2>&1 || status=$?
	if [ $status = 0 ]; then
		echo "ok $n - $text"
		return 0
	fi
	failed=1
	echo "not ok $n - $text"
	tail -n 40 "$AFP_OVERLAY/said" | sed 's/^/#   /'
	return 0
}

# plan - the end
plan()
{
	echo "1..$n"
	exit $failed
}
