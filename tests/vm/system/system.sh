# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # what the tests read, and names sets
# Helpers for tests on an installed system; sourced after lib.sh.

unit=audit-fastpath.service
packages='audit-fastpath-dkms audit-fastpath-tools'
# shellcheck source=/dev/null
. /srv/afp/names
running=$(uname -r)

# property UNIT NAME
property()
{
	systemctl show -P "$2" "$1"
}

# apt, as an administrator would; what it asks is answered by its defaults
apt()
{
	apt-get -q -y -o Dpkg::Use-Pty=0 "$@"
}

# built KERNEL - DKMS has the module installed for it, at this version
built()
{
	dkms status -m audit_fastpath -k "$1" | tee /dev/fd/2 |
		grep -q "^audit_fastpath/$version, $1, x86_64: installed" &&
		ls -l "/lib/modules/$1/updates/dkms/" &&
		[ "$(modinfo -k "$1" -F version audit_fastpath)" = "$version" ]
}

# before_audit - the unit had loaded the module when the first of those who
# could load rules was started, in this boot
before_audit()
{
	local loaded started u

	loaded=$(property $unit ActiveEnterTimestampMonotonic)
	[ "$loaded" -gt 0 ] || return 1
	for u in auditd.service audit-rules.service; do
		[ "$(property $u LoadState)" = loaded ] || continue
		started=$(property $u InactiveExitTimestampMonotonic)
		diag "$u was started $(((started - loaded) / 1000)) ms after the module was loaded"
		[ "$started" -ge "$loaded" ] || return 1
	done
}

# skips - calls that no rule names do not reach the filter; needs state active
skips()
{
	local before after

	before=$(stat exit_skipped)
	audit_bench --help > /dev/null
	after=$(stat exit_skipped)
	diag "skipped $((after - before)) times meanwhile, $(stat exit_full) full in all"
	[ "$after" -gt "$before" ]
}

# counted - the kernel's count of rules is that of the rules that are loaded
counted()
{
	local rules

	rules=$(stat rules)
	diag "$(auditctl -l | wc -l) rules in auditctl -l; $rules count, $(stat rules_kernel) by the kernel"
	[ "$rules" -gt 20 ] && [ "$rules" = "$(stat rules_kernel)" ]
}

probes()
{
	ausearch --input-logs -k afp-probe -ts boot 2>/dev/null | grep -c '^type=SYSCALL'
}

# recorded - a write to a watched file is in the log
recorded()
{
	local before tries=40

	before=$(probes)
	echo x >> /etc/afp-probe
	until [ "$(probes)" -gt "$before" ]; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.5
	done
}

# whole - the module does on this boot what it is for
whole()
{
	ok "the unit is active" [ "$(property $unit ActiveState)" = active ]
	ok "the module is loaded" loaded
	ok "its version is that of the packages" [ "$(cat /sys/module/audit_fastpath/version)" = "$version" ]
	ok "it is active" wait_state active 30
	is "aufastpath says so" "$(aufastpath status | head -n 1 | grep -o active)" active
	ok "what no rule names is skipped" skips
}
