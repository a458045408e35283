# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2086,SC2154 # for what system.sh sets and reads
# The first boot with the packages; then what an administrator does.

whole
ok "it was there before auditd and the rules" before_audit
ok "auditd runs" systemctl is-active auditd
ok "its rules are all counted" counted
ok "a watched file is recorded" recorded
is "no unit has failed" "$(systemctl list-units --failed --plain --no-legend)" ""

ok "systemctl stop" systemctl stop $unit
ok "unloads it" [ ! -d /sys/module/audit_fastpath ]
ok "a watched file is recorded without it" recorded
ok "systemctl start loads it" systemctl start $unit
ok "and it is active" wait_state active 30
ok "rmmod by hand" rmmod audit_fastpath
ok "does not make systemctl stop fail" systemctl stop $unit
ok "nor does modprobe by hand make start fail" sh -c "modprobe audit_fastpath && systemctl start $unit"

# make install beside the package
for what in "install $running" uninstall; do
	ok "make ${what%% *} refuses" sh -c '! sh /srv/afp/tree/packaging/install.sh $1 2> /tmp/said' sh "$what"
	is "for the package, which it names" "$(cat /tmp/said)" \
		"install.sh: audit-fastpath-dkms is installed as a package: apt-get purge audit-fastpath-dkms"
done
ok "and nothing has changed" built "$running"
is "on disk" "$(dpkg --verify $packages; ls -d /usr/src/audit_fastpath-*)" "/usr/src/audit_fastpath-$version"
ok "and in the kernel" loaded

sed -i 's/^#\(options audit_fastpath mode=\).*/\1off/' /etc/modprobe.d/audit_fastpath.conf
ok "a parameter in modprobe.d" systemctl restart $unit
ok "is heeded" wait_state disabled
sed -i 's/^\(options audit_fastpath mode=\).*/#\1on/' /etc/modprobe.d/audit_fastpath.conf
is "the file is as it was" "$(dpkg --verify audit-fastpath-dkms)" ""
systemctl restart $unit

prom=/var/lib/prometheus/node-exporter/audit_fastpath.prom
if aufastpath --help | grep -qw export; then
	ok "the export, where there is no node_exporter" systemctl start audit-fastpath-export.service
	ok "is left out" [ ! -e $prom ]
	mkdir -p "${prom%/*}"
	wait_state active 30
	ok "where there is" systemctl start audit-fastpath-export.service
	ok "it writes for it" grep -q '^linux_audit_' $prom
	is "and every name that it writes without a sandbox" "$(sed -n 's/^\(linux_audit_[a-z_]*\).*/\1/p' $prom | sort -u)" \
		"$(aufastpath export --format prometheus | sed -n 's/^\(linux_audit_[a-z_]*\).*/\1/p' | sort -u)"
	is "readable for all" "$(command stat -c %a $prom)" 644
	rm $prom
	ok "the timer can be enabled" systemctl enable --now audit-fastpath-export.timer
	ok "and writes by itself" wait_for 90 test -s $prom
else
	skip "export" "this aufastpath has none yet"
fi

# the next version
echo 'deb [trusted=yes] file:/srv/afp/next ./' > /etc/apt/sources.list.d/next.list
apt update
old=$version version=$next
ok "apt upgrades to the next version" apt install $packages
ok "DKMS has built that" built "$running"
is "the old one is gone" "$(dkms status -m audit_fastpath -v "$old"; ls -d "/usr/src/audit_fastpath-$old" 2>/dev/null)" ""
whole
if aufastpath --help | grep -qw export; then
	is "the timer, once enabled, still runs" "$(systemctl is-active audit-fastpath-export.timer)" active
fi
