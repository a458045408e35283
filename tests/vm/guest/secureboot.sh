# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# A kernel that takes signed modules only (tests/vm/secureboot.sh boots it):
# what it refuses, with which words, and what it takes. AFP_ARG is
#   bios      no UEFI: the kernel knows no key but its own
#   new       Secure Boot is on, the key is not enrolled; mokutil asks for it
#   enrolled  the key was confirmed in MokManager
. /afp/records.sh

given=/afp/secureboot

# place FILE - make it the module that modprobe finds. These are kmod's own
# programs by their paths: the shell has others, with words of their own.
place()
{
	rm -f /lib/modules/"$(uname -r)"/updates/dkms/audit_fastpath.ko*
	cp "$given/$1.ko" /lib/modules/"$(uname -r)"/updates/dkms/audit_fastpath.ko
	/usr/sbin/depmod
}

# refuses FILE - modprobe fails, and the module is not there
refuses()
{
	place "$1"
	! /usr/sbin/modprobe audit_fastpath 2> /run/afp/refusal && ! loaded &&
		grep -q 'Key was rejected by service' /run/afp/refusal
}

# logged TEXT - a line of the kernel says it, since the last dmesg -c
logged()
{
	dmesg | grep -qF -- "$1"
}

# refused FILE TEXT
refused()
{
	dmesg -c > /dev/null
	ok "$1: refused, with 'Key was rejected by service'" refuses "$1"
	ok "$1: the log says '$2'" logged "$2"
	diag "$1: $(cat /run/afp/refusal)"
}

# mok_says TEXT ARGUMENT...
mok_says()
{
	afp_want=$1
	shift
	mokutil "$@" > /run/afp/mok 2>&1
	cat /run/afp/mok
	grep -qF -- "$afp_want" /run/afp/mok
}

# as the Ansible role does it: the password twice on standard input
mok_import()
{
	printf '%s\n' fastpath fastpath | mokutil --import $key
}

# doctor TEXT PATTERN - aufastpath doctor says it of the module that modprobe
# finds; lines are folded, so blanks stand for any
doctor()
{
	if ! aufastpath help | grep -q '^ *doctor'; then
		skip "doctor: $1" "this aufastpath has no doctor"
		return
	fi
	aufastpath doctor > /run/afp/doctor 2>&1
	cat /run/afp/doctor
	tr -s ' \n' '  ' < /run/afp/doctor > /run/afp/doctor.line
	ok "doctor: $1" grep -q "$2" /run/afp/doctor.line || diag "$(grep -A 12 Secure /run/afp/doctor | tr '\n' ' ')"
}

key=/var/lib/dkms/mok.pub
unsigned='Loading of unsigned module is rejected'
unknown='Loading of module with unavailable key is rejected'

is "sig_enforce is on" "$(cat /sys/module/module/parameters/sig_enforce)" Y
case $AFP_ARG in
bios)
	ok "no Secure Boot here" [ ! -d /sys/firmware/efi ]
	refused unsigned "$unsigned"
	refused stranger "$unknown"
	refused signed "$unknown"
	place unsigned
	doctor "only signed modules are taken" 'takes signed modules only (Secure Boot not there (no EFI).*sig_enforce Y'
	doctor "and this one is not signed" "is not signed: modprobe says 'Key was rejected by service'"
	;;
new)
	modprobe efivarfs
	ok "efivarfs is there" mount -t efivarfs efivarfs /sys/firmware/efi/efivars
	is "mokutil: Secure Boot is on" "$(mokutil --sb-state)" "SecureBoot enabled"
	ok "the kernel is locked down" grep -qF '[integrity]' /sys/kernel/security/lockdown
	refused unsigned "$unsigned"
	refused stranger "$unknown"
	refused signed "$unknown"
	place unsigned
	doctor "only signed modules are taken" 'takes signed modules only (Secure Boot on, lockdown integrity'
	doctor "and this one is not signed" "is not signed: modprobe says 'Key was rejected by service'"
	place signed
	doctor "the key is not enrolled" "key is not enrolled: modprobe says 'Key was rejected by service'"
	doctor "and how to enrol it" "mokutil --import $key, reboot, and choose Enroll MOK"
	ok "mokutil: the key is not enrolled" mok_says 'is not enrolled' --test-key $key
	ok "mokutil --import, without a terminal" mok_import
	ok "mokutil: the request waits for a restart" \
		mok_says 'is already in the enrollment request' --test-key $key
	doctor "the key waits for a restart" 'key is waiting to be enrolled'
	refused signed "$unknown"
	;;
enrolled)
	modprobe efivarfs
	ok "efivarfs is there" mount -t efivarfs efivarfs /sys/firmware/efi/efivars
	is "mokutil: Secure Boot is on" "$(mokutil --sb-state)" "SecureBoot enabled"
	ok "the kernel is locked down" grep -qF '[integrity]' /sys/kernel/security/lockdown
	ok "mokutil: the key is enrolled" mok_says 'is already enrolled' --test-key $key
	ok "the kernel has the key" grep -q 'asymmetri.*audit_fastpath test key' /proc/keys
	refused unsigned "$unsigned"
	refused stranger "$unknown"
	auditctl -a always,exit -F arch=b64 -S sethostname -k hostname
	place signed
	doctor "the key is enrolled" 'and that key is enrolled'
	ok "signed: taken" /usr/sbin/modprobe audit_fastpath
	ok "active, under lockdown" wait_state active
	diag "$(grep '^exit ' $AFP_SYS/hooks)"
	ok "getpid skipped" skips getpid
	ok "sethostname filtered" filters sethostname s:guest 5
	doctor "the kernel has taken the module" 'and it has taken the module'
	ok "and can be unloaded" unload_module
	;;
*) not_ok "has a known argument: '$AFP_ARG'" ;;
esac
