# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# entry=safe: the same records, and nothing done at the entry of quiet syscalls
# that no rule can match. The argument is the tier of the hooks.
. /afp/records.sh

tier=${AFP_ARG:-auto}
AFP_LOAD="entry=safe exit=$tier"
fifo=/tmp/entry.fifo
mkfifo $fifo

# passes CALL... - is nothing done at its entry, each time?
passes()
{
	moved entry_skipped "$@"
}

not()
{
	! "$@"
}

# revives TEXT COMMAND... - a context becomes real meanwhile
revives()
{
	afp_text=$1
	shift
	wait_state active
	afp_before=$(stat entry_revived)
	"$@"
	ok "$afp_text" [ "$(stat entry_revived)" -gt "$afp_before" ]
}

# block - a task that waits in read; sets blocked
block()
{
	sleep 10 > $fifo &
	writer=$!
	call read 0 b:8 8 < $fifo > /dev/null &
	blocked=$!
	# in the call, and asleep
	wait_for 5 sh -c "grep -q pipe_read /proc/$blocked/wchan || grep -q '^0 ' /proc/$blocked/syscall"
	sleep 0.1
}

unblock()
{
	echo data > $fifo
	wait $blocked
	kill $writer 2> /dev/null
}

auditctl -a always,exit -F arch=b64 -S statx -F uid=4711 -k other

load_module $AFP_LOAD
ok "active" wait_state active
ok "getpid passes" passes getpid
ok "32-bit getpid passes" passes --compat getpid
ok "read passes" passes read -1 b:8 1
ok "openat, which takes a path, does not: the exit is skipped" skips openat -1 s:/tmp/none 0
ok "hooks: both ends of a syscall" [ "$(grep -c '^entry __audit_syscall_' $AFP_SYS/hooks)" = 2 ]
ok "statx, which a rule names, does not" not passes statx 0 0 0 0 0
ok "nor does a number that there is not" not passes 4000
ok "whose entry must run can be read: statx" listed 332 $AFP_SYS/interest/enter_native
ok "not getpid" not listed 39 $AFP_SYS/interest/enter_native

# a real context, where one is needed
revives "a write that logs" sh -c 'echo 1000 > /proc/self/loginuid'
modprobe zram num_devices=1
truncate -s 1M /tmp/backing
revives "a write that is given a path" sh -c 'echo /tmp/backing > /sys/block/zram0/backing_dev'
work() { sh -c 'echo changeprofile none > /proc/self/attr/current'; call getpid; }
same "a write that is denied" work && seen "with its syscall" 'type=SYSCALL .*syscall=1 '
seen "and the denial" 'type=AVC .*apparmor="DENIED"'
echo data > /tmp/fan
work() { fan /tmp/fan || echo "fan failed"; }
same "an answer of fanotify that is audited" work && seen "with its syscall" 'type=SYSCALL .*syscall=0 '
seen "and the answer" 'type=FANOTIFY'

# a rule that comes while a syscall is blocked
work()
{
	block
	auditctl -a always,exit -F arch=b64 -S read -k late
	unblock
	auditctl -d always,exit -F arch=b64 -S read -k late
}
same "a rule that comes in the middle of a syscall" work
seen "the syscall is recorded" 'type=SYSCALL .*syscall=0 .*comm="call" .*key="late"'
work()
{
	block
	auditctl -a always,exit -F arch=b64 -S read -k late
	kill -KILL $blocked
	wait $blocked
	kill $writer
	auditctl -d always,exit -F arch=b64 -S read -k late
}
same "and the task is killed in it" work
seen "the syscall is recorded" 'type=SYSCALL .*syscall=0 .*comm="call" .*key="late"'
# the same, while the module goes, is closed, or counts by number
for what in unload_module "eval echo 0 > $AFP_SYS/enabled" "eval echo 1 > $AFP_SYS/syscalls"; do
	load_module $AFP_LOAD
	wait_state active
	collect_start /run/afp/on
	sleep 0.4
	before=$(stat entry_skipped)
	block
	ok "$what: the blocked syscall was passed" [ "$(stat entry_skipped)" -gt "$before" ]
	$what
	auditctl -a always,exit -F arch=b64 -S read -k late
	unblock
	collect_stop
	is "$what: a rule that comes afterwards finds it" \
		"$(grep -c 'type=SYSCALL .*syscall=0 .*comm="call" .*key="late"' /run/afp/on)" 1
	auditctl -d always,exit -F arch=b64 -S read -k late
	unload_module
done

# never-rules keep the exit of interest, not the entry
auditctl -a never,exit -F arch=b64 -S all -F uid=4711
load_module $AFP_LOAD
wait_state active
ok "a rule that never records: getpid passes" passes getpid
unload_module
rules_flush

# no rule: the kernel's own dummy context
load_module $AFP_LOAD
wait_state active
before=$(stat entry_skipped)
call --times 1000 getpid > /dev/null
is "without rules the kernel does it" "$(stat entry_skipped)" "$before"
unload_module

# a task of which everything is recorded is never touched
auditctl -a always,exit -F arch=b64 -S statx -F uid=4711 -k other
auditctl -a task,always -F uid=1000
load_module $AFP_LOAD
wait_state active
work() { su -s /bin/sh user -c "call getpid; true"; }
same "task,always" work
seen "recorded" 'type=SYSCALL .*syscall=39 .*comm="call"'
unload_module
rules_flush

ok "a bad value is refused" sh -c '! modprobe audit_fastpath entry=some && dmesg | grep -q "parameter entry takes one of: off, safe, full; not \"some\""'
