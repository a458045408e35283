# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Not a test: what a kernel that was built with checks (tests/vm/config) knows
# only when all tests are over. Sourced by init. Whatever it finds at once stands
# on the console.

# shellcheck disable=SC2034 # AFP_TEST is read by lib.sh
AFP_LEAKS=/sys/kernel/debug/kmemleak

# leaks - a block is reported when nothing points to it in two scans, and when it
# is older than five seconds. Fails if kmemleak has given up for want of memory:
# then it refuses to scan.
leaks()
{
	for afp_scan in 1 2; do
		sleep 6
		echo scan > $AFP_LEAKS || return 1
	done
	cat $AFP_LEAKS
}

checks_begin()
{
	[ -e $AFP_LEAKS ] || return 0
	# the tests do not answer for what was lost before them
	echo "# $(leaks | grep -c '^unreferenced') blocks lost while booting" >&3
	echo clear > $AFP_LEAKS
}

checks_end()
{
	AFP_TEST=checks
	if [ -e /proc/lockdep_stats ]; then
		# it turns itself off after the first report, and when it is full
		is "lockdep has watched to the end" "$(awk '/debug_locks:/ { print $2 }' /proc/lockdep_stats)" 1
	fi
	if [ -e $AFP_LEAKS ]; then
		ok "kmemleak has watched to the end" leaks > /run/afp/leaks
		is "no memory was lost" "$(grep -c '^unreferenced' /run/afp/leaks)" 0 ||
			head -n 200 /run/afp/leaks | while IFS= read -r afp_line; do diag "$afp_line"; done
	fi
}
