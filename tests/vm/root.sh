#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# root.sh ROOT - make the root of a suite, once, and print where it is.
#
# The packages come from where the machine's own apt gets them; only the suite
# differs.  apt's state for that suite lives in the root, so the sources of the
# machine are never touched.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

[ $# = 1 ] || usage 'ROOT'
name=$1
need_root

packages=dkms,make,gcc,libc6-dev,kmod,busybox-static,auditd,libaudit-dev,libjson-c-dev
packages+=,cpio,zstd,dwarves,sparse,ca-certificates
# The machines run on this root's QEMU, whatever the host has: see qemu.sh.
if [ "$name" = trixie ]; then
	packages+=,qemu-system-x86
fi

# mirror LABEL - the URI of the repository that calls itself LABEL
mirror()
{
	# apt replaces $(...) here, not the shell.
	# shellcheck disable=SC2016
	apt-get indextargets --format '$(REPO_URI) $(LABEL)' 'Created-By: Packages' |
		awk -v label="$1" 'NF == 2 && $2 == label { print $1; exit }'
}

# sources - the lines of a sources.list for this root
sources()
{
	local main security

	main=$(mirror Debian)
	[ -n "$main" ] || die "apt knows no Debian mirror yet: run apt-get update"
	security=$(mirror Debian-Security)
	echo "deb $main $name main"
	echo "deb $main $name-updates main"
	if [ -n "$security" ]; then
		echo "deb $security $name-security main"
	else
		say "apt knows no Debian-Security mirror: the newest kernel may be missed"
	fi
	# Every other suite of the kernel table that lives in this root.
	awk -v root="$name" -v main="$main" \
		'!/^#/ && $3 == root && $2 != root { print "deb", main, $2, "main" }' \
		"$AFP_VM/kernels"
}

# A machine may need a proxy, or may have a clock that apt must not believe:
# what it says about fetching holds for its roots too.
fetch_options()
{
	apt-config dump |
		grep -E '^Acquire::(http|https|Check-|Retries|ForceIPv)[^ ]* ".+";$' || true
}

awk -v root="$name" '!/^#/ && $3 == root { found = 1 } END { exit !found }' \
	"$AFP_VM/kernels" || die "no root $name in the table of kernels"

dir=$AFP_CACHE/root/$name
# A root made from another list of packages or suites is not the one asked for.
stamp=$(awk -v root="$name" -v packages="$packages" \
	'!/^#/ && $3 == root && !seen[$2]++ { print $2 } END { print packages }' \
	"$AFP_VM/kernels" | sha256sum | cut -c1-16)
lock "root-$name"
if [ "$(cat "$dir/.audit_fastpath" 2>/dev/null)" = "$stamp" ]; then
	echo "$dir"
	exit 0
fi

say "making a root of $name (once; some 20 to 60 s)"
mkdir -p "$AFP_CACHE/root" "$AFP_CACHE/log"
tmp=$(mktemp -d "$AFP_CACHE/root/.$name.XXXXXX")
log=$AFP_CACHE/log/root-$name.log
trap 'rm -rf --one-file-system "$tmp" "$tmp.apt"' EXIT
fetch_options > "$tmp.apt"
readarray -t lines < <(sources)

# dkms must not build behind our back when a kernel is installed: its kernel
# hooks stay out.  Nothing here is worth an fsync.
if ! mmdebstrap --variant=minbase --include="$packages" \
	--aptopt="$tmp.apt" \
	--aptopt='Apt::Install-Recommends "false"' \
	--aptopt='Acquire::Languages "none"' \
	--dpkgopt='path-exclude=/etc/kernel/*.d/dkms' \
	--dpkgopt='path-exclude=/usr/share/man/*' \
	--dpkgopt='path-exclude=/usr/share/locale/*' \
	--dpkgopt='path-exclude=/usr/share/doc/*' \
	--dpkgopt=force-unsafe-io \
	--skip=cleanup/apt/lists \
	"$name" "$tmp" "${lines[@]}" > "$log" 2>&1 < /dev/null; then
	tail -n 30 "$log" >&2
	die "mmdebstrap failed for $name; all of it is in $log"
fi
chmod 755 "$tmp"
touch "$tmp/etc/resolv.conf" "$tmp/etc/hosts"
date +%F > "$tmp/.updated"
echo "$stamp" > "$tmp/.audit_fastpath"
rm -rf --one-file-system "$dir"
mv "$tmp" "$dir"
# What was resolved, built or packed from an older root is gone with it.
awk -v root="$name" '!/^#/ && $3 == root { print $1 }' "$AFP_VM/kernels" |
	while read -r label; do
		rm -f "$AFP_CACHE/kernel/$label" "$AFP_CACHE/image/$label"-*
	done
say "root of $name is ready"
echo "$dir"
