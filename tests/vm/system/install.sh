# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2086,SC2154 # for what system.sh sets and reads
# apt installs the packages on a machine that never heard of them.

# everything of an installed system that could be touched
footprint()
{
	find /etc /lib/modules /usr/src /var/lib/dkms /usr/lib/systemd /usr/share/bash-completion \
		/usr/share/zsh -xdev 2>/dev/null | sort
}

# rules of an administrator, for every boot from now on
{
	echo '-i'
	grep -v -e '^-[bfeDicr]' -e '^--' /srv/afp/stig.rules
	echo '-w /etc/afp-probe -p wa -k afp-probe'
} > /etc/audit/rules.d/50-afp.rules
touch /etc/afp-probe
augenrules --load

ok "nothing of it is there before" [ ! -e /usr/src/audit_fastpath-"$version" ]
ok "apt reads the repository" apt update
footprint > /root/before
ok "apt installs the tools and, as recommended, the module" apt install audit-fastpath-tools
ok "the module's package has come along" dpkg-query -W audit-fastpath-dkms
is "dpkg finds all whole" "$(dpkg --audit; dpkg --verify $packages)" ""
ok "DKMS has built it for the running kernel" built "$running"
is "modprobe.d explains the parameters that it takes" \
	"$(sed -n 's/^#options audit_fastpath \([a-z_]*\)=.*/\1/p' /etc/modprobe.d/audit_fastpath.conf | sort)" \
	"$(modinfo -F parm audit_fastpath | cut -d: -f1 | sort)"
is "the unit is enabled" "$(systemctl is-enabled $unit)" enabled
is "the timer is not" "$(systemctl is-enabled audit-fastpath-export.timer)" disabled
is "nor does it run" "$(systemctl is-active audit-fastpath-export.timer)" inactive
is "systemd has nothing to say about the units" \
	"$(systemd-analyze verify --man=no $unit audit-fastpath-export.service audit-fastpath-export.timer 2>&1 |
		grep -i audit.fastpath)" ""
whole
ok "the rules that were there before it are counted" counted
ok "a watched file is recorded" recorded
ok "the tools bear the version" sh -c "aufastpath --version | grep -w '$version'"
for page in "8 aufastpath" "1 audit_bench" "4 audit_fastpath"; do
	# shellcheck disable=SC2086
	ok "there is a manual page: $page" man -w $page
done
for shell in bash-completion/completions/aufastpath zsh/site-functions/_aufastpath; do
	ok "there is a completion: ${shell%%/*}" [ -e "/usr/share/$shell" ]
done
ok "audit_bench measures" audit_bench --iterations 1000 --syscall getpid
