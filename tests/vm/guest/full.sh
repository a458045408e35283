# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# entry=full: nothing is done at the entry of any syscall that no rule can match,
# but for the loud ones; and what is missing is what is said to be, nothing else.
# The argument is the tier of the hooks.
. /afp/records.sh

tier=${AFP_ARG:-auto}
AFP_LOAD="entry=full exit=$tier"

passes()
{
	moved entry_skipped "$@"
}

not()
{
	! "$@"
}

# without TYPES TEXT WORK... - the same but for records of these types, of which
# there are some on stock and none with the module, and for how many PATHs there
# are
without()
{
	types=$1
	text=$2
	shift 2
	unload_module
	ok "$text: collected on stock" capture /run/afp/off "$@"
	load_module $AFP_LOAD
	ok "$text: module is active" wait_state active
	ok "$text: collected with the module" capture /run/afp/on "$@"
	ok "$text: $types on stock" grep -qE "^type=($types) " /run/afp/off
	is "$text: $types with the module" "$(grep -cE "^type=($types) " /run/afp/on)" 0
	for f in off on; do
		grep -vE "^type=($types) " /run/afp/$f | sed 's/ items=[0-9]*/ items=*/' > /run/afp/$f.less
	done
	records_seen=/run/afp/on
	if compare /run/afp/off.less /run/afp/on.less > /run/afp/compared; then
		result "ok - $AFP_TEST: $text: all others are the same, $(cut -d ' ' -f 2 /run/afp/compared)"
	else
		not_ok "$text: all others are the same"
		head -n 40 /run/afp/compared | while read -r line; do diag "$line"; done
	fi
}

auditctl -a always,exit -F arch=b64 -S statx -F uid=4711 -k other
echo data > /tmp/file

load_module $AFP_LOAD
ok "active" wait_state active
ok "getpid passes" passes getpid
ok "openat passes" passes openat -1 s:/tmp/none 0
ok "32-bit open passes" passes --compat open s:/tmp/none 0
ok "mkdir, which makes a child, passes" passes mkdir s:/tmp/none/none 0
ok "statx, which a rule names, does not" not passes statx 0 0 0 0 0
ok "nor does a loud syscall: clock_settime" not passes clock_settime -1 0
ok "nor io_uring_enter" not passes io_uring_enter -1 0 0 0 0
ok "nor 32-bit execve" not passes --compat execve 0 0 0
ok "nor a number that there is not" not passes 4000
# a rule that needs a name counts, for none is collected
auditctl -a always,exit -F dir=/srv -F perm=wa -k dir
wait_state active
ok "a rule on a directory, for changes: stat passes" passes stat s:/tmp/file b:256
ok "mkdir does not" not passes mkdir s:/tmp/none/none 0
auditctl -d always,exit -F dir=/srv -F perm=wa -k dir
unload_module

work() { call getpid; call openat -1 s:/tmp/file 0; cat /tmp/file; mkdir /tmp/dir; rmdir /tmp/dir; call statx 0 0 0 0 0; }
same "work that no rule asks for" work
auditctl -a always,exit -F arch=b64 -S mkdir,openat,execve -k some
same "and work that one does" work
seen "its names" 'type=PATH .*name="/tmp/dir"'
seen "its arguments" 'type=EXECVE .*a0="call"'
auditctl -d always,exit -F arch=b64 -S mkdir,openat,execve -k some

