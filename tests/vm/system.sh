#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# system.sh SUITE - make, once, an installed system of a suite, with systemd,
# auditd, DKMS and the suite's kernel; print "DIR RELEASE SECOND".
#
#   DIR/disk    its file system, ext4; /srv/afp on it is where a second disk is
#               mounted, whose "run" is started after multi-user.target
#   DIR/root    the same as a directory
#   DIR/build   an overlay over it, with what builds and judges packages
#   DIR/repo    the packages of kernel SECOND and its headers, not installed: the
#               one of backports if the table of kernels knows it, otherwise the
#               suite's own for clouds
#
# A directory is named after all that went into it and never changed, but for
# kernels of newer releases, which make a new one.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

[ $# = 1 ] || usage 'SUITE'
suite=$1
need_root

# what an installed machine has; the packages under test bring the rest
packages=systemd-sysv,udev,dbus,auditd,dkms,initramfs-tools,e2fsprogs,procps,man-db
packages+=,linux-image-amd64,linux-headers-amd64
# what the fleet is run with, and another way to install
packages+=,ansible-core,python3-apt,rpm
# dependencies of the packages, as there is no network to get them from
packages+=,libjson-c5,libaudit1,ca-certificates
build='build-essential debhelper dh-dkms lintian rpmlint pkgconf libjson-c-dev libaudit-dev'

# label COLUMN - of the first kernel in the table that is of the suite (2), or
# of another one that lives in its root (3)
label()
{
	awk -v suite="$suite" -v column="$1" '!/^#/ && $3 == suite &&
		(column == 2) == ($2 == suite) { print $1; exit }' "$AFP_VM/kernels"
}

first=$(label 2)
[ -n "$first" ] || die "no kernel of $suite in the table of kernels"
rel=$("$AFP_VM/kernel.sh" "$first")
from=()
other=$(label 3)
if [ -n "$other" ]; then
	second=$("$AFP_VM/kernel.sh" "$other")
	kernel_row "$other"
	from=(-t "$SUITE")
else
	second=${rel%-amd64}-cloud-amd64
fi
kernel_row "$first"
sources=$ROOTDIR/etc/apt/sources.list
options=$ROOTDIR/etc/apt/apt.conf.d/99mmdebstrap
for f in mke2fs debugfs; do
	command -v "$f" > /dev/null || die "$f is missing: apt-get install e2fsprogs"
done

print=$(cat "$AFP_VM/system.sh" "$sources" "$options" - <<< "$rel $second" |
	sha256sum | cut -c1-16)
dir=$AFP_CACHE/system/$suite-$print
log=$AFP_CACHE/log/system-$suite.log
lock "system-$suite"
if [ -e "$dir/done" ]; then
	echo "$dir $rel $second"
	exit 0
fi

say "$suite: making a system with $rel (once; two to four minutes)"
rm -rf --one-file-system "$dir"
mkdir -p "$dir" "$AFP_CACHE/log"
: > "$log"
at=start
trap leave EXIT

leave()
{
	if [ -n "$at" ]; then
		tail -n 30 "$log" >&2
		say "$suite: the system failed at $at; see $log"
	fi
}

# before any package is there: an initramfs that is made in seconds
setup()
{
	mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"
	printf 'MODULES=list\nCOMPRESS=gzip\n' > "$1/etc/initramfs-tools/conf.d/afp"
	printf 'virtio_pci\nvirtio_blk\next4\n' > "$1/usr/share/initramfs-tools/modules.d/afp"
}

system()
{
	mkdir "$dir/setup"
	setup "$dir/setup"
	mmdebstrap --variant=minbase --include="$packages" \
		--setup-hook="cp -a '$dir/setup/.' \"\$1\"" \
		--aptopt="$options" \
		--dpkgopt=force-unsafe-io \
		--skip=cleanup/apt/lists \
		"$suite" "$dir/root" "$sources" >> "$log" 2>&1 < /dev/null
	rm -r "$dir/setup"
	chmod 755 "$dir/root"
	ROOTDIR=$dir/root
	touch "$ROOTDIR/etc/resolv.conf" "$ROOTDIR/etc/hosts"
}

second_kernel()
{
	in_root apt-get -q -y --download-only --no-install-recommends "${from[@]}" install \
		"linux-image-$second" "linux-headers-$second" >> "$log" 2>&1 < /dev/null
	mkdir "$dir/repo"
	mv "$ROOTDIR"/var/cache/apt/archives/*.deb "$dir/repo"
	# 7.x wants a newer linux-base, and gcc for itself
	in_root apt-get clean
}

# What makes it a machine of its own, and quick: no getty, no housekeeping.
machine()
{
	local u etc=$ROOTDIR/etc

	# with it, apt would install no recommended package
	rm -f "$etc/apt/apt.conf.d/99mmdebstrap"
	rm -rf "$ROOTDIR"/var/lib/apt/lists/* "$ROOTDIR"/var/cache/apt/*.bin
	# mmdebstrap's sources are in a file of their own; there is no network there, and
	# where apt-get warns, python3-apt fails
	rm -f "$etc"/apt/sources.list.d/*
	echo 'deb [trusted=yes] file:/srv/afp/repo ./' > "$etc/apt/sources.list"
	echo afp > "$etc/hostname"
	echo '127.0.0.1 localhost afp' > "$etc/hosts"
	echo 0123456789abcdef0123456789abcdef > "$etc/machine-id"
	mkdir -p "$ROOTDIR/srv/afp" "$ROOTDIR/var/log/journal"
	printf '%s\n' '/dev/vda / ext4 rw 0 0' '/dev/vdb /srv/afp ext4 ro 0 0' > "$etc/fstab"
	for u in getty.target apt-daily.timer apt-daily-upgrade.timer man-db.timer \
		dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer \
		logrotate.timer systemd-timesyncd.service; do
		ln -sf /dev/null "$etc/systemd/system/$u"
	done
	cat > "$etc/systemd/system/afp-test.service" <<-EOF
	[Unit]
	Description=Tests of the packages of audit_fastpath
	After=multi-user.target
	RequiresMountsFor=/srv/afp
	[Service]
	Type=exec
	ExecStart=/srv/afp/run
	StandardOutput=null
	EOF
	mkdir -p "$etc/systemd/system/graphical.target.wants"
	ln -s ../afp-test.service "$etc/systemd/system/graphical.target.wants/"
}

builder()
{
	local merged=$dir/merged

	mkdir "$dir/build" "$dir/work" "$merged"
	# shellcheck disable=SC2016
	AFP_BUILD=$build unshare --mount --propagation private -- bash -c '
		set -euo pipefail
		. "$1/lib.sh"
		mount -t overlay overlay -o "lowerdir=$2/root,upperdir=$2/build,workdir=$2/work" "$2/merged"
		ROOTDIR=$2/merged
		cp "$3" "$ROOTDIR/etc/apt/sources.list"
		cp "$4" "$ROOTDIR/etc/apt/apt.conf.d/"
		in_root apt-get -q update
		in_root apt-get -q -y --no-install-recommends install $AFP_BUILD
		in_root apt-get clean
		' builder "$AFP_VM" "$dir" "$sources" "$options" >> "$log" 2>&1 < /dev/null
	rm -rf --one-file-system "$dir/work" "$merged" "$dir"/build/var/lib/apt/lists/*
}

disk()
{
	mke2fs -q -t ext4 -O ^has_journal -E root_owner=0:0 -d "$dir/root" "$dir/disk" 4G >> "$log" 2>&1
}

for at in system second_kernel machine disk builder; do
	say "$suite: $at"
	"$at"
done
at=
[ -e "$dir/root/boot/vmlinuz-$rel" ] || die "the system of $suite has another kernel than $rel"
touch "$dir/done"
find "$AFP_CACHE/system" -mindepth 1 -maxdepth 1 -name "$suite-*" ! -path "$dir" -mmin +120 \
	-exec rm -rf --one-file-system {} +
say "$suite: the system is ready: $(du -sh "$dir" | cut -f1)"
echo "$dir $rel $second"
