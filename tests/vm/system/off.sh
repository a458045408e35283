# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2086,SC2154 # for what system.sh sets and reads
# audit_fastpath=off stands on the kernel's command line; and a second kernel is
# installed meanwhile.
version=$next

ok "the module is not loaded" [ ! -d /sys/module/audit_fastpath ]
is "the unit is inactive" "$(property $unit ActiveState)" inactive
is "for its condition" "$(property $unit ConditionResult)" no
is "it is still enabled" "$(systemctl is-enabled $unit)" enabled
ok "auditd runs" systemctl is-active auditd
ok "a watched file is recorded" recorded
ok "systemctl start passes it over" systemctl start $unit
ok "the module is still not loaded" [ ! -d /sys/module/audit_fastpath ]
is "no unit has failed" "$(systemctl list-units --failed --plain --no-legend)" ""
ok "aufastpath does not fall over it" sh -c 'aufastpath status; [ $? -lt 3 ]'

ok "apt installs a second kernel and its headers" \
	apt install "linux-image-$second" "linux-headers-$second"
ok "DKMS has built the module for it" built "$second"
ok "and kept that of the running one" built "$running"
ok "there is an initramfs to boot it" [ -s "/boot/initrd.img-$second" ]
