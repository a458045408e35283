# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Helpers for the guest's scripts, which busybox sh sources.  Results go to
# descriptor 3; everything that commands print goes elsewhere by itself.

AFP_SYS=/sys/kernel/audit_fastpath
AFP_RESULTS=/run/afp/results

# results - how many there are so far.  A file, because tests run in processes
# of their own.
results()
{
	if [ -e "$AFP_RESULTS" ]; then wc -c < "$AFP_RESULTS"; else echo 0; fi
}

result()
{
	printf . >> "$AFP_RESULTS"
	printf '%s\n' "$1" >&3
}

# ok TEXT COMMAND... - passes when the command succeeds
ok()
{
	afp_text=$1
	shift
	if "$@"; then
		result "ok - $AFP_TEST: $afp_text"
	else
		not_ok "$afp_text"
		diag "failed: $*"
		return 1
	fi
}

not_ok()
{
	result "not ok - $AFP_TEST: $*"
}

# is TEXT GOT WANT
is()
{
	if [ "$2" = "$3" ]; then
		result "ok - $AFP_TEST: $1"
	else
		not_ok "$1"
		diag "got  '$2'"
		diag "want '$3'"
		return 1
	fi
}

# skip TEXT WHY
skip()
{
	result "ok - $AFP_TEST: $1 # SKIP $2"
}

# diag TEXT... - shown with the results, counted as none
diag()
{
	printf '# %s\n' "$*" >&3
}

# wait_for SECONDS COMMAND... - until the command succeeds
wait_for()
{
	afp_tries=$(($1 * 20))
	shift
	until "$@" > /dev/null 2>&1; do
		afp_tries=$((afp_tries - 1))
		[ $afp_tries -gt 0 ] || return 1
		sleep 0.05
	done
}

# The module

load_module()
{
	modprobe audit_fastpath "$@"
}

unload_module()
{
	! loaded || timeout 180 rmmod audit_fastpath
}

loaded()
{
	[ -d /sys/module/audit_fastpath ]
}

# stat NAME - a value out of the module's statistics
stat()
{
	awk -v n="$1" '$1 == n { print $2; found = 1 } END { exit !found }' "$AFP_SYS/stats"
}

state_is()
{
	case $(cat "$AFP_SYS/state") in
	"$1"|"$1:"*) return 0 ;;
	esac
	return 1
}

# wait_state STATE [SECONDS] - until the module is in it; "faulted" stands for
# any reason
wait_state()
{
	wait_for "${2:-10}" state_is "$1"
}

# audit

# audit_status NAME - a value out of auditctl -s
audit_status()
{
	auditctl -s | awk -v n="$1" '$1 == n { print $2 }'
}

# rules_load FILE - rule by rule, so that one that is refused does not keep the
# rest out; sets rules_loaded and rules_refused and tells both.  Control lines
# are passed over: the test is in control.
rules_load()
{
	case $1 in /*) afp_rules=$1 ;; *) afp_rules=/afp/rules/$1 ;; esac
	rules_loaded=0 rules_refused=0
	[ -r "$afp_rules" ] || { diag "no rules $afp_rules"; return 1; }
	while read -r afp_rule; do
		case $afp_rule in
		''|\#*|-b*|-f*|-e*|-D*|-i*|-c*|-r*|--*) continue ;;
		esac
		printf '%s\n' "$afp_rule" > /run/afp/rule
		if auditctl -R /run/afp/rule > /dev/null 2> /run/afp/refusal; then
			rules_loaded=$((rules_loaded + 1))
		else
			rules_refused=$((rules_refused + 1))
			echo "refused: $afp_rule: $(head -n 1 /run/afp/refusal)"
		fi
	done < "$afp_rules"
	diag "${1##*/}: $rules_loaded rules loaded, $rules_refused refused"
	[ $rules_loaded -gt 0 ]
}

# listed NUMBER FILE - in a list of ranges?
listed()
{
	tr , '\n' < "$2" | awk -F- -v n="$1" '
		$1 <= n && n <= (NF > 1 ? $2 : $1) { found = 1 }
		END { exit !found }'
}

rules_flush()
{
	auditctl -D > /dev/null
	[ "$(auditctl -l)" = "No rules" ]
}

# Records.  The collector must be outside audit or it would record itself for
# ever under -S all: it is started while no task is audited.  So is any other
# process that is started in that moment; start none.

# collect_start FILE
collect_start()
{
	rm -f "$1"
	auditctl -a task,never > /dev/null || return 1
	collect "$1" &
	afp_collector=$!
	wait_for 10 [ -e "$1" ]
	afp_status=$?
	auditctl -d task,never > /dev/null || return 1
	return $afp_status
}

# collect_stop - the collector sends a marker, reads up to it and ends; fails
# when the marker did not come or a record was lost
collect_stop()
{
	kill -TERM "$afp_collector" && wait "$afp_collector"
}

# records FILE TEXT - how many records of the file hold the text
records()
{
	grep -cF -- "$2" "$1"
}

# clean_up - by init, between tests
clean_up()
{
	unload_module || not_ok "module could be unloaded afterwards"
	if [ "$(audit_status enabled)" = 2 ]; then
		diag "the rules are locked until the end of this boot"
		return
	fi
	auditctl -e 1 > /dev/null
	rules_flush || not_ok "rules could be flushed afterwards"
}
