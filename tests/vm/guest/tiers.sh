# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Another tracer was there first: the next tier is taken and sysfs says why;
# symbols that a kernel lacks: the module is not loaded, or says what it does
# without.
. /afp/records.sh

# Where the filter is skipped by way of regs->ip, a callback that may change it
# cannot go beside a direct call.
if grep -q ' __audit_filter_op$' /proc/kallsyms; then
	filter=__audit_filter_op
	beside="exit $filter ftrace direct=-16"
else
	filter=audit_filter_syscall
	beside="exit $filter kprobe direct=-16 ftrace=-16"
fi
auditctl -a always,exit -F arch=b64 -S sethostname -k hostname

unharmed()
{
	rm -f /tmp/records
	collect_start /tmp/records
	sleep 0.4
	call sethostname s:guest 5 > /dev/null
	collect_stop
	[ "$(grep -c 'type=SYSCALL .*syscall=170 ' /tmp/records)" = 1 ]
}

ok "a rival with a direct call" insmod /afp/test/rival.ko function=$filter
load_module
ok "active all the same" wait_state active
is "by the next way there is" "$(grep '^exit ' $AFP_SYS/hooks)" "$beside"
ok "getpid skipped" skips getpid
ok "records as always" unharmed
unload_module
load_module exit=direct
ok "exit=direct cannot be had" sh -c "grep -q '^faulted: the exit filter could not be hooked' $AFP_SYS/state"
is "and the hook says why" "$(grep '^exit ' $AFP_SYS/hooks)" "exit $filter off direct=-16"
ok "records as always, faulted" unharmed
rmmod rival
echo 0 > $AFP_SYS/enabled
echo 1 > $AFP_SYS/enabled
ok "once the rival is gone it can" wait_state active
unload_module

ok "a rival that may change regs->ip" insmod /afp/test/rival.ko function=$filter how=ipmodify
load_module
ok "active all the same, ipmodify" wait_state active
diag "$(grep '^exit ' $AFP_SYS/hooks)"
ok "getpid skipped, ipmodify" skips getpid
ok "records as always, ipmodify" unharmed
unload_module
rmmod rival

ok "a rival on a function that is listened to" insmod /afp/test/rival.ko function=audit_rule_change
load_module
ok "active beside it" wait_state active
auditctl -a always,exit -F arch=b64 -S getpid -k heard
ok "a rule change is heard" filters getpid
auditctl -d always,exit -F arch=b64 -S getpid -k heard
unload_module
rmmod rival

# The function tracer and a kprobe on the same functions.
tracing=/sys/kernel/tracing
[ -d $tracing/events ] || tracing=/sys/kernel/debug/tracing
for f in $filter audit_rule_change audit_free_rule_rcu; do echo $f >> $tracing/set_ftrace_filter; done
echo function > $tracing/current_tracer
echo "p:afp $filter" > $tracing/kprobe_events && echo 1 > $tracing/events/kprobes/afp/enable
for tier in direct ftrace kprobe; do
	load_module exit=$tier
	ok "traced, exit=$tier: active" wait_state active
	ok "traced, exit=$tier: getpid skipped" skips getpid
	auditctl -a always,exit -F arch=b64 -S getpid -k heard
	ok "traced, exit=$tier: a rule change is heard" filters getpid
	auditctl -d always,exit -F arch=b64 -S getpid -k heard
	ok "traced, exit=$tier: records as always" unharmed
	unload_module
done
ok "the tracer saw the filter" grep -q "$filter" $tracing/trace
echo 0 > $tracing/events/kprobes/afp/enable
echo > $tracing/kprobe_events
echo nop > $tracing/current_tracer
echo > $tracing/set_ftrace_filter

# Every symbol missing once.
dmesg -c > /dev/null
insmod /afp/test/audit_fastpath.ko missing=nothing
symbols=$(dmesg | sed -n 's/.*audit_fastpath: test: symbol //p' | sort -u)
rmmod audit_fastpath
ok "the module resolves symbols" [ "$(echo "$symbols" | wc -l)" -ge 16 ]
for s in $symbols; do
	# this kernel really lacks it, and the module does without
	grep -q " $s\$" /proc/kallsyms || continue
	dmesg -c > /dev/null
	if insmod /afp/test/audit_fastpath.ko missing=$s 2> /dev/null; then
		case $s in
		__start_BTF|__stop_BTF)
			ok "without $s: faulted" sh -c "grep -q '^faulted: ' $AFP_SYS/state" ;;
		*)
			not_ok "without $s: refused"
		esac
		ok "without $s: nothing skipped" [ "$(stat exit_skipped)" = 0 ]
		ok "without $s: records as always" unharmed
		rmmod audit_fastpath
	else
		want=$s
		# without the newer shape of the filter the older is looked for
		[ $s = __audit_filter_op ] && want=audit_filter_syscall
		ok "without $s: refused, and the log names it" sh -c "dmesg | grep -q 'this kernel has no symbol $want, which .* needs'"
		# insmod of trixie tries twice
		is "without $s: one line" "$(dmesg | sed -n 's/.*audit_fastpath: this//p' | sort -u | wc -l)" 1
	fi
done
ok "records as always in the end" unharmed
