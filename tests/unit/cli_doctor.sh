#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# aufastpath doctor, on machines that are made up: all is well, and then one
# thing after the other is not. Prints TAP.

# shellcheck disable=SC2016 # programs that are made up have the $1
. "$(dirname "$0")/lib_cli.sh"

root=$tmp/root
bin=$tmp/bin
release=$(uname -r)
modules=$root/lib/modules/$release
version=$("$status" -V | cut -d' ' -f2)
mkdir "$bin"
export AUFASTPATH_ROOT="$root" PATH="$bin:$PATH"

symbols=$(sed -n 's/^\tX(\([a-z_A-Z]*\), SYMBOL_.*/\1/p' \
	"$top/userspace/doctor_symbols.h")

program() # NAME TEXT: a program that says so; TEXT is a shell script
{
	printf '#!/bin/sh\n%s\n' "$2" > "$bin/$1"
	chmod +x "$bin/$1"
}

put() # FILE TEXT
{
	mkdir -p "$(dirname "$root$1")"
	printf '%s\n' "$2" > "$root$1"
}

healthy()
{
	module
	rm -rf "$root"
	put "/boot/config-$release" "$(for o in AUDITSYSCALL KALLSYMS_ALL \
		KPROBES DYNAMIC_FTRACE_WITH_REGS IA32_EMULATION \
		DEBUG_INFO_BTF DYNAMIC_FTRACE_WITH_DIRECT_CALLS; do
		echo "CONFIG_$o=y"; done)"
	put /proc/kallsyms "$(for s in $symbols; do
		echo "0000000000000000 t $s"; done)"
	put /proc/sys/kernel/ftrace_enabled 1
	put /proc/cmdline "BOOT_IMAGE=/vmlinuz root=/dev/vda1 ro quiet"
	put "/lib/modules/$release/build/Makefile" ""
	put "/lib/modules/$release/updates/dkms/audit_fastpath.ko.xz" ""
	put "/lib/modules/$release/modules.dep" \
		"updates/dkms/audit_fastpath.ko.xz:"
	put /usr/sbin/dkms ""
	mkdir -p "$root/var/lib/dkms/audit_fastpath/$version/$release"
	put /sys/kernel/security/lockdown "[none] integrity confidentiality"
	put /sys/module/module/parameters/sig_enforce N
	put /sys/module/audit_fastpath/version "$version"
	put /sys/module/audit_fastpath/srcversion ABC
	put /sys/kernel/tracing/enabled_functions \
		"__audit_filter_op (1)        D   	direct-->afp_exit_op+0x0/0x90"
	put /sys/kernel/debug/kprobes/list ""
	put /dev/kmsg "6,1,1,-;audit_fastpath: loading out-of-tree module"
	program modinfo 'case $2 in srcversion) echo ABC ;; signer) echo ;; esac'
	program mokutil 'echo "$2 is not enrolled"'
	program auditctl 'case $1 in -s) echo "enabled 1" ;; -l) echo "-w /etc/passwd -p wa" ;; esac'
}

# Examine it; $out then has a line for each finding, with its advice
examine() # CODE DESCRIPTION
{
	timeout 60 "$status" doctor > "$tmp/text" 2> "$err"
	code=$?
	awk '/^         / { sub(/^ +/, " "); line = line $0; next }
	     { if (line) print line; line = $0 } END { print line }' \
		"$tmp/text" > "$out"
	[ $code -eq "$1" ] && [ ! -s "$err" ]
	point $? "doctor: $2"
}

finds() # VERDICT CHECK TEXT
{
	grep -F -e "$3" "$out" | grep -q "^$1 *$2: "
	point $? "... $1 of $2: $3"
}

is_ill() # DESCRIPTION CHECK TEXT ADVICE
{
	examine 1 "$1"
	finds problem "$2" "$3"
	grep "^problem *$2: " "$out" | grep -qF -e "$4"
	point $? "... and advises: $4"
}

# --- all is well

healthy
examine 0 "all is well"
[ "$(grep -c '^ok ' "$out")" -eq "$(wc -l < "$out")" ]
point $? "... and nothing else"
# a path is one word, however long it is
! awk 'length > 80 && !/\//' "$tmp/text" | grep -q .
point $? "... in 80 columns"
lacks "$(printf '\033')"
if [ "$has_json" -eq 1 ]; then
	works 0 "doctor --json: all is well" "$status" doctor -j
	json "d['problems'] == 0 and len(d['findings']) >= 12 and \
	      all(f['result'] == 'ok' and f['advice'] is None \
	      for f in d['findings'])" "just that"
