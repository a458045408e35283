#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# install.sh LABEL - what a user does on a machine of the label's suite: build
# with the kernel's headers alone, make install, make uninstall. TAP on stdout.
#
# It happens in an overlay over the root, which is gone afterwards.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=tests/results.sh
. "$AFP_TOP/tests/results.sh"

[ $# = 1 ] || usage 'LABEL'
kernel_row "$1"
need_root
if [ -z "${AFP_OVERLAY-}" ]; then
	rel=$("$AFP_VM/kernel.sh" "$WANT")
	work=$(mktemp -d "$AFP_CACHE/overlay.XXXXXX")
	trap 'rm -rf --one-file-system "$work"' EXIT
	AFP_OVERLAY=$work AFP_REL=$rel unshare --mount --propagation private "$0" "$1"
	exit
fi

rel=$AFP_REL
mkdir -p "$AFP_OVERLAY"/{upper,work,merged}
mount -t overlay overlay \
	-o "lowerdir=$ROOTDIR,upperdir=$AFP_OVERLAY/upper,workdir=$AFP_OVERLAY/work" \
	"$AFP_OVERLAY/merged"
ROOTDIR=$AFP_OVERLAY/merged
# what the harness itself has built there
in_root sh -c 'for v in $(dkms status audit_fastpath | sed -n "s,^audit_fastpath[/, ]*\([^,: ]*\).*,\1,p" | sort -u); do dkms remove audit_fastpath/$v --all; done' > /dev/null 2>&1 || true
rm -rf "$ROOTDIR"/usr/src/audit_fastpath-* "$ROOTDIR/lib/modules/$rel/updates/dkms"

tree=/tmp/audit_fastpath
mkdir "$ROOTDIR$tree"
(cd "$AFP_TOP" && tar -c --exclude-vcs --exclude='*.o' --exclude='*.ko' --exclude=build .) |
	tar -x -C "$ROOTDIR$tree" --no-same-owner

log=$AFP_OVERLAY/log
results_of="$LABEL install: " results_log=$log

# says LINE COMMAND... - fails, and says exactly one line of its own
says()
{
	local line=$1 out

	shift
	! out=$("$@" 2>&1) || return 1
	printf '%s\n' "$out"
	[ "$(grep -c '^install.sh: \|^make: no ' <<< "$out")" = 1 ] && grep -qE -- "$line" <<< "$out"
}

# quiet COMMAND... - succeeds, without a warning
quiet()
{
	"$@" > "$log.quiet" 2>&1 || { cat "$log.quiet"; return 1; }
	! grep -iE 'warning:|objtool|modpost: [^ ]*: (WARN|ERR)' "$log.quiet"
}

at()
{
	in_root make -C "$tree" "$@"
}

build=(in_root make -C "/lib/modules/$rel/build" "M=$tree")
ok "the headers alone build the module, with W=1, without a warning" quiet "${build[@]}" W=1 modules
ok "and there is one" test -s "$ROOTDIR$tree/audit_fastpath.ko"
ok "make clean, by Kbuild" quiet "${build[@]}" clean
ok "sparse has nothing to say" quiet "${build[@]}" C=2 CF=-Wsparse-error modules
ok "make clean leaves nothing" at clean "KVER=$rel"
ok "nothing is left" sh -c '! find "$1" -name "*.o" -o -name "*.ko" | grep .' sh "$ROOTDIR$tree"

ok "headers that are missing are named" says 'no headers of kernel 0\.0\.0-none: apt-get install' at install KVER=0.0.0-none
ok "and for make module" says 'no headers of kernel 0\.0\.0-none: install linux-headers' at module KVER=0.0.0-none
ok "a key that is missing is named" says 'cannot read the key /none: say KEY=' at sign "KVER=$rel" KEY=/none CERT=/none
ok "not root is said" says 'must be run as root' in_root setpriv --reuid 65534 --clear-groups "$tree/packaging/install.sh" install "$rel"
ok "dkms that is missing is named" says 'dkms is missing: apt-get install dkms' \
	in_root sh -c 'mv "$(command -v dkms)" /tmp/dkms.away; cd $1 && packaging/install.sh install $2; r=$?; mv /tmp/dkms.away /usr/sbin/dkms; exit $r' sh "$tree" "$rel"

# without OPTION COMMAND... - with headers of a kernel that was built without it;
# newer versions of DKMS look into auto.conf
without()
{
	local option=$1 dir=$ROOTDIR/usr/src/linux-headers-$rel f status=0

	shift
	for f in .config include/config/auto.conf; do
		cp -p "$dir/$f" "$dir/$f.whole"
		sed -i "s/^$option=.*/# $option is not set/" "$dir/$f"
		cmp -s "$dir/$f" "$dir/$f.whole" && { echo "no $option in $f"; status=1; }
	done
	"$@" || status=$?
	for f in .config include/config/auto.conf; do
		mv "$dir/$f.whole" "$dir/$f"
	done
	return "$status"
}

# refused OPTION - DKMS says in its own words that it does not build for it
refused()
{
	local status=0

	without "$1" in_root dkms build "audit_fastpath/$version" -k "$rel" > "$log.dkms" 2>&1 || status=$?
	cat "$log.dkms"
	[ "$status" = 77 ] && grep -q BUILD_EXCLUSIVE "$log.dkms"
}

version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$AFP_TOP/dkms.conf")
read -ra needed <<< "$(sed -n 's/^BUILD_EXCLUSIVE_CONFIG="\(.*\)"/\1/p' "$AFP_TOP/dkms.conf")"
ok "dkms.conf says what the kernel must have" test ${#needed[@]} -ge 5
in_root sh -c "cp -a $tree /usr/src/audit_fastpath-$version && dkms add audit_fastpath/$version" > "$log" 2>&1
for option in "${needed[@]}"; do
	ok "without $option make install names it" says "kernel ${rel//+/.} is built without $option" \
		without "$option" at install "KVER=$rel"
	ok "and DKMS does not build" refused "$option"
done
in_root sh -c "dkms remove audit_fastpath/$version --all; rm -rf /usr/src/audit_fastpath-$version" > "$log" 2>&1

# variant [VARIABLE=VALUE...] -- [ARGUMENT...] - a module that was made with that
# environment and those arguments of make, and whether it can fail on purpose
variant()
{
	local environment=()

	while [ "$1" != -- ]; do
		environment+=("$1")
		shift
	done
	shift
	in_root env "${environment[@]}" make -s -C "/lib/modules/$rel/build" "M=$tree" "$@" modules &&
		in_root modinfo -F parm "$tree/audit_fastpath.ko" > "$log.parm" && cat "$log.parm" &&
		in_root make -s -C "/lib/modules/$rel/build" "M=$tree" clean
}

ok "a test build is made on demand" variant -- AFP_TEST=1
ok "and can fail on purpose" grep -q '^deaf:' "$log.parm"
ok "an environment asks for one in vain" variant AFP_TEST=1 --
ok "and the module is the real one" sh -c "! grep '^deaf:' '$log.parm' && grep '^mode:' '$log.parm'"

# all files that could be ours, but for the key that dkms keeps
files()
{
	in_root sh -c 'find /usr/local /usr/src /var/lib/dkms /lib/modules -type f' |
		grep -v -e /mok -e 'modules\.[^/]*$' | sort
}

before=$(files)
ok "make install" at install "KVER=$rel"
ok "dkms has it installed" in_root sh -c "dkms status audit_fastpath | grep '$rel.*installed'"
ok "modprobe would find it" in_root modprobe -S "$rel" --show-depends audit_fastpath
ok "the tools are there" in_root sh -c 'PATH=/usr/local/sbin:/usr/local/bin:$PATH; aufastpath --version && audit_bench --help && test -e /usr/local/share/man/man8/aufastpath.8'
ok "make install once more, over the first" at install "KVER=$rel"
ok "make module" at module "KVER=$rel"
ok "make sign, with a key of one's own" in_root sh -c 'cd $1 &&
	openssl req -new -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=tester/ -keyout key -out cert.pem 2>/dev/null &&
	openssl x509 -in cert.pem -outform DER -out cert && make -s sign KVER=$2 KEY=key CERT=cert | grep "by tester"; r=$?; make -s clean KVER=$2; exit $r' sh "$tree" "$rel"
ok "make uninstall" at uninstall
ok "nothing is left of it" diff <(echo "$before") <(files)

plan
