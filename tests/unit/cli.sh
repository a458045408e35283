#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# The command lines of audit_bench and aufastpath: every error path, every
# state, JSON. Prints TAP. Needs no root, no module and no audit.
#
# TOOLS names the directory of the two programs; without it they are built.
# JSON is checked with python3 or jq; without both those points are skipped.

. "$(dirname "$0")/lib_cli.sh"

no_leftover()
{
	[ -z "$(ls -A "$TMPDIR")" ]
	point $? "... and leaves no directory behind"
}

# --- audit_bench: wrong usage

iterations="--iterations takes a whole number from 1 to 1000000000000"
repetitions="--repetitions takes a whole number from 1 to 1000000"
warmup="--warmup takes a whole number from 0 to 1000000000000"
cpu="--cpu takes a whole number from 0 to 4294967295"

for bad in 0 -1 +1 '' ' 1' '1 ' 1x x 0x10 1e3 1.5 1,000 1000000000001 \
	   18446744073709551616 99999999999999999999999999 "1${newline}2" \
	   "${tab}1"; do
	fails 1 "$iterations" "$bench" -n "$bad"
done
for bad in 0 -1 '' 1x 1000001 18446744073709551617; do
	fails 1 "$repetitions" "$bench" -r "$bad"
done
for bad in -1 '' 1x 1000000000001; do
	fails 1 "$warmup" "$bench" -w "$bad"
done
for bad in -1 '' 0x 4294967296 18446744073709551616; do
	fails 1 "$cpu" "$bench" -c "$bad"
done
fails 1 "$iterations" "$bench" --iterations=0
fails 1 "$repetitions" "$bench" --repetitions 0
fails 1 "$warmup" "$bench" --warmup=-5
fails 1 "$cpu" "$bench" --cpu=one

fails 1 "CPU 8191 is not one this process may run on: " "$bench" -c 8191
fails 1 "CPU 4294967295 is not one" "$bench" -c 4294967295
if command -v taskset > /dev/null && taskset -c 0 true 2> /dev/null; then
	timeout 60 taskset -c 0 "$bench" -c 1 > "$out" 2> "$err"
	[ $? -eq 1 ] && one_line audit_bench \
		"CPU 1 is not one this process may run on: 0" && [ ! -s "$out" ]
	point $? "audit_bench: a CPU outside its affinity"
else
	point 0 "audit_bench: a CPU outside its affinity" "no taskset to CPU 0"
fi

fails 1 "unknown syscall 'nosuch'; '--syscall list' prints" "$bench" -s nosuch
fails 1 "unknown syscall ''" "$bench" -s ''
fails 1 "unknown syscall 'getpid '" "$bench" --syscall 'getpid '
fails 1 "unknown syscall 'a?[31m'" "$bench" -s "$(printf 'a\033[31m')"
fails 1 "unexpected argument 'extra'" "$bench" extra
fails 1 "unexpected argument 'extra'" "$bench" -n 1 -- extra
fails 1 "unknown option -x; there are -c -h" "$bench" -x
fails 1 "unknown option -x; there are -c -h" "$bench" -jx
fails 1 "unknown option -x; there are -c -h" "$bench" --json -xj
fails 1 "unknown option --nosuch; there are -c -h" "$bench" --nosuch
fails 1 "option --json takes no value" "$bench" --json=yes
fails 1 "option --help takes no value" "$bench" --help=yes
for option in -c -n -r -s -w --cpu --iterations --repetitions --syscall \
	      --warmup; do
	fails 1 "option $option needs a value" "$bench" $option
done
fails 1 "option -n needs a value" "$bench" -jn

# --- audit_bench: what goes wrong later

TMPDIR=$tmp/none fails 1 "cannot make a directory in $tmp/none: " \
	"$bench" -s stat -n 1
long=$(printf '%05000d' 0)
TMPDIR=$long fails 1 "TMPDIR is longer than a path can be" "$bench" -s stat
export TMPDIR="$tmp/work"

# 0 to 2, two directories and the file are open, one more is not possible
# shellcheck disable=SC3045 # dash has it
(ulimit -n 6; exec timeout 60 "$bench" -s openclose -n 10 --json) \
	> "$out" 2> "$err"
if [ $has_json -eq 1 ]; then
	one_line audit_bench "openclose failed before the measurement: " &&
	[ ! -s "$out" ]
	point $? "audit_bench: a syscall fails at once"
	no_leftover
