#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# packages.sh SUITE [apt|rpm|ansible]... - build the Debian packages and the RPMs with
# the tools of the suite, and let apt, the Ansible role and rpm install, upgrade
# and remove them on booted machines of that suite: systemd is their init, DKMS
# builds in them, auditd runs. TAP on stdout. By default apt and rpm.
#
# apt: a machine that is booted four times from one disk (guest scripts in
# system/):
#   install  apt installs; the module is built, loaded and skips
#   boot     loaded before auditd; stop and start; apt upgrades to a next version
#   off      audit_fastpath=off on the kernel's command line; a second kernel is
#            installed, and DKMS builds for it
#   second   that kernel boots with the module; then apt purges
# A boot that fails ends it, since the next would start from its disk.
#
# rpm: another machine, booted once. rpm installs, upgrades and erases; its
# scriptlets run as they would elsewhere, but DKMS, the headers and systemd are
# Debian's.
#
# ansible: one more. The role installs with parameters, closes and removes. Each
# of its tasks starts Python, which takes half a minute under emulation: an hour
# for this alone.
#
# DKMS compiles under emulation three times for apt and twice for rpm: a suite
# takes half an hour.
# AFP_CPUS=2 gives the machine two CPUs.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=tests/results.sh
. "$AFP_TOP/tests/results.sh"

[ $# -ge 1 ] || usage 'SUITE [apt|rpm|ansible]...'
suite=$1
for stage in "${@:2}"; do
	[[ $stage = apt || $stage = rpm || $stage = ansible ]] || usage 'SUITE [apt|rpm|ansible]...'
done
need_root

if [ -z "${AFP_WORK-}" ]; then
	system=$("$AFP_VM/system.sh" "$suite")
	read -r AFP_SYSTEM AFP_REL AFP_SECOND <<< "$system"
	mkdir -p "$AFP_CACHE/log"
	find "$AFP_CACHE/log" -mindepth 1 -maxdepth 1 -type d -mtime +7 -exec rm -rf {} + 2>/dev/null || true
	AFP_LOGS=$(mktemp -d "$AFP_CACHE/log/$(date +%Y%m%d-%H%M%S)-$suite-packages.XXXX")
	AFP_WORK=$(mktemp -d "$AFP_CACHE/packages.XXXXXX")
	trap 'rm -rf --one-file-system "$AFP_WORK"' EXIT
	export AFP_SYSTEM AFP_REL AFP_SECOND AFP_LOGS AFP_WORK
	unshare --mount --propagation private "$0" "$@" && exit
	exit 1
fi

work=$AFP_WORK
export DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS:-parallel=1}
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$AFP_TOP/dkms.conf")
next=$version.1
results_of="$suite packages: " results_log=$AFP_LOGS/command

mkdir -p "$work"/{upper,work,merged}
mount -t overlay overlay \
	-o "lowerdir=$AFP_SYSTEM/build:$AFP_SYSTEM/root,upperdir=$work/upper,workdir=$work/work" \
	"$work/merged"
ROOTDIR=$work/merged

# tree DIR VERSION - this tree in the root, as if it were of that version
tree()
{
	mkdir "$ROOTDIR/$1"
	(cd "$AFP_TOP" && tar -c --exclude-vcs --exclude='*.o' --exclude='*.ko' --exclude=build .) |
		tar -x -C "$ROOTDIR/$1" --no-same-owner
	sed -i "s/^PACKAGE_VERSION=.*/PACKAGE_VERSION=\"$2\"/" "$ROOTDIR/$1/dkms.conf"
}

build_rpm()
{
	in_root "/$1/packaging/build-rpm.sh" "/$1/rpm"
}

# rpms DIR VERSION - the source, the module's and the tools' bear it
rpms()
{
	in_root sh -c "cd /$1/rpm && rpm -qp --qf '%{NAME} %{VERSION} %{ARCH}\n' *.rpm" | sort > "$AFP_LOGS/rpms"
	cat "$AFP_LOGS/rpms"
	[ "$(cut -d' ' -f2 "$AFP_LOGS/rpms" | uniq)" = "$2" ] &&
		grep -q "^audit-fastpath-dkms $2 noarch" "$AFP_LOGS/rpms" &&
		grep -q "^audit-fastpath-tools $2 x86_64" "$AFP_LOGS/rpms"
}

