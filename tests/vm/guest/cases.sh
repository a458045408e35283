# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Cases from the public: the same records, and skipped where nothing matches.
# The argument is the tier of the exit hook, or verify: then what is skipped is
# what would have been.
. /afp/records.sh

case $AFP_ARG in
verify) AFP_LOAD=mode=verify ;;
*) AFP_LOAD=exit=${AFP_ARG:-auto} ;;
esac

begin()
{
	unload_module
	rules_flush
	diag "$*"
}

begin "1: ten rules on directories, and syscalls beside them"
for i in 0 1 2 3 4 5 6 7 8 9; do mkdir -p /tmp/audit-bench/$i; done
rules_load cloudflare-bench.rules
work() { call openat -100 s:/tmp/audit-bench/3/file 0x41 0644; call stat s:/tmp b:256; call getpid; rm /tmp/audit-bench/3/file; }
same "1" work && seen "1: the open is recorded" 'key="BENCH3"'
before=$(stat exit_skipped)
call --times 100000 getpid
call --times 100000 stat s:/tmp b:256
ok "1: 100,000 getpid and stat skipped" [ $(($(stat exit_skipped) - before)) -ge 200000 ]

begin "3: STIG as Debian 12 ships it"
rules_load debian12-stig.rules
work() { call open s:/etc/passwd 0x401; call getpid; call futex b:8 1 1; call read -1 b:8 1; }
same "3" work && seen "3: opening a watched file for writing is recorded" 'key="identity"'
ok "3: getpid skipped" skips getpid
ok "3: read skipped" skips read -1 b:8 1
ok "3: futex skipped" skips futex b:8 1 1

begin "4: a rule with path= and perm=x sits in an inode bucket"
cp /afp/bin/call /usr/bin/chacl
rule -a always,exit -F path=/usr/bin/chacl -F perm=x -F auid!=unset -k perm_mod
work() { /usr/bin/chacl getpid; }
same "4" work && seen "4: the execution is recorded" 'key="perm_mod"'
ok "4: getpid skipped" skips getpid

begin "5: one rule that keeps everything of interest"
rule -a always,exit -S all -F uid=1001 -k everything
load_module $AFP_LOAD
ok "5: active" wait_state active
# the last 16 bits of a mask stand for classes
is "5: every number is of interest" "$(cat $AFP_SYS/interest/exit_noname_native)" 0-2031
ok "5: getpid not skipped" filters getpid
auditctl -d always,exit -S all -F uid=1001 -k everything
rule -a always,exit -F arch=b64 -S statx -k other
ok "5: skipped once it is gone" skips getpid

begin "6: every syscall that fails with EACCES"
mkdir -p /var/log/audit
rules_load go-audit-30.rules
work() { su -s /bin/sh user -c "call open s:/root/secret 0; call getpid"; }
chmod 700 /root
same "6" work && seen "6: EACCES is recorded" 'exit=-13 .*key="access"'
ok "6: getpid not skipped" filters getpid

begin "7: numbers belong to an arch"
rule -a always,exit -F arch=b32 -S all -k all32
work() { call --compat getpid; call getpid; }
same "7" work && seen "7: 32-bit getpid is recorded" 'arch=40000003 syscall=20 .*key="all32"'
unseen "7: 64-bit getpid is not" 'arch=c000003e syscall=39 '
ok "7: 64-bit getpid skipped" skips getpid
ok "7: 32-bit getpid not skipped" filters --compat getpid
begin "7: number 59 in either arch"
rule -a always,exit -F arch=b64 -S 59 -k native59
work() { call --compat 59 b:512; busybox true; }
same "7, b64" work && seen "7: execve is recorded" 'arch=c000003e syscall=59 '
unseen "7: oldolduname is not" 'arch=40000003 syscall=59 '
ok "7: oldolduname skipped" skips --compat 59 b:512
begin "7: and without an arch"
auditctl -a always,exit -S 59 -k both59
same "7, both" work && seen "7: execve is recorded" 'arch=c000003e syscall=59 '
seen "7: oldolduname is recorded" 'arch=40000003 syscall=59 '

