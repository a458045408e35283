# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Not a test: how tests measure, in a machine that is exact. Sourced after
# lib.sh.

# cost SYSCALL [ITERATIONS REPETITIONS WARMUP] - instructions for one, the
# median; of 21 times 100 unless told: a timer tick comes every one to four
# million instructions and costs some thousands, and most repetitions must be
# without
cost()
{
	audit_bench -s "$1" -n "${2:-100}" -r "${3:-21}" -w "${4:-200}" |
		awk '$1 == "median" { print $2 }'
}

# set_load SET - a file of rules, or statxN: N rules of which none can match
# what is measured; sets rules_loaded and rules_refused
# shellcheck disable=SC2034
set_load()
{
	rules_flush
	rules_loaded=0 rules_refused=0
	case $1 in
	none) ;;
	statx*)
		afp_n=0
		while [ $afp_n -lt "${1#statx}" ]; do
			afp_n=$((afp_n + 1))
			echo "-a always,exit -F arch=b64 -S statx -F uid=$((100000 + afp_n))"
		done > /run/afp/statx
		auditctl -R /run/afp/statx > /dev/null
		rules_loaded=$afp_n
		;;
	*) rules_load "$1.rules" ;;
	esac
}

# at_most A FACTOR B - A <= FACTOR * B, in decimals
at_most()
{
	awk -v a="$1" -v f="$2" -v b="$3" 'BEGIN { exit !(a <= f * b) }'
}

# less A B
less()
{
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a - b }'
}

# now - nanoseconds, which are instructions
now()
{
	awk '/^now at/ { print $3 }' /proc/timer_list
}
