#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# aufastpath bench, with a module that is made up: it measures, and leaves
# `enabled` as it was. Prints TAP.

. "$(dirname "$0")/lib_cli.sh"

few="-n 1000 -r 3"

is_enabled() # 0 OR 1
{
	[ "$(cat "$sys/enabled")" = "$1" ] && [ -z "$(ls -A "$TMPDIR")" ]
	point $? "... and leaves enabled=$1 and no file behind"
}

# --- wrong usage

module
for bad in 0 -1 '' x 1.5 1001 18446744073709551616; do
	fails 3 "--rounds takes a whole number from 1 to 1000" \
		"$status" bench -r "$bad"
done
for bad in 0 -1 '' 1000000000001; do
	fails 3 "--iterations takes a whole number from 1 to 1000000000000" \
		"$status" bench -n "$bad"
done
fails 3 "--cpu takes a whole number from 0 to 4294967295" "$status" bench -c x
fails 4 "CPU 8191 is not one this process may run on: " "$status" bench -c 8191
fails 3 "unknown syscall 'nosuch'; '--syscall list' prints" \
	"$status" bench -s nosuch
fails 3 "unknown option -x; there are -c --cpu -h --help -j --json -n" \
	"$status" bench -x
fails 3 "unexpected argument 'getpid'; bench takes options only" \
	"$status" bench getpid
is_enabled 1
works 0 "bench --syscall list" "$status" bench -s list
"$bench" -s list | cmp -s - "$out"
point $? "... has the syscalls of audit_bench"

# --- what it prints

# shellcheck disable=SC2086
works 0 "bench: three rounds" "$status" bench $few
shows "getpid: 3 rounds, 1000 operations with enabled=0 and as many with"
[ "$(grep -cE '^round [123] +([0-9]+\.[0-9]{3} ns/op +){2}[0-9]+\.[0-9]{4}$' \
	"$out")" -eq 3 ]
point $? "... a line for each round"
[ "$(sed -n '/^round 3/,/^$/p' "$out" | cut -d' ' -f1 | tr '\n' ' ')" = \
  "round median smallest largest standard  " ]
point $? "... and the statistics"
shows "With the module, getpid takes "
is_enabled 1
works 0 "bench: one round" "$status" bench -n 1 -r 1
shows "undefined (one round)"
echo 0 > "$sys/enabled"
# shellcheck disable=SC2086
works 0 "bench: was off" "$status" bench $few -s stat
is_enabled 0
echo 1 > "$sys/enabled"
if [ "$has_json" -eq 1 ]; then
	works 0 "bench --json" "$status" bench -n 1000 -r 4 --json
	json "d['syscall'] == 'getpid' and d['rounds'] == 4 and \
	      d['iterations'] == 1000 and d['cpu'] is None" "the parameters"
	json "[near(b / a, c) for a, b, c in zip(d['off_ns']['values'], \
	      d['on_ns']['values'], d['ratio']['values'])] == 4 * [True]" \
		"ratios of pairs"
	json "all(near(d[k]['median'], statistics.median(d[k]['values'])) and \
	      near(d[k]['standard_deviation'], \
		   statistics.stdev(d[k]['values'])) and \
	      d[k]['min'] == min(d[k]['values']) and \
	      d[k]['max'] == max(d[k]['values']) \
	      for k in ('off_ns', 'on_ns', 'ratio'))" "the statistics"
	works 0 "bench --json, one round" "$status" bench -jn 1 -r 1
	json "d['ratio']['standard_deviation'] is None" "null"
else
	fails 3 "built without json-c" "$status" bench --json
fi

# --- states that cannot be measured

echo "faulted: no hook" > "$sys/state"
# shellcheck disable=SC2086
fails 1 "cannot measure: the module is faulted: no hook" "$status" bench $few
is_enabled 1
echo disabled > "$sys/state"
fails 1 "cannot measure: the module was loaded with mode=off or exit=off" \
	"$status" bench -n 10
is_enabled 1
echo held > "$sys/state"
fails 1 "cannot measure: rules have been changing for 10 s" \
	"$status" bench -n 10
is_enabled 1
echo held > "$sys/state"
(sleep 1; echo active > "$sys/state.new"; mv "$sys/state.new" "$sys/state") &
works 0 "bench: waits until the module is active" "$status" bench -n 10 -r 1
wait
rm -rf "$sys"
fails 2 "the module is not loaded; to load it, as root: modprobe" \
	"$status" bench -n 10