fi
fails 3 "unknown option -x; there are -h --help -j --json" "$status" doctor -x
fails 3 "unexpected argument 'extra'" "$status" doctor extra

# --- the kernel

for option in AUDITSYSCALL KALLSYMS_ALL KPROBES DYNAMIC_FTRACE_WITH_REGS \
	      IA32_EMULATION DEBUG_INFO_BTF; do
	healthy
	config=$root/boot/config-$release
	sed "s/^CONFIG_$option=y/# CONFIG_$option is not set/" "$config" > "$tmp/c"
	mv "$tmp/c" "$config"
	is_ill "no $option" "kernel configuration" \
		"CONFIG_$option is not set" "boot a kernel that has it"
done
healthy
sed -i /DIRECT_CALLS/d "$root/boot/config-$release"
examine 0 "no direct calls"
finds note "kernel configuration" "the slower tier ftrace"
healthy
gzip -c "$root/boot/config-$release" > "$root/proc/config.gz"
rm "$root/boot/config-$release"
examine 0 "configuration in /proc/config.gz"
finds ok "kernel configuration" "KALLSYMS_ALL"
rm "$root/proc/config.gz"
examine 0 "no configuration"
finds unknown "kernel configuration" "there is no /boot/config-$release"
entry=$(sed -n 's/^\tX(\([a-z_A-Z]*\), SYMBOL_ENTRY).*/\1/p' \
	"$top/userspace/doctor_symbols.h")
for symbol in $entry; do
	healthy
	sed -i "/ $symbol\$/d" "$root/proc/kallsyms"
	examine 0 "no $symbol"
	finds note "kernel symbols" "the kernel has no $symbol: the entry shortcut cannot be had"
done
for symbol in $symbols; do
	case " $(echo $entry) " in *" $symbol "*) continue ;; esac
	healthy
	sed -i "/ $symbol\$/d" "$root/proc/kallsyms"
	case $symbol in
	__audit_filter_op | audit_filter_syscall)
		examine 0 "no $symbol, but the other" ;;
	*)	is_ill "no $symbol" "kernel symbols" \
			"the kernel has no $symbol" "" ;;
	esac
done
healthy
sed -i "/audit_filter_op/d;s/ audit_filter_syscall\$/&.isra.0/" \
	"$root/proc/kallsyms"
is_ill "no filter" "kernel symbols" "neither __audit_filter_op nor" \
	"cannot be loaded on this kernel"
healthy
sed -i "s/ kill_rules\$/&.constprop.0/" "$root/proc/kallsyms"
is_ill "a changed symbol" "kernel symbols" \
	"no kill_rules (changed by its compiler)" "cannot be loaded"
healthy
put /proc/sys/kernel/ftrace_enabled 0
is_ill "ftrace is off" ftrace "kernel.ftrace_enabled is 0" \
	"sysctl kernel.ftrace_enabled=1"
rm "$root/proc/sys/kernel/ftrace_enabled"
examine 0 "no such switch"
finds ok ftrace "this kernel cannot switch it off"

# --- the module's file

healthy
rm -r "$modules/build"
examine 0 "no headers, but the module"
finds note "kernel headers" "dkms cannot build"
rm -rf "$sys" "$modules/updates" "$modules/modules.dep"
is_ill "no headers, no module" "kernel headers" "dkms cannot build" \
	"install linux-headers-$release"
finds problem "module file" "there is none in /lib/modules/$release"
healthy
put "/lib/modules/$release/extra/audit_fastpath.ko" ""
is_ill "a stale copy" "module file" "extra/audit_fastpath.ko" \
	"remove the stale ones"
finds problem "module file" \
	"modprobe takes $modules/updates/dkms/audit_fastpath.ko.xz"
healthy
: > "$modules/modules.dep"
is_ill "depmod was forgotten" "module file" "modprobe does not know it" \
	"depmod -a"
healthy
put "/lib/modules/9.9.9-new/modules.dep" ""
put /boot/vmlinuz-9.9.9-new ""
examine 0 "a kernel without the module"
finds note "module file" "none for the installed kernel 9.9.9-new"
healthy
program modinfo 'case $2 in srcversion) echo DEF ;; signer) echo ;; esac'
examine 0 "another build is loaded"
finds note "module file" "what is loaded was built from other sources"
healthy
rm "$root/usr/sbin/dkms"
examine 0 "no dkms, but the module"
finds note dkms "is not installed"
rm -rf "$sys" "$modules/updates" "$modules/modules.dep"
is_ill "no dkms, no module" dkms "is not installed" "install dkms"
healthy
rm -rf "$root/var/lib/dkms" "$sys" "$modules/updates" "$modules/modules.dep"
is_ill "dkms without the module" dkms "does not know the module" \
	"install audit-fastpath-dkms"
