# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Case 15: some 130 watches and 90 syscall rules are loaded over and over by
# auditctl -R, and an agent takes its watches away and puts them back, while
# syscalls are made. A rule works once auditctl has returned; the counts do not
# drift. The argument is how often.
. /afp/records.sh

rounds=${AFP_ARG:-100}
rules=/run/afp/reload
mkdir -p /tmp/reload
{
	echo -D
	i=0
	while [ $i -lt 130 ]; do
		touch /tmp/reload/$i
		echo "-w /tmp/reload/$i -p wa -k watch-$i"
		i=$((i + 1))
	done
	while [ $i -lt 219 ]; do
		echo "-a always,exit -F arch=b64 -S statx -F uid=$i -k syscall-$i"
		i=$((i + 1))
	done
	# the last one: until it is there auditctl has not returned
	echo "-a always,exit -F arch=b64 -S getpgrp -F uid=0 -k last"
} > $rules

busy()
{
	while :; do
		call --times 20000 getpid
		call --times 2000 stat s:/tmp b:256
		busybox true
	done > /dev/null 2>&1
}

load_module
ok "active" wait_state active
busy &
busy=$!
collect_start /tmp/records
n=0 worked=0
while [ $n -lt "$rounds" ]; do
	n=$((n + 1))
	# on a slow machine it gives up now and then, having waited for an answer
	if auditctl -R $rules > /dev/null; then
		worked=$((worked + 1))
		call getpgrp $n > /dev/null
	fi
	[ $((n % 10)) != 0 ] || sleep 0.2
done
collect_stop
ok "auditctl -R, $worked of $n times" [ $((2 * worked)) -ge $n ]
is "the last rule worked each time, at once" "$(grep -c '^type=SYSCALL .*syscall=111 .*comm="call" .*key="last"' /tmp/records)" $worked
ok "all rules are there" wait_for 60 auditctl -R $rules

# an agent that looks after its watches
n=0 failed=0
while [ $n -lt "$rounds" ]; do
	n=$((n + 1))
	for i in 1 2 3 4 5; do
		auditctl -W /tmp/reload/$i -p wa -k watch-$i || failed=$((failed + 1))
	done
	for i in 1 2 3 4 5; do
		auditctl -w /tmp/reload/$i -p wa -k watch-$i || failed=$((failed + 1))
	done
done > /dev/null
kill $busy
diag "$n times watches were taken away and put back, $failed requests failed"
ok "active in the end" wait_state active
is "no rule more or less" "$(auditctl -l | wc -l) $(stat rules) $(stat rules_kernel) $(kread audit_n_rules)" "220 220 220 220"
is "nothing had to be repaired" "$(stat rules_repaired)" 0
ok "getpid skipped" skips getpid
