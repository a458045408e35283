#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# selftest.sh - do the formatters say what was measured, and refuse what is not
# whole?  Fed with reports made up here.  Prints TAP; needs no root, no machine.
# JSON is read with python3 or jq; without both those points are skipped.
set -euo pipefail
# shellcheck source=tests/bench/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=tests/results.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../results.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# is TEXT GOT WANT
is()
{
	if [ "$2" = "$3" ]; then
		result 0 "$1"
	else
		result 1 "$1"
		diff <(echo "$3") <(echo "$2") | sed 's/^/# /' || true
	fi
}

# refuses TEXT REASON [SED SCRIPT] - the report, after the script has damaged
# it, gives no rows, fails, and the reason is told
refuses()
{
	local status=0

	sed "${3:-}" "$work/report" > "$work/damaged"
	rows 6.12 "$work/damaged" > "$work/out" 2> "$work/err" || status=$?
	if [ $status = 1 ] && [ ! -s "$work/out" ] && grep -qF -- "$2" "$work/err"; then
		result 0 "refused: $1"
	else
		result 1 "refused: $1"
		sed 's/^/# /' "$work/out" "$work/err"
	fi
}

cat > "$work/report" <<'END'
TAP version 13
# guest 6.12.9+deb13-amd64, mode exact, 1 CPU
# begin bench:none+statx10+odd:getpid+openclose
# sets none statx10 odd
# calls getpid openclose
# cost none 0 0 getpid 472.344 472.344 -
# cost none 0 0 openclose 9227.648 9227.540 -
ok 1 - 6.12 bench: none
# cost statx10 10 0 getpid 985.344 881.500 100.0
# cost statx10 10 0 openclose 11189.424 10982.508 99.6
ok 2 - 6.12 bench: statx10
# odd.rules: 46 rules loaded, 6 refused
# cost odd 46 6 getpid 1380.344 1390.344 0.0
# cost odd 46 6 openclose 12256.840 6128.420 50.1
ok 3 - 6.12 bench: odd
# end bench:none+statx10+odd:getpid+openclose
1..3
END
# The order in the report does not matter, that of the plan does.
sed -e 's/$/\r/' -e '/cost none 0 0 getpid/d' \
	-e '/^1\.\./i # cost none 0 0 getpid 472.344 472.344 -\r' \
	"$work/report" > "$work/shuffled"

want=$(printf '6.12\t6.12.9+deb13-amd64\t%s\n' \
	$'none\t0\t0\tgetpid\t472.344\t472.344\t1.000\t-' \
	$'none\t0\t0\topenclose\t9227.648\t9227.540\t1.000\t-' \
	$'statx10\t10\t0\tgetpid\t985.344\t881.500\t1.118\t100.0' \
	$'statx10\t10\t0\topenclose\t11189.424\t10982.508\t1.019\t99.6' \
	$'odd\t46\t6\tgetpid\t1380.344\t1390.344\t0.993\t0.0' \
	$'odd\t46\t6\topenclose\t12256.840\t6128.420\t2.000\t50.1')
is "rows" "$(rows 6.12 "$work/report")" "$want"
is "rows of another order, with carriage returns" "$(rows 6.12 "$work/shuffled")" "$want"

refuses "a row is missing" "missing: openclose under statx10" '/statx10 10 0 openclose/d'
refuses "a rule set is missing" "missing: getpid under odd" '/cost odd/d'
refuses "a row is there twice" "there twice: none getpid" '/none 0 0 getpid/p'
refuses "a row nobody asked for" "7 values for 6 pairs" \
	'/none 0 0 getpid/{p;s/none/other/}'
refuses "a row without its last field" "cannot be read" 's/ 50\.1$//'
refuses "an empty value" "cannot be read" 's/881.500 //'
refuses "a value that is no number" "cannot be read" 's/881.500/nan/'
refuses "a cost of nothing" "nothing costs nothing" 's/881.500/0.000/'
refuses "more skipped than there was" "not a percentage" 's/100.0$/100.1/'
refuses "a machine that is not exact" "not an exact machine" 's/mode exact/mode plain/'
refuses "no name of a kernel" "does not name the kernel" '/^# guest/d'
refuses "no plan" "does not say what was to be measured" '/^# calls/d'
refuses "a test that failed" "not ok 3 - 6.12 bench: odd" 's/^ok 3/not &/'
refuses "no end" "has no end" '/^1\.\./d'
refuses "nothing at all" "does not name the kernel" 'd'

