#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# build.sh LABEL [dkms build arguments...] - build and install the module with
# DKMS in the root, for the label's kernel, as a user's machine would; print
# what tells this build from another.
#
# A warning of compiler, objtool or modpost fails the build.  Nothing is done
# when these sources are installed for this kernel already.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

[ $# -ge 1 ] || usage 'LABEL [dkms build arguments...]'
kernel_row "$1"
shift
need_root
[ -r "$AFP_TOP/dkms.conf" ] || die "no dkms.conf in the tree: there is no module to build"
rel=$("$AFP_VM/kernel.sh" "$WANT")
lock "root-$ROOT"

name=audit_fastpath
version=$(sed -n 's/^PACKAGE_VERSION="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' "$AFP_TOP/dkms.conf")
[ -n "$version" ] || die "dkms.conf has no PACKAGE_VERSION"
# What "make install" hands to DKMS; tools and tests are never built by it.
sources=()
for f in Kbuild Makefile dkms.conf include module; do
	if [ -e "$AFP_TOP/$f" ]; then
		sources+=("$f")
	fi
done
src=$ROOTDIR/usr/src/$name-$version
# One root serves several kernels: the same sources stay registered, so that a
# build for one does not take the module away from another.
print=$(cd "$AFP_TOP" && fingerprint "${sources[@]}")
built=$ROOTDIR/lib/modules/$rel/updates/dkms/.$name
log=$AFP_CACHE/log/dkms-$LABEL.log

if [ $# = 0 ] && [ "$(cat "$built" 2>/dev/null)" = "$print" ]; then
	echo "$print"
	exit 0
fi

# Kernel builds print these on every stock machine, and none is about us.
known=(
	# BTF of a module needs the kernel's vmlinux file, which Debian does
	# not ship with its headers.
	-e 'Skipping BTF generation'
	# The headers' package name of the compiler against its plain name:
	# same version, but modpost compares the strings.
	-e 'the compiler differs from the one used'
)

# warnings LOG - print what is worth failing for
warnings()
{
	grep -nE '[Ww]arning|WARNING|objtool:|modpost:|ERROR' "$1" | grep -v "${known[@]}" || true
}

unregister()
{
	local old

	# Any version: a stale one would shadow the new module or collide.
	in_root dkms status "$name" | sed -n "s|^$name/\([^,:]*\).*|\1|p" | sort -u |
		while read -r old; do
			in_root dkms remove "$name/$old" --all < /dev/null
		done
	rm -rf "$ROOTDIR/usr/src/$name-"*
	rm -f "$ROOTDIR"/lib/modules/*/updates/dkms/".$name"
	rm -rf "$ROOTDIR"/lib/modules/*/updates/dkms/"$name".ko*
}

mkdir -p "$AFP_CACHE/log"
: > "$log"
say "$LABEL: DKMS builds $name $version for $rel"
if [ "$(cat "$src/.fingerprint" 2>/dev/null)" != "$print" ]; then
	unregister >> "$log" 2>&1
	mkdir -p "$src"
	(cd "$AFP_TOP" && tar -c --exclude='*.o' --exclude='*.ko' --exclude='.*.cmd' \
		--exclude='*.mod' --exclude='*.mod.c' "${sources[@]}") | tar -x -C "$src" --no-same-owner
	in_root dkms add "$name/$version" >> "$log" 2>&1 < /dev/null || {
		cat "$log" >&2
		die "dkms add failed"
	}
	echo "$print" > "$src/.fingerprint"
else
	in_root dkms remove "$name/$version" -k "$rel" >> "$log" 2>&1 < /dev/null || true
	# Some versions of dkms forget the sources with their last kernel.
	in_root dkms add "$name/$version" >> "$log" 2>&1 < /dev/null || true
fi

tree=$ROOTDIR/var/lib/dkms/$name/$version
if ! in_root dkms build "$name/$version" -k "$rel" "$@" >> "$log" 2>&1 < /dev/null; then
	cat "$log" >&2
	cat "$tree/build/make.log" >&2 2>/dev/null || true
	die "DKMS could not build $name for $rel"
fi
makelog=$tree/$rel/$(uname -m)/log/make.log
[ -r "$makelog" ] || die "DKMS left no make.log for $rel"
found=$(warnings "$makelog")
if [ -n "$found" ]; then
	printf '%s\n' "$found" >&2
	die "the build for $rel gave warnings; all of it is in $makelog"
fi
if ! in_root dkms install "$name/$version" -k "$rel" >> "$log" 2>&1 < /dev/null; then
	cat "$log" >&2
	die "DKMS could not install $name for $rel"
fi
compgen -G "$ROOTDIR/lib/modules/$rel/updates/dkms/$name.ko*" > /dev/null ||
	die "dkms install did not put $name under updates/dkms of $rel"
echo "$print" > "$built"
say "$LABEL: $name $version is installed for $rel"
echo "$print"
