# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# No memory: each allocation in loading, opening, closing and unloading fails
# once, then some at random while rules change. The module is refused, or it
# works; the kernel's filter does in any case. The argument N: only every Nth.
. /afp/records.sh

faults=/sys/kernel/debug/failslab
if [ ! -e $faults/probability ]; then
	skip "allocations that fail" "this kernel has no fault injection"
	return 0
fi

# Requests that may wait are the module's; no report for each that fails.
for kind in failslab fail_page_alloc; do
	echo 0 > /sys/kernel/debug/$kind/verbose
	echo N > /sys/kernel/debug/$kind/ignore-gfp-wait
	echo 0 > /sys/kernel/debug/$kind/probability
	echo -1 > /sys/kernel/debug/$kind/times
done
echo 0 > /sys/kernel/debug/fail_page_alloc/min-order

step=${AFP_ARG:-1}
# kmod would unpack and load it by itself
module=/tmp/audit_fastpath.ko
file=$(modinfo -n audit_fastpath)
case $file in
*.xz) xzcat "$file" > $module ;;
*.zst) zstdcat "$file" > $module ;;
*) cp "$file" $module ;;
esac
auditctl -a always,exit -F arch=b64 -S sethostname -k hostname
( while :; do call --times 2000 getpid; signal32; done ) > /dev/null 2>&1 &

# good RESULT - what may be: not there for want of memory, or unloaded; or there
# and in a known state
good()
{
	if loaded; then
		grep -qE '^(active|held|disabled|faulted: .*, see the log)$' "$AFP_SYS/state"
	else
		[ "$1" = "${each_gone:-12}" ] || [ "$1" = 12 ]
	fi
}

# each TEXT BEFORE DO... - DO with every allocation failing in turn, after BEFORE
each()
{
	each_text=$1 each_before=$2
	shift 2
	: > /tmp/results
	n=1 wrong=0
	while :; do
		$each_before || wrong=$((wrong + 1))
		result=$(nth $n "$@")
		echo "$result" >> /tmp/results
		good "${result#* }" || { wrong=$((wrong + 1)); diag "allocation $n: $result, $(cat "$AFP_SYS/state")"; }
		case $result in 'failed '*) ;; *) break ;; esac
		n=$((n + step))
		[ $wrong -lt 5 ] || break
	done
	is "$each_text: $((n / step)) times" "$wrong $result" "0 all 0"
	diag "$each_text: $(sort /tmp/results | uniq -c | awk '{ printf "%s%d times %s %s", sep, $1, $2, $3; sep = ", " }')"
}

open_it() { echo 1 > $AFP_SYS/enabled; }
close_it() { echo 0 > $AFP_SYS/enabled; }
load_it() { loaded || load_module "exit=$tier"; }
for tier in direct ftrace kprobe; do
	each_gone=12
	each "exit=$tier, loading" unload_module load $module "exit=$tier"
	each "exit=$tier, opening" close_it write $AFP_SYS/enabled 1
	# To take one of these away the kernel allocates; when it cannot, it warns
	# and keeps a part of it (disarm_kprobe(); unregister_ftrace_direct() of 6.1).
	case $tier-$(uname -r) in
	kprobe-*|direct-5.*|direct-6.[0-3].*)
		skip "exit=$tier, closing and unloading" "the kernel allocates for it, and cannot fail"
		continue
		;;
	esac
	each "exit=$tier, closing" open_it write $AFP_SYS/enabled 0
	each_gone=0
	each "exit=$tier, unloading" load_it unload audit_fastpath
done

# At random: rules come and go, the module too, and none of them can rely on
# memory; nor can the workers that resync.
unload_module
for pid in /proc/[0-9]*; do
	case $(cat "$pid/comm") in kworker*) echo 1 > "$pid/make-it-fail" ;; esac
done
for kind in failslab fail_page_alloc; do
	echo Y > /sys/kernel/debug/$kind/task-filter
	echo 5 > /sys/kernel/debug/$kind/probability
done
wrong=0 refused=0 n=0
while [ $n -lt 40 ]; do
	n=$((n + 1))
	(
		echo 1 > /proc/self/make-it-fail
		exec sh -c 'insmod /tmp/audit_fastpath.ko
			auditctl -a always,exit -F arch=b64 -S getppid -k nomem
			auditctl -w /tmp/nomem -p wa -k nomem
			cat /sys/kernel/audit_fastpath/*
			auditctl -d always,exit -F arch=b64 -S getppid -k nomem
			auditctl -W /tmp/nomem -p wa -k nomem'
	) > /dev/null 2>&1
	if loaded; then
		good 0 || { wrong=$((wrong + 1)); diag "state: $(cat "$AFP_SYS/state")"; }
	else
		refused=$((refused + 1))
	fi
	unload_module || wrong=$((wrong + 1))
done
for kind in failslab fail_page_alloc; do
	echo 0 > /sys/kernel/debug/$kind/probability
	echo N > /sys/kernel/debug/$kind/task-filter
done
is "at random, $n times" $wrong 0
diag "at random: refused $refused of $n times"

kill $!
rules_flush
auditctl -a always,exit -F arch=b64 -S sethostname -k hostname
load_module
ok "with memory it is active" wait_state active
ok "getpid is skipped" skips getpid
unload_module
is "the counter is right afterwards" "$(kread audit_n_rules)" 1
collect_start /tmp/records
sleep 0.4
call sethostname s:guest 5
collect_stop
is "the kernel filters as always" "$(grep -c 'type=SYSCALL .*syscall=170 .*key="hostname"' /tmp/records)" 1
