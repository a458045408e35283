# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# What finds the module's own mistakes: mode=verify and the slow check. A test
# build makes the mistakes.
. /afp/records.sh

recorded()
{
	collect_start /tmp/records
	# the hold for the rule that keeps the collector out of audit is over
	sleep 0.3
	wait_state active 2
	call --times 3 getpid > /dev/null
	collect_stop
	grep -c 'type=SYSCALL .*syscall=39 .*comm="call" .*key="mine"' /tmp/records
}

auditctl -a always,exit -F arch=b64 -S statx -k other
load_module mode=verify entry=full
ok "mode=verify: active" wait_state active
ok "mode=verify: syscalls are not counted by number" sh -c "! echo 1 > $AFP_SYS/syscalls"
ok "and the log says where they are" sh -c 'dmesg | grep -q "counted by number with mode=on"'
ok "getpid would be skipped" skips getpid
ok "32-bit getpid would be" skips --compat getpid
ok "statx would not" filters statx 0 0 0 0
is "no decision was wrong" "$(stat mismatches)" 0
# rules that come and go between decision and walk are no mistakes
( while :; do call --times 5000 getpid; done ) > /dev/null 2>&1 &
n=0
while [ $n -lt 50 ]; do
	n=$((n + 1))
	auditctl -a always,exit -F arch=b64 -S getpid -k mine
	auditctl -d always,exit -F arch=b64 -S getpid -k mine
	sleep 0.03
done
kill $!
is "nor under 100 rule changes" "$(stat mismatches)" 0
is "no entry was skipped" "$(stat entry_skipped)" 0
unload_module
ok "mode=verify needs the tier direct" sh -c '! modprobe audit_fastpath mode=verify exit=kprobe && dmesg | grep -q "mode=verify takes exit=auto or exit=direct"'

auditctl -a always,exit -F arch=b64 -S getpid -k mine
ok "a build that is blind to getpid" insmod /afp/test/audit_fastpath.ko blind=39
wait_state active
# a rule that is freed late makes for a hold, in which nothing is lost
loses()
{
	for try in 1 2 3 4; do
		[ "$(recorded)" -gt 0 ] || return 0
	done
	return 1
}
ok "loses records" loses
rmmod audit_fastpath
ok "the same in mode=verify" insmod /afp/test/audit_fastpath.ko blind=39 mode=verify
wait_state active
# no collector before: the rule change that starts it would make for a hold
dmesg -c > /dev/null
call --times 3 getpid > /dev/null
ok "it is found wrong" [ "$(stat mismatches)" -ge 1 ]
ok "and faulted" sh -c "grep -q '^faulted: a rule matched a syscall that would have been skipped' $AFP_SYS/state"
ok "the log names syscall, arch, rule and key" sh -c 'dmesg | grep -q "syscall 39 of arch c000003e would have been skipped, but a rule matched it: number 2 of the exit list, key mine;"'
is "nothing was lost" "$(recorded)" 3
rmmod audit_fastpath

# the same mistake at the entry: the exit knows better
dmesg -c > /dev/null
ok "a build that takes getpid's entry for superfluous" insmod /afp/test/audit_fastpath.ko passing=39 mode=verify entry=safe
wait_state active
call --times 3 getpid > /dev/null
ok "it is found wrong" [ "$(stat mismatches)" -ge 1 ]
ok "and faulted" wait_state faulted 0
ok "the log says where" sh -c 'dmesg | grep -q "syscall 39 of arch c000003e would have been skipped from its entry on, but a rule matched it: number 2 of the exit list, key mine;"'
is "nothing was lost" "$(recorded)" 3
rmmod audit_fastpath
# a rule that never records is no reason for an entry
auditctl -a never,exit -F arch=b64 -S getppid
insmod /afp/test/audit_fastpath.ko passing=110 mode=verify entry=safe
wait_state active
call --times 3 getppid > /dev/null
is "what never records is no mistake" "$(stat mismatches)" 0
rmmod audit_fastpath
auditctl -d never,exit -F arch=b64 -S getppid
# a rule on a file, which stands in no list of the exit
echo > /tmp/watched
auditctl -w /tmp/watched -p r -k watch
dmesg -c > /dev/null
insmod /afp/test/audit_fastpath.ko passing=257 mode=verify entry=full
wait_state active
cat /tmp/watched
if grep -q '^exit __audit_filter_op ' $AFP_SYS/hooks; then
	ok "the same for a rule on a file, with entry=full" sh -c 'dmesg | grep -q "syscall 257 of arch c000003e would have been skipped from its entry on, but a rule matched it: number 0 of the exit list (none of it, one on a file), key (none);"'
else
	skip "the same for a rule on a file, with entry=full" "this kernel walks those in a copy of its own at the exit"
fi
rmmod audit_fastpath
auditctl -W /tmp/watched -p r -k watch

ok "counting by syscall, in a test build" insmod /afp/test/audit_fastpath.ko
wait_state active
echo 1 > $AFP_SYS/syscalls
ok "goes on while somebody reads" sh -c "for i in 1 2 3 4 5 6 7 8; do
	sleep 0.5; [ -n \"\$(cat $AFP_SYS/syscalls)\" ] || exit 1; done"
sleep 4
is "and ends by itself when nobody does" "$(cat $AFP_SYS/syscalls)" ""
ok "with the hook that was there before" grep -q '^exit .* direct$' $AFP_SYS/hooks
rmmod audit_fastpath

auditctl -d always,exit -F arch=b64 -S getpid -k mine
ok "a build that hears nothing" insmod /afp/test/audit_fastpath.ko deaf=1
wait_state active
auditctl -a always,exit -F arch=b64 -S getpid -k mine
ok "is found out by the slow check" wait_state faulted 5
is "and says so" "$(cat $AFP_SYS/state)" "faulted: a rule was added unheard, see the log"
is "from then on nothing is lost" "$(recorded)" 3
rmmod audit_fastpath
load_module
ok "loaded anew it is well" wait_state active
is "and records" "$(recorded)" 3
