# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Not of the module, and never loads it: how long the emulator takes to lose a
# write to code (emulator_fault in run.sh). The function tracer goes on and off
# on the audit filter while both CPUs run it. The argument is for how many
# seconds.
tracing=/sys/kernel/tracing

busy()
{
	while :; do
		call --times 20000 getpid
		call --compat --times 20000 getpid
		call --times 5000 stat s:/tmp b:256
	done > /dev/null 2>&1
}

auditctl -a always,exit -F arch=b64 -S sethostname -k hostname
for f in audit_filter_syscall __audit_filter_op audit_filter_inodes; do
	echo $f >> $tracing/set_ftrace_filter
done
busy &
busy &
n=0 end=$(($(cut -d. -f1 /proc/uptime) + ${AFP_ARG:-120}))
while [ "$(cut -d. -f1 /proc/uptime)" -lt $end ]; do
	echo function > $tracing/current_tracer
	echo nop > $tracing/current_tracer
	n=$((n + 1))
	echo "poked $n times" > /dev/kmsg
done
ok "on and off $n times" [ $n -gt 0 ]
