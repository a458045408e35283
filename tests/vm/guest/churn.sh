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

# at_least TEXT GOT WANT
at_least()
{
	ok "$1 ($2)" [ "$2" -ge "$3" ]
}

# judged FILE OUTCOME - how many calls were recorded, or not, as they must
judged()
{
	awk -F ': ' -v what="$2" '$1 == "judged" {
		split($3, n, " ")
		sum += what == "recorded" ? n[1] : n[3]
	} END { print sum + 0 }' "$1"
}

# part TEXT PERCENT OPTION... - so much of the changes; the module may be loaded
part()
{
	afp_name=$1
	afp_n=$((changes * $2 / 100))
	afp_begun=$(cut -d. -f1 /proc/uptime)
	shift 2
	umount -l /tmp/churn/e /tmp/churn/slow 2> /dev/null
	rm -rf /tmp/churn
	seed=$((seed + 1))
	afp_lost=$(audit_status lost)
	afp_skipped=$(skips_made 2> /dev/null || echo 0)
	afp_full=$(stat exit_full 2> /dev/null || echo 0)
	afp_resyncs=$(stat resyncs 2> /dev/null || echo 0)
	churn $afp_n $seed "$@" > /run/afp/churn
	afp_status=$?
	while read -r afp_line; do
		diag "$afp_name: $afp_line"
	done < /run/afp/churn
	diag "$afp_name: took $(($(cut -d. -f1 /proc/uptime) - afp_begun)) s"
	case $afp_name in
	stock*) ;;
	*) cat /run/afp/churn >> /run/afp/with_module ;;
	esac
	is "$afp_name: $afp_n changes, each call as it must be" $afp_status 0
	# a part that judges hardly anything says nothing
	at_least "$afp_name: calls were recorded" "$(judged /run/afp/churn recorded)" $afp_n
	at_least "$afp_name: calls were not" "$(judged /run/afp/churn not)" $((2 * afp_n))
	case " $* " in
	# where memory fails, so do the records of the changes themselves
	*' fail '*) ;;
	*) is "$afp_name: no record lost" "$(audit_status lost)" "$afp_lost" ;;
	esac
	afp_left=$(sed -n 's/.* \([0-9]*\) rules are left$/\1/p' /run/afp/churn)
}

# skips_made - at a syscall's exit, and of whole syscalls
skips_made()
{
	awk '/^(exit|entry)_skipped / { n += $2 } END { if (!NR) exit 1; print n }' "$AFP_SYS/stats"
}

# skipping TEXT - in the part, calls were skipped, and interest was published over
# and over: it was not all held. That it is so on any machine is what the option
# settle is for: one wait for 16 changes, of which hardly any follows no addition.
skipping()
{
	at_least "$1: syscalls were skipped" $(($(skips_made) - afp_skipped)) $((5 * afp_n))
	published "$1"
}

published()
{
	at_least "$1: interest was published" $(($(stat resyncs) - afp_resyncs)) $((1 + afp_n / 32))
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

# statistics TEXT
statistics()
{
	diag "$1: $(grep -E '^(exit_|holds|resync|rules_rep)' "$AFP_SYS/stats" | tr '\n' ' ')"
}

# with TEXT PERCENT PARAMETERS OPTION... - a part with the module
with()
{
	afp_with=$1
	# shellcheck disable=SC2086
	load_module $3
	afp_entry=$(cat /sys/module/audit_fastpath/parameters/entry)
	ok "$afp_with: active" wait_state active
	afp_percent=$2
	shift 3
	part "$afp_with" "$afp_percent" settle "$@"
	sums "$afp_with"
	skipping "$afp_with"
	if [ "$afp_entry" = safe ] || [ "$afp_with" = full ]; then
		at_least "$afp_with: whole syscalls were" "$(stat entry_skipped)" $((2 * afp_n))
		at_least "$afp_with: contexts became real" "$(stat entry_revived)" 1
	fi
	statistics "$afp_with"
	unload_module
	rules_flush
}

# everything TEXT PERCENT OPTION... - while other rules come and go one is there
# for every syscall, though it matches none: each bit is set before and after,
# and so no syscall may ever find its own clear
everything()
{
	load_module
	auditctl -a always,exit -S all -F uid=4711 -k everything > /dev/null
	ok "$1: active" wait_state active
	part "$@"
	is "$1: not one syscall was skipped" $(($(skips_made) - afp_skipped)) 0
	at_least "$1: syscalls were made" $(($(stat exit_full) - afp_full)) $((100 * afp_n))
	published "$1"
	afp_left=$((afp_left + 1))
	sums "$1"
	statistics "$1"
	unload_module
	rules_flush
}

# idle_tasks TEXT PERCENT OPTION... - with idle=1 there is no rule now and then:
# tasks leave the slow path, and are back when the next one comes
idle_tasks()
{
	load_module idle=1
	ok "$1: active" wait_state active
	part "$@" settle away
	sums "$1"
	published "$1"
	rules_flush
	ok "$1: without rules, tasks are idle in the end" wait_for 30 sh -c "grep -qE '^idle_tasks [1-9]' $AFP_SYS/stats"
	statistics "$1"
	unload_module
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
	part "$afp_what" "$afp_part" settle "$@"
	: > /run/afp/enough
	wait $afp_disturber
	rm /run/afp/enough
}

reload()
{
	case $afp_entry in
	off) afp_entry=safe ;;
	safe) afp_entry='full idle=1' ;;
	*) afp_entry=off ;;
	esac
	# shellcheck disable=SC2086
	load_module entry=$afp_entry || not_ok "module loads amid changes"
	sleep 0.1
	skips_made >> /run/afp/skipped
	unload_module || not_ok "module is unloaded amid changes"
}

