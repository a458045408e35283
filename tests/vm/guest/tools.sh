# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Every subcommand of aufastpath against the real module: not loaded, active,
# disabled, held and faulted; in a pipe and in a terminal; as root and as
# somebody else.
. /afp/records.sh

export TERM=xterm
unset NO_COLOR
filter=audit_filter_syscall
grep -q ' __audit_filter_op$' /proc/kallsyms && filter=__audit_filter_op
doctor_text=/tmp/doctor

# tell FILE - all of it, with the results
tell()
{
	while IFS= read -r tell_line; do diag "$tell_line"; done < "$1"
}

# code TEXT WANT COMMAND... - the exit code, with stdout in /tmp/out, stderr in
# /tmp/err and nothing in the latter unless the code is 3 or more, or the
# command is bench
code()
{
	code_text=$1 code_want=$2
	shift 2
	"$@" > /tmp/out 2> /tmp/err
	is "$code_text" $? "$code_want" || { tell /tmp/out; tell /tmp/err; }
}

has() # TEXT PATTERN
{
	ok "$1" grep -qE -e "$2" /tmp/out || tell /tmp/out
}

# terminal TEXT WANT ACTION... -- COMMAND... - in a terminal, which is
# afterwards as it was
terminal()
{
	term_text=$1 term_want=$2
	shift 2
	pty "$@" > /tmp/out 2> /tmp/err
	is "$term_text, in a terminal" $? "$term_want" || tell /tmp/err
}

# examine TEXT WANT - what doctor finds, a line for each finding
examine()
{
	aufastpath doctor > $doctor_text 2> /tmp/err
	is "doctor, $1" $? "$2"
	awk '/^         / { sub(/^ +/, " "); line = line $0; next }
	     { if (line) print line; line = $0 } END { print line }' $doctor_text > /tmp/out
	[ ! -s /tmp/err ] || tell /tmp/err
}

# either TEXT COMMAND... - for a state that comes and goes: in a pipe and in a
# terminal it ends with 0 or with 1, and nothing else
either()
{
	either_text=$1
	shift
	"$@" > /tmp/out 2> /tmp/err
	either_code=$?
	ok "$either_text" [ $either_code -le 1 ] || { tell /tmp/out; tell /tmp/err; }
	pty -- "$@" > /tmp/out 2> /tmp/err
	either_code=$?
	ok "$either_text, in a terminal" [ $either_code -le 1 ] || { tell /tmp/out; tell /tmp/err; }
}

# each STATE STATUS TOP VERIFY BENCH - all of them, in both ways
each()
{
	code "status, $1" "$2" aufastpath
	has "status says: $1" "^state +$1"
	terminal "status, $1" "$2" -- aufastpath status
	has "and in colour" "^state .*$(printf '\033')"
	code "status --json, $1" "$2" aufastpath -j
	code "top, $1" "$3" aufastpath top -i 1 -c 2
	has "top says: $1" " $1( |\$)"
	is "top, $1: a head, two lines, and some by syscall" "$(sed 1q /tmp/out | grep -c ^TIME) $(grep -c '^[0-9]' /tmp/out)" "1 2"
	terminal "top, $1" "$3" raw wait:"$1" key:q -- aufastpath top
	# it has just given the hook back
	[ "$1" != active ] || wait_state active
	code "export, $1" 0 aufastpath export
	code "export --json, $1" 0 aufastpath export --json
	aufastpath export -o /tmp/out.prom
	ok "export -o, $1" grep -q '^linux_audit_fastpath_module_loaded [01]$' /tmp/out.prom
	terminal "export, $1" 0 -- aufastpath export
	terminal "doctor, $1" "$(aufastpath doctor > /dev/null; echo $?)" -- aufastpath doctor
	code "verify, $1" "$4" aufastpath verify
	terminal "verify, $1" "$4" -- aufastpath verify
	code "explain, $1" 0 aufastpath explain sethostname
	has "names the rule" 'sethostname .*key=hostname'
	terminal "explain, $1" 0 -- aufastpath explain
	code "explain --rules, $1" 0 aufastpath explain --rules /tmp/one.rules
	terminal "explain --rules, $1" 0 -- aufastpath explain --rules /tmp/one.rules
	code "bench, $1" "$5" aufastpath bench -n 100 -r 2
	terminal "bench, $1" "$5" -- aufastpath bench -n 100 -r 2
	[ "$1" != active ] || wait_state active
	code "help, $1" 0 aufastpath help
	terminal "help, $1" 0 -- aufastpath help bench
}

echo '-a always,exit -F arch=b64 -S openat -F success=0 -k refused' > /tmp/one.rules

auditctl -a always,exit -F arch=b64 -S sethostname -k hostname

