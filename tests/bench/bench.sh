#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# bench.sh [--kernels "6.1 ..."] [--sets A+B] [--syscalls A+B] [--out DIR] -
# what syscalls cost on stock kernels, without the module and with it: every
# rule set, every syscall, every kernel, counted in instructions.
#
#   --kernels   labels of tests/vm/kernels (all of them)
#   --sets      rule sets of tests/rules, none or statxN, joined by + (all)
#   --syscalls  names that audit_bench knows, joined by + (guest/bench.sh's)
#   --out       where the results go (build/bench of this tree)
#
# DIR/bench.txt is a table, DIR/bench.json the same for programs, DIR/bench.md
# the tables of docs/performance.md, DIR/cost-by-rules.svg and .png a picture,
# DIR/LABEL.tap what each machine reported.
set -euo pipefail
shopt -s nullglob
# shellcheck source=tests/bench/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

synopsis='[--kernels "6.1 ..."] [--sets A+B] [--syscalls A+B] [--out DIR]'
read -ra kernels <<< "$(kernel_labels)"
sets=all
calls=all
out=$AFP_TOP/build/bench
# A machine needs some 4 to 8 minutes; this is for slow hosts.
limit=3600
while [ $# -gt 0 ]; do
	[ -n "${2-}" ] || usage "$synopsis"
	case $1 in
	--kernels) read -ra kernels <<< "$2" ;;
	--sets) sets=$2 ;;
	--syscalls) calls=$2 ;;
	--out) out=$2 ;;
	*) usage "$synopsis" ;;
	esac
	shift 2
done
[ ${#kernels[@]} -gt 0 ] || usage "$synopsis"
for k in "${kernels[@]}"; do
	kernel_row "$k"
done
need_root
"$AFP_TOP/tests/deps.sh"

mkdir -p "$out"
out=$(cd "$out" && pwd)
# What an earlier run left must not pass for the results of this one.
rm -f "$out"/bench.{txt,json,md} "$out"/cost-by-rules.{svg,png} "$out"/*.tap
rows=$(mktemp)
data=$(mktemp)
trap 'rm -f "$rows" "$data"' EXIT

for i in "${!kernels[@]}"; do
	k=${kernels[i]}
	say "kernel $k ($((i + 1)) of ${#kernels[@]}): some 5 minutes for all of it"
	measure "$k" "$sets" "$calls" "$limit" "$out/$k.tap" >> "$rows"
done

text "$rows" > "$out/bench.txt"
json "$rows" > "$out/bench.json"
markdown "$rows" > "$out/bench.md"

curves getpid "$rows" > "$data"
if [ ! -s "$data" ]; then
	say "no picture: getpid was not measured under none or a statxN"
elif ! command -v gnuplot > /dev/null; then
	say "no picture: there is no gnuplot"
else
	for type in svg png; do
		gnuplot -c "$BENCH/cost-by-rules.gp" "$data" getpid $type \
			"$out/cost-by-rules.$type"
	done
fi

cat "$out/bench.txt"
say "this table and its siblings are in $out: $(cd "$out" && printf '%s ' bench.* cost-by-rules.*)"
