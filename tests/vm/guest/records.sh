# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Not a test: what tests that compare records share. Sourced after lib.sh.

# capture FILE WORK... - run the work, keep its records. The rule that
# keeps the collector out of audit makes for holds when it comes, goes and is
# freed, in which the module skips nothing: they must be over when the work
# begins. Without the module all is done the same, for it is recorded too.
capture()
{
	afp_out=$1
	shift
	collect_start "$afp_out" || return 1
	sleep 0.4
	"$@"
	collect_stop
}

# same TEXT WORK... - the work leaves the same records without the module and
# with it, loaded with $AFP_LOAD; records_seen is their file
same()
{
	afp_same=$1
	shift
	unload_module
	ok "$afp_same: collected on stock" capture /run/afp/off "$@" || return 1
	load_module $AFP_LOAD || { not_ok "$afp_same: module loads"; return 1; }
	ok "$afp_same: module is active" wait_state active || return 1
	ok "$afp_same: collected with the module" capture /run/afp/on "$@" || return 1
	records_seen=/run/afp/on
	if compare /run/afp/off /run/afp/on > /run/afp/compared; then
		result "ok - $AFP_TEST: $afp_same: the same $(cut -d ' ' -f 2 /run/afp/compared) records"
		return 0
	fi
	not_ok "$afp_same: the same records"
	head -n 40 /run/afp/compared | while read -r afp_line; do
		diag "$afp_line"
	done
	return 1
}

# seen TEXT PATTERN - the last comparison was about something
seen()
{
	ok "$1" grep -qE -- "$2" "$records_seen"
}

unseen()
{
	ok "$1" sh -c '! grep -qE -- "$1" "$2"' sh "$2" "$records_seen"
}

# moved STAT CALL... - does making this call 1000 times move the statistic by as
# much? Rules that were removed before may still be freed and make for a hold:
# then once more.
moved()
{
	afp_stat=$1
	shift
	for afp_try in 1 2 3; do
		wait_state active
		afp_before=$(stat "$afp_stat")
		call --times 1000 "$@" > /dev/null
		[ $(($(stat "$afp_stat") - afp_before)) -lt 1000 ] || return 0
		sleep 0.3
	done
	return 1
}

# skips CALL... - is the filter skipped for it, each time?
skips()
{
	moved exit_skipped "$@"
}

# filters CALL... - does it run, each time?
filters()
{
	moved exit_full "$@"
}

# rule RULE... - add a rule; where the module is loaded, wait until it has
# taken it in
rule()
{
	ok "rule $*" auditctl "$@" && { ! loaded || wait_state active; }
}