mkdir -p "$root/var/lib/dkms/audit_fastpath/$version"
is_ill "dkms has not built it" dkms "has $version, but not built for" \
	"dkms autoinstall -k $release"
healthy
mkdir -p "$root/var/lib/dkms/audit_fastpath/0.0.1"
examine 0 "two versions in dkms"
finds note dkms "more than one version"

# --- signatures

signed() # a kernel that enforces them, and a module that is not loaded yet
{
	healthy
	rm -rf "$sys"
	put /sys/module/module/parameters/sig_enforce Y
	program modinfo "case \$2 in srcversion) echo ABC ;; signer) echo $1 ;; esac"
}

trust="Secure Boot and signature"
signed ""
is_ill "an unsigned module" "$trust" "is not signed: modprobe says 'Key was" \
	"make sign"
finds note "$trust" "sig_enforce Y"
signed "A Key"
examine 1 "a signed module, nobody knows the key"
finds unknown "$trust" "signed by A Key; whether the kernel trusts"
put /var/lib/dkms/mok.pub ""
is_ill "a key that is not enrolled" "$trust" "that key is not enrolled" \
	"mokutil --import /var/lib/dkms/mok.pub"
program mokutil 'echo "$2 is already in the enrollment request"'
is_ill "a key that waits" "$trust" "waiting to be enrolled" "choose Enroll MOK"
program mokutil 'echo "$2 is already enrolled"; exit 1'
examine 1 "a key that is enrolled"
finds ok "$trust" "signed by A Key, and that key is enrolled"
rm "$root/var/lib/dkms/mok.pub"
put /proc/keys "1f I------ 1 perm 1f030000 0 0 asymmetri A Key: 6cce: X509.rsa []"
examine 1 "a key in the kernel"
finds ok "$trust" "the kernel has a key of that name"
healthy
put /sys/kernel/security/lockdown "none [integrity] confidentiality"
mkdir -p "$root/sys/firmware/efi/efivars"
printf '\006\000\000\000\001' > "$root/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
examine 0 "Secure Boot, and the module is loaded"
finds note "$trust" "Secure Boot on, lockdown integrity, sig_enforce N"
finds ok "$trust" "it has taken the module"
healthy
mkdir -p "$root/sys/firmware/efi/efivars"
printf '\006\000\000\000\000' > "$root/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
examine 0 "EFI without Secure Boot"
finds ok "$trust" "Secure Boot off"

# --- the module, its hooks, its log

healthy
rm -rf "$sys"
is_ill "not loaded" module "is not loaded" "modprobe audit_fastpath"
put /proc/cmdline "ro audit_fastpath=off quiet"
is_ill "switched off" module "audit_fastpath=off is on the kernel's command" \
	"take it away and reboot"
healthy
echo disabled > "$sys/state"
is_ill "loaded as off" module "is disabled" "mode=off or exit=off"
echo 0 > "$sys/enabled"
is_ill "disabled" module "is disabled" \
	"echo 1 > /sys/kernel/audit_fastpath/enabled"
healthy
echo held > "$sys/state"
is_ill "held for good" module "stays held" "ausearch -m CONFIG_CHANGE"
echo held > "$sys/state"
(sleep 0.4; echo active > "$sys/new"; mv "$sys/new" "$sys/state") &
examine 0 "held for a moment"
wait
echo "faulted: because of this" > "$sys/state"
is_ill "faulted" module "is faulted: because of this" "no record is lost"
healthy
stat mismatches 2
is_ill "mismatches" module "found 2 wrong shortcuts" "report what dmesg says"
healthy
put /sys/module/audit_fastpath/version 0.0.1
examine 0 "an older module"
finds note module "is version 0.0.1, but this program is $version"
healthy
echo nonsense > "$sys/state"
timeout 60 "$status" doctor > "$out" 2> "$err"
[ $? -eq 1 ] && one_line aufastpath "is not active, held" &&
grep -q "^problem  module: its files cannot be read or understood" "$out"
point $? "doctor: files that make no sense"
healthy
printf 'exit __audit_filter_op ftrace direct=-16\n' > "$sys/hooks"
examine 0 "a slower hook"
finds note hooks "exit on __audit_filter_op is ftrace (direct=-16)"
printf 'exit __audit_filter_op off direct=-16\n' > "$sys/hooks"
echo "faulted: no hook" > "$sys/state"
is_ill "no hook" hooks "is off (direct=-16)" "another tracer has it"
finds problem "other tracers" "1 other user of ftrace with a direct call"

