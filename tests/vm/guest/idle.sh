# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# idle=1: without rules tasks leave audit's slow path, and are back before a rule
# is in its list. The argument is the tier of the hooks.
. /afp/records.sh

tier=${AFP_ARG:-auto}
AFP_LOAD="idle=1 exit=$tier"
fifo=/tmp/idle.fifo
mkfifo $fifo

idle()
{
	[ "$(stat idle_tasks)" -gt 0 ]
}

# some tasks are idle, if the module is there
settled()
{
	! loaded || { wait_state active && wait_for 5 idle; }
}

# alone FILE - what is not about changes of rules
alone()
{
	awk '{ match($0, /:[0-9]+\)/); serial = substr($0, RSTART, RLENGTH) }
		NR == FNR { if (/^type=CONFIG_CHANGE /) change[serial] = 1; next }
		!change[serial]' "$1" "$1"
}

# compared TEXT WORK... - the same, but for the syscalls that change rules
compared()
{
	text=$1
	shift
	unload_module
	ok "$text: collected on stock" capture /run/afp/off.all "$@"
	load_module $AFP_LOAD
	ok "$text: module is active" wait_state active
	ok "$text: collected with the module" capture /run/afp/on.all "$@"
	for f in off on; do alone /run/afp/$f.all > /run/afp/$f; done
	records_seen=/run/afp/on
	if compare /run/afp/off /run/afp/on > /run/afp/compared; then
		result "ok - $AFP_TEST: $text: the same $(cut -d ' ' -f 2 /run/afp/compared) records"
	else
		not_ok "$text: the same records"
		head -n 40 /run/afp/compared | while read -r line; do diag "$line"; done
	fi
	is "$text: so many changes of rules" "$(grep -c '^type=CONFIG_CHANGE ' /run/afp/on.all)" \
		"$(grep -c '^type=CONFIG_CHANGE ' /run/afp/off.all)"
}

rules_flush
load_module $AFP_LOAD
ok "active" wait_state active
ok "tasks become idle" wait_for 5 idle
diag "$(stat idle_tasks) tasks are idle"
is "it hooks one end of a syscall" "$(grep -c '^entry ' $AFP_SYS/hooks)" 1
auditctl -a always,exit -F arch=b64 -S statx -F uid=4711 -k other
is "one rule, and none is" "$(stat idle_tasks)" 0
sleep 1
is "nor becomes" "$(stat idle_tasks)" 0
auditctl -d always,exit -F arch=b64 -S statx -F uid=4711 -k other
ok "without it they are again" wait_for 5 idle
auditctl -a never,user -F uid=4711
ok "a rule that no syscall is judged by does not matter" wait_for 5 idle
auditctl -d never,user -F uid=4711
wait_state active
echo 0 > $AFP_SYS/enabled
is "closed: none is" "$(stat idle_tasks)" 0
echo 1 > $AFP_SYS/enabled
ok "open: they are" wait_for 5 idle
echo 1 > $AFP_SYS/syscalls
ok "while syscalls are counted, too" wait_for 5 idle
echo 0 > $AFP_SYS/syscalls
ok "and afterwards" wait_for 5 idle

