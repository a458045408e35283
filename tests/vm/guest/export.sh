# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# What "aufastpath export" says in each state. Every export is also printed
# whole, behind "# export STATE: ": tests/fleet/samples.sh keeps them.
. /afp/records.sh

if grep -q ' __audit_filter_op$' /proc/kallsyms; then filter=__audit_filter_op; else filter=audit_filter_syscall; fi

# export_as NAME - keep it, and print it
export_as()
{
	ok "$1: exported" sh -c "aufastpath export --format prometheus > /run/afp/$1.prom"
	while read -r afp_line; do
		printf '# export %s: %s\n' "$1" "$afp_line" >&3
	done < "/run/afp/$1.prom"
}

# value NAME SAMPLE - of a sample in the export of that name; fails if none
value()
{
	sed -n "s/^linux_audit_fastpath_$2 //p" "/run/afp/$1.prom" | grep .
}

aufastpath help | grep -q '^ *export' || {
	skip "export" "this aufastpath has no export"
	return 0
}

export_as not_loaded
is "not loaded: it says so" "$(value not_loaded module_loaded)" 0

auditctl -a always,exit -F arch=b64 -S sethostname -k hostname
auditctl -a always,exit -F arch=b64 -S kill -k signal
load_module
ok "active" wait_state active
call --times 2000 getpid > /dev/null
export_as active
is "active: it says so" "$(value active 'state{state="active"}')" 1
is "active: and with which mode" "$(value active 'mode{mode="on"}')$(value active 'mode{mode="verify"}')$(value active 'mode{mode="off"}')" 100
# a minute of a quiet machine, in less
call --times 60000 getpid > /dev/null
call --times 3000 sethostname s:guest 5 > /dev/null
export_as active_later
ok "active: skipped runs are counted" [ "$(value active_later 'exit_filter_runs_total{result="skipped"}')" -ge $(($(value active 'exit_filter_runs_total{result="skipped"}') + 50000)) ]
ok "active: full runs are counted" [ "$(value active_later 'exit_filter_runs_total{result="full"}')" -ge $(($(value active 'exit_filter_runs_total{result="full"}') + 3000)) ]

# Rules that go away by themselves: counted as repaired.
mkdir -p /tmp/d && touch /tmp/d/f
auditctl -w /tmp/d/f -p wa -k watched
wait_state active
rm -r /tmp/d
call getpid > /dev/null
repaired()
{
	[ "$(stat rules_repaired)" -gt 0 ]
}
ok "repaired" wait_for 5 repaired
wait_state active
export_as repaired
ok "repaired: it says by how much" [ "$(value repaired 'rules_repaired_total{kind="all"}')" -ge 1 ]

# Rules that change all the time.
(while :; do
	auditctl -a always,exit -F arch=b64 -S acct -k change
	auditctl -d always,exit -F arch=b64 -S acct -k change
done) > /dev/null 2>&1 &
changer=$!
held()
{
	aufastpath export --format prometheus > /run/afp/try && grep -q 'state{state="held"} 1' /run/afp/try
}
ok "held" wait_for 20 held
# the very export that was seen
while read -r afp_line; do
	printf '# export held: %s\n' "$afp_line" >&3
done < /run/afp/try
kill $changer
wait $changer
sleep 1

echo 0 > $AFP_SYS/enabled
export_as disabled
is "disabled: it says so" "$(value disabled 'state{state="disabled"}')" 1
is "disabled: switched off" "$(value disabled enabled)" 0
unload_module

load_module repair=0
ok "repair=0: active" wait_state active
mkdir -p /tmp/d && touch /tmp/d/f
auditctl -w /tmp/d/f -p wa -k watched
wait_state active
rm -r /tmp/d
drifted()
{
	[ "$(stat rules_kernel)" != "$(stat rules)" ]
}
call getpid > /dev/null
sleep 1
wait_state active
ok "repair=0: drifted" wait_for 5 drifted
export_as drifted
is "repair=0: it says by how much" "$(value drifted 'rules_drift{kind="all"}')" 1
unload_module

insmod /afp/test/rival.ko function=$filter
load_module exit=direct
ok "faulted" wait_state faulted
export_as faulted
is "faulted: it says so" "$(value faulted 'state{state="faulted"}')" 1
unload_module
rmmod rival
