# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# What it costs, in instructions. Needs a machine that is exact.
. /afp/measure.sh

[ "$AFP_MODE" = exact ] || { not_ok "runs in an exact machine"; exit 0; }

set_load statx1
for call in getpid read; do
	eval "one_$call=$(cost $call)"
	eval "diag stock, one statx rule: $call \$one_$call"
done

for set in statx256 stig debian12-stig pci-dss ospp rhel9-cis ubuntu22-cis ocp4 konstruktoid simp-stig; do
	set_load $set
	for call in getpid read; do eval "stock_$call=$(cost $call)"; done
	load_module
	wait_state active
	for call in getpid read; do
		eval "stock=\$stock_$call one=\$one_$call"
		module=$(cost $call)
		ok "$set: $call at most 1.01 times one rule: $module of $one (stock $stock)" \
			at_most "$module" 1.01 "$one"
	done
	unload_module
done

# with entry=safe, a quiet syscall costs no more than without any rules
set_load none
for call in getpid read; do
	eval "none_$call=$(cost $call)"
	eval "diag stock, no rules: $call \$none_$call"
done
for set in stig neo23x0 auditbeat konstruktoid; do
	set_load $set
	load_module entry=safe
	wait_state active
	for call in getpid read; do
		eval "none=\$none_$call"
		module=$(cost $call)
		ok "$set: entry=safe: $call at most 1.00 times no rules: $module of $none" \
			at_most "$module" 1.00 "$none"
	done
	unload_module
done

# with entry=full, any other that no rule can match
set_load none
none=$(cost stat)
set_load stig
load_module entry=full
wait_state active
module=$(cost stat)
ok "stig: entry=full: stat at most 1.03 times no rules: $module of $none" at_most "$module" 1.03 "$none"
unload_module

# with idle=1 and no rules, what a task costs that audit never looks at
rules_flush
auditctl -a task,never
# a task of its own, created under that rule
never=$(cost getpid)
rules_flush
load_module idle=1
wait_state active
module=$(cost getpid)
ok "idle=1: getpid at most 1.02 times task,never: $module of $never" at_most "$module" 1.02 "$never"
unload_module

# a set bit: with no names collected, and with one. A call with a name runs the
# same hook once more, for the bucket of the name's inode.
for call in getpid stat; do
	rules_flush
	auditctl -a always,exit -F arch=b64 -S $call -F uid=123456
	stock=$(cost $call)
	load_module
	wait_state active
	module=$(cost $call)
	ok "a set bit of $call costs at most 20 over stock: $module of $stock" at_most "$(less "$module" "$stock")" 1 20
	unload_module
	load_module entry=safe
	wait_state active
	diag "a set bit of $call with entry=safe: $(cost $call)"
	unload_module
done

# case 2: flat in the number of rules
flat=
for n in 0 1 10 50 100 130; do
	set_load statx$n
	load_module
	wait_state active
	this=$(cost stat)
	[ $n = 0 ] || { [ -n "$flat" ] || flat=$this
		ok "2: stat under $n rules: $this" at_most "$this" 1.005 "$flat"; }
	unload_module
done

# a resync of 500 rules
set_load statx500
load_module
wait_state active
ns=$(awk '$1 == "resync_ns_last" { print $2 }' $AFP_SYS/stats)
ok "a resync of 500 rules takes at most 1,000,000: $ns" [ "$ns" -le 1000000 ]
unload_module