begin "8: execve across architectures, and rt_sigreturn"
rule -a always,exit -F arch=b64 -S execve -k exec64
work() { exec32 /bin/busybox true; exec32 /afp/bin/exec32 /bin/busybox true; signal32; sh -c 'trap : USR1; kill -USR1 $$'; }
same "8, b64" work && seen "8: exec from 64 bit is recorded" 'arch=c000003e syscall=59 .*exe="/afp/bin/exec32".*key="exec64"'
begin "8: b32"
rule -a always,exit -F arch=b32 -S execve -k exec32
same "8, b32" work && seen "8: exec from 32 bit is recorded" 'arch=40000003 syscall=11 .*exe="/usr/bin/busybox".*key="exec32"'
begin "8: rt_sigreturn"
rule -a always,exit -F arch=b64 -S rt_sigreturn -k sigreturn
rule -a always,exit -F arch=b32 -S sigreturn -S rt_sigreturn -k sigreturn
same "8, sigreturn" work && seen "8: rt_sigreturn is recorded" 'arch=c000003e syscall=15 .*key="sigreturn"'
seen "8: 32-bit sigreturn is recorded" 'arch=40000003 syscall=(119|173) .*key="sigreturn"'

begin "9: numbers out of range"
rule -a always,exit -S all -F uid=0 -F pid!=1 -F ppid!=1 -F a1=4711 -k all
work() { for n in 100000 -1 2031 2032 2047 2048 0x40000027 0x7fffffff 0xffffffffffffffff; do call $n 0 4711; call --compat $n 0 4711; done; }
same "9" work && seen "9: number 2031 is recorded" 'syscall=2031 '
unseen "9: 100000 is not" 'syscall=100000 '
begin "9: without a rule that matches"
rule -a always,exit -F arch=b64 -S statx -k other
same "9, no match" work
unseen "9: nothing is recorded" '^type=SYSCALL '

begin "10: a never rule before a watch, and behind it"
mkdir -p /tmp/never && touch /tmp/never/first /tmp/never/last
rule -a never,exit -F arch=b64 -S truncate -F a1=4711
rule -a never,exit -F path=/tmp/never/first -F perm=wa
rule -w /tmp/never/first -p wa -k shadowed
rule -w /tmp/never/last -p wa -k watched
rule -a never,exit -F path=/tmp/never/last -F perm=wa
work() { for f in first last; do call open s:/tmp/never/$f 1; call truncate s:/tmp/never/$f 4711; done; call getpid; }
same "10" work && seen "10: the watch before the never rule is recorded" 'syscall=2 .*key="watched"'
unseen "10: the one behind it is not" 'key="shadowed"'
unseen "10: nor what a never rule of the list comes first for" 'syscall=76 '
begin "10: a denial in a syscall that is never to be recorded"
rule -a never,exit -F arch=b64 -S write
rule -a always,exit -F arch=b64 -S statx -k other
work() { sh -c 'echo changeprofile none > /proc/self/attr/current'; call getpid; }
same "10, denial" work && seen "10: the denial is there" 'type=AVC .*apparmor="DENIED"'
unseen "10: its syscall is not" 'type=SYSCALL .*syscall=1 '

begin "11: denials in syscalls without rules, while others have some"
rule -a always,exit -F arch=b64 -S statx -F uid=4711 -k other
chmod 1777 /tmp && touch /tmp/secret && chmod 600 /tmp/secret
echo 1 > /proc/sys/fs/protected_hardlinks
work()
{
	sh -c 'echo changeprofile none > /proc/self/attr/current'
	su -s /bin/sh user -c "call link s:/tmp/secret s:/tmp/hard; call getpid"
	call getpid
}
same "11" work && seen "11: AppArmor's denial" 'type=AVC .*apparmor="DENIED"'
seen "11: with its syscall" 'type=SYSCALL .*syscall=1 '
seen "11: a link that is refused" 'type=ANOM_LINK '
seen "11: with its syscall" 'type=SYSCALL .*syscall=86 '
ok "11: getpid skipped" skips getpid

begin "14: signals tell whom they were for while there is a rule on them"
rule -a always,exit -F arch=b64 -S kill -F a0=1 -k signal
work() { call kill 1 0; call getpid; }
same "14" work && seen "14: the signal is recorded" 'type=SYSCALL .*syscall=62 .*key="signal"'
seen "14: and its target" 'type=OBJ_PID .*opid=1 '