rows 6.12 "$work/report" > "$work/rows"
is "a table" "$(text "$work/rows" -v kernel=0 | sed -n 1,12p)" "\
rule set  rules  syscall    stock  module  ratio  skipped

none          0  getpid       472     472   1.00        -
none          0  openclose   9228    9228   1.00        -

statx10      10  getpid       985     882   1.12    100 %
statx10      10  openclose  11189   10983   1.02    100 %

odd          46  getpid      1380    1390   0.99      0 %
odd          46  openclose  12257    6128   2.00     50 %

Rules that this suite's auditctl or kernel refused (not counted above):"
is "refused rules below it" "$(text "$work/rows" | sed -n 13p)" \
	"  6.12.9+deb13-amd64: odd 6 of 52"
is "a table with kernels" "$(text "$work/rows" | sed -n 3p)" \
	"6.12.9+deb13-amd64  none          0  getpid       472     472   1.00        -"
is "markdown" "$(markdown "$work/rows" | sed -n '5,9p;13,17p')" "\
| rule set | rules | getpid | openclose |
|---|--:|--:|--:|
| none | 0 | 472 → 472 | 9228 → 9228 |
| statx10 | 10 | 985 → 882 | 11189 → 10983 |
| odd | 46 | 1380 → 1390 | 12257 → 6128 |
| rule set | rules | getpid | openclose |
|---|--:|--:|--:|
| none | 0 | – | – |
| statx10 | 10 | 100 | 100 |
| odd | 46 | 0 | 50 |"
is "words" "$(awk -f "$BENCH/skipped.awk" "$work/rows" | tail -n 3)" "\
Under odd the exit filter was
  skipped in part       openclose (50 %)
  never skipped in      getpid"

sed 's/6\.12/7/g' "$work/rows" | cat "$work/rows" - > "$work/both"
is "curves, a block a kernel, of rules that cannot match" \
	"$(curves getpid "$work/both")" '"6.12.9+deb13-amd64"
0 472.344 472.344
10 985.344 881.500


"7.9+deb13-amd64"
0 472.344 472.344
10 985.344 881.500'

# A name that JSON must quote.
sed 's/\todd\t/\t"o\\d"\t/' "$work/rows" > "$work/quoted"
json "$work/quoted" > "$work/json"
want='6 6.12 6.12.9+deb13-amd64 "o\d" 46 6 openclose 12256.84 6128.42 2 50.1 True'
if python3 -c '' 2> /dev/null; then
	got=$(python3 - "$work/json" 2>&1 <<-'END' || true
	import json, sys
	rows = json.load(open(sys.argv[1]))["rows"]
	print(len(rows), *("%g" % v if isinstance(v, float) else v
	      for v in rows[5].values()), rows[0]["skipped_percent"] is None)
	END
	)
	# %g keeps six digits
	is "JSON" "$got" "${want/12256.84/12256.8}"
elif command -v jq > /dev/null; then
	is "JSON" "$(jq -r '"\(.rows | length) \(.rows[5] | map(tostring) | join(" ")) \(
		if .rows[0].skipped_percent == null then "True" else "False" end)"' \
		"$work/json" 2>&1)" "$want"
else
	result 0 "JSON # SKIP neither python3 nor jq"
fi

if command -v gnuplot > /dev/null; then
	curves getpid "$work/both" > "$work/data"
	gnuplot -c "$BENCH/cost-by-rules.gp" "$work/data" getpid svg "$work/svg" \
		> "$work/err" 2>&1 || true
	is "a picture without complaint" "$(cat "$work/err")" ""
	is "it names each curve" "$(grep -oE '<text>.*(stock|module)<' "$work/svg" |
		sed -E 's/<$//; s/.*>//' | sort)" "6.12.9+deb13-amd64 stock
6.12.9+deb13-amd64 with module
7.9+deb13-amd64 stock
7.9+deb13-amd64 with module"
else
	result 0 "a picture # SKIP no gnuplot"
fi

for arguments in --out '--kernels ' '--frobnicate 1' '--kernels 5.4 --sets none'; do
	status=0
	# shellcheck disable=SC2086
	"$BENCH/bench.sh" $arguments > "$work/out" 2> "$work/err" || status=$?
	if [ $status != 0 ] && grep -qE 'usage: |no kernel 5.4' "$work/err" && [ ! -s "$work/out" ]; then
		result 0 "bench.sh refuses: $arguments"
	else
		result 1 "bench.sh refuses: $arguments"
	fi
done

plan
