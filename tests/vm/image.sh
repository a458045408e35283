#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# image.sh LABEL - pack the guest's initramfs; print "IMAGE VMLINUZ RELEASE".
#
# Everything in it comes from the root of the kernel's own suite: the tools of
# that suite, its modules, and this tree's programs linked there.  Without
# dkms.conf in the tree the image has no module, and tests that load it fail.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

[ $# = 1 ] || usage 'LABEL'
kernel_row "$1"
need_root

# Modules besides ours that a test may load; those built in are passed over.
modules='loop zram null_blk brd configfs overlay ext4 fuse dummy'
# Programs from the root, with the libraries they are linked to.
programs='auditctl auditd ausearch pahole kmod'

rel=$("$AFP_VM/kernel.sh" "$WANT")
module=none
if [ -e "$AFP_TOP/dkms.conf" ]; then
	module=$("$AFP_VM/build.sh" "$WANT")
else
	say "$LABEL: the tree has no dkms.conf: image without the module"
fi
lock "root-$ROOT"

vmlinuz=$ROOTDIR/boot/vmlinuz-$rel
if [ "$module" != none ] &&
   [ "$(cat "$ROOTDIR/lib/modules/$rel/updates/dkms/.audit_fastpath")" != "$module" ]; then
	die "another tree has just built its module in this root; run again, or set AFP_CACHE"
fi
# An image is named after all that is in it, so none is ever rewritten while a
# machine boots from it.
print=$(cd "$AFP_TOP" && {
	echo "$rel $module"
	fingerprint dkms.conf include module userspace tests/rules tests/vm
} | sha256sum | cut -c1-16)
image=$AFP_CACHE/image/$LABEL-$print.cpio
if [ -e "$image" ]; then
	echo "$image $vmlinuz $rel"
	exit 0
fi

say "$LABEL: packing the image"
mkdir -p "$AFP_CACHE/image" "$AFP_CACHE/log"
log=$AFP_CACHE/log/image-$LABEL.log
: > "$log"
work=$(mktemp -d "$ROOTDIR/tmp/image.XXXXXX")
at=start
trap leave EXIT
inside=${work#"$ROOTDIR"}
tree=$work/tree
src=$work/src

leave()
{
	rm -rf --one-file-system "$work"
	if [ -n "$at" ]; then
		tail -n 40 "$log" >&2
		say "$LABEL: the image failed at $at; see $log"
	fi
}

skeleton()
{
	local d

	mkdir -p "$tree"/{dev,proc,sys,run,tmp,root,home,srv,mnt,boot,etc/audit} \
		"$tree"/usr/{bin,sbin,lib,lib64,local/bin,share} \
		"$tree"/var/{log/audit,lib,tmp,spool/cron} "$tree"/afp/{bin,rules}
	for d in bin sbin lib lib64; do
		ln -s "usr/$d" "$tree/$d"
	done
	chmod 1777 "$tree/tmp" "$tree/var/tmp"
	# The kernel opens it for init before devtmpfs is mounted.
	mknod -m 600 "$tree/dev/console" c 5 1
	cp -a "$ROOTDIR"/etc/{passwd,group,nsswitch.conf,libaudit.conf} "$tree/etc"
	cp -a "$ROOTDIR/etc/audit/auditd.conf" "$tree/etc/audit"
	# Users that published rules name.
	cat >> "$tree/etc/passwd" <<-EOF
	chrony:x:901:901::/var/lib/chrony:/usr/sbin/nologin
	ntp:x:902:902::/nonexistent:/usr/sbin/nologin
	sshd:x:903:65534::/run/sshd:/usr/sbin/nologin
	user:x:1000:1000::/home/user:/bin/sh
	EOF
	printf '%s\n' chrony:x:901: ntp:x:902: user:x:1000: >> "$tree/etc/group"
	install -d -o 1000 -g 1000 "$tree/home/user"
	echo audit_fastpath > "$tree/etc/hostname"
}

# Programs of the root, at their own paths.
tools()
{
	local p name

	# shellcheck disable=SC2016,SC2086
	in_root sh -c 'for p; do command -v "$p"; done' sh $programs > "$work/programs"
	# shellcheck disable=SC2046
	in_root ldd $(cat "$work/programs") |
		awk '$2 == "=>" && $3 ~ "^/" { print $3 } $1 ~ "^/.*ld-linux" { print $1 }' |
		sort -u > "$work/libraries"
	sort -u "$work/programs" "$work/libraries" | while read -r p; do
		install -D "$ROOTDIR$p" "$tree$p"
	done
	install -D "$ROOTDIR/bin/busybox" "$tree/usr/bin/busybox"
	for p in modprobe insmod rmmod lsmod modinfo depmod; do
		ln -s /bin/kmod "$tree/usr/sbin/$p"
	done
	# Whatever is left to wish for is busybox, but never instead of a real one.
	in_root busybox --list-full | while read -r p; do
		case $p in usr/*) ;; sbin/*|bin/*) p=usr/$p ;; *) continue ;; esac
		name=${p##*/}
		if ! compgen -G "$tree/usr/*bin/$name" > /dev/null; then
			ln -s /bin/busybox "$tree/$p"
		fi
	done
}

kernel_modules()
{
	local m f base=$ROOTDIR/lib/modules/$rel

	mkdir -p "$tree/lib/modules/$rel"
	cp "$base"/modules.{order,builtin,builtin.modinfo} "$tree/lib/modules/$rel"
	for m in $modules; do
		in_root modprobe -S "$rel" --show-depends "$m" 2>> "$log" || echo "no module $m" >> "$log"
	done | awk '$1 == "insmod" { print $2 }' | sort -u | while read -r f; do
		install -D -m 644 "$ROOTDIR$f" "$tree$f"
	done
	for f in "$base"/updates/dkms/audit_fastpath.ko*; do
		if [ "$module" != none ] && [ -e "$f" ]; then
			install -D -m 644 "$f" "$tree${f#"$ROOTDIR"}"
		fi
	done
	in_root depmod -b "$inside/tree" "$rel"
	# aufastpath doctor reads it
	cp "$ROOTDIR/boot/config-$rel" "$tree/boot"
}

# Our own programs, compiled in the root so that libc and kernel headers fit.
own_programs()
{
	local f sources libs='-laudit'

	mkdir -p "$src"
	for f in dkms.conf Kbuild include module userspace tests/unit tests/vm/guest tests/vm/oracle \
		tests/vm/mod; do
		if [ -e "$AFP_TOP/$f" ]; then
			tar -c -C "$AFP_TOP" --exclude='*.o' --exclude='*.ko' "$f" |
				tar -x -C "$src" --no-same-owner
		fi
	done
	if compgen -G "$ROOTDIR/usr/lib/*/libcap-ng.a" > /dev/null; then
		libs+=' -lcap-ng'
	fi
	# a program is a file, or a directory of files
	for f in "$src"/tests/vm/guest/*.c "$src"/tests/vm/guest/churn/ \
		"$src"/tests/vm/oracle/*.c "$src"/tests/vm/oracle/*/; do
		case $f in
		*/) readarray -t sources < <(compgen -G "$f*.c") ;;
		*) sources=("$f") ;;
		esac
		# shellcheck disable=SC2086
		in_root gcc -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -static -pthread \
			-I "$inside/src" -I "$inside/src/include" \
			-o "$inside/tree/afp/bin/$(basename "$f" .c)" \
			"${sources[@]#"$ROOTDIR"}" $libs -lm 2>> "$log"
	done
	for f in "$src"/tests/vm/guest/32/*.[cS]; do
		[ -e "$f" ] || continue
		# No 32-bit libc is needed, and none is there.
		in_root gcc -m32 -O2 -Wall -Wextra -Werror -ffreestanding -nostdlib -static \
			-fno-pic -no-pie -fno-stack-protector \
			-o "$inside/tree/afp/bin/$(basename "${f%.*}")" "${f#"$ROOTDIR"}" 2>> "$log"
	done
	# the module's own BTF reader, to be compared with pahole
	in_root gcc -std=gnu11 -O2 -Wall -Wextra -Werror -static -I "$inside/src/include" \
		-o "$inside/tree/afp/bin/btf_offsets" "$inside/src/tests/unit/btf_offsets.c" \
		"$inside/src/module/btf.c" 2>> "$log"
	if [ -e "$src/userspace/Makefile" ]; then
		# the classes of the kernel that will run, of several in the root
		in_root make -s -C "$inside/src/userspace" O=out STATIC=1 \
			"KHDR=/lib/modules/$rel/source/include" >> "$log" 2>&1
		find "$src/userspace/out" -type f -perm -u+x -exec cp -t "$tree/afp/bin" {} +
	fi
}

# The reports once more, with other classes of syscalls than the kernel's: as if
# they had been built with the headers of another one.
other_tools()
{
	local headers=$src/headers

	[ -e "$src/userspace/Makefile" ] || return 0
	mkdir -p "$headers/asm-generic" "$tree/afp/test"
	cp "$ROOTDIR/lib/modules/$rel/source/include/asm-generic"/audit_*.h "$headers/asm-generic"
	echo '__NR_getpid,' >> "$headers/asm-generic/audit_write.h"
	sed -i '/__NR_kill,/d' "$headers/asm-generic/audit_signal.h"
	in_root make -s -C "$inside/src/userspace" O=out-other STATIC=1 \
		"KHDR=$inside/src/headers" out-other/aufastpath >> "$log" 2>&1
	cp "$src/userspace/out-other/aufastpath" "$tree/afp/test"
}

# The module once more, with what makes it fail on purpose, and its rival.
test_modules()
{
	[ -e "$AFP_TOP/dkms.conf" ] || return 0
	mkdir -p "$tree/afp/test"
	# the rival first: a module's build leaves objects that the next would use
	in_root make -C "/lib/modules/$rel/build" M="$inside/src/tests/vm/mod" modules >> "$log" 2>&1
	in_root make -C "/lib/modules/$rel/build" M="$inside/src" AFP_TEST=1 modules >> "$log" 2>&1
	cp "$src/tests/vm/mod/rival.ko" "$src/audit_fastpath.ko" "$tree/afp/test"
}

# Rules watch paths.  A path that the suite has is there, as a file or as a
# directory; of every other the parent is there, and a tree's top, so that the
# kernel takes the rule as it would on a full system.
rule_paths()
{
	local p

	compgen -G "$AFP_TOP/tests/rules/*.rules" > /dev/null || return 0
	cp "$AFP_TOP"/tests/rules/*.rules "$tree/afp/rules"
	sed -nE -e 's/^-w ([^ ]+).*/\1/p' -e 's/.* -F path=([^ ]+).*/\1/p' \
		-e 's/.* -F dir=([^ ]+).*/\1\//p' "$tree"/afp/rules/*.rules |
		grep '^/' | sort -u | while read -r p; do
			case $p in /proc/*|/sys/*|/dev/*|/run/*|/) continue ;; esac
			case $p in */) mkdir -p "$tree$p"; continue ;; esac
			mkdir -p "$tree${p%/*}"
			if [ -d "$ROOTDIR$p" ]; then
				mkdir -p "$tree$p"
			elif [ -e "$ROOTDIR$p" ] && [ ! -e "$tree$p" ] && [ ! -L "$tree$p" ]; then
				install -m "$(stat -Lc %a "$ROOTDIR$p")" /dev/null "$tree$p"
			fi
		done
}

for at in skeleton tools kernel_modules own_programs other_tools test_modules rule_paths; do
	"$at"
done
at=
install -m 755 "$AFP_VM/guest/init" "$tree/init"
cp "$AFP_VM"/guest/*.sh "$tree/afp"

(cd "$tree" && find . -print0 | cpio -0 -o -H newc --quiet) > "$image.new"
mv "$image.new" "$image"
find "$AFP_CACHE/image" -name "$LABEL-*.cpio" -mmin +60 -delete
say "$LABEL: image of $(($(stat -c %s "$image") >> 20)) MiB"
echo "$image $vmlinuz $rel"
