#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# source.sh LABEL - build the kernel of a label that has a flavour, from the
# linux-source package of its suite and with its compiler, install it and its
# headers in the root, and print its release.
#
# Once: it is built anew when its configuration has changed, or with
# AFP_REFRESH=1 when the suite has a newer source. AFP_JOBS says how many
# compilers run at a time. A build that was broken off is gone on with.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

[ $# = 1 ] || usage 'LABEL'
kernel_row "$1"
[ -n "$FLAVOUR" ] || die "$1 is not built from source"
need_root
"$AFP_VM/root.sh" "$ROOT" > /dev/null
# Not the root's lock: the others would wait for it all the time.
lock "source-$LABEL"

package=linux-source-${LABEL%-*}
fragments=("$AFP_VM/config/base" "$AFP_VM/config/$FLAVOUR")
work=/usr/src/audit_fastpath-$LABEL
# DWARF is a fifth of the compilers' work, and nobody reads it but pahole, for the
# BTF: what the module and its tests look up there is audit's own.
make=(make -s -C "$work" ARCH=x86_64 LOCALVERSION="-$FLAVOUR" KCFLAGS=-g0)
# Of the kernel, KCSAN watches what shares its data with the module; of the
# module, all.
[ "$FLAVOUR" != kcsan ] || make+=(KCSAN_SANITIZE=n)
for f in audit auditfilter auditsc audit_watch audit_fsnotify audit_tree; do
	make+=("CFLAGS_$f.o=-g")
	[ "$FLAVOUR" != kcsan ] || make+=("KCSAN_SANITIZE_$f.o=y")
done
print=$({ cat "${fragments[@]}"; echo "${make[@]}"; } | sha256sum | cut -c1-16)
stamp=$AFP_CACHE/kernel/$LABEL
log=$AFP_CACHE/log/source-$LABEL.log
mkdir -p "$AFP_CACHE/kernel" "$AFP_CACHE/log"

# version STATE - of the source package: Installed or Candidate
version()
{
	in_root apt-cache policy "$package" | awk -v state="$1:" '$1 == state { print $2 }'
}

built='' of='' rel=''
if [ -r "$stamp" ]; then
	read -r built of rel < "$stamp"
fi
if [ "$built" = "$print" ] && [ -e "$ROOTDIR/lib/modules/$rel/build/Module.symvers" ] &&
   { [ "${AFP_REFRESH:-0}" != 1 ] || [ "$of" = "$(version Candidate)" ]; }; then
	echo "$rel"
	exit 0
fi

at=start
trap leave EXIT
leave()
{
	if [ -n "$at" ]; then
		tail -n 40 "$log" >&2
		say "$LABEL: the build failed at $at; all of it is in $log"
	fi
}

# packages - the source, and what a kernel is built with
packages()
{
	local install=(apt-get -q -y --no-install-recommends -o DPkg::Lock::Timeout=600 install
		"$package" flex bison bc libelf-dev libssl-dev zlib1g-dev xz-utils python3-minimal)

	if ! in_root "${install[@]}"; then
		in_root apt-get -q update
		in_root "${install[@]}"
	fi
	in_root apt-get clean
	of=$(version Installed)
}

# The tree of a build that was broken off stays, also when the configuration has
# changed since: make knows what that concerns.
unpack()
{
	local mark=$ROOTDIR$work/.audit_fastpath

	[ "$(cat "$mark" 2>/dev/null)" != "$print $of" ] || return 0
	if [ "$(awk '{ print $2 }' "$mark" 2>/dev/null)" != "$of" ]; then
		rm -rf --one-file-system "${ROOTDIR:?}$work"
		mkdir -p "$ROOTDIR$work"
		in_root tar -C "$work" --strip-components=1 -xf "/usr/src/$package.tar.xz"
	fi
	cat "${fragments[@]}" > "$ROOTDIR$work/fragment"
	in_root "${make[@]}" KCONFIG_ALLCONFIG=fragment allnoconfig
	wanted
	echo "$print $of" > "$mark"
}

# wanted - is all that was asked for in the configuration? What this version
# has no name for cannot be.
wanted()
{
	local line name missing=

	while IFS= read -r line; do
		name=${line%%=*}
		case $line in
		*=n) ! grep -q "^$name=" "$ROOTDIR$work/.config" || missing+=" $line" ;;
		CONFIG_*=*)
			grep -qxF "$line" "$ROOTDIR$work/.config" ||
				! grep -rqE --include='Kconfig*' "^(menu)?config ${name#CONFIG_}\$" "$ROOTDIR$work" ||
				missing+=" $line"
			;;
		esac
	done < "$ROOTDIR$work/fragment"
	if [ -n "$missing" ]; then
		echo "not in the configuration:$missing"
		return 1
	fi
}

compile()
{
	in_root "${make[@]}" -j"${AFP_JOBS:-$(nproc)}" bzImage modules < /dev/null
	rel=$(in_root "${make[@]}" kernelrelease)
}

# Where a Debian kernel has it all. Of the tree, what modules are built with.
put()
{
	local headers=/usr/src/linux-headers-$rel modules=$ROOTDIR/lib/modules/$rel

	rm -rf --one-file-system "$modules" "$ROOTDIR$headers"
	in_root "${make[@]}" INSTALL_MOD_STRIP=1 modules_install
	cp "$ROOTDIR$work/arch/x86/boot/bzImage" "$ROOTDIR/boot/vmlinuz-$rel"
	cp "$ROOTDIR$work/System.map" "$ROOTDIR/boot/System.map-$rel"
	cp "$ROOTDIR$work/.config" "$ROOTDIR/boot/config-$rel"
	(cd "$ROOTDIR$work" &&
		rm -rf Documentation LICENSES block certs crypto drivers fs init io_uring ipc kernel lib \
			mm net rust samples security sound usr virt vmlinux* .tmp_vmlinux* &&
		find arch -mindepth 1 -maxdepth 1 ! -name x86 ! -name 'Kconfig*' -exec rm -rf {} + &&
		find arch -name '*.o' -delete)
	mv "$ROOTDIR$work" "$ROOTDIR$headers"
	# from /usr/lib/modules/REL, so that they lead there from outside of the root too
	ln -sfn "../../..${headers#/usr}" "$modules/build"
	ln -sfn "../../..${headers#/usr}" "$modules/source"
	in_root depmod "$rel"
}

say "$LABEL: building it from $package (once)"
: > "$log"
for at in packages unpack compile put; do
	say "$LABEL: $at"
	"$at" >> "$log" 2>&1
done
at=
echo "$print $of $rel" > "$stamp.new"
mv "$stamp.new" "$stamp"
say "$LABEL: $rel is installed"
echo "$rel"
