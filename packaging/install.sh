#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# install.sh check KVER       only see whether install could go on
# install.sh install KVER     copy the source to /usr/src, build and install the
#                             module with DKMS, load it if KVER is running
# install.sh uninstall        undo all of it
# install.sh sign KVER [KEY CERT]
#                             sign the module in the tree; without KEY and
#                             CERT with the key that DKMS uses
#
# What is missing is said in one line, with what to install or enrol.
set -eu

top=$(cd -- "$(dirname -- "$0")/.." && pwd)
name=audit_fastpath
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$top/dkms.conf")
source=/usr/src/$name-$version

fail()
{
	echo "install.sh: $*" >&2
	exit 1
}

need_root()
{
	[ "$(id -u)" = 0 ] || fail "must be run as root: sudo make $1"
}

need_dkms()
{
	command -v dkms > /dev/null || fail "dkms is missing: apt-get install dkms"
}

# What a package has installed is not ours to replace or remove.
need_unpackaged()
{
	if dpkg-query -W -f '${db:Status-Status}\n' audit-fastpath-dkms 2> /dev/null |
	   grep -qx installed; then
		fail "audit-fastpath-dkms is installed as a package: apt-get purge audit-fastpath-dkms"
	fi
	if rpm -q audit-fastpath-dkms > /dev/null 2>&1; then
		fail "audit-fastpath-dkms is installed as a package: dnf remove audit-fastpath-dkms"
	fi
}

# All versions that DKMS knows, whatever their state.
known()
{
	dkms status "$name" | sed -n "s,^$name[/, ]*\([^,: ]*\).*,\1,p" | sort -u
}

forget()
{
	for v in $(known); do
		dkms remove "$name/$v" --all > /dev/null
	done
	rm -rf /usr/src/$name-[0-9]*
}

load()
{
	if said=$(modprobe "$name" 2>&1); then
		echo "loaded: $(cat /sys/kernel/$name/state)"
		return
	fi
	case $said in
	*Key*rejected*|*Required*key*)
		fail "this machine takes signed modules only: enrol DKMS's key with mokutil --import /var/lib/dkms/mok.pub, restart, and confirm it there"
		;;
	esac
	fail "cannot load the module: $said; see dmesg"
}

# DKMS would refuse too, but not say what is missing.
need_config()
{
	config=/lib/modules/$1/build/.config
	[ -r "$config" ] || return 0
	for option in $(sed -n 's/^BUILD_EXCLUSIVE_CONFIG="\(.*\)"/\1/p' "$top/dkms.conf"); do
		grep -q "^$option=[ym]" "$config" ||
			fail "kernel $1 is built without $option, which the module needs: boot another"
	done
}

check()
{
	need_root install
	need_dkms
	need_unpackaged
	[ -e "/lib/modules/$1/build/Makefile" ] ||
		fail "no headers of kernel $1: apt-get install linux-headers-$1"
	need_config "$1"
}

install_module()
{
	kver=$1
	check "$kver"
	if [ -d "/sys/module/$name" ]; then
		rmmod "$name" || fail "the module is loaded and cannot be unloaded: see dmesg"
	fi
	forget
	mkdir -p "$source"
	cp -a "$top/dkms.conf" "$top/Kbuild" "$top/LICENSE" "$top/module" "$top/include" "$source"
	find "$source" \( -name '*.o' -o -name '.*.cmd' \) -delete
	dkms add "$name/$version" > /dev/null
	if ! dkms build "$name/$version" -k "$kver" > /dev/null ||
	   ! dkms install "$name/$version" -k "$kver" > /dev/null; then
		tail -n 20 "/var/lib/dkms/$name/$version/build/make.log" >&2 || true
		fail "DKMS could not build the module for $kver: its log is above"
	fi
	echo "installed: $(modinfo -k "$kver" -F filename "$name")"
	if [ "$kver" = "$(uname -r)" ]; then
		load
	else
		echo "not loaded: $kver is not the running kernel"
	fi
}

uninstall_module()
{
	need_root uninstall
	need_dkms
	need_unpackaged
	if [ -d "/sys/module/$name" ]; then
		rmmod "$name"
	fi
	forget
	echo "removed: the kernel is stock"
}

sign_module()
{
	kver=$1 key=${2:-/var/lib/dkms/mok.key} cert=${3:-/var/lib/dkms/mok.pub}
	tool=/lib/modules/$kver/build/scripts/sign-file

	[ -x "$tool" ] || fail "no sign-file for kernel $kver: apt-get install linux-headers-$kver"
	[ -r "$key" ] || fail "cannot read the key $key: say KEY=FILE CERT=FILE, or let DKMS make one"
	[ -r "$cert" ] || fail "cannot read the certificate $cert: say KEY=FILE CERT=FILE"
	[ -e "$top/$name.ko" ] || fail "there is no $name.ko yet: make module"
	"$tool" sha256 "$key" "$cert" "$top/$name.ko"
	echo "signed: $name.ko, by $(modinfo -F signer "$top/$name.ko")"
}

case ${1-} in
check) check "$2" ;;
install) install_module "$2" ;;
uninstall) uninstall_module ;;
sign) shift; sign_module "$@" ;;
*) fail "takes check KVER, install KVER, uninstall, or sign KVER [KEY CERT]" ;;
esac
