# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# With entry=safe, what each quiet syscall of audit_bench costs under each published
# set, but for the one that has rules for them: no more than without rules. Needs a
# machine that is exact.
. /afp/measure.sh

[ "$AFP_MODE" = exact ] || { not_ok "runs in an exact machine"; exit 0; }

calls='getpid:39 getppid:110 getuid:102 read:0 write:1 pread:17 lseek:8 fstat:5
	poll:7 dup:33 close:3 mprotect:10 futex:202 clock_gettime:228 sched_yield:24'

set_load none
for call in $calls; do
	call=${call%:*}
	eval "none_$call=$(cost $call)"
	eval "diag stock, no rules: $call \$none_$call"
done
for file in /afp/rules/*.rules; do
	set=$(basename "$file" .rules)
	[ "$set" != go-audit-30 ] || continue
	set_load "$set"
	load_module entry=safe
	wait_state active
	judged=0 worst=0
	for call in $calls; do
		if listed "${call#*:}" $AFP_SYS/interest/enter_native; then
			diag "$set: a rule can match ${call%:*}"
			continue
		fi
		call=${call%:*}
		eval "none=\$none_$call"
		module=$(cost $call)
		judged=$((judged + 1))
		if ! at_most "$module" 1.00 "$none"; then
			worst=$((worst + 1))
			diag "$set: $call: $module of $none"
		fi
	done
	is "$set: of $judged quiet calls, those that cost more than without rules" $worst 0
	ok "$set: they are most of them" [ $judged -ge 12 ]
	unload_module
done