# same_files - rpm and dpkg install the same, but for what each suite's policy
# has elsewhere: documentation, completions of zsh, the preset, compression
same_files()
{
	local p

	for p in dkms tools; do
		in_root sh -c "dpkg-deb -c /afp/out/audit-fastpath-${p}_*.deb" |
			awk '!/\/$/ { sub(/^[.]/, "", $6); print $6 }' > "$AFP_LOGS/deb.files"
		in_root sh -c "rpm -qpl --nodocs /afp/rpm/audit-fastpath-$p-*.rpm; rpm -qp --qf '[%{FILENAMES} %{FILEMODES:perms}\n]' /afp/rpm/audit-fastpath-$p-*.rpm" |
			awk '$2 ~ /^-/ { print $1 }' > "$AFP_LOGS/rpm.files"
		sed -i -e '/\/share\/doc\//d' -e '/\/licenses\//d' -e '/system-preset/d' -e '/lintian/d' -e '/\.build-id/d' \
			-e 's,zsh/[^/]*/,zsh/,' -e 's,^/lib/,/usr/lib/,' -e 's,[.]gz$,,' "$AFP_LOGS/deb.files" "$AFP_LOGS/rpm.files"
		diff <(sort -u "$AFP_LOGS/deb.files") <(sort -u "$AFP_LOGS/rpm.files") || return 1
		test -s "$AFP_LOGS/deb.files" || return 1
	done
}

build()
{
	in_root env DEB_BUILD_OPTIONS="$DEB_BUILD_OPTIONS" "/$1/packaging/build-deb.sh" "/$1/out"
}

