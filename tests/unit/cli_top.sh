#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# aufastpath top, in a pipe and in a terminal. Prints TAP.

. "$(dirname "$0")/lib_cli.sh"

export TERM=xterm

# --- wrong usage

module
interval="--interval takes seconds from 0.1 to 86400"
for bad in 0 0.09 0.0999 -1 '' x 1s 1. .5 1.2345 86401 86400.001 1,5 1e3 ' 1' \
	   18446744073709551616; do
	fails 3 "$interval" "$status" top -i "$bad"
done
for bad in 0 -1 '' x 4294967296; do
	fails 3 "--count takes a whole number from 1 to 4294967295" \
		"$status" top -c "$bad"
done
fails 3 "unknown option -x; there are -c --count -h --help -i --interval -j" \
	"$status" top -x
fails 3 "unexpected argument 'extra'; top takes options only" \
	"$status" top extra
fails 3 "option --count needs a value" "$status" top --count

# --- in a pipe

works 0 "top: two lines" "$status" top -i 0.1 -c 2
[ "$(wc -l < "$out")" -eq 3 ]
point $? "... below a head, and no more"
lacks "$(printf '\033')"
head -n 1 "$out" | grep -q '^TIME .*STATE .*SKIPPED/s .*FULL/s .*SKIP%'
point $? "... with names for the columns"
echo 0-1,59,300-303 > "$sys/interest/exit_native"
echo 1-7 > "$sys/interest/exit_compat"
works 0 "top: what is of interest" "$status" top -i 0.1 -c 1
grep -q '  7       7  read,write,execve,' "$out"
point $? "... by number and name"
echo 0-2047 > "$sys/interest/exit_native"
works 0 "top: all of interest" "$status" top -i 0.1 -c 1
grep -q ' 2048       7  all$' "$out"
point $? "... in a word"
module

# All at once: the program may be reading
counted()
{
	sed -e 's/^exit_skipped .*/exit_skipped 3000/' \
		-e 's/^exit_full .*/exit_full 999/' \
		-e 's/^exit_indexed .*/exit_indexed 1/' \
		-e 's/^holds .*/holds 2/' -e 's/^resyncs .*/resyncs 1/' \
		"$sys/stats" > "$tmp/stats"
	mv "$tmp/stats" "$sys/stats"
}
changing counted -i 2 -c 1
[ $code -eq 0 ] && [ ! -s "$err" ]
point $? "top: an interval in which something was counted"
tail -n 1 "$out" | awk '{ exit !($2 == "active" && $3 > 300 && $3 < 2000 &&
	$4 < 2 && $5 > 100 && $5 < 600 && $6 == "75.00" && $7 == 2 && $8 == 1) }'
point $? "... as rates by the second"
reloaded() { stat exit_skipped 1; }
changing reloaded -i 2 -c 1
[ $code -eq 0 ] && tail -n 1 "$out" | grep -q 'active .* - .* - .* - '
point $? "top: loaded anew, no rates"
unloaded() { mv "$sys" "$sys.old"; }
changing unloaded -i 2 -c 1
[ $code -eq 2 ] && tail -n 1 "$out" | grep -q ' not loaded$'
point $? "top: unloaded meanwhile"
loaded()
{
	mv "$sys.new" "$sys"
}
module
echo held > "$sys/state"
mv "$sys" "$sys.new"
changing loaded -i 2 -c 1
[ $code -eq 0 ] && tail -n 1 "$out" | grep -q ' held .* - '
point $? "top: loaded meanwhile"
echo "faulted: because" > "$sys/state"
works 0 "top: faulted" "$status" top -i 0.1 -c 1
shows " faulted "
broken()
{
	echo nonsense > "$sys/state.new"
	mv "$sys/state.new" "$sys/state"
}
changing broken -i 2 -c 1
[ $code -eq 4 ] && one_line aufastpath "state: is not active, held, disabled or"
point $? "top: files that make no sense"
rm -rf "$sys"
works 2 "top: not loaded" "$status" top -i 0.1 -c 1
shows " not loaded"

module
"$status" top -i 0.1 2> "$err" | head -n 2 > "$out"
[ "$(wc -l < "$out")" -eq 2 ] && [ ! -s "$err" ]
point $? "top: ends with its reader"
if [ -w /dev/full ]; then
	timeout 60 "$status" top -i 0.1 > /dev/full 2> "$err"
	code=$?
	: > "$out"
	[ $code -eq 4 ] && one_line aufastpath "cannot write the report: "
	point $? "top: onto a full device"