fi

# Start a measurement, wait until it has taken some values; sets $pid. The old
# output goes first: what waits for the new one must not find it. A background
# job and nohup ignore signals, hence env. Should one be lost all the same, the
# measurement ends by itself.
start() # SYSCALL ITERATIONS
{
	: > "$out"
	env --default-signal "$bench" -s "$1" -n "$2" -r 2000 \
		> "$out" 2> "$err" &
	pid=$!
	tries=0
	until grep -q "^repetition  *2 " "$out" || [ $tries -ge 300 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
}

# The file goes away under a running measurement
start stat 20000
rm -f "$TMPDIR"/audit_bench.*/file
wait $pid
[ $? -eq 1 ] && one_line audit_bench "stat failed in repetition "
point $? "audit_bench: a syscall fails during a repetition"
no_leftover

for signal in HUP INT QUIT TERM; do
	start mkdirrmdir 1000
	kill -s $signal $pid
	wait $pid 2> /dev/null
	[ $? -gt 128 ]
	point $? "audit_bench: ends by SIG$signal"
	no_leftover
done
"$bench" -s createunlink -n 100 -r 1000 2> "$err" | head -n 1 > "$out"
grep -q "^createunlink: " "$out" && [ ! -s "$err" ]
point $? "audit_bench: ends by SIGPIPE"
no_leftover

for args in "-n 10" "-n 10 -s stat" "-s list" "--help" "--version"; do
	[ -w /dev/full ] || break
	# shellcheck disable=SC2086
	timeout 60 "$bench" $args > /dev/full 2> "$err"
	code=$?
	: > "$out"
	[ $code -eq 1 ] && one_line audit_bench "cannot write the result: "
	point $? "audit_bench $args: onto a full device"
done
no_leftover

# --- audit_bench: what it prints

works 0 "audit_bench --help" "$bench" --help
for option in -c -h -j -n -r -s -V -w --cpu --help --json --iterations \
	      --repetitions --syscall --version --warmup; do
	shows "$option"
done
works 0 "audit_bench --version" "$bench" --version
works 0 "audit_bench --syscall list" "$bench" --syscall list
names=$(awk '{ print $1 }' "$out")
[ "$(echo "$names" | wc -l)" -ge 20 ] && ! awk 'NF < 2' "$out" | grep -q .
point $? "... names 20 syscalls at least, each described"

works 0 "audit_bench: seven repetitions" "$bench" -n 1000 -r 7 -w 0
[ "$(grep -cE '^repetition [1-7] +[0-9]+\.[0-9]{3} ns/op$' "$out")" -eq 7 ]
point $? "... a line for each repetition, with three decimals"
for line in "getpid: 7 x 1000 operations, warm-up 0, not pinned" median \
	    mean "standard deviation" "coefficient of variation" range; do
	shows "$line"
done
[ "$(tail -n 5 "$out" | cut -d' ' -f1 | tr '\n' ' ')" = \
  "median mean standard coefficient range " ]
point $? "... the statistics in order, at the end"
works 0 "audit_bench: the warm-up is a tenth" "$bench" -n 1234 -r 1
shows "1 x 1234 operations, warm-up 123,"
shows "undefined (one repetition)"
works 0 "audit_bench: one operation" "$bench" -n 1 -r 1
lacks nan

first=$(awk '/^Cpus_allowed_list/ { split($2, a, /[-,]/); print a[1] }' \
	/proc/self/status)
works 0 "audit_bench: on CPU $first" "$bench" -n 10 -c "$first"
shows "on CPU $first"

if [ $has_json -eq 1 ]; then
	works 0 "audit_bench --json" "$bench" -jn 1000 -r 6 -s read
	json "d['syscall'] == 'read' and d['iterations'] == 1000 and \
	      d['repetitions'] == 6 and d['warmup'] == 100 and \
	      d['cpu'] is None" "the parameters"
	json "[e / 1000 for e in d['elapsed_ns']] == d['ns_per_operation'] \
	      and len(d['elapsed_ns']) == 6" "the values"
	json "near(d['statistics']['median'], \
		   statistics.median(d['ns_per_operation']))" "the median"
	json "near(d['statistics']['mean'], \
		   statistics.mean(d['ns_per_operation']))" "the mean"
	json "near(d['statistics']['standard_deviation'], \
		   statistics.stdev(d['ns_per_operation']))" "the deviation"
	json "near(d['statistics']['coefficient_of_variation'], \
		   statistics.stdev(d['ns_per_operation']) / \
		   statistics.mean(d['ns_per_operation']))" "the coefficient"
	json "d['statistics']['min'] == min(d['ns_per_operation']) and \
	      d['statistics']['max'] == max(d['ns_per_operation'])" "the range"
	works 0 "audit_bench --json, one repetition on a CPU" \
		"$bench" -j -n 1 -r 1 -c "$first"
	json "d['statistics']['standard_deviation'] is None and \
	      d['statistics']['coefficient_of_variation'] is None and \
	      d['cpu'] == $first" "null for what is undefined"
else
	fails 1 "built without json-c" "$bench" --json
fi
for name in $names; do
	works 0 "audit_bench -s $name" "$bench" -s "$name" -n 100 -r 2
done
no_leftover

# --- aufastpath: what a module would show

module
works 0 "aufastpath: active" "$status"
shows "active: a syscall that no rule can match skips the filter"
shows "exit on __audit_filter_op, tier direct"
shows "no run counted"
shows "0 loaded, and the kernel's counter agrees"
shows "no mismatch"
shows "exit_noname compat  none"
lacks "$(printf '\033')"
works 0 "aufastpath status: the same" "$status" status

printf 'exit __audit_filter_op ftrace direct=EBUSY and more\nx f.isra.0 new\n' \
	> "$sys/hooks"
stat exit_skipped 99999
stat exit_full 1
stat rules 44
stat rules_kernel 46
stat rules_repaired 3
stat signal_rules 5
stat signal_rules_kernel 4
stat holds 18446744073709551615
stat resync_ns_max 1500000
stat mismatches 2
echo 0-3,59 > "$sys/interest/exit_native"
echo 0-2047 > "$sys/interest/exit_compat"
echo 2047 > "$sys/interest/inode_native"
works 0 "aufastpath: much to tell" "$status"
shows "tier ftrace (direct=EBUSY and more)"
shows "x on f.isra.0, tier new"
shows "99.99 % skipped: 99999 of 100000 runs"
shows "44 loaded, but the kernel counts 46: 2 too many"
shows "3 miscounted so far, repaired"
shows "5 loaded, but the kernel counts 4: 1 too few"
shows "18446744073709551615 holds"
shows "the longest 1.500 ms"
shows "2 mismatches: please report them"
shows "exit        native  5: read write open close execve"
shows "exit        compat  all"
shows "inode       native  1: 2047"
! awk 'length > 80' "$out" | grep -q .
point $? "... in 80 columns"
if [ $has_json -eq 1 ]; then
	works 0 "aufastpath --json" "$status" --json
	json "d['loaded'] is True and d['state'] == 'active' and \
	      d['enabled'] is True and 'reason' not in d" "the state"
	json "d['hooks'][0] == {'hook': 'exit', \
	      'function': '__audit_filter_op', 'tier': 'ftrace', \
	      'why': 'direct=EBUSY and more'} and len(d['hooks']) == 2" "hooks"
	json "d['stats']['holds'] == 2**64 - 1 and len(d['stats']) == 20" \
		"the counters"
	json "d['derived'] == {'exit_runs': 100000, \
	      'exit_skipped_percent': 99.99, 'rules_drift': 2, \
	      'signal_rules_drift': -1}" "what follows from them"
	json "d['interest']['exit_native'] == {'count': 5, 'list': '0-3,59', \
	      'names': ['read', 'write', 'open', 'close', 'execve']} and \
	      d['interest']['exit_compat']['count'] == 2048 and \
	      d['interest']['inode_native']['names'] == [] and \
	      len(d['interest']) == 8" "the interest"
else
	fails 3 "built without json-c" "$status" --json
fi
if command -v script > /dev/null; then
	TERM=xterm script -qec "$status" /dev/null < /dev/null > "$out" 2>&1
	grep -qF "$(printf '\033[')" "$out"
	point $? "aufastpath: colours on a terminal"
	TERM=xterm NO_COLOR=1 script -qec "$status" /dev/null < /dev/null \
		> "$out" 2>&1
	grep -q active "$out" && ! grep -qF "$(printf '\033[')" "$out"
	point $? "aufastpath: none with NO_COLOR"
	TERM=xterm NO_COLOR='' script -qec "$status" /dev/null < /dev/null \
		> "$out" 2>&1
	grep -qF "$(printf '\033[')" "$out"
	point $? "aufastpath: an empty NO_COLOR does not count"
else
	point 0 "aufastpath: colours on a terminal" "no script(1)"
fi

module
echo held > "$sys/state"
works 1 "aufastpath: held" "$status"
shows "held: rules are changing, the kernel filters every syscall"
shows "dmesg"
module
echo disabled > "$sys/state"
echo 0 > "$sys/enabled"
: > "$sys/hooks"
works 1 "aufastpath: disabled" "$status"
shows "disabled: the kernel filters every syscall"
shows "echo 1 > /sys/kernel/audit_fastpath/enabled"
shows "hooks         none"
echo 1 > "$sys/enabled"
works 1 "aufastpath: disabled, though enabled" "$status"
lacks "echo 1 >"
shows "dmesg"
module
parameters=$tmp/root/sys/module/audit_fastpath/parameters
mkdir -p "$parameters"
stat exit_skipped 3
stat exit_full 1
echo verify > "$parameters/mode"
works 0 "aufastpath: mode=verify" env AUFASTPATH_ROOT="$tmp/root" "$status"
shows "mode          verify"
shows "active: each decision to skip is checked, and nothing skipped"
shows "75.00 % would have been skipped: 3 of 4 runs"
if [ $has_json -eq 1 ]; then
	works 0 "aufastpath --json: mode=verify" \
		env AUFASTPATH_ROOT="$tmp/root" "$status" -j
	json "d['mode'] == 'verify'" "the mode"
fi
echo on > "$parameters/mode"
works 0 "aufastpath: mode=on" env AUFASTPATH_ROOT="$tmp/root" "$status"
shows "mode          on"
shows "active: a syscall that no rule can match skips the filter"
shows "75.00 % skipped: 3 of 4 runs"
printf 'on\033[31m\n' > "$parameters/mode"
works 0 "aufastpath: a mode that is no word" env AUFASTPATH_ROOT="$tmp/root" "$status"
lacks "mode  "
module
echo "faulted: the rules are not those it knew" > "$sys/state"
works 1 "aufastpath: faulted" "$status"
shows "faulted: the rules are not those it knew"
shows "no record is lost"
shows "modprobe -r audit_fastpath"
if [ $has_json -eq 1 ]; then
	works 1 "aufastpath --json: faulted" "$status" -j
	json "d['state'] == 'faulted' and \
	      d['reason'] == 'the rules are not those it knew'" "the reason"
fi
rm -rf "$sys"
works 2 "aufastpath: not loaded" "$status"
shows "not loaded: the kernel filters every syscall"
shows "modprobe audit_fastpath"
if [ $has_json -eq 1 ]; then
	works 2 "aufastpath --json: not loaded" "$status" --json
	json "d == {'loaded': False}" "just that"
fi

# --- aufastpath: wrong usage

module
fails 3 "unknown command 'nosuch'; there are: status " "$status" nosuch
fails 3 "unknown command ''" "$status" ''
fails 3 "unknown option -x; there are -h --help -j --json" "$status" -x
fails 3 "unknown option -x; there are -h --help -j --json" "$status" status -jx
fails 3 "unknown option --nosuch; there are -h" "$status" --nosuch
fails 3 "unknown option --nosuch; there are -h" "$status" status --nosuch
fails 3 "option --json takes no value" "$status" --json=1
fails 3 "unexpected argument 'extra'" "$status" status extra
fails 3 "unexpected argument 'extra'" "$status" --json extra
fails 3 "unknown command 'nosuch'; there are: status " "$status" help nosuch
fails 3 "unexpected argument 'extra'" "$status" help status extra
for args in --help -h help; do
	works 0 "aufastpath $args" "$status" $args
	shows "Usage: aufastpath [COMMAND]"
	shows "status"
done
for args in "help status" "status --help" "status -h"; do
	# shellcheck disable=SC2086
	works 0 "aufastpath $args" "$status" $args
	shows "Usage: aufastpath status"
	shows "--json"
done
works 0 "aufastpath --version" "$status" --version
[ "$(cut -d' ' -f2 "$out")" = "$("$bench" -V | cut -d' ' -f2)" ]
point $? "... and audit_bench is of the same version"
version=$(sed -n 's/^PACKAGE_VERSION="*\([^"]*\).*/\1/p' "$top/dkms.conf")
[ "$(cat "$out")" = "aufastpath $version" ]
point $? "... which is that of dkms.conf"
if [ -w /dev/full ]; then
	timeout 60 "$status" > /dev/full 2> "$err"
	code=$?
	: > "$out"
	[ $code -eq 4 ] && one_line aufastpath "cannot write the report: "
	point $? "aufastpath: onto a full device"
fi

# --- aufastpath: files that make no sense

broken() # FILE CONTENT (printf) TEXT
{
	module
	# shellcheck disable=SC2059
	printf -- "$2" > "$sys/$1"
	fails 4 "$sys/$1: $3" "$status"
}

missing() # FILE
{
	module
	rm "$sys/$1"
	fails 4 "cannot read $sys/$1: " "$status"
}

missing state
missing enabled
missing hooks
missing stats
missing interest/exit_native
missing interest/inode_compat
module
rm "$sys/state"
mkdir "$sys/state"
fails 4 "cannot read $sys/state: " "$status"
rm -rf "$sys"
echo file > "$sys"
fails 4 "cannot open $sys: " "$status"

not="is not active, held, disabled or faulted: REASON"
broken state '' "$not"
broken state '\n' "$not"
broken state 'Active\n' "$not"
broken state 'active \n' "$not"
broken state 'active\nheld\n' "$not"
broken state 'faulted:reason\n' "$not"
broken state 'faulted: a\nb\n' "$not"
broken state 'active' "is cut off, no newline at its end"
broken state 'act\000ve\n' "has a byte in it that is no ASCII text"
broken state 'faulted: \033[31m\n' "has a byte in it that is no ASCII text"
broken state 'faulted: \377\n' "has a byte in it that is no ASCII text"
broken enabled '2\n' "is neither 0 nor 1"
broken enabled '\n' "is neither 0 nor 1"
broken enabled '' "is neither 0 nor 1"
broken enabled '01\n' "is neither 0 nor 1"
broken enabled '1\n1\n' "is neither 0 nor 1"
broken hooks 'exit\n' "has a line that is not 'HOOK FUNCTION TIER'"
broken hooks 'exit f\n' "has a line that is not 'HOOK FUNCTION TIER'"
broken hooks 'exit f direct\n   \n' "has a line that is not"
broken hooks "$(yes 'exit f direct' | head -65 | sed 's/$/\\n/' | tr -d '\n')" \
	"has more lines than there can be hooks"
broken stats '' "has an empty line"
broken stats 'rules 1\n' "lacks a line that every module has"

stats_of() # SED-SCRIPT TEXT
{
	module
	sed "$1" "$sys/stats" > "$tmp/stats"
	mv "$tmp/stats" "$sys/stats"
	fails 4 "$sys/stats: $2" "$status"
}

number="has a value that is not a 64-bit number"
# shellcheck disable=SC2016 # the last line
stats_of '$d' "lacks a line that every module has"
stats_of 's/^holds .*/holds -1/' "$number"
stats_of 's/^holds .*/holds/' "$number"
stats_of 's/^holds .*/holds 1 2/' "$number"
stats_of 's/^holds .*/holds 0x1/' "$number"
stats_of 's/^holds .*/holds 18446744073709551616/' "$number"
stats_of 's/^holds .*/&\n&/' "has the same name twice"
stats_of 's/^holds .*/&\n/' "has an empty line"
module
echo "of_tomorrow 5 apples" >> "$sys/stats"
works 0 "aufastpath: a counter of a newer module is no error" "$status"

list="is not an ascending list like 0-3,59"
for bad in 'a' ',1' '1,' '1,,2' '1-' '-1' '3-1' '5,4' '4,4' '1-3,3' '1 2' \
	   '1\n2' ' 1' '1-2-3' '0x1' '18446744073709551616'; do
	broken interest/entry_native "$bad\n" "$list"
done
broken interest/exit_native '2048\n' "has a number beyond the last syscall"
broken interest/exit_native '0-2048\n' "has a number beyond the last syscall"
broken interest/exit_native '0-18446744073709551615\n' "has a number beyond"
broken interest/exit_native '1,2' "is cut off, no newline at its end"
module
awk 'BEGIN { while (i++ < 100000) print "1," }' > "$sys/interest/exit_native"
fails 4 "cannot read $sys/interest/exit_native: File too large" "$status"
module
: > "$sys/interest/exit_native"
works 0 "aufastpath: an empty list" "$status"
shows "exit        native  none"

echo "1..$nr"
[ $failed -eq 0 ]
