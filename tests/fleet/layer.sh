#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# layer.sh ROOT PACKAGE... - install packages in a layer over the root of a
# suite, once, and print "LAYER ROOTDIR", to be mounted as lowerdir=LAYER:ROOTDIR.
#
# The root itself and the host stay as they are.  A layer belongs to the
# packages that its root has: when those change it is made anew.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

[ $# -ge 2 ] || usage 'ROOT PACKAGE...'
name=$1
shift
need_root
if [ -z "${AFP_LAYER-}" ]; then
	root=$("$AFP_VM/root.sh" "$name")
	lock "layer-$name"
	print=$({ echo "$*"; cat "$root/var/lib/dpkg/status"; } | sha256sum | cut -c1-16)
	layer=$AFP_CACHE/layer/$name-$print
	if [ ! -e "$layer/.done" ]; then
		say "$name: installing $* in a layer (once)"
		rm -rf --one-file-system "$layer" "$layer.work"
		mkdir -p "$layer" "$layer.work" "$layer.merged" "$AFP_CACHE/log"
		log=$AFP_CACHE/log/layer-$name.log
		AFP_LAYER=$layer unshare --mount --propagation private "$0" "$name" "$@" > "$log" 2>&1 || {
			tail -n 30 "$log" >&2
			die "the packages could not be installed; all of it is in $log"
		}
		rm -rf --one-file-system "$layer.work" "$layer.merged"
		touch "$layer/.done"
		find "$AFP_CACHE/layer" -mindepth 1 -maxdepth 1 -mtime +7 -exec rm -rf --one-file-system {} +
	fi
	echo "$layer $root"
	exit 0
fi

mount -t overlay overlay \
	-o "lowerdir=$AFP_CACHE/root/$name,upperdir=$AFP_LAYER,workdir=$AFP_LAYER.work" \
	"$AFP_LAYER.merged"
# Read by in_root.
# shellcheck disable=SC2034
ROOTDIR=$AFP_LAYER.merged
# No service of a package starts here.
printf '#!/bin/sh\nexit 101\n' > "$ROOTDIR/usr/sbin/policy-rc.d"
chmod 755 "$ROOTDIR/usr/sbin/policy-rc.d"
in_root apt-get -q update
in_root apt-get -q -y --no-install-recommends install "$@" < /dev/null
in_root apt-get clean
