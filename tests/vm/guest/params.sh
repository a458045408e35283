# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Parameters, tiers and switches.
. /afp/records.sh

auditctl -a always,exit -F arch=b64 -S statx -k other

refused()
{
	dmesg -c > /dev/null
	! load_module "$1" && ! loaded &&
		dmesg | grep -q "parameter ${1%%=*} takes one of: $2; not"
}

ok "mode=sideways is refused" refused mode=sideways "on, verify, off"
ok "exit=never is refused" refused exit=never "auto, direct, ftrace, kprobe, off"
ok "repair=2 is refused" refused repair=2 "0, 1"
ok "stats=yes is refused" refused stats=yes "0, 1"
ok "idle=yes is refused" refused idle=yes "0, 1"
ok "entry=fast is refused" refused entry=fast "off, safe, full"
ok "enabled= is refused" refused enabled= "0, 1"

for tier in direct ftrace kprobe; do
	load_module exit=$tier
	ok "exit=$tier: active" wait_state active
	ok "exit=$tier: shown" grep -qE "^exit (__audit_filter_op|audit_filter_syscall) $tier\$" $AFP_SYS/hooks
	ok "exit=$tier: getpid skipped" skips getpid
	ok "exit=$tier: 32-bit getpid skipped" skips --compat getpid
	ok "exit=$tier: statx not skipped" filters statx 0 0 0 0
	unload_module
	load_module exit=$tier stats=0
	ok "exit=$tier stats=0: active" wait_state active
	call --times 1000 getpid
	is "exit=$tier stats=0: nothing counted" "$(stat exit_skipped) $(stat exit_full)" "0 0"
	unload_module
done

load_module exit=off
is "exit=off" "$(cat $AFP_SYS/state)" disabled
unload_module
load_module mode=off
is "mode=off" "$(cat $AFP_SYS/state)" disabled
is "mode=off: rules counted" "$(stat rules)" 1
unload_module

load_module enabled=0
is "enabled=0" "$(cat $AFP_SYS/state) $(cat $AFP_SYS/enabled)" "disabled 0"
ok "enabled=0: nothing attached" sh -c '! grep -vq " off$" '$AFP_SYS/hooks
ok "enabled=2 is refused" sh -c "! echo 2 > $AFP_SYS/enabled"
ok "and the log says what it takes" sh -c 'dmesg | grep -q "enabled takes 0 or 1"'
for round in 1 2 3; do
	echo 1 > $AFP_SYS/enabled
	ok "enabled=1, round $round" wait_state active
	ok "getpid skipped, round $round" skips getpid
	echo 0 > $AFP_SYS/enabled
	is "enabled=0, round $round" "$(cat $AFP_SYS/state)" disabled
	before=$(stat exit_skipped)
	call --times 1000 getpid
	is "nothing skipped, round $round" "$(stat exit_skipped)" "$before"
done
unload_module

# A rule added while shut is known once open.
load_module enabled=0
auditctl -a always,exit -F arch=b64 -S getpid -k late
echo 1 > $AFP_SYS/enabled
ok "open again" wait_state active
ok "the rule added meanwhile is known" filters getpid
auditctl -d always,exit -F arch=b64 -S getpid -k late
unload_module

# kernel.ftrace_enabled would take the hooks away without a word.
load_module
wait_state active
echo 0 > /proc/sys/kernel/ftrace_enabled
is "ftrace cannot be switched off under the module" "$(cat /proc/sys/kernel/ftrace_enabled)" 1
auditctl -a always,exit -F arch=b64 -S getpid -k late
ok "a rule added after the attempt is heard" filters getpid
wait_state active
ok "and known" filters getpid
auditctl -d always,exit -F arch=b64 -S getpid -k late
unload_module
if echo 0 > /proc/sys/kernel/ftrace_enabled && [ "$(cat /proc/sys/kernel/ftrace_enabled)" = 0 ]; then
	ok "with ftrace off the module is refused" sh -c '! modprobe audit_fastpath'
	ok "and the log says what to do" sh -c 'dmesg | grep -q "set kernel.ftrace_enabled to 1"'
	echo 1 > /proc/sys/kernel/ftrace_enabled
else
	skip "with ftrace off the module is refused" "this kernel has no such switch any more"
fi

# Runs by syscall, while somebody looks.

# runs ARCH NUMBER COLUMN - 3: skipped, 4: indexed, 5: full
runs()
{
	awk -v a="$1" -v n="$2" -v c="$3" '$1 == a && $2 == n { v = $c } END { print v + 0 }' $AFP_SYS/syscalls
}