begin "16: task,never"
auditctl -a task,never
load_module $AFP_LOAD
before=$(($(stat exit_skipped) + $(stat exit_full)))
sh -c 'call --times 1000 getpid'
ok "16: nothing counted" [ $(($(stat exit_skipped) + $(stat exit_full) - before)) -lt 1000 ]

begin "17: audit switched off and on"
rule -a always,exit -F arch=b64 -S sethostname -k hostname
work() { call sethostname s:guest 5; auditctl -e 0 > /dev/null; call sethostname s:guest 5; auditctl -e 1 > /dev/null; call sethostname s:guest 5; }
same "17" work
is "17: two of three calls are recorded" "$(grep -c 'syscall=170 ' "$records_seen")" 2

begin "18: perm=x on a syscall that is no exec"
rule -a always,exit -F arch=b64 -S chmod -F perm=x -k never
work() { call chmod s:/tmp 01777; }
same "18" work
unseen "18: never matches" 'syscall=90 '
# later auditctl adds the syscalls of perm=x to those named
ok "18: and is of no interest" sh -c '! grep -qw 90 '$AFP_SYS/interest/exit_native

begin "19: syscalls that are newer than the classes of a permission"
mkdir -p /tmp/new && touch /tmp/new/file
rule -w /tmp/new/file -p wa -k new
rule -w /tmp/new/file -p r -k new-read
work()
{
	# struct open_how: O_RDWR, then O_RDONLY
	call 437 -100 s:/tmp/new/file "s:$(printf '\002')" 24
	call 437 -100 s:/tmp/new/file b:24 24
	call 452 -100 s:/tmp/new/file 0600 0
	call --compat 452 -100 s:/tmp/new/file 0644 0
	call 443 -1 0 0 0
	call getpid
}
same "19" work && seen "19: openat2 for writing is recorded" 'syscall=437 .*key="new"'
seen "19: and for reading" 'syscall=437 .*key="new-read"'
ok "19: getpid skipped" skips getpid

begin "20: a watched file, opened through io_uring"
mkdir -p /tmp/uring && touch /tmp/uring/file
rule -a always,exit -F path=/tmp/uring/file -k watched
work() { uring /tmp/uring/file; call getpid; }
same "20" work && seen "20: both operations are recorded" 'type=URINGOP .*key="watched"'
ok "20: getpid skipped" skips getpid
begin "20: rules of io_uring's own list"
if auditctl -a always,io_uring -S openat -F uid=0 -k uring; then
	rule -a always,exit -F arch=b64 -S statx -F uid=4711 -k other
	same "20, own list" work && seen "20: the operations are recorded" 'type=URINGOP .*key="uring"'
	ok "20: getpid skipped" skips getpid
else
	skip "20: rules of io_uring's own list" "auditctl takes none here"
fi

begin "a file opened inside the kernel on behalf of a write"
modprobe zram && mkdir -p /tmp/backing && dd if=/dev/zero of=/tmp/backing/file bs=1M count=1
modprobe loop
loopdev=$(losetup -f)
losetup "$loopdev" /tmp/backing/file
ln -sf "$loopdev" /tmp/backing/dev
if [ -e /sys/block/zram0/backing_dev ]; then
	rule -a always,exit -F dir=/tmp/backing -k inside
	rule -a always,exit -F dir=/dev -F arch=b64 -S write -k inside-dev
	work() { echo "/tmp/backing/dev" > /sys/block/zram0/backing_dev; echo 1 > /sys/block/zram0/reset; call write -1 b:8 8; }
	same "inside" work && seen "the write is recorded" 'syscall=1 .*key="inside'
	ok "a write without names is skipped" skips write -1 b:8 8
else
	skip "a write that opens a file inside the kernel" "this kernel's zram has no backing_dev"
fi
losetup -d "$loopdev"

if [ "$AFP_ARG" = verify ]; then
	load_module $AFP_LOAD
	is "verify: no decision was wrong" "$(stat mismatches)" 0
fi