module
if [ "$(id -u)" -ne 0 ]; then
	chmod 444 "$sys/enabled"
	fails 4 "only root may switch the module off and on" "$status" bench
elif command -v setpriv > /dev/null; then
	chmod 711 "$tmp"
	cp "$status" "$tmp/aufastpath"
	timeout 600 setpriv --reuid 65534 --clear-groups "$tmp/aufastpath" \
		bench > "$out" 2> "$err"
	[ $? -eq 4 ] && one_line aufastpath "only root may switch the module" &&
	[ ! -s "$out" ]
	point $? "bench: not as root"
else
	point 0 "bench: not as root" "no setpriv"
fi
module

# --- signals: a job of a shell ignores some, hence env

for signal in HUP INT QUIT TERM USR1; do
	env --default-signal "$status" bench -n 100000 -r 1000 -s stat \
		> "$out" 2> "$err" &
	pid=$!
	tries=0
	until [ "$(cat "$sys/enabled")" = 0 ] && grep -q "^round 2 " "$out" ||
	      [ $tries -ge 2000 ]; do
		sleep 0.01
		tries=$((tries + 1))
	done
	kill -s $signal $pid
	wait $pid 2> /dev/null
	[ $? -gt 128 ]
	point $? "bench: ends by SIG$signal while it is off"
	is_enabled 1
done
"$status" bench -n 1000 -r 1000 2> "$err" | head -n 3 > "$out"
[ "$(wc -l < "$out")" -eq 3 ] && [ ! -s "$err" ]
point $? "bench: ends with its reader"
is_enabled 1
if [ -w /dev/full ]; then
	timeout 600 "$status" bench -n 10 -r 2 > /dev/full 2> "$err"
	code=$?
	: > "$out"
	[ $code -eq 4 ] && one_line aufastpath "cannot write the report: "
	point $? "bench: onto a full device"
	is_enabled 1
fi

# --- the picture

plots=$tmp/plots
mkdir "$plots" "$tmp/bin"
no_plot() # DESCRIPTION
{
	[ -z "$(ls -A "$plots")" ]
	point $? "... and leaves no picture, not even half of one"
	is_enabled 1
}

if command -v gnuplot > /dev/null; then
	file="$plots/it's a \"picture\".svg"
	# shellcheck disable=SC2086
	works 0 "bench --plot" "$status" bench $few -p "$file"
	grep -q '<svg' "$file" && grep -q 'enabled=1' "$file" &&
	[ "$(command stat -c %a "$file")" = 644 ]
	point $? "... draws one"
	rm "$file"
	is_enabled 1
	# shellcheck disable=SC2086
	(cd "$plots" && timeout 600 "$status" bench $few -s stat -p here.svg) \
		> "$out" 2> "$err" && [ -s "$plots/here.svg" ]
	point $? "bench --plot: a relative path"
	rm -f "$plots/here.svg"
else
	point 0 "bench --plot" "no gnuplot"
fi
fails 4 "cannot write $plots/none/a.svg: No such file" \
	"$status" bench -p "$plots/none/a.svg"
fails 4 "/dev/null is there and no regular file" "$status" bench -p /dev/null
no_plot
printf '#!/bin/sh\ncat > /dev/null\nexit 3\n' > "$tmp/bin/gnuplot"
chmod +x "$tmp/bin/gnuplot"
old_path=$PATH
PATH=$tmp/bin:$PATH
timeout 600 "$status" bench -n 1 -r 1 -p "$plots/a.svg" > "$out" 2> "$err"
[ $? -eq 4 ] && one_line aufastpath "gnuplot ended with status 3"
point $? "bench --plot: gnuplot fails"
no_plot
printf '#!/bin/sh\nexit 0\n' > "$tmp/bin/gnuplot"
timeout 600 "$status" bench -n 1 -r 1000 -p "$plots/a.svg" > "$out" 2> "$err"
[ $? -eq 4 ] && one_line aufastpath "gnuplot drew nothing"
point $? "bench --plot: gnuplot does not even read"
no_plot
PATH=$old_path
env PATH="$tmp" "$status" bench -p "$plots/a.svg" > "$out" 2> "$err"
[ $? -eq 4 ] && one_line aufastpath "--plot needs gnuplot, which is not in PATH"
point $? "bench --plot: no gnuplot"
no_plot

echo "1..$nr"
[ "$failed" -eq 0 ]
