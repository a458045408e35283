# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Shared by the scripts here; sourced, never run.

# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

BENCH=$AFP_TOP/tests/bench
# Decimal points are points.
export LC_ALL=C

# Rows, between the scripts here, are lines of ten fields separated by tabs:
#	LABEL RELEASE SET RULES REFUSED SYSCALL STOCK MODULE RATIO SKIPPED
# as rows.awk makes them.

# rows LABEL FILE - the rows in what the machine reported (tests/vm/run.sh,
# guest/bench.sh); fails and says why if any is missing or in doubt
rows()
{
	awk -v label="$1" -f "$BENCH/rows.awk" "$2"
}

# measure LABEL SETS SYSCALLS SECONDS FILE - boot the label's stock kernel and
# measure; keep the report in FILE, print its rows
measure()
{
	if ! "$AFP_VM/run.sh" --exact --timeout "$4" "$1" "bench:$2:$3" > "$5"; then
		grep '^not ok' "$5" >&2 || true
		die "$1: not everything could be built, booted or measured: see above, and $5"
	fi
	rows "$1" "$5" || die "$1: the report in $5 is not complete"
}

# Rows of a file as ...

# text FILE [AWK OPTION...] - a table with its legend
text()
{
	local file=$1

	shift
	awk "$@" -f "$BENCH/text.awk" "$file"
	awk -f "$BENCH/refused.awk" "$file"
	cat <<-'END'

	stock, module  instructions for one call: kernel as it is, and with audit_fastpath
	ratio          stock divided by module
	skipped        share of the runs of the kernel's exit filter that the module
	               skipped; "-": the kernel came to none
	END
}

json()
{
	awk -f "$BENCH/json.awk" "$1"
}

# markdown FILE - a few wide tables for each kernel
markdown()
{
	awk -f "$BENCH/markdown.awk" "$1"
}

# curves SYSCALL FILE - for gnuplot
curves()
{
	awk -v call="$1" -f "$BENCH/curves.awk" "$2"
}