# ---- not loaded
each "not loaded" 2 2 2 2
code "export, not loaded" 0 aufastpath export
has "export says so" '^linux_audit_fastpath_module_loaded 0$'
is "and nothing of its state" "$(grep -c state /tmp/out)" 0
code "bench, not loaded" 2 aufastpath bench -n 10 -r 1
ok "bench says so in one line" [ "$(wc -l < /tmp/err)" = 1 ]
examine "not loaded" 1
has "doctor says so" '^problem +module: is not loaded -> as root: modprobe'
has "and that the kernel has what it needs" '^ok +kernel symbols: all'
has "and its configuration" '^ok +kernel configuration: .*KALLSYMS_ALL'
is "and nothing else is wrong" "$(grep -c ^problem /tmp/out)" 1

# ---- active
load_module
wait_state active
each active 0 0 0 0
code "export, active" 0 aufastpath export
has "export says so" '^linux_audit_fastpath_state\{state="active"\} 1$'
has "and by which hook" "^linux_audit_fastpath_hook_info\{hook=\"exit\",function=\"$filter\",tier=\"direct\"\} 1$"
examine active 0
tell $doctor_text
has "doctor says so" '^ok +module: is active$'
has "and sees no other tracer" '^ok +other tracers: none'
has "and one rule" '^ok +audit: 1 rules are loaded'


# ---- by syscall
tier_is() # TIER
{
	grep -q "^exit .* $1\$" $AFP_SYS/hooks
}
# work - what is to be seen; goes on until it is ended
work()
{
	while :; do
		call --times 5000 getpid
		call --times 2000 --compat getpid
		call --times 20 sethostname s:guest 5
		call --times 200 1000000
	done > /dev/null 2>&1
}
# by_syscall FILE - the lines of the last interval
by_syscall()
{
	awk '/^[0-9]/ { n = 0; next } { line[n++] = $0 } END { for (i = 0; i < n; i++) print line[i] }' "$1"
}
row() # TEXT PATTERN
{
	ok "$1" sh -c 'echo "$1" | grep -qE -e "$2"' sh "$rows" "$2" || tell /tmp/out
}
ok "nobody counts by syscall" [ -z "$(cat $AFP_SYS/syscalls)" ]
work &
worker=$!
code "top, as root" 0 aufastpath top -i 3 -c 2
has "top counts skipped runs" '^[0-9:]+ (active|held) +[1-9][0-9]{2,} .* sethostname$'
tell /tmp/out
rows=$(by_syscall /tmp/out)
row "by number and name: getpid is skipped" '^ +native +[1-9][0-9]{2,} +0 +0 +100\.00 +39 getpid$'
row "and so is that of 32 bit" '^ +compat +[1-9][0-9]+ +0 +0 +100\.00 +20 getpid$'
row "sethostname is fully filtered" '^ +native +0 +0 +[1-9][0-9]* +0\.00 +170 sethostname$'
row "what is no syscall is counted too" '^ +other +[0-9]+ +0 +[0-9]+ +[0-9.]+ +-$'
is "the busiest is the first" "$(echo "$rows" | awk 'NR == 1 { print $NF }')" getpid
is "each is there once" "$(echo "$rows" | awk '{ print $1, $(NF - 1), $NF }' | sort | uniq -d)" ""
ok "together they are what was counted in all, but for what passes between two files" sh -c '
	awk "/^[0-9]/ { all = \$3 + \$4 + \$5; sum = 0; next } { sum += \$2 + \$3 + \$4 }
		END { print all, sum; exit !(all > 0 && sum > all * 0.8 && sum < all * 1.25) }" /tmp/out'
is "top leaves nothing on" "$(cat $AFP_SYS/syscalls)" ""
ok "nor a slower hook" tier_is direct
code "top --json, as root" 0 aufastpath top -i 3 -c 1 -j
has "has them by syscall" '"syscalls": ?\[ ?\{ ?"arch": ?"native", ?"number": ?39, ?"name": ?"getpid", ?"per_second": ?\{ ?"skipped": ?[1-9]'

