# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# What build-deb.sh and build-rpm.sh share; sourced, never run.

set -eu
umask 022

top=$(cd -- "$(dirname -- "$0")/.." && pwd)
# the one place where it stands
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$top/dkms.conf")

fail()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# need PACKAGE PROGRAM...
need()
{
	package=$1
	shift
	for program; do
		command -v "$program" > /dev/null ||
			fail "$program is missing: apt-get install $package"
	done
}

# outdir [OUTDIR] - print it as an absolute path; build/packages by default
outdir()
{
	mkdir -p "${1:-$top/build/packages}"
	(cd -- "${1:-$top/build/packages}" && pwd)
}

# epoch - the time that goes into what is built: that of the last commit
epoch()
{
	echo "${SOURCE_DATE_EPOCH:-$(git -C "$top" log -1 --format=%ct 2> /dev/null ||
		stat -c %Y "$top/dkms.conf")}"
}

# source_tree DIR - copy the tree there, without what was built in it
source_tree()
{
	mkdir -p "$1"
	tar -c -C "$top" --exclude-vcs --no-wildcards-match-slash \
		--exclude='*.o' --exclude='*.ko' --exclude='*.mod' \
		--exclude='*.mod.c' --exclude='.*.cmd' --exclude='.*.d' --exclude=build \
		--exclude=./debian --exclude=./Module.symvers --exclude=./modules.order . |
		tar -x -C "$1" --no-same-owner
}

[ -n "$version" ] || fail "dkms.conf has no PACKAGE_VERSION"