for tier in direct ftrace kprobe; do
	load_module exit=$tier
	wait_state active
	is "exit=$tier: nothing by syscall unless asked for" "$(cat $AFP_SYS/syscalls)" ""
	echo 1 > $AFP_SYS/syscalls
	ok "exit=$tier: active while counting by syscall" wait_state active
	case $tier in kprobe) counts=kprobe ;; *) counts=ftrace ;; esac
	ok "exit=$tier: counted by the tier $counts" grep -q "^exit .* $counts\$" $AFP_SYS/hooks
	ok "exit=$tier: getpid skipped while counting" skips getpid
	ok "exit=$tier: 32-bit getpid skipped while counting" skips --compat getpid
	call --times 250 statx 0 0 0 0
	call --times 100 1000000
	ok "exit=$tier: getpid by number" [ "$(runs native 39 3)" -ge 1000 ]
	ok "exit=$tier: 32-bit getpid by number" [ "$(runs compat 20 3)" -ge 1000 ]
	ok "exit=$tier: statx in full" [ "$(runs native 332 5)" -ge 250 ]
	is "exit=$tier: and never skipped" "$(runs native 332 3)" 0
	ok "exit=$tier: no number of a syscall" [ "$(runs other - 5)" -ge 100 ]
	is "exit=$tier: lines of 64 bytes" "$(awk '{ print length($0) }' $AFP_SYS/syscalls | sort -u)" 63
	is "exit=$tier: each once" "$(awk '{ print $1, $2 }' $AFP_SYS/syscalls | sort | uniq -d)" ""
	echo 1 > $AFP_SYS/syscalls
	ok "exit=$tier: asked again, it goes on" [ "$(runs native 39 3)" -ge 1000 ]
	echo 0 > $AFP_SYS/enabled
	is "exit=$tier: stock while counting" "$(cat $AFP_SYS/state)" disabled
	echo 1 > $AFP_SYS/enabled
	ok "exit=$tier: open while counting" wait_state active
	echo 0 > $AFP_SYS/syscalls
	is "exit=$tier: nothing once it has ended" "$(cat $AFP_SYS/syscalls)" ""
	ok "exit=$tier: hooked as before" grep -q "^exit .* $tier\$" $AFP_SYS/hooks
	ok "exit=$tier: getpid skipped as before" skips getpid
	[ $tier = direct ] || echo 1 > $AFP_SYS/syscalls
	unload_module
done

load_module
for word in 2 '' yes 10; do
	dmesg -c > /dev/null
	ok "syscalls takes no \"$word\"" sh -c "! echo '$word' > $AFP_SYS/syscalls"
	ok "and the log says what it takes" sh -c 'dmesg | grep -q "syscalls takes 0 or 1"'
done
unload_module
load_module mode=off
ok "mode=off: nothing to count" sh -c "! echo 1 > $AFP_SYS/syscalls"
unload_module

load_module
for f in enabled state stats hooks interest/exit_native interest/exit_noname_native \
	interest/entry_native interest/inode_native interest/exit_compat \
	interest/exit_noname_compat interest/entry_compat interest/inode_compat \
	syscalls; do
	ok "$f can be read" sh -c "cat $AFP_SYS/$f > /dev/null"
done
is "classes: 32 and 64 bit open" "$(cat $AFP_SYS/classes/open_native $AFP_SYS/classes/open_compat | tr '\n' ' ')" \
	"2,257,437 5,295,437 "
is "classes: exec" "$(cat $AFP_SYS/classes/exec_native $AFP_SYS/classes/exec_compat | tr '\n' ' ')" \
	"59,322 11,358 "
is "classes: bind" "$(cat $AFP_SYS/classes/bind_native $AFP_SYS/classes/bind_compat | tr '\n' ' ')" \
	" 102 "
for class in write read chattr signal; do
	for arch in native compat; do
		ok "classes: ${class}_$arch has some" grep -q '[0-9]' $AFP_SYS/classes/${class}_$arch
	done
done
is "stats has every row" "$(awk '{ print $1 }' $AFP_SYS/stats | tr '\n' ' ')" \
	"rules rules_kernel rules_repaired signal_rules signal_rules_kernel signal_rules_repaired exit_skipped exit_indexed exit_full entry_skipped entry_revived idle_tasks holds resyncs resync_ns_last resync_ns_max index_rules index_lists index_bytes mismatches "
size=$(cat /sys/module/audit_fastpath/coresize)
diag "the module's memory: $size bytes"
if grep -qE '^CONFIG_(KASAN|KCSAN)=y' "/boot/config-$(uname -r)"; then
	skip "64 KiB at most" "this kernel puts checks into the code"
else
	ok "64 KiB at most" [ "$size" -le 65536 ]
fi

wait_state active
before=$(stat holds)
auditctl -a always,exit -F arch=b64 -S sethostname -k h
ok "a rule change holds" [ "$(stat holds)" -gt "$before" ]

# BTF: what the module's reader finds is what pahole prints.
if [ -r /sys/kernel/btf/vmlinux ]; then
	pahole -C audit_context /sys/kernel/btf/vmlinux > /tmp/pahole
	btf_offsets /sys/kernel/btf/vmlinux > /tmp/offsets
	for m in major arch names_list dummy state current_state prio killed_trees; do
		want=$(awk -v m="$m" '$0 ~ "[ *]" m "(\\[.*\\])?;" { for (i = 1; i <= NF; i++) if ($i == "/*") { print $(i + 1), $(i + 2); exit } }' /tmp/pahole)
		got=$(awk -v m="audit_context.$m" '$1 == m { print $2, $3 }' /tmp/offsets)
		is "audit_context.$m lies where pahole sees it" "$got" "$want"
	done
fi