# what is logged in the middle of a syscall that is passed
# each change makes for a hold, in which nothing is passed
over()
{
	sleep 0.3
	! loaded || wait_state active
}
work()
{
	auditctl -a always,exit -F arch=b64 -S getppid -k new > /dev/null
	over
	auditctl -d always,exit -F arch=b64 -S getppid -k new > /dev/null
	over
}
without 'SOCKADDR' "a rule that is added: the address that auditctl sends to" work
seen "the syscall is there" 'type=SYSCALL .*syscall=44 '
work()
{
	mkdir -p /tmp/gone
	echo > /tmp/gone/file
	auditctl -w /tmp/gone/file -p x -k watch > /dev/null
	over
	call unlink s:/tmp/gone/file > /dev/null
	over
	call rmdir s:/tmp/gone > /dev/null
	over
}
without 'SOCKADDR|CWD|PATH' "a watched directory that goes: its name" work
seen "the rule that leaves is there" 'type=CONFIG_CHANGE .*op=remove_rule'
seen "with the syscall" 'type=SYSCALL .*syscall=84 '
work() { sh -c 'echo changeprofile none > /proc/self/attr/current'; call getpid; }
same "a denial in a quiet syscall" work && seen "with its syscall" 'type=SYSCALL .*syscall=1 '

# what some kernels log for a real context only: as without rules
chmod 1777 /tmp && touch /tmp/secret && chmod 600 /tmp/secret
echo 1 > /proc/sys/fs/protected_hardlinks
work() { su -s /bin/sh user -c "call link s:/tmp/secret s:/tmp/hard; call getpid"; }
unload_module
ok "collected on stock" capture /run/afp/off work
rules_flush
ok "collected on stock without rules" capture /run/afp/none work
auditctl -a always,exit -F arch=b64 -S statx -F uid=4711 -k other
load_module $AFP_LOAD
wait_state active
ok "collected with the module" capture /run/afp/on work
ok "a link that is refused is recorded on stock" grep -q '^type=ANOM_LINK ' /run/afp/off
is "and with the module as without rules" "$(grep -cE '^type=(ANOM_LINK|SYSCALL) ' /run/afp/on)" \
	"$(grep -cE '^type=(ANOM_LINK|SYSCALL) ' /run/afp/none)"

# a rule that comes in the middle: the syscall is recorded, without its name
fifo=/tmp/full.fifo
mkfifo $fifo
work()
{
	call openat -100 s:$fifo 0 > /dev/null &
	opener=$!
	wait_for 5 sh -c "grep -q '^257 ' /proc/$opener/syscall"
	sleep 0.1
	auditctl -a always,exit -F arch=b64 -S openat -k late > /dev/null
	: > $fifo
	wait $opener
	auditctl -d always,exit -F arch=b64 -S openat -k late > /dev/null
}
ok "a rule that comes in the middle" capture /run/afp/on work
ok "its syscall is recorded" grep -q '^type=SYSCALL .*syscall=257 .*comm="call" .*key="late"' /run/afp/on
# the same, while the module goes and is closed
for what in unload_module "eval echo 0 > $AFP_SYS/enabled"; do
	loaded || load_module $AFP_LOAD
	echo 1 > $AFP_SYS/enabled
	wait_state active
	middle() { $what; work; }
	ok "$what" capture /run/afp/on middle
	ok "$what: a rule that comes afterwards finds it" \
		grep -q '^type=SYSCALL .*syscall=257 .*comm="call" .*key="late"' /run/afp/on
done

# a rule that comes while a task exits, held there by a debugger
work()
{
	rm -f /tmp/held /tmp/go
	exiting /tmp/held /tmp/go &
	held=$!
	wait_for 5 [ -e /tmp/held ]
	auditctl -a always,exit -F arch=b64 -S exit_group -k late > /dev/null
	: > /tmp/go
	wait $held
	auditctl -d always,exit -F arch=b64 -S exit_group -k late > /dev/null
}
exits='^type=SYSCALL .*syscall=231 .*comm="exiting" .*key="late"'
unload_module
ok "a rule that comes while a task exits: on stock" capture /run/afp/off work
load_module $AFP_LOAD
wait_state active
ok "a rule that comes while a task exits: with the module" capture /run/afp/on work
is "its exit is recorded, and that of who held it" "$(grep -c "$exits" /run/afp/off) $(grep -c "$exits" /run/afp/on)" "2 2"