aufastpath top -i 1 > /tmp/out 2>&1 &
ok "while top runs" wait_for 20 grep -q '39 getpid$' /tmp/out
ok "the hook is one that counts" tier_is ftrace
kill -TERM $!
wait $!
is "top ends by SIGTERM" $? 143
is "and leaves nothing on" "$(cat $AFP_SYS/syscalls)" ""
ok "nor a slower hook" tier_is direct
terminal "top by syscall, q" 0 raw wait:"syscall, a second" wait:"39  getpid" key:q -- aufastpath top
is "and leaves nothing on" "$(cat $AFP_SYS/syscalls)" ""
terminal "top by syscall, ^C" 130 raw wait:"39  getpid" key:"$(printf '\003')" -- aufastpath top
is "and leaves nothing on" "$(cat $AFP_SYS/syscalls)" ""
echo 1 > $AFP_SYS/syscalls
wait_for 10 [ -s $AFP_SYS/syscalls ]
code "top, while somebody else counts" 0 aufastpath top -i 1 -c 1
has "shows what is counted" ' 39 getpid$'
ok "and leaves it on" [ -n "$(cat $AFP_SYS/syscalls)" ]
chmod 755 /root
code "so that it can be seen by all" 0 su -s /bin/sh user -c "aufastpath top -i 2 -c 1"
has "by syscall" ' 39 getpid$'
echo 0 > $AFP_SYS/syscalls
code "top, not as root" 0 su -s /bin/sh user -c "aufastpath top -i 0.5 -c 2"
is "says why it is not by syscall, once" "$(grep -c 'no rates by syscall: only root may have the module count them$' /tmp/out)" 1
is "and shows the totals" "$(grep -cE '^[0-9:]+ [a-z]+ +[0-9]' /tmp/out)" 2
is "and has switched nothing on" "$(cat $AFP_SYS/syscalls)" ""
kill $worker
wait $worker 2> /dev/null
wait_state active

code "bench" 0 aufastpath bench -n 20000 -r 4
tell /tmp/out
if [ "$AFP_MODE" = exact ]; then
	has "bench: the ratio is below 1" '^median .* 0\.[0-9]{4}$'
else
	has "bench: a ratio" '^median .* [0-9]+\.[0-9]{4}$'
fi
has "and what was skipped" 'the filter was skipped in (9[0-9]|100)\.'
is "bench leaves it enabled" "$(cat $AFP_SYS/enabled $AFP_SYS/state | tr '\n' ' ')" "1 active "
code "bench --json" 0 aufastpath bench -n 1000 -r 2 -s openclose --json
has "bench --json" '"ratio": \{'
terminal "bench" 0 -- aufastpath bench -n 1000 -r 2
terminal "bench, ^C" 130 wait:"round 2" key:"$(printf '\003')" -- aufastpath bench -n 20000 -r 1000
is "bench, ^C, leaves it enabled" "$(cat $AFP_SYS/enabled)" 1
wait_state active
aufastpath bench -n 20000 -r 1000 > /tmp/out 2>&1 &
wait_for 20 grep -q 0 $AFP_SYS/enabled
kill -TERM $!
wait $!
is "bench ends by SIGTERM" $? 143
is "while it is off, and leaves it enabled" "$(cat $AFP_SYS/enabled)" 1
wait_state active
code "bench --plot without gnuplot" 4 aufastpath bench -p /tmp/a.svg
ok "says what is missing" grep -q 'needs gnuplot' /tmp/err

# ---- as somebody else
chmod 755 /root
as_user()
{
	su -s /bin/sh user -c "$1"
}
code "status, not as root" 0 as_user aufastpath
code "export, not as root" 0 as_user "aufastpath export"
code "bench, not as root" 4 as_user "aufastpath bench"
ok "bench says who may" grep -q 'only root may switch the module' /tmp/err
code "doctor, not as root" 0 as_user "aufastpath doctor"
has "doctor says what only root may know" '^unknown +other tracers: .*run as root'
has "and finds the symbols all the same" '^ok +kernel symbols: all'

# ---- disabled
echo 0 > $AFP_SYS/enabled
each disabled 1 0 1 0
examine disabled 1
has "doctor says how to enable it" '^problem +module: is disabled -> as root: echo 1 > '
code "bench, disabled" 0 aufastpath bench -n 1000 -r 2
is "bench leaves it disabled" "$(cat $AFP_SYS/enabled $AFP_SYS/state | tr '\n' ' ')" "0 disabled "
unload_module
load_module exit=off
code "bench, loaded with exit=off" 1 aufastpath bench -n 1000 -r 2
ok "bench says why it cannot" grep -q 'mode=off or exit=off' /tmp/err
unload_module

# ---- the other modes
load_module mode=verify
wait_state active
code "status, mode=verify" 0 aufastpath
has "says so" '^mode +verify$'
has "and that nothing is skipped" '^state +active: each decision to skip is checked, and nothing skipped$'
code "top, mode=verify" 0 aufastpath top -i 0.5 -c 2
is "says why it is not by syscall" "$(grep -c 'no rates by syscall: the module counts them only with mode=on' /tmp/out)" 1
dmesg -c > /tmp/log
is "without a try that the log would tell of" "$(grep -c 'syscalls are counted' /tmp/log)" 0
code "export, mode=verify" 0 aufastpath export
has "says so" '^linux_audit_fastpath_mode\{mode="verify"\} 1$'
unload_module
load_module mode=off
code "export, mode=off" 0 aufastpath export
has "says so" '^linux_audit_fastpath_mode\{mode="off"\} 1$'
has "and is disabled" '^linux_audit_fastpath_state\{state="disabled"\} 1$'
code "top, mode=off" 0 aufastpath top -i 0.5 -c 1
has "says why it is not by syscall" 'no rates by syscall: the module counts them only with mode=on'
unload_module