fi

if [ "$has_json" -eq 1 ]; then
	"$status" top -j -i 4 -c 1 > "$out" 2> "$err" &
	pid=$!
	sleep 1
	echo 0,59 > "$sys/interest/exit_native"
	counted
	wait $pid
	[ "$(wc -l < "$out")" -eq 1 ]
	point $? "top --json: one line"
	json "d['loaded'] and d['state'] == 'active' and 1 < d['time'] and \
	      3.9 < d['seconds'] < 20" "the state"
	json "near(d['per_second']['skipped'] * d['seconds'], 3000) and \
	      near(d['per_second']['full'] * d['seconds'], 999) and \
	      near(d['per_second']['indexed'] * d['seconds'], 1)" "the rates"
	json "d['skipped_percent'] == 75 and d['holds'] == 2 and \
	      d['resyncs'] == 1" "share and rule changes"
	json "d['interest']['exit_native']['names'] == ['read', 'execve'] and \
	      len(d['interest']) == 8" "what is of interest"
	rm -rf "$sys"
	works 2 "top --json: not loaded" "$status" top -j -i 0.1 -c 1
	json "d['loaded'] is False and set(d) == {'time', 'loaded'}" "just that"
	module
else
	fails 3 "built without json-c" "$status" top --json
fi

# --- in a terminal

echo 0-3 > "$sys/interest/exit_native"
terminal 0 "top: q ends it" wait:"q quits" raw wait:"read write" key:q -- \
	"$status" top
shows "$(printf '\033[?1049h')"
shows "$(printf '\033[?1049l')"
shows "$(printf '\033[?25h')"
shows "$(printf '\033[1;32mactive\033[0m')"
terminal 0 "top: other keys do not" raw key:xyz wait:"a second" key:Q -- \
	"$status" top -i 0.1
terminal 0 "top: ends after so many intervals" -- "$status" top -i 0.1 -c 2
terminal 130 "top: ^C" raw key:"$(printf '\003')" -- "$status" top
# shellcheck disable=SC3045 # dash has it
ulimit -c 0
for signal in HUP:1 QUIT:3 USR1:10 SEGV:11 TERM:15; do
	# a sanitizer would report the signal
	terminal $((128 + ${signal#*:})) "top: SIG${signal%:*}" raw \
		signal:"${signal#*:}" -- \
		env ASAN_OPTIONS=handle_segv=0 "$status" top
done
terminal 0 "top: ^Z and fg" raw wait:"q quits" key:"$(printf '\032')" stopped \
	signal:18 raw wait:"q quits" key:q -- "$status" top -i 60
terminal 0 "top: another size" raw wait:"q quits" size:12x30 wait:"q quits" \
	key:q -- "$status" top -i 60
terminal 0 "top: a tiny terminal" raw size:1x1 size:2x9 size:300x400 key:q -- \
	"$status" top -i 0.1
terminal 0 "top: NO_COLOR" raw wait:"q quits" key:q -- \
	env NO_COLOR=1 "$status" top
lacks "$(printf '\033[1;32m')"
shows "$(printf '\033[?1049l')"
terminal 0 "top: TERM=dumb" -- env TERM=dumb "$status" top -i 0.1 -c 1
lacks "$(printf '\033')"
terminal 0 "top: keys from elsewhere" -- sh -c "'$status' top -i 0.1 -c 2 < /dev/null"
terminal 0 "top: stdout elsewhere" -- sh -c "'$status' top -i 0.1 -c 2 > $tmp/file"
! grep -q "$(printf '\033')" "$tmp/file" && [ "$(wc -l < "$tmp/file")" -eq 3 ]
point $? "... and no escape sequences there"
module
cp -r "$sys" "$tmp/made"
rm -rf "$sys"
terminal 0 "top: not loaded, then it is" raw wait:"not loaded" \
	wait:"exit filter runs" key:q -- sh -c \
	"(sleep 1; cp -r $tmp/made $tmp/made.new; mv $tmp/made.new $sys) & exec '$status' top -i 0.2"
echo nonsense > "$sys/state.new"
terminal 4 "top: files that make no sense, in a terminal" -- sh -c \
	"(sleep 1; mv $sys/state.new $sys/state) & exec '$status' top -i 0.2"
sed "s/.*$(printf '\033')\[?1049l//" "$out" | grep -q "is not active, held"
point $? "... and says so where it can be seen"

echo "1..$nr"
[ "$failed" -eq 0 ]
