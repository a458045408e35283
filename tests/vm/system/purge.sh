# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2086,SC2154 # for what system.sh sets and reads
# apt purges the packages; nothing is left, on disk and in the kernel.

# ours - whatever has our name, outside of logs, of apt's own and of the tests'
ours()
{
	find / -xdev \( -path /root -o -path /tmp -o -path /srv -o -path /var/log \
		-o -path /var/cache/apt -o -path /var/lib/apt \) -prune -o \
		\( -name '*audit[_-]fastpath*' -o -name '*aufastpath*' -o -name 'audit_bench*' \) -print
	find /run/systemd /sys/module /sys/kernel -maxdepth 3 -name '*audit[_-]fastpath*'
	grep -ls audit_fastpath /lib/modules/*/modules.*
	dkms status -m audit_fastpath
}

# The second kernel has come since, and files that others keep: DKMS's key, the
# rules of the tests, caches.
changed()
{
	find /etc /lib/modules /usr/src /var/lib/dkms /usr/lib/systemd /usr/share/bash-completion \
		/usr/share/zsh -xdev 2>/dev/null | sort | diff /root/before - |
		grep '^[<>]' |
		grep -v -e "$second" -e '/linux-headers-' -e '/linux-kbuild' -e /mok. -e /etc/apt/ \
			-e /etc/audit/ -e /etc/ld.so.cache -e /etc/alternatives/
}

prom=/var/lib/prometheus/node-exporter/audit_fastpath.prom
ok "the module is loaded before" loaded
ok "and there is something to look for" [ "$(ours | wc -l)" -gt 20 ]
ok "everywhere" [ "$(changed | wc -l)" -gt 20 ]
# shellcheck disable=SC2086
ok "apt purges both" apt purge $packages
ok "the module is unloaded" [ ! -d /sys/module/audit_fastpath ]
is "nothing is left that has its name" "$(ours)" ""
is "nothing is left otherwise" "$(changed)" ""
ok "nor what was exported" [ ! -e $prom ]
is "dpkg remembers nothing" "$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' 'audit-fastpath*' 2>/dev/null |
	grep -v not-installed)" ""
is "dpkg finds all whole" "$(dpkg --audit)" ""
mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing
is "no function of audit is traced, and none by the module" \
	"$(grep -e audit -e afp /sys/kernel/tracing/enabled_functions)" ""
# systemd itself may trace, by BPF, bpf_lsm_file_open
others=$(sed -n 's/^\([a-z_0-9.]*\) (.*/\1/p' /sys/kernel/tracing/enabled_functions | paste -sd' ')
if [ -n "$others" ]; then
	skip "ftrace can be switched off again" "others trace $others"
else
	ok "ftrace can be switched off again" sysctl -q kernel.ftrace_enabled=0
	sysctl -q kernel.ftrace_enabled=1
fi
ok "auditd runs" systemctl is-active auditd
ok "a watched file is recorded" recorded
is "no unit has failed" "$(systemctl list-units --failed --plain --no-legend)" ""
