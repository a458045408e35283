# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2086,SC2154 # for what system.sh sets and reads
# rpm installs, upgrades and erases. What the packages depend on is there as
# Debian's, which rpm cannot know; all else is as on a machine of theirs.

# rpm, which warns on a Debian
rpms()
{
	# bookworm's asks for this, trixie's does not know it
	if rpm --help | grep -qw force-debian; then
		set -- --force-debian "$@"
	fi
	rpm --nodeps "$@"
}

footprint()
{
	find /etc /lib/modules /usr/src /var/lib/dkms /usr/lib/systemd /usr/share /usr/sbin /usr/bin -xdev ! -type d 2>/dev/null |
		grep -v -e /mok -e 'modules\.[^/]*$' -e /etc/ld.so.cache | sort
}

auditctl -a always,exit -F arch=b64 -S sethostname -k hostname
footprint > /root/before
ok "rpm installs both" rpms -i /srv/afp/rpm-afp/*.rpm
is "it finds them whole" "$(rpm -V --nodeps $packages)" ""
ok "DKMS has built it for the running kernel" built "$running"
is "the unit is enabled, by the preset" "$(systemctl is-enabled $unit)" enabled
is "the timer is not" "$(systemctl is-enabled audit-fastpath-export.timer)" disabled
whole
ok "the tools bear the version" sh -c "aufastpath --version | grep -w '$version'"
for page in "8 aufastpath" "1 audit_bench" "4 audit_fastpath"; do
	ok "there is a manual page: $page" man -w $page
done
ok "make install refuses" sh -c "! sh /srv/afp/tree/packaging/install.sh install $running 2> /tmp/said"
is "for the package, which it names" "$(cat /tmp/said)" \
	"install.sh: audit-fastpath-dkms is installed as a package: dnf remove audit-fastpath-dkms"

sed -i 's/^#\(options audit_fastpath stats=\).*/\11/' /etc/modprobe.d/audit_fastpath.conf
old=$version version=$next
ok "rpm upgrades both" rpms -U /srv/afp/rpm-afp-next/*.rpm
ok "DKMS has built that" built "$running"
is "the old one is gone" "$(dkms status -m audit_fastpath -v "$old"; ls -d "/usr/src/audit_fastpath-$old" 2>/dev/null)" ""
ok "a changed file in /etc is kept" grep -q '^options audit_fastpath stats=1' /etc/modprobe.d/audit_fastpath.conf
whole

# to be found by the one that erases
systemctl stop $unit
modprobe audit_fastpath
ok "rpm erases both" rpms -e $packages
ok "the module is unloaded" [ ! -d /sys/module/audit_fastpath ]
rm -f /etc/modprobe.d/audit_fastpath.conf.rpmsave
ok "nothing is left" [ "$(footprint | diff /root/before - | tee /dev/fd/2 | wc -l)" = 0 ]
is "DKMS knows nothing of it" "$(dkms status -m audit_fastpath)" ""
is "no unit has failed" "$(systemctl list-units --failed --plain --no-legend)" ""
auditctl -D > /dev/null
