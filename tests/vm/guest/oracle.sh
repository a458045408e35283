# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# The oracle: the same rules, the same system calls, without the module and
# with it in each of its ways; the records must be the same.
#
# The argument is SETS:SEEDS:HOW. SETS are names of /afp/rules joined by +, or
# none. SEEDS is FIRST-LAST of random sets (generate), or none. HOW is all: each
# set is run in each way; rotate: each set is run in the first way, and in one of
# the others in turn; or the name of the only way.
#
# This script and all that it starts are outside of audit, for the first rule is
# always one that keeps their group out; only the workload is in it. So nothing
# but the workload makes records, and it always makes the same.
outside='-a task,never -F gid=4242'
dir=/run/oracle

if [ "$(id -g)" != 4242 ]; then
	# The watchdog looks around each second, and is in audit. The machine has
	# a limit of its own.
	killall -STOP timeout
	auditctl -a task,never > /dev/null
	# shellcheck disable=SC2016
	workload --outside sh -c '. /afp/lib.sh; . /afp/oracle.sh' || not_ok "came to its end"
	return 0
fi

# What the module is loaded with, by the name of the way.
ways='safe direct ftrace kprobe verify full'
params()
{
	case $1 in
	safe|full) echo entry=$1 ;;
	verify) echo mode=verify entry=full ;;
	*) echo "exit=$1" ;;
	esac
}

# set_up NAME < RULES - make a set that can be loaded
set_up()
{
	{ echo -c; echo -D; echo "$outside"; cat; } > "$dir/$1.rules"
}

# pass WAY NAME FILE - run the workload under a set; sets calls and skipped
pass()
{
	auditctl -R $dir/nothing > /dev/null
	workload --prepare || return 1
	rm -f "$3"
	collect "$3" &
	pass_collector=$!
	wait_for 10 [ -e "$3" ] || return 1
	auditctl -R "$dir/$2.rules" > /dev/null 2>&1
	pass_before=0 skipped=0
	if [ "$1" != off ]; then
		# what was loaded before is freed a while later, which is a change too
		sleep 0.1
		wait_state active || return 1
		pass_before=$(($(stat exit_skipped) + $(stat entry_skipped)))
	else
		rules=$(auditctl -l | grep -c '^-')
	fi
	workload > $dir/report || return 1
	[ "$1" = off ] || skipped=$(($(stat exit_skipped) + $(stat entry_skipped) - pass_before))
	read -r calls coverage < $dir/report
	# a set may keep the collector's marker out
	auditctl -R $dir/nothing > /dev/null
	kill -TERM $pass_collector && wait $pass_collector
}

# concerned NAME - the rules whose keys are in what differs, or all of them
concerned()
{
	# shellcheck disable=SC2013
	for concerned_key in $(sed -n 's/.* key="\([^"]*\)".*/\1/p' $dir/different | sort -u); do
		grep -E -- "(-k |key=)$concerned_key\$" "$dir/$1.rules"
	done > $dir/concerned
	[ -s $dir/concerned ] || grep -v '^-[cD]$' "$dir/$1.rules" > $dir/concerned
	echo "rules concerned:"
	head -n 70 $dir/concerned
}

# judge WAY NAME - run it, compare it
judge()
{
	if ! pass "$1" "$2" $dir/on; then
		not_ok "$2, $1: ran, and all records were collected"
		return
	fi
	judged=$((judged + calls))
	skips=$((skips + skipped))
	lax=
	[ "$1" != full ] || lax=--full
	# shellcheck disable=SC2086
	if compare --exact $lax "$dir/$2.off" $dir/on > $dir/different; then
		read -r e r s less < $dir/different
		events=$((events + e)) records=$((records + r)) recorded=$((recorded + s))
		result "ok - $AFP_TEST: $2, $1: the same $e events, $r records${less:+ but $less}; $skipped of $calls calls skipped"
		return
	fi
	not_ok "$2, $1: the same records"
	{ cat $dir/different; concerned "$2"; } | while IFS= read -r line; do diag "$line"; done
}