# ---- held
load_module
wait_state active
(
	while :; do
		auditctl -a always,exit -F arch=b64 -S sync -k held
		auditctl -d always,exit -F arch=b64 -S sync -k held
	done
) > /dev/null 2>&1 &
changer=$!
is_held()
{
	aufastpath > /tmp/out
	[ $? = 1 ] && grep -q '^state  *held: rules are changing' /tmp/out
}
ok "status, held" wait_for 10 is_held
aufastpath top -i 0.1 -c 40 > /tmp/out
has "top, held" '^[0-9:]+ held '
ok "and the hold is counted" [ "$(stat holds)" -ge 1 ]
tell /tmp/out
terminal "top, held" 0 raw wait:held key:q -- aufastpath top -i 0.1
exports_held()
{
	aufastpath export > /tmp/out
	grep -q '^linux_audit_fastpath_state{state="held"} 1$' /tmp/out
}
ok "export, held" wait_for 10 exports_held
either "verify, held" aufastpath verify
either "explain, held" aufastpath explain
either "doctor, held" aufastpath doctor
either "export, held" aufastpath export
aufastpath bench -n 10 -r 1 > /tmp/out 2> /tmp/err
ok "bench, held" [ $? -le 1 ] || tell /tmp/err
aufastpath doctor > /tmp/out
has "doctor, held" 'module: (is active|was held for a moment|stays held)'
kill $changer
wait $changer 2> /dev/null
auditctl -d always,exit -F arch=b64 -S sync -k held 2> /dev/null
wait_state active
unload_module

# ---- faulted: another tracer was there first
insmod /afp/test/rival.ko function=$filter
load_module exit=direct
each faulted 1 0 1 1
examine faulted 1
has "doctor says so" '^problem +module: is faulted: the exit filter could not be hooked'
has "and which hook" "^problem +hooks: exit on $filter is off \(direct=-16\) -> -16 means that another tracer"
has "and who" "^problem +other tracers: 1 other user of ftrace with a direct call on $filter"
code "bench, faulted" 1 aufastpath bench -n 1000 -r 2
ok "bench says why it cannot" grep -q 'faulted: the exit filter could not be hooked' /tmp/err
is "and leaves it as it was" "$(cat $AFP_SYS/enabled)" 1
unload_module
load_module
wait_state active
examine "a slower tier" 0
has "doctor says which" "^note +hooks: exit on $filter is (ftrace|kprobe) \(direct=-16"
has "and why" "^note +other tracers: 1 other user of ftrace"
unload_module
rmmod rival
tracing=/sys/kernel/tracing
echo "p:afp kill_rules" > $tracing/kprobe_events && echo 1 > $tracing/events/kprobes/afp/enable
load_module
wait_state active
examine "a kprobe" 0
has "doctor sees it" '^note +other tracers: a kprobe of somebody else on kill_rules'
unload_module
echo 0 > $tracing/events/kprobes/afp/enable
echo > $tracing/kprobe_events

# ---- refused: the log says why, and doctor what it means
dmesg -c > /dev/null
load_module exit=never
examine "a wrong parameter" 1
has "doctor shows it" '^problem +kernel log: the last error: parameter exit takes one of|^problem +kernel log: the last error: audit_fastpath: parameter exit takes one of.*-> correct it in /etc/modprobe.d'
if echo 0 > /proc/sys/kernel/ftrace_enabled && [ "$(cat /proc/sys/kernel/ftrace_enabled)" = 0 ]; then
	examine "ftrace is off" 1
	has "doctor says so" '^problem +ftrace: kernel.ftrace_enabled is 0'
	echo 1 > /proc/sys/kernel/ftrace_enabled
else
	skip "doctor, ftrace is off" "this kernel has no such switch any more"
fi
cp /lib/modules/"$(uname -r)"/updates/dkms/audit_fastpath.ko* /lib/modules/"$(uname -r)"/kernel
examine "a stale copy" 1
has "doctor finds it" '^problem +module file: there is more than one: .*modprobe takes '
rm /lib/modules/"$(uname -r)"/kernel/audit_fastpath.ko*
auditctl -a task,never
examine "task,never" 1
has "doctor mentions it" '^note +audit: there is a rule task,never'
auditctl -d task,never
