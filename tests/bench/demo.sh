#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# demo.sh - what the module does, from a bare Debian to a table: installs what
# it takes, builds the module with DKMS for a stock Debian kernel, boots that
# kernel in QEMU, and counts what syscalls cost under published rule sets.
set -euo pipefail
# shellcheck source=tests/bench/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

[ $# = 0 ] || usage ''
need_root
kernel=6.12
rows=$(mktemp)
report=
trap leave EXIT

leave()
{
	local status=$?

	rm -f "$rows"
	if [ $status = 0 ]; then
		rm -f "$report"
	else
		say "the demonstration failed (status $status); the reason stands above"
	fi
}

# cost SET SYSCALL COLUMN - out of the rows, as a whole number
cost()
{
	awk -F '\t' -v s="$1" -v c="$2" -v f="$3" \
		'$3 == s && $6 == c { printf "%.0f", $f }' "$rows"
}

say "up to 10 minutes the first time, downloads included; less than 2 later"
say "installing what is missing on this machine"
"$AFP_TOP/tests/deps.sh"
report=$(mktemp)
measure $kernel none+stig+neo23x0 getpid+read+stat+openclose 600 "$report" > "$rows"
say "done"

release=$(cut -f 2 "$rows" | head -n 1)
cat << END

audit_fastpath on Debian's stock kernel $release

Rule sets as published: stig for the DISA STIG, neo23x0 by Florian Roth.
The numbers are instructions that the processor executes for one call, counted
exactly by an emulator; openclose is two calls, openat and close.  Fewer is
better.

END
text "$rows" -v kernel=0
echo
awk -f "$BENCH/skipped.awk" "$rows"
cat << END

What that means: once there are audit rules, the kernel tests every rule at the
end of every syscall.  audit_fastpath knows which syscalls the rules can match
and spares the others that walk: under stig, getpid goes from $(cost stig getpid 7) to $(cost stig getpid 8).
What is left over the $(cost none getpid 7) without rules is audit preparing a record at the start
of the syscall, which this part of the module leaves alone.

neo23x0 has rules "never" for all syscalls (such as "-a exit,never -S all -F
exe=...").  They could decide any call, so the module skips nothing there and
only adds its own test: getpid goes from $(cost neo23x0 getpid 7) to $(cost neo23x0 getpid 8).

All rule sets on all kernels: make bench
END
