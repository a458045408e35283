#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh - the fuzz targets as tests, in TAP: each runs the inputs that are
# kept, and then so many new ones that always are the same.
set -uo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")" || exit 1
# shellcheck source=tests/results.sh
. ../results.sh

O=${O:-build}
# TARGET RUNS [OPTION], some seconds each. Looking for leaks changes what the
# fastest one tries next, and nothing can leak there.
targets='btf 400000 -detect_leaks=0
scope 6000
rules 6000
files 4000
words 40000'

make -s O="$O" >&2 || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# judge STATUS TEXT - and show the end of the log, if it failed
judge()
{
	grep -a -v -e '^aufastpath: ' -e '^audit_bench: ' -e '^fuzz: ' -e '^#[0-9]' "$work/log" > "$work/reasons"
	result "$1" "$2" "$work/reasons"
}

# run TARGET ARGUMENT...
run()
{
	local target=$1

	shift
	"$O/$target" -close_fd_mask=1 -timeout=300 -artifact_prefix="$O/$target-" "$@" > "$work/log" 2>&1
}

while read -r target runs option; do
	inputs=("corpus/$target"/*)
	for found in "found/$target"/*; do
		[ -e "$found" ] || continue
		run "$target" "$found"
		judge $? "fuzz $target: found before: ${found##*/}"
	done
	run "$target" "${inputs[@]}"
	judge $? "fuzz $target: the ${#inputs[@]} inputs that are kept"
	options=()
	[ -z "$option" ] || options+=("$option")
	[ ! -e "$target.dict" ] || options+=(-dict="$target.dict")
	mkdir "$work/$target"
	# -use_cmp=0: what it sees compared may be an address, and never twice the same
	run "$target" -seed=1 -use_cmp=0 -runs="$runs" "${options[@]}" "$work/$target" "corpus/$target" &&
		grep -q "^Done $runs runs" "$work/log"
	judge $? "fuzz $target: $runs new inputs"
done <<< "$targets"
plan
