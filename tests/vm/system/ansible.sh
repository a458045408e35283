# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2086,SC2154 # for what system.sh sets and reads
# The Ansible role, over a local connection, where services start and modules
# are loaded. tests/fleet/ansible.sh has what a chroot can tell as well.

book=/srv/afp/tree/packaging/ansible/audit_fastpath.yml
export ANSIBLE_ROLES_PATH=${book%/*}/roles ANSIBLE_NOCOLOR=1 ANSIBLE_PIPELINING=1
export ANSIBLE_LOCALHOST_WARNING=0 ANSIBLE_INVENTORY_UNPARSED_WARNING=0
echo localhost ansible_connection=local ansible_python_interpreter=/usr/bin/python3 > /tmp/hosts

# role RECAP ARGUMENT... - it runs, and its last line is like that
role()
{
	local want=$1 begun=$SECONDS

	shift
	ansible-playbook -i /tmp/hosts "$book" "$@" > /tmp/play 2>&1 < /dev/null
	cat /tmp/play
	diag "$((SECONDS - begun)) s: $(grep '^localhost  *:' /tmp/play)"
	grep -qE "^localhost  *:.*$want.*unreachable=0.*failed=0" /tmp/play
}

footprint()
{
	find /etc /lib/modules /usr/src /var/lib/dkms /usr/lib/systemd /usr/local /usr/share/man /usr/sbin \
		/var/cache/audit_fastpath ! -type d 2>/dev/null |
		grep -v -e /mok -e 'modules\.[^/]*$' -e /etc/ld.so.cache -e /etc/.pwd.lock -e /etc/apt/ | sort
}

parameter()
{
	cat "/sys/module/audit_fastpath/parameters/$1"
}

prom=/var/lib/prometheus/node-exporter/audit_fastpath.prom
mkdir -p "${prom%/*}"
auditctl -a always,exit -F arch=b64 -S sethostname -k hostname
footprint > /root/before

# each run of Ansible takes minutes under emulation: as few as tell all states
ok "present, with parameters and the export" role 'changed=[1-9]' -e audit_fastpath_export=true \
	-e '{"audit_fastpath_parameters": {"mode": "verify", "repair": "0"}}'
is "no UEFI here: nobody is asked for a key" "$(grep -c -e 'does not trust' -e 'mokutil.*--import' /tmp/play)" 0
ok "and the role has passed it over" grep -q 'TASK \[audit_fastpath : Ask whether Secure Boot is on\]' /tmp/play
ok "DKMS has built it" built "$running"
whole
is "with the parameters" "$(parameter mode) $(parameter repair)" "verify 0"
is "aufastpath says so" "$(aufastpath | sed -n 's/^mode  *//p')" verify
is "the unit is enabled" "$(systemctl is-enabled $unit)" enabled
ok "the timer runs" systemctl is-active audit-fastpath-export.timer
ok "and exports" wait_for 90 grep -qs '^linux_audit_fastpath_mode{mode="verify"} 1$' $prom

ok "disabled" role 'changed=[1-9]' -e audit_fastpath_state=disabled
is "the switch is off" "$(cat $AFP_SYS/enabled $AFP_SYS/state | tr '\n' ' ')" "0 disabled "
is "and will be after a boot" "$(grep -v "^#" /etc/modprobe.d/audit_fastpath-role.conf)" \
	"options audit_fastpath enabled=0"
ok "the module is still loaded" loaded
is "the export has ended" "$(systemctl is-active audit-fastpath-export.timer)" inactive
mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing
is "nothing of audit is hooked" "$(grep -c audit /sys/kernel/tracing/enabled_functions)" 0

ok "absent" role 'changed=[1-9]' -e audit_fastpath_state=absent
ok "the module is unloaded" [ ! -d /sys/module/audit_fastpath ]
is "the packages are gone" "$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' 'audit-fastpath*' 2> /dev/null |
	grep -v not-installed)" ""
ok "nothing is left" [ "$(footprint | diff /root/before - | tee /dev/fd/2 | wc -l)" = 0 ]
ok "nor what was exported" [ ! -e $prom ]
is "no unit has failed" "$(systemctl list-units --failed --plain --no-legend)" ""
auditctl -D > /dev/null
