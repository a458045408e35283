#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# aufastpath top by syscall: what it switches on, shows and switches off.
# Prints TAP. The file in place of the module's counts nothing by itself.

. "$(dirname "$0")/lib_cli.sh"

export TERM=xterm AUFASTPATH_ROOT="$tmp/root"
parameters=$tmp/root/sys/module/audit_fastpath/parameters
mkdir -p "$parameters"
echo on > "$parameters/mode"

# What the module would say next
counts() # LINE...
{
	for line; do
		# shellcheck disable=SC2086 # words
		printf '%-6s %3s %16s %16s %16s\n' $line
	done > "$tmp/counts"
	mv "$tmp/counts" "$sys/syscalls"
}

# Start it where nobody counts, and wait until it has switched that on; sets
# $pid. A background job ignores signals, hence env.
starting() # OPTION...
{
	: > "$sys/syscalls"
	env --default-signal "$status" top "$@" > "$out" 2> "$err" &
	pid=$!
	tries=0
	until [ "$(cat "$sys/syscalls")" = 1 ] || [ $tries -ge 300 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	[ $tries -lt 300 ]
	point $? "top $*: has the module count by syscall"
}

stopped()
{
	[ "$(head -n 1 "$sys/syscalls" | cut -c 1)" = 0 ]
	point $? "... and no longer in the end"
}

# --- in a pipe

module
starting -i 4 -c 1
counts "native 39 4000 0 44" "native 501 1000000 0 0" "compat 20 7 8 99999" \
	"native 60 0 0 0" "other - 1000 0 0" "native 39 4001 0 44"
wait $pid && [ ! -s "$err" ]
point $? "... and shows it"
awk 'NR > 2 { print $1, $(NF - 1), $NF }' "$out" > "$tmp/shown"
printf '%s\n' "native 100.00 501" "compat 20 getpid" "native 39 getpid" \
	"other 100.00 -" > "$tmp/want"
cmp -s "$tmp/shown" "$tmp/want"
point $? "... by number and name, the busiest first, without those that rest"
awk '$1 == "native" && $NF == "getpid" { found = $2 > 100 && $2 <= 1001 &&
	$3 == 0 && $4 >= 1 && $4 <= 11 && $5 == "98.91" } END { exit !found }' "$out"
point $? "... as rates by the second, and a share"
stopped

counts "native 39 10 0 0" "native 1 5 0 0"
again() { counts "native 39 4010 0 0" "native 1 5 0 0"; }
changing again -i 2 -c 1
[ "$code" -eq 0 ] && [ "$(wc -l < "$out")" -eq 3 ] &&
	tail -n 1 "$out" | grep -q "^ *native .* 39 getpid$"
point $? "top: somebody else counts already"
[ "$(wc -l < "$sys/syscalls")" -eq 2 ]
point $? "... and goes on"
anew() { counts "native 39 9 0 0" "native 1 500 0 0"; }
changing anew -i 2 -c 1
[ "$code" -eq 0 ] && [ "$(wc -l < "$out")" -eq 2 ]
point $? "top: counted anew, no rates by syscall"

for signal in HUP:1 INT:2 PIPE:13 TERM:15; do
	starting -i 60
	kill -s "${signal%:*}" $pid
	wait $pid 2> /dev/null
	[ $? -eq $((128 + ${signal#*:})) ]
	point $? "... ends by SIG${signal%:*}"
	stopped
done

# Within an interval that is long it reads now and then
starting -i 600
echo nonsense > "$tmp/counts"
mv "$tmp/counts" "$sys/syscalls"
wait $pid
[ $? -eq 4 ] && one_line aufastpath "syscalls: has a line that is not"
point $? "... and reads what is counted meanwhile"
stopped

wrong="syscalls: has a line that is not 'ARCH NUMBER SKIPPED INDEXED FULL'"
for bad in "native 39 1 2" "native 39 1 2 3 4" "native - 1 2 3" \
	   "native 2048 1 2 3" "x32 1 1 2 3" "native 39 1 -2 3" "other 0 1 2 3" \
	   "native" "" "other - 1 2 18446744073709551616"; do
	echo "$bad" > "$sys/syscalls"
	fails 4 "$wrong" "$status" top -j -i 0.1 -c 1
done
printf 'native 39 1 2 3' > "$sys/syscalls"
fails 4 "syscalls: is cut off, no newline at its end" "$status" top -j
printf 'native 39 1 2 \0003\n' > "$sys/syscalls"
fails 4 "syscalls: has a byte in it that is no ASCII text" "$status" top -j

# --- why there is nothing

why() # TEXT
{
	works 0 "top: no rates by syscall" "$status" top -i 0.1 -c 2
	[ "$(grep -c "no rates by syscall: $1" "$out")" -eq 1 ] &&
		[ "$(wc -l < "$out")" -eq 4 ]
	point $? "... because $1; said once"
	[ ! -s "$sys/syscalls" ]
	point $? "... and nothing is switched on"
}

only="the module counts them only with mode=on and a hooked exit filter"
: > "$sys/syscalls"
for mode in verify off; do
	echo $mode > "$parameters/mode"
	why "$only"
done
echo on > "$parameters/mode"
for state in disabled "faulted: why"; do
	echo "$state" > "$sys/state"
	why "$only"
done
echo active > "$sys/state"
rm "$sys/syscalls"
why "this module cannot count them"

if [ "$has_json" -eq 1 ]; then
	works 0 "top --json: no rates by syscall" "$status" top -j -i 0.1 -c 1
	json "d['no_syscalls'] == 'this module cannot count them' and \
	      'syscalls' not in d" "why"
	starting -j -i 4 -c 1
	counts "compat 20 40 0 0" "native 511 0 0 8" "other - 1 2 3"
	wait $pid
	json "[(s['arch'], s.get('number'), s.get('name')) for s in d['syscalls']] \
	      == [('compat', 20, 'getpid'), ('native', 511, None), \
		  ('other', None, None)]" "the syscalls"
	json "near(d['syscalls'][0]['per_second']['skipped'] * d['seconds'], 40) and \
	      near(d['syscalls'][1]['per_second']['full'] * d['seconds'], 8) and \
	      near(d['syscalls'][2]['per_second']['indexed'] * d['seconds'], 2)" \
		"their rates"
	stopped
fi

# --- in a terminal

: > "$sys/syscalls"
terminal 0 "top: by syscall, in a terminal" raw wait:"syscall, a second" \
	wait:"20  getpid " key:q -- sh -c \
	"(until [ -s $sys/syscalls ]; do sleep 0.1; done
	  echo 'compat 20 7 0 9' > $tmp/new; mv $tmp/new $sys/syscalls) &
	 exec '$status' top -i 0.5"
stopped
: > "$sys/syscalls"
terminal 130 "top: ^C" raw wait:"q quits" key:"$(printf '\003')" -- \
	"$status" top -i 60
stopped
rm "$sys/syscalls"
terminal 0 "top: not by syscall, in a terminal" raw \
	wait:"no rates by syscall: this module cannot" key:q -- "$status" top
echo verify > "$parameters/mode"
terminal 0 "top: mode=verify, in a terminal" raw wait:", mode=verify" key:q -- \
	"$status" top

echo "1..$nr"
[ "$failed" -eq 0 ]