trace()
{
	echo function > $tracing/current_tracer
	sleep 0.05
	sed -n 's/^entries: //p' $tracing/per_cpu/cpu1/stats >> /run/afp/traced
	echo nop > $tracing/current_tracer
	sleep 0.05
}

switch_ftrace()
{
	if echo 0 > /proc/sys/kernel/ftrace_enabled ||
	   [ "$(cat /proc/sys/kernel/ftrace_enabled)" != 1 ]; then
		not_ok "kernel.ftrace_enabled=0 is refused"
		echo 1 > /proc/sys/kernel/ftrace_enabled
	fi 2>> /run/afp/refused
	sleep 0.02
}

modprobe -q fuse
rm -f /run/afp/with_module

# In this order: what leaves by itself leaves the kernel's count too high, and then
# no context is dummy any more, also not one from before the first rule.
part "stock, no other rule" 2
rules_flush
part "stock" 3 idle leave slow bulk
rules_flush

preempting full
with "all" 14 "" idle leave slow bulk fifo
with "entry" 10 entry=safe idle leave slow fifo
with "full" 4 entry=full idle leave slow fifo
with "no other rule" 9 "" fifo
idle_tasks "idle" 8 fifo storm
with "many rules" 8 "" many leave fifo
everything "everything" 4 settle idle wide fifo
with "storm" 6 "" idle leave fifo storm
preempting "${usual:-full}"
with "unhurried" 6 "" idle leave bulk
with "ftrace" 5 exit=ftrace idle leave
with "kprobe" 5 exit=kprobe
with "verify" 5 "mode=verify entry=full" idle leave fifo

: > /run/afp/skipped
disturbed "loaded and unloaded" 6 reload idle leave
at_least "loaded and unloaded: so often" "$(wc -l < /run/afp/skipped)" $((1 + afp_n / 160))
at_least "loaded and unloaded: syscalls were skipped" \
	"$(awk '{ n += $1 } END { print n + 0 }' /run/afp/skipped)" $afp_n
load_module
sums "loaded and unloaded"
unload_module
rules_flush

load_module
wait_state active
awk '{ print $2 }' "$AFP_SYS/hooks" | while read -r f; do
	echo "$f" >> $tracing/set_ftrace_filter
done
disturbed "function tracer" 3 trace idle leave
sums "function tracer"
skipping "function tracer"
at_least "function tracer: was switched on" "$(grep -cvx 0 /run/afp/traced)" $((1 + afp_n / 40))
echo > $tracing/set_ftrace_filter
rules_flush

if [ -e /proc/sys/kernel/ftrace_enabled ]; then
	disturbed "ftrace_enabled" 2 switch_ftrace idle
	# 7.3 has no such switch any more, and says EOPNOTSUPP instead of EBUSY
	diag "ftrace_enabled: $(sort -u /run/afp/refused)"
	at_least "ftrace_enabled: refused" "$(wc -l < /run/afp/refused)" $((1 + afp_n / 20))
	skipping "ftrace_enabled"
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

# Over all parts: every sort of change was made, and every type of call was judged
# often in both ways.
awk -F ': ' '$1 == "did" { n[$2] += $3 } END { for (s in n) print n[s], s }' \
	/run/afp/with_module > /run/afp/sorts
is "with the module: sorts of changes" "$(wc -l < /run/afp/sorts)" 20
# chance may leave one out where there are few
[ "$changes" -lt 2000 ] ||
	is "with the module: those that were made" "$(grep -cv '^0 ' /run/afp/sorts)" 20
diag "with the module: changes: $(sort -n /run/afp/sorts | sed 's/^\([0-9]*\) \(.*\)/\2 \1;/' | tr '\n' ' ')"
awk -F ': ' '$1 == "judged" { split($3, n, " "); r[$2] += n[1]; s[$2] += n[3] }
	END { for (t in r) print r[t] "\n" s[t] }' /run/afp/with_module > /run/afp/types
is "with the module: types of calls, recorded and not" "$(wc -l < /run/afp/types)" 20
at_least "with the module: the fewest that were judged" "$(sort -n /run/afp/types | head -n 1)" $((changes / 100))
at_least "with the module: calls judged" "$(awk '{ n += $1 } END { print n }' /run/afp/types)" $((20 * changes))
diag "with the module: $(judged /run/afp/with_module recorded) recorded, $(judged /run/afp/with_module not) not"
