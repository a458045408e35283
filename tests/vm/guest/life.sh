# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Loaded and unloaded 100 times, in every tier, while one CPU makes syscalls
# of every kind, processes come and go, rules change, and what sysfs shows is
# read. The argument is the number of rounds.
. /afp/records.sh

busy()
{
	while :; do
		call --times 20000 getpid
		call --compat --times 20000 getpid
		call --times 5000 stat s:/tmp b:256
		call --times 200 rt_sigreturn_missing 2> /dev/null
		signal32
		exec32 /bin/busybox true
		touch /tmp/life && mv /tmp/life /tmp/life2 && rm /tmp/life2
	done > /dev/null 2>&1
}

changing()
{
	mkdir -p /tmp/tree
	while :; do
		auditctl -a always,exit -F arch=b64 -S statx -F uid=4711 -k life
		auditctl -w /tmp/watched -p wa -k life
		auditctl -a always,exit -F dir=/tmp/tree -F perm=wa -k life
		rm -rf /tmp/tree; mkdir -p /tmp/tree
		auditctl -d always,exit -F arch=b64 -S statx -F uid=4711 -k life
		auditctl -W /tmp/watched -p wa -k life
	done > /dev/null 2>&1
}

reading()
{
	while :; do
		cat $AFP_SYS/state $AFP_SYS/hooks $AFP_SYS/stats $AFP_SYS/interest/*
		sleep 0.02
	done > /dev/null 2>&1
}

auditctl -a always,exit -F arch=b64 -S sethostname -k hostname
busy &
busy &
reading &
changing &
changer=$!

rounds=${AFP_ARG:-100}
failed=0 n=0
for tier in direct ftrace kprobe auto; do eval "skipped_$tier=0"; done
while [ $n -lt "$rounds" ]; do
	for tier in direct ftrace kprobe auto; do
		n=$((n + 1))
		# each tier, one time in four with the entry: it takes longer to
		# load; half of these with no rule now and then
		entry=off rule=
		case $((n / 4 % 8)) in
		3) entry=safe ;;
		7) entry='full idle=1' rule='always,exit -F arch=b64 -S sethostname -k hostname' ;;
		esac
		# shellcheck disable=SC2086
		[ -z "$rule" ] || auditctl -d $rule
		# shellcheck disable=SC2086
		load_module exit=$tier entry=$entry || failed=$((failed + 1))
		grep -qE '^(active|held)$' $AFP_SYS/state || failed=$((failed + 1))
		case $((n % 3)) in
		0) echo 0 > $AFP_SYS/enabled; echo 1 > $AFP_SYS/enabled ;;
		1) cat $AFP_SYS/stats $AFP_SYS/hooks $AFP_SYS/interest/* > /dev/null ;;
		esac
		eval "skipped_$tier=\$((skipped_$tier + $(stat exit_skipped)))"
		unload_module || failed=$((failed + 1))
		# shellcheck disable=SC2086
		[ -z "$rule" ] || auditctl -a $rule
	done
done
is "$n rounds, all well" $failed 0
diag "skipped: direct $skipped_direct, ftrace $skipped_ftrace, kprobe $skipped_kprobe, auto $skipped_auto"
ok "and syscalls were skipped in between" [ $((skipped_direct + skipped_ftrace + skipped_kprobe + skipped_auto)) -gt 0 ]

kill $changer
sleep 0.5
rules_flush
auditctl -a always,exit -F arch=b64 -S sethostname -k hostname
load_module
wait_state active
unload_module
is "the counter is right afterwards" "$(kread audit_n_rules)" 1
collect_start /tmp/records
sleep 0.4
call sethostname s:guest 5
collect_stop
is "the kernel filters as always" "$(grep -c 'type=SYSCALL .*syscall=170 .*key="hostname"' /tmp/records)" 1