# calls of a task that was idle, one that is created, one that was asleep
work()
{
	settled
	( read -r word; call getpid; call getppid ) < $fifo > /dev/null &
	reader=$!
	exec 9> $fifo
	settled
	auditctl -a always,exit -F arch=b64 -S getppid -k late > /dev/null
	echo word >&9
	wait $reader
	call getppid > /dev/null
	exec 9>&-
	auditctl -d always,exit -F arch=b64 -S getppid -k late > /dev/null
}
compared "a rule that comes while tasks are idle" work
is "both calls are recorded" "$(grep -c '^type=SYSCALL .*syscall=110 .*comm="call" .*key="late"' /run/afp/on)" 2
# without rules a syscall is not recorded, whatever comes in the middle of it
work()
{
	settled
	sleep 10 > $fifo &
	writer=$!
	call read 0 b:8 8 < $fifo > /dev/null &
	blocked=$!
	wait_for 5 sh -c "grep -q '^0 ' /proc/$blocked/syscall"
	sleep 0.1
	auditctl -a always,exit -F arch=b64 -S read -F fd=0 -k late > /dev/null 2>&1 ||
		auditctl -a always,exit -F arch=b64 -S read -F a0=0 -k late > /dev/null
	echo data > $fifo
	wait $blocked
	kill $writer
	call read 0 b:8 0 < /dev/null > /dev/null
	auditctl -D -k late > /dev/null
}
compared "a rule that comes in the middle of a syscall" work
is "the one after it is recorded" "$(grep -c '^type=SYSCALL .*syscall=0 .*comm="call" .*key="late"' /run/afp/on)" \
	"$(grep -c '^type=SYSCALL .*syscall=0 .*comm="call" .*key="late"' /run/afp/off)"
ok "there is one" grep -q '^type=SYSCALL .*syscall=0 .*comm="call" .*key="late"' /run/afp/on

# 500 threads and more, at once
unload_module
load_module $AFP_LOAD
n=0 sleepers=
while [ $n -lt 500 ]; do
	n=$((n + 1))
	sleep 600 &
	sleepers="$sleepers $!"
done
ok "500 tasks are idle" wait_for 60 sh -c "[ \$(awk '/^idle_tasks / { print \$2 }' $AFP_SYS/stats) -gt 500 ]"
auditctl -a always,exit -F arch=b64 -S statx -F uid=4711 -k other
is "none is once there is a rule" "$(stat idle_tasks)" 0
auditctl -D > /dev/null
# shellcheck disable=SC2086
kill $sleepers
# shellcheck disable=SC2086
wait $sleepers
ok "others are idle again" wait_for 60 idle

# what is logged without any rule stands alone
work() { settled; sh -c 'echo changeprofile none > /proc/self/attr/current'; }
unload_module
ok "collected on stock" capture /run/afp/off.all work
load_module $AFP_LOAD
ok "collected with the module" capture /run/afp/on.all work
for f in off on; do alone /run/afp/$f.all > /run/afp/$f; done
is "a denial has its syscall on stock" "$(grep -cE '^type=(AVC|SYSCALL) ' /run/afp/off)" 2
is "and is alone with the module" "$(grep -E '^type=(AVC|SYSCALL) ' /run/afp/on | cut -d ' ' -f 1)" type=AVC

# tasks that were idle, once the module is gone or closed
for what in unload_module "eval echo 0 > $AFP_SYS/enabled"; do
	loaded || load_module $AFP_LOAD
	echo 1 > $AFP_SYS/enabled
	after()
	{
		settled
		( read -r word; call getppid ) < $fifo > /dev/null &
		reader=$!
		exec 9> $fifo
		settled
		$what
		auditctl -a always,exit -F arch=b64 -S getppid -k late > /dev/null
		echo word >&9
		wait $reader
		exec 9>&-
		auditctl -D > /dev/null
	}
	ok "$what" capture /run/afp/on after
	is "$what: a rule finds what was idle" \
		"$(grep -c '^type=SYSCALL .*syscall=110 .*comm="call" .*key="late"' /run/afp/on)" 1
done
unload_module

# a kernel that counts rules which are gone makes real contexts; so it is left
load_module idle=1 mode=verify
wait_state active
sleep 0.5
is "mode=verify: none is idle" "$(stat idle_tasks)" 0
unload_module
load_module idle=1 mode=off
sleep 0.5
is "mode=off: none is idle" "$(stat idle_tasks)" 0
unload_module
load_module idle=1 entry=full exit=$tier
ok "entry=full beside it: active" wait_state active
ok "idle without rules" wait_for 5 idle
auditctl -a always,exit -F arch=b64 -S statx -F uid=4711 -k other
ok "with one, entries are skipped" moved entry_skipped getpid
