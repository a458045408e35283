#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# kernel.sh LABEL - install the newest kernel of the label's suite, and its
# headers, in the root; print its release. Those with a flavour are built:
# source.sh.
#
# Looked up once a day; AFP_REFRESH=1 looks again.  A machine that has lost its
# mirror goes on with the kernel it has.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

[ $# = 1 ] || usage 'LABEL'
kernel_row "$1"
need_root
"$AFP_VM/root.sh" "$ROOT" > /dev/null
if [ -n "$FLAVOUR" ]; then
	exec "$AFP_VM/source.sh" "$LABEL"
fi
lock "root-$ROOT"

stamp=$AFP_CACHE/kernel/$LABEL
today=$(date +%F)
log=$AFP_CACHE/log/kernel-$LABEL.log
mkdir -p "$AFP_CACHE/kernel" "$AFP_CACHE/log"

# installed REL - is the kernel really there, with headers to build against?
installed()
{
	[ -n "$1" ] && [ -e "$ROOTDIR/boot/vmlinuz-$1" ] &&
		[ -e "$ROOTDIR/lib/modules/$1/modules.dep" ] &&
		[ -e "$ROOTDIR/usr/src/linux-headers-$1/Makefile" ]
}

# finish REL - print the answer if it is the kernel that was asked for
finish()
{
	case $1 in
	"$WANT"[.-]*|"$WANT") echo "$1" ;;
	*) die "the newest kernel of $SUITE is $1, not $WANT" ;;
	esac
	exit 0
}

day='' rel=''
if [ -r "$stamp" ]; then
	read -r day rel < "$stamp"
fi
if [ "$day" = "$today" ] && [ "${AFP_REFRESH:-0}" != 1 ] && installed "$rel"; then
	finish "$rel"
fi

# stale WHY - go on with yesterday's kernel, or give up
stale()
{
	tail -n 20 "$log" >&2 || true
	if installed "$rel"; then
		say "$1; going on with $rel, which was installed on $day"
		finish "$rel"
	fi
	die "$1"
}

if [ "$(cat "$ROOTDIR/.updated" 2>/dev/null)" != "$today" ] ||
   [ "${AFP_REFRESH:-0}" = 1 ]; then
	say "$LABEL: reading the package lists of $ROOT"
	in_root apt-get -q update > "$log" 2>&1 || stale "no package lists for $ROOT"
	echo "$today" > "$ROOTDIR/.updated"
fi

# The highest version in the suite and its updates.  apt's own choice will not
# do: it ranks suites that share a root against each other.
version=$(in_root apt-cache madison linux-image-amd64 |
	awk -F ' *[|] *' -v s="$SUITE" '{
		split($3, w, " ")
		sub("/.*", "", w[2])
		if (w[2] == s || w[2] == s "-updates" || w[2] == s "-security")
			print $2
	}' | sort -uV | tail -n 1)
[ -n "$version" ] || stale "no linux-image-amd64 in $SUITE"
# 7.x also depends on linux-base-amd64 and linux-modules-amd64.
image=$(in_root apt-cache show "linux-image-amd64=$version" |
	sed -n '/^Depends:/s/.*[ ,]\(linux-image-[0-9][^ ,]*\).*/\1/p' | sort -uV | tail -n 1)
[ -n "$image" ] || stale "linux-image-amd64 $version does not say which kernel it stands for"
new=${image#linux-image-}

if ! installed "$new"; then
	say "$LABEL: installing $new and its headers (some 20 to 60 s)"
	# A kernel from backports may want backports of what it depends on.  Not
	# for the root's own suite: that would rank its security updates lower.
	target=()
	if [ "$SUITE" != "$ROOT" ]; then
		target=(-t "$SUITE")
	fi
	in_root apt-get -q -y --no-install-recommends -o Dpkg::Options::=--force-confold \
		"${target[@]}" install "$image" "linux-headers-$new" > "$log" 2>&1 < /dev/null ||
		stale "$new could not be installed; see $log"
	in_root apt-get clean
	installed "$new" || stale "$new is installed, but not whole; see $log"
	say "$LABEL: $new is installed"
fi
echo "$today $new" > "$stamp.new"
mv "$stamp.new" "$stamp"
finish "$new"