mkdir -p $dir
printf '%s\n' -D "$outside" > $dir/nothing
auditctl -R $dir/nothing > /dev/null
# what is behind some descriptors (workload/places.c)
modprobe -a loop overlay fuse configfs && modprobe null_blk nr_devices=0 &&
	modprobe zram num_devices=1 || not_ok "the kernel's modules"
# modules that a call asks for would be loaded by tasks in audit
echo > /proc/sys/kernel/modprobe
# as sysctl.d of every distribution has it: denials that are recorded
echo 1 > /proc/sys/fs/protected_symlinks
echo 1 > /proc/sys/fs/protected_hardlinks
# ranks of process numbers are compared
echo 4194304 > /proc/sys/kernel/pid_max
workload --prepare
# once unjudged: what it leaves in files, later runs find
workload > $dir/report || not_ok "the workload runs"

sets=
names=${AFP_ARG%%:*}
seeds=${AFP_ARG#*:}
how=${seeds#*:}
seeds=${seeds%%:*}
if [ "$names" != none ]; then
	for name in $(echo "$names" | tr + ' '); do
		grep -vE '^-[bfeDicr]|^--' "/afp/rules/$name.rules" | set_up "$name"
		sets="$sets $name"
	done
fi
if [ "$seeds" != none ]; then
	seed=${seeds%-*}
	while [ "$seed" -le "${seeds#*-}" ]; do
		generate "$seed" | set_up "seed-$seed"
		sets="$sets seed-$seed"
		seed=$((seed + 1))
	done
fi

judged=0 skips=0 events=0 records=0 recorded=0 refused=0
for name in $sets; do
	if ! pass off "$name" "$dir/$name.off"; then
		not_ok "$name, off: ran, and all records were collected"
		sets=$(echo " $sets " | sed "s/ $name / /")
		continue
	fi
	lines=$(grep -c '^-[aAw]' "$dir/$name.rules")
	refused=$((refused + lines - rules))
	compare --exact "$dir/$name.off" "$dir/$name.off" > $dir/same
	read -r e r s < $dir/same
	diag "$name: $rules rules, $((lines - rules)) refused; $e events, $r records of $calls calls"
done
# shellcheck disable=SC2086
[ -n "$coverage" ] && set -- $coverage &&
	diag "native: $1 numbers called: $2 succeeded and failed, $3 only succeeded, $4 only failed" &&
	diag "compat: $5 numbers called: $6 succeeded and failed, $7 only succeeded, $8 only failed"
diag "records: $(cat $dir/*.off | cut -d ' ' -f 1 | sort | uniq -c | sort -rn |
	awk '{ sub("type=", "", $2); printf "%s%s %d", n++ ? ", " : "", $2, $1 }')"
# whatever the rules, these come from stock kernels that have AppArmor and seccomp
for type in AVC SECCOMP ANOM_ABEND; do
	ok "$type was recorded" grep -q "^type=$type " $dir/*.off
done
workload --skipped | while IFS= read -r line; do diag "$line"; done

case " $ways " in *" $how "*) ways=$how how=all ;; esac
others=$(($(echo "$ways" | wc -w) - 1))
number=0
for way in $ways; do
	number=$((number + 1))
	# shellcheck disable=SC2046
	if ! load_module $(params "$way") || ! wait_state active; then
		not_ok "$way: the module is active"
		continue
	fi
	at=0
	for name in $sets; do
		at=$((at + 1))
		if [ "$how" = all ] || [ $number = 1 ] || [ $((at % others + 2)) = $number ]; then
			judge "$way" "$name"
		fi
	done
	is "$way: no decision was wrong" "$(stat mismatches)" 0
	diag "$way: $(grep '^e[nx][ti]' $AFP_SYS/stats | tr '\n' ' ')"
	unload_module
done

# What entry=safe takes for quiet hands audit nothing: under a rule for everything,
# on stock, its events have no record that tells of more than the call.
{
	echo '-a always,exit -F arch=b64 -S all -F key=everything'
	echo '-a always,exit -F arch=b32 -S all -F key=everything'
} | set_up everything
ok "everything recorded, on stock" pass off everything $dir/everything.off
auditctl -R $dir/nothing > /dev/null
auditctl -a always,exit -F arch=b64 -S settimeofday -F uid=4711
load_module entry=safe
wait_state active
cat $AFP_SYS/interest/enter_native $AFP_SYS/interest/enter_compat > $dir/enter
unload_module
awk '
FNR == 1 { file++ }
file == 1 {
	arch = FNR == 1 ? "c000003e" : "40000003"
	n = split($0, range, ",")
	for (i = 1; i <= n; i++) {
		ends = split(range[i], end, "-")
		for (nr = end[1]; nr <= end[ends]; nr++)
			must[arch, nr + 0] = 1
	}
	next
}
{ match($0, /audit\([^)]*\)/); event = substr($0, RSTART, RLENGTH) }
file == 2 && /^type=SYSCALL / {
	match($0, /arch=[0-9a-f]*/); arch = substr($0, RSTART + 5, RLENGTH - 5)
	match($0, /syscall=[0-9]*/); nr = substr($0, RSTART + 8, RLENGTH - 8) + 0
	if (nr < 2048 && !((arch, nr) in must)) {
		quiet[event] = arch " " nr
		numbers[arch, nr] = 1
	}
	next
}
# paths that the workload writes to an attribute: getname_kernel is heard
file == 3 && event in quiet && /^type=PATH .* name="(0|none|\/none\/such)?" / { next }
file == 3 && event in quiet {
	sub("type=", "", $1)
	if ($1 !~ /^(SYSCALL|PROCTITLE|EOE|CWD|AVC|SECCOMP|ANOM_ABEND|LOGIN|FANOTIFY|INTEGRITY_.*|14[0-9][0-9])$/)
		print quiet[event] ": " $0
}
END { for (n in numbers) of++; print of + 0 > "/dev/stderr" }' \
	$dir/enter $dir/everything.off $dir/everything.off > $dir/loud 2> $dir/quiet
