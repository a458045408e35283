# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Rules come and go while calls are made, on two CPUs: every call made after an
# add has returned is recorded, with the right key; none made after a delete has
# returned is (churn/). The argument is CHANGES[:SEED].
changes=${AFP_ARG%%:*}
changes=${changes:-2000}
seed=${AFP_ARG#*:}
case $AFP_ARG in *:*) ;; *) seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ') ;; esac
diag "$changes changes, seed $seed"

tracing=/sys/kernel/tracing
[ -d $tracing/events ] || tracing=/sys/kernel/debug/tracing
preempt=/sys/kernel/debug/sched/preempt
usual=$(sed -n 's/.*(\(.*\)).*/\1/p' $preempt 2> /dev/null)

# preempting MODEL - how readily the kernel lets a waking task interrupt it
preempting()
{
	[ -z "$usual" ] || echo "$1" > $preempt
}

# part TEXT PERCENT OPTION... - so much of the changes; the module may be loaded
part()
{
	afp_text=$1
	afp_n=$((changes * $2 / 100))
	shift 2
	umount -l /tmp/churn/e /tmp/churn/slow 2> /dev/null
	rm -rf /tmp/churn
	seed=$((seed + 1))
	afp_lost=$(audit_status lost)
	churn $afp_n $seed "$@" > /run/afp/churn
	afp_status=$?
	while read -r afp_line; do
		diag "$afp_text: $afp_line"
	done < /run/afp/churn
	is "$afp_text: $afp_n changes, each call as it must be" $afp_status 0
	case " $* " in
	# where memory fails, so do the records of the changes themselves
	*' fail '*) ;;
	*) is "$afp_text: no record lost" "$(audit_status lost)" "$afp_lost" ;;
	esac
	afp_left=$(sed -n 's/.* \([0-9]*\) rules are left$/\1/p' /run/afp/churn)
}

# sums TEXT - the module is at rest, and has counted right
sums()
{
	ok "$1: active in the end" wait_state active 30
	is "$1: rules listed, counted by the module and by the kernel" \
		"$(auditctl -l | grep -cv '^No rules') $(stat rules) $(stat rules_kernel)" \
		"$afp_left $afp_left $afp_left"
	is "$1: no decision was wrong" "$(stat mismatches)" 0
}

# with TEXT PERCENT PARAMETERS OPTION... - a part with the module
with()
{
	afp_with=$1
	# shellcheck disable=SC2086
	load_module $3
	ok "$afp_with: active" wait_state active
	afp_percent=$2
	shift 3
	part "$afp_with" "$afp_percent" "$@"
	sums "$afp_with"
	ok "$afp_with: syscalls were skipped" [ "$(stat exit_skipped)" -gt 0 ]
	diag "$afp_with: $(grep -E '^(exit_|holds|resync|rules_rep)' "$AFP_SYS/stats" | tr '\n' ' ')"
	unload_module
	rules_flush
}

# disturbed TEXT PERCENT DISTURBANCE OPTION... - a part with the module, while
# the disturbance is done over and over
disturbed()
{
	afp_again=$3
	( while [ ! -e /run/afp/enough ]; do $afp_again; done ) &
	afp_disturber=$!
	afp_what=$1
	afp_part=$2
	shift 3
	part "$afp_what" "$afp_part" "$@"
	: > /run/afp/enough
	wait $afp_disturber
	rm /run/afp/enough
}

reload()
{
	load_module || not_ok "module loads amid changes"
	sleep 0.1
	stat exit_skipped >> /run/afp/skipped
	unload_module || not_ok "module is unloaded amid changes"
}

trace()
{
	echo function > $tracing/current_tracer
	sleep 0.05
	echo nop > $tracing/current_tracer
	sleep 0.05
}

switch_ftrace()
{
	if echo 0 > /proc/sys/kernel/ftrace_enabled; then
		not_ok "kernel.ftrace_enabled=0 is refused"
		echo 1 > /proc/sys/kernel/ftrace_enabled
	fi 2>> /run/afp/refused
	sleep 0.02
}

part "stock" 3 idle leave slow bulk
rules_flush
part "stock, no other rule" 2
rules_flush

preempting full
with "all" 35 "" idle leave slow bulk fifo
with "no other rule" 20 "" fifo
with "storm" 6 "" idle leave fifo storm
preempting "${usual:-full}"
with "unhurried" 10 "" idle leave bulk
with "ftrace" 5 exit=ftrace idle leave
with "kprobe" 5 exit=kprobe
with "verify" 5 mode=verify idle leave fifo

: > /run/afp/skipped
disturbed "loaded and unloaded" 4 reload idle leave
ok "loaded and unloaded: syscalls were skipped" \
	[ "$(awk '{ n += $1 } END { print n + 0 }' /run/afp/skipped)" -gt 0 ]
load_module
sums "loaded and unloaded"
unload_module
diag "loaded and unloaded $(wc -l < /run/afp/skipped) times"
rules_flush

load_module
wait_state active
awk '{ print $2 }' "$AFP_SYS/hooks" | while read -r f; do
	echo "$f" >> $tracing/set_ftrace_filter
done
disturbed "function tracer" 3 trace idle leave
sums "function tracer"
ok "function tracer: syscalls were skipped" [ "$(stat exit_skipped)" -gt 0 ]
echo > $tracing/set_ftrace_filter
rules_flush

if [ -e /proc/sys/kernel/ftrace_enabled ]; then
	disturbed "ftrace_enabled" 2 switch_ftrace idle
	ok "ftrace_enabled: refused" grep -q 'busy' /run/afp/refused
	sums "ftrace_enabled"
	rules_flush
else
	skip "ftrace_enabled" "this kernel has no such switch"
fi
unload_module

failslab=/sys/kernel/debug/failslab
if [ -d $failslab ]; then
	for f in probability=10 interval=1 times=-1 task-filter=Y verbose=0 ignore-gfp-wait=N; do
		echo "${f#*=}" > $failslab/${f%=*}
	done
	with "no memory" 5 "" idle leave fail
	echo 0 > $failslab/probability
else
	skip "no memory" "this kernel cannot make allocations fail"
fi