said() # LINE DESCRIPTION ADVICE
{
	healthy
	rm -rf "$sys"
	{
		echo "3,1,1,-;audit_fastpath: an older error"
		echo "$1"
		echo " SUBSYSTEM=module"
		echo "3,9,9,-;other: an error of somebody else"
		echo "6,9,9,-;audit_fastpath: no error"
	} >> "$root/dev/kmsg"
	is_ill "$2" "kernel log" "the last error: ${1#*;}" "$3"
}
said '5,2,2,-;Loading of unsigned module is rejected' "log: unsigned" \
	"'Key was rejected by service'"
said '5,2,2,-;Loading of module with unavailable key is rejected' \
	"log: unknown key" "'Required key not available'"
said '5,2,2,-;Lockdown: modprobe: unsigned module loading is restricted; see man kernel_lockdown.7' \
	"log: lockdown" "locked down"
said "3,2,2,-;audit_fastpath: version magic '6.1 SMP' should be '6.2 SMP'" \
	"log: another kernel's" "dkms autoinstall"
said '3,2,2,-;audit_fastpath: parameter exit takes one of: auto; not "x"' \
	"log: a wrong parameter" "/etc/modprobe.d"
said '3,2,2,-;audit_fastpath: cannot hear of rule changes: error -16: set kernel.ftrace_enabled to 1' \
	"log: ftrace is off" "sysctl kernel.ftrace_enabled=1"
said '3,2,2,-;audit_fastpath: this kernel has no symbol kill_rules, which all needs: not loaded' \
	"log: a symbol is missing" "not supported"
said '3,2,2,-;audit_fastpath: something new' "log: something else" "report it"
healthy
echo "3,1,1,-;audit_fastpath: an old error" >> "$root/dev/kmsg"
examine 0 "log: an old error, but it is active"
rm -rf "$sys" "${root:?}/dev"
examine 1 "log: not readable"
finds unknown "kernel log" "run as root"

# --- other tracers

healthy
functions=$root/sys/kernel/tracing/enabled_functions
echo "audit_del_rule (1)    D	direct-->g" >> "$functions"
echo "kill_rules (2) R I     	tramp: 0xffffffffc0 (f+0x0/0x10)" >> "$functions"
echo "do_exit (1)        	" >> "$functions"
examine 0 "another tracer"
finds note "other tracers" "2 other users of ftrace with a live patch on kill_rules"
finds note "other tracers" "1 other user of ftrace with a direct call on audit_del_rule"
lacks "do_exit"
sed -i 's/__audit_filter_op (1)/__audit_filter_op (3)/' "$functions"
examine 0 "more of them"
finds note "other tracers" "2 other users of ftrace on __audit_filter_op"
healthy
rm -r "$root/sys/kernel/tracing"
put /sys/kernel/debug/tracing/enabled_functions "kill_rules (1) "
put /sys/kernel/debug/kprobes/list \
	"ffffffff8117a0f4  k  audit_rule_change+0x0    [FTRACE]
ffffffff8117a0f4  k  do_exit+0x4    "
examine 0 "in the older place, and a kprobe"
finds note "other tracers" "1 other user of ftrace on kill_rules"
finds note "other tracers" "a kprobe of somebody else on audit_rule_change"
printf 'lifecycle kill_rules ftrace\nexit audit_rule_change kprobe\n' > "$sys/hooks"
examine 0 "both are ours"
finds ok "other tracers" "none on the functions"
rm -r "$root/sys/kernel/debug"
examine 0 "no tracefs"
finds unknown "other tracers" "not mounted"

# --- audit

healthy
program auditctl 'case $1 in -s) echo "enabled 0" ;; -l) echo "No rules" ;; esac'
is_ill "audit is off" audit "is not enabled" "auditctl -e 1"
finds note audit "there are no rules"
program auditctl 'case $1 in -s) echo "enabled 1" ;; -l) echo "-a never,task" ;; esac'
examine 0 "task,never"
finds note audit "there is a rule task,never"
program auditctl 'case $1 in -s) echo "enabled 2" ;; -l) echo "-a always,exit -S all"; echo "-w /x" ;; esac'
examine 0 "rules that are locked"
finds ok audit "2 rules are loaded"
program auditctl 'echo "You must be root to run this program."; exit 4'
examine 0 "auditctl refuses"
finds unknown audit "auditctl does not answer"
put /proc/cmdline "audit=1 audit=0"
is_ill "audit=0" audit "switched off by audit=0" "boot without it"

echo "1..$nr"
[ "$failed" -eq 0 ]
