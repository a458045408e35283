#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# check.sh [--full] [--kernels "LABEL..."] [--only "STREAM..."] - all tests; the
# last line is "N passed, N failed". Installs what it needs; must be run as root.
#
# A stream is what is said to begin and to end; STREAM is a shell pattern.
#
# Two streams run at a time, and machines with two CPUs alone. --full adds what
# takes long: the cases in each tier of the hook, the Ansible role, the packages in
# machines with systemd; on every kernel and not on one, Secure Boot, all commands
# of the tools and 10,000 rules; and more rounds of what happens under load.
set -uo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
set +e

full=0
kernels=$(kernel_labels)
only='*'
while [ $# -gt 0 ]; do
	case $1 in
	--full) full=1 ;;
	--kernels) kernels=${2-}; shift ;;
	--only) only=${2-}; shift ;;
	*) usage '[--full] [--kernels "LABEL..."] [--only "STREAM..."]' ;;
	esac
	shift
done
need_root
tests/deps.sh || die "what the tests need could not be installed"

streams=$(mktemp -d)
trap 'rm -rf "$streams"' EXIT

# wanted STREAM... - is one of them to run?
wanted()
{
	local name pattern

	for name; do
		while read -r pattern; do
			# shellcheck disable=SC2053
			[[ $name != $pattern ]] || return 0
		done <<< "${only// /$'\n'}"
	done
	return 1
}

# chosen KERNEL - is this the kernel for what is too long for each, or --full?
chosen()
{
	[ $full = 1 ] || [ "$1" = 6.12 ]
}

# run NAME COMMAND... - a stream of its own; a command that dies without a
# plan fails by that
run()
{
	local name=$1

	shift
	wanted "$name" || return 0
	say "begin: $name"
	"$@" > "$streams/$name.tap" 2> "$streams/$name.err"
	if grep -q '^not ok' "$streams/$name.tap" || ! grep -q '^1\.\.' "$streams/$name.tap"; then
		say "FAILED: $name"
		grep -A 5 '^not ok' "$streams/$name.tap" | head -n 40 >&2
		tail -n 60 "$streams/$name.err" >&2
	else
		say "end: $name"
	fi
}

# start NAME COMMAND... - the same, beside another one
start()
{
	wanted "$1" || return 0
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do
		wait -n
	done
	run "$@" &
}

# Roots, kernels and images, one by one: they share locks.
images()
{
	local k

	for k in $kernels; do
		wanted {plain,tools,oracle,install,exact,tiers,secureboot,races,churn}-"$k" || continue
		tests/vm/image.sh "$k" > /dev/null 2> "$streams/image-$k.err" || {
			tail -n 40 "$streams/image-$k.err" >&2
			say "FAILED: the image of $k"
		}
	done
}

images &
imaging=$!
start unit make -s -C tests/unit asan
start model tests/model/run.sh
start fuzz tests/fuzz/run.sh
start bench-selftest tests/bench/selftest.sh
wait $imaging

# The boots of one kernel, the longest first. locked comes last in its own, for
# its rules stay; tools comes first in its own, for doctor reads the log.
oracle='oracle:go-audit-30+auditbeat+ubuntu22-cis+stig:1-2:rotate'
tools='explain export tiers'
plain='boot cases params counters verify entry full idle locked'
more='cases:direct cases:ftrace cases:kprobe cases:verify'
for k in $kernels; do
	# on one kernel, or with --full
	commands='' costs=exact
	if chosen "$k"; then
		commands=tools costs='exact many'
	fi
	[ $full = 0 ] || costs+=' quiet'
	start "oracle-$k" tests/vm/run.sh --timeout 900 "$k" "$oracle"
	# shellcheck disable=SC2086
	start "tools-$k" tests/vm/run.sh --timeout 900 "$k" $commands $tools
	# shellcheck disable=SC2086
	start "plain-$k" tests/vm/run.sh --timeout 900 "$k" $plain
	# shellcheck disable=SC2086
	start "exact-$k" tests/vm/run.sh --exact --timeout 1800 "$k" $costs
	start "install-$k" tests/vm/install.sh "$k"
	if chosen "$k"; then
		start "secureboot-$k" tests/vm/secureboot.sh "$k"
	fi
	if [ $full = 1 ]; then
		# shellcheck disable=SC2086
		start "tiers-$k" tests/vm/run.sh --timeout 1800 "$k" $more
	fi
done
start dashboard tests/fleet/dashboard.sh
if [ $full = 1 ]; then
	for k in 6.1 6.12; do
		start "ansible-$k" tests/fleet/ansible.sh "$k"
	done
	for suite in bookworm trixie; do
		start "packages-$suite" tests/vm/packages.sh "$suite"
	done
fi
wait
rounds=20 reloads=5
[ $full = 0 ] || rounds=100 reloads=100
for k in $kernels; do
	changes=1000
	! chosen "$k" || changes=2000
	run "races-$k" tests/vm/run.sh --races --timeout 1200 "$k" life:$rounds reload:$reloads
	run "churn-$k" tests/vm/run.sh --races --timeout 1200 "$k" churn:$changes
done

tests/tap.sh "$streams"/*.tap
