# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# For scripts that print TAP on stdout; sourced, never run. Before each result
# stands $results_of; what the commands print goes to $results_log.

results_of=
results_log=/dev/null
results=0
results_failed=0

# result STATUS TEXT [FILE] - passed if the status is 0; if not, the end of the file
# may tell why
result()
{
	results=$((results + 1))
	if [ "$1" = 0 ]; then
		echo "ok $results - $results_of$2"
		return
	fi
	results_failed=1
	echo "not ok $results - $results_of$2"
	[ -z "${3-}" ] || tail -n 40 "$3" | sed 's/^/#   /'
}

# ok TEXT COMMAND... - passes when the command succeeds; nothing that it sets is
# left behind
ok()
{
	local text=$1 status=0

	shift
	("$@") > "$results_log" 2>&1 || status=$?
	result $status "$text" "$results_log"
}

# plan - the end; fails if a result did
plan()
{
	echo "1..$results"
	return $results_failed
}