is "entry=safe: quiet syscalls that are not" "$(wc -l < $dir/loud)" 0
head -n 20 $dir/loud | while IFS= read -r line; do diag "$line"; done
ok "entry=safe: $(cat $dir/quiet) quiet syscalls were seen, of both architectures" [ "$(cat $dir/quiet)" -ge 200 ]

# An oracle that cannot fail says nothing.
# shellcheck disable=SC2086
if [ -n "$sets" ]; then
	set -- $sets
	awk '!less && /^type=SYSCALL/ { less = 1; next } 1' "$dir/$1.off" > $dir/less
	ok "a record that is missing is found" sh -c "! compare --exact $dir/$1.off $dir/less > /dev/null"
fi
echo '-a always,exit -F arch=b64 -S getpid -F key=control' | set_up control
ok "control: ran on stock" pass off control $dir/control.off
insmod /afp/test/audit_fastpath.ko blind=39
wait_state active
ok "control: ran with a module that is blind" pass on control $dir/on
compare --exact $dir/control.off $dir/on > $dir/different
is "a module that is blind to a syscall is found" $? 1
rmmod audit_fastpath

ok "a tenth of the calls was skipped, or more" [ $((10 * skips)) -ge $judged ]
# few of some random sets record much: it is a twentieth of the calls, with bad luck
ok "a fiftieth of the calls was recorded, or more" [ $((50 * recorded)) -ge $judged ]
diag "total: judged $judged syscalls, compared $events events with $records records, skipped $skips calls, refused $refused rules"
