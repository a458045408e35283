# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Rules that leave by themselves: the kernel's counters are right a second
# later, read back from the kernel's memory, and a machine without rules is
# not audited.
. /afp/records.sh

counts_are()
{
	[ "$(kread audit_n_rules)" = "$1" ] && [ "$(kread audit_signals)" = "$2" ]
}

stats_are()
{
	[ "$(stat rules) $(stat rules_kernel)" = "$1 $1" ] &&
		[ "$(stat signal_rules) $(stat signal_rules_kernel)" = "$2 $2" ]
}

# right TEXT RULES SIGNALS - within a second, in the kernel and in the stats,
# which follow with the next census
right()
{
	wait_for 1 counts_are "$2" "$3"
	wait_for 1 stats_are "$2" "$3"
	is "$1: audit_n_rules" "$(kread audit_n_rules)" "$2"
	is "$1: audit_signals" "$(kread audit_signals)" "$3"
	is "$1: rules counted" "$(stat rules) $(stat rules_kernel)" "$2 $2"
	is "$1: signal rules counted" "$(stat signal_rules) $(stat signal_rules_kernel)" "$3 $3"
}

# dummy TEXT - contexts are dummy again: the exit filter does not even run
dummy()
{
	afp_before=$(($(stat exit_skipped) + $(stat exit_full)))
	call --times 1000 getpid > /dev/null
	ok "$1: no context is built" [ $(($(stat exit_skipped) + $(stat exit_full) - afp_before)) -lt 100 ]
}

load_module
ok "active" wait_state active

mkdir -p /tmp/d && touch /tmp/d/f
rule -w /tmp/d/f -p wa -k watched
# without -S its mask is all ones, the signals among them
right "12: with a watch" 1 1
collect_start /tmp/records
rm -r /tmp/d
sleep 0.2
collect_stop
ok "12: the removal is recorded" grep -q 'type=CONFIG_CHANGE .*op=remove_rule path="/tmp/d/f" key="watched"' /tmp/records
right "12: watch's directory removed" 0 0
dummy "12: watch's directory removed"

mkdir -p /tmp/t
rule -a always,exit -F dir=/tmp/t -F arch=b64 -S unlink -k tree
right "12: with a tree" 1 0
rmdir /tmp/t
call getpid
right "12: tree removed by rmdir" 0 0
dummy "12: tree removed by rmdir"

mkdir -p /tmp/m && mount -t tmpfs tmpfs /tmp/m && mkdir /tmp/m/t
rule -a always,exit -F dir=/tmp/m/t -F arch=b64 -S unlink -k tree
umount /tmp/m
call getpid
right "12: tree removed by umount" 0 0

mkdir -p /tmp/t
rule -a always,exit -F dir=/tmp/t -F arch=b64 -S kill -k signal-tree
right "14: with a signal rule on a tree" 1 1
rmdir /tmp/t
call getpid
right "14: the tree is gone" 0 0

mkdir -p /tmp/x && cp /bin/busybox /tmp/x/prog
rule -a always,exit -F arch=b64 -S kill -F exe=/tmp/x/prog -k exe
right "with a rule on an executable" 1 1
rm -r /tmp/x
right "executable and its directory gone" 0 0
dummy "executable and its directory gone"

mkdir -p /tmp/e && touch /tmp/e/f
rule -w /tmp/e/f -p wa -k saved
ok "13: 10,000 saves" resave /tmp/e/f 10000
right "13: after 10,000 saves" 1 1
ok "13: active again" wait_state active 2
collect_start /tmp/records
sleep 0.4
call open s:/tmp/e/f 1
collect_stop
is "13: the watch still works" "$(grep -c 'type=SYSCALL .*key="saved"' /tmp/records)" 1
rules_flush
right "13: deleted" 0 0

unload_module
mkdir -p /tmp/s && touch /tmp/s/f
auditctl -w /tmp/s/f -p wa
mkdir -p /tmp/t && auditctl -a always,exit -F dir=/tmp/t -S kill
rm -r /tmp/s /tmp/t
call getpid
sleep 0.5
is "stock: audit_n_rules is stale" "$(kread audit_n_rules)" 2
is "stock: audit_signals is stale" "$(kread audit_signals)" 2
load_module repair=0
sleep 1
is "repair=0: left alone" "$(kread audit_n_rules) $(kread audit_signals)" "2 2"
is "repair=0: shown" "$(stat rules) $(stat rules_kernel) $(stat signal_rules) $(stat signal_rules_kernel)" "0 2 0 2"
is "repair=0: nothing repaired" "$(stat rules_repaired)" 0
unload_module
is "repair=0: still stale after unload" "$(kread audit_n_rules)" 2
load_module
is "healed at load" "$(kread audit_n_rules) $(kread audit_signals)" "0 0"
is "healed at load, and said" "$(stat rules_repaired) $(stat signal_rules_repaired)" "2 2"
dummy "healed at load"

mkdir -p /tmp/d && touch /tmp/d/f
auditctl -w /tmp/d/f -p wa
rm -r /tmp/d
unload_module
is "removed just before unload" "$(kread audit_n_rules)" 0