# versions DIR VERSION - all packages bear it
versions()
{
	local deb

	for deb in "$ROOTDIR/$1"/out/*.deb; do
		[ "$(dpkg-deb -f "$deb" Version)" = "$2" ] || return 1
	done
	in_root dpkg-deb -c "/$1/out/audit-fastpath-dkms_$2_all.deb" |
		grep "/usr/src/audit_fastpath-$2/dkms.conf"
}

echo "TAP version 13"
tree afp "$version"
tree afp-next "$next"
ok "they build" build afp
ok "all bear the version of dkms.conf" versions afp "$version"
ok "and so does the next one" build afp-next
ok "all bear that version" versions afp-next "$next"
ok "lintian has nothing to say" in_root lintian --fail-on warning \
	"/afp/out/audit-fastpath_${version}_amd64.changes"
ok "the RPMs build" build_rpm afp
ok "all bear the version of dkms.conf" rpms afp "$version"
ok "rpmlint has nothing to say" in_root sh -c 'rpmlint --strict -c /afp/packaging/rpm/rpmlint.toml /afp/rpm/*.rpm'
ok "they hold the files that the Debian packages hold" same_files
ok "and so does the next one" build_rpm afp-next
plan || exit 1

# the second disk: two repositories, and the guest's side of the tests
side=$work/side
mkdir -p "$side/repo" "$side/next"
cp "$AFP_SYSTEM"/repo/*.deb "$side/repo"
# debug symbols are in neither
rm -f "$ROOTDIR"/afp*/out/*-dbgsym_*
cp "$ROOTDIR"/afp/out/*.deb "$side/repo"
cp "$ROOTDIR"/afp-next/out/*.deb "$side/next"
mkdir "$ROOTDIR/side"
mount --bind "$side" "$ROOTDIR/side"
for d in repo next; do
	in_root sh -c "cd /side/$d && dpkg-scanpackages -m . > Packages" 2> /dev/null
done
mkdir -p "$side/tree"
cp -r "$ROOTDIR/afp/packaging" "$ROOTDIR/afp/dkms.conf" "$side/tree"
for d in afp afp-next; do
	mkdir "$side/rpm-$d"
	cp "$ROOTDIR/$d"/rpm/*-{dkms,tools}-*.rpm "$side/rpm-$d"
done
cp "$AFP_VM"/system/* "$AFP_VM/guest/lib.sh" "$AFP_TOP/tests/rules/stig.rules" "$side"
printf 'version=%s\nnext=%s\nsecond=%s\n' "$version" "$next" "$AFP_SECOND" > "$side/names"
mke2fs -q -t ext4 -O ^has_journal -d "$side" "$work/side.img" \
	$(($(du -sm "$side" | cut -f1) * 5 / 4 + 32))M > /dev/null

# fresh - a machine that never heard of any of it
fresh()
{
	cp --sparse=always "$AFP_SYSTEM/disk" "$work/disk"
}

# from_disk FILE - copy it out of /boot, where the machine has put it
from_disk()
{
	rm -f "$work/${1%%-*}"
	debugfs -R "dump /boot/$1 $work/${1%%-*}" "$work/disk" > /dev/null 2>&1
	[ -s "$work/${1%%-*}" ] || die "the machine's disk has no /boot/$1"
}

# machine RELEASE LIMIT ARGUMENTS TEST... - boot that kernel of the disk, and
# judge what the tests reported
machine()
{
	local rel=$1 limit=$2 arguments=$3 nonce dir status=0 why="" begun=$SECONDS shown=$SECONDS pid

	shift 3
	nonce=$(od -An -N8 -tx8 /dev/urandom | tr -d ' ')
	dir=$AFP_LOGS/$1
	mkdir "$dir"
	from_disk "vmlinuz-$rel"
	from_disk "initrd.img-$rel"
	say "$suite: booting $rel: $*; logs in $dir"
	# As in run.sh; the disk is gone in the end, so nothing waits for it.
	timeout -k 5 "$limit" "$AFP_VM/qemu.sh" -accel tcg,thread=multi -cpu max,-cx16 \
		-smp "${AFP_CPUS:-1}" -m 1536M -nodefaults -no-reboot -display none -monitor none \
		-serial "file:$dir/console" -serial "file:$dir/tap" -serial "file:$dir/output" \
		-drive "file=$work/disk,format=raw,if=virtio,cache=unsafe" \
		-drive "file=$work/side.img,format=raw,if=virtio,readonly=on" \
		-kernel "$work/vmlinuz" -initrd "$work/initrd.img" \
		-append "root=/dev/vda rw console=ttyS0 panic=-1 oops=panic loglevel=7 fsck.mode=skip \
systemd.show_status=no afp_nonce=$nonce afp_tests=$(IFS=,; echo "$*") afp_limit=$((limit - 120)) $arguments" \
		> "$dir/qemu" 2>&1 < /dev/null &
	pid=$!
	# shellcheck disable=SC2064
	trap "kill $pid 2>/dev/null || true" EXIT
	while kill -0 "$pid" 2>/dev/null; do
		sleep 0.5
		if [ $((SECONDS - shown)) -ge 30 ]; then
			shown=$SECONDS
			say "$suite: $(grep -cE '^(not )?ok' "$dir/tap" 2>/dev/null || true) results so far"
		fi
	done
	wait "$pid" || status=$?
	trap - EXIT
	case $status in
	0) ;;
	124|137) why="the machine did not end within $limit s" ;;
	*) why="QEMU ended with status $status: $(tail -n 1 "$dir/qemu")" ;;
	esac
	say "$suite: machine off after $((SECONDS - begun)) s"
	if ! "$AFP_VM/judge.sh" "$suite packages" "$nonce" "$why" "$dir" "$@"; then
		say "$suite: failed; the ends of what commands printed and of the console follow; all in $dir"
		grep -v '^\[' "$dir/output" | tail -n 60 >&2 || true
		tail -n 40 "$dir/console" >&2 || true
		return 1
	fi
}

apt()
{
	fresh
	machine "$AFP_REL" 1500 '' install &&
		machine "$AFP_REL" 1500 '' boot &&
		machine "$AFP_REL" 1500 audit_fastpath=off off &&
		machine "$AFP_SECOND" 1500 '' second purge
}

rpm()
{
	fresh
	machine "$AFP_REL" 2400 '' rpm
}

ansible()
{
	fresh
	machine "$AFP_REL" 7200 '' ansible
}

stages=("${@:2}")
[ ${#stages[@]} -gt 0 ] || stages=(apt rpm)
for stage in "${stages[@]}"; do
	"$stage" || results_failed=1
done
exit $results_failed
