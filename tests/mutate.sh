#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# mutate.sh [--kernel LABEL] [MUTANT...] - break the module on purpose, in each
# of the ways of tests/mutants, and see make check fail for it.
#
# A mutant is a patch; before it stand what it breaks and what of check.sh must find
# it: streams, without the kernel, or tests of the stream plain. These alone are run,
# on one kernel (6.12), on a copy of the tree. A mutant is caught when a test that
# was made for such a mistake fails: one that does not apply or does not build is
# none. AFP_CACHE needs room for an image more.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/results.sh
. tests/results.sh

kernel=6.12
while [ $# -gt 0 ]; do
	case $1 in
	--kernel) kernel=${2-}; shift ;;
	-*) usage '[--kernel LABEL] [MUTANT...]' ;;
	*) break ;;
	esac
	shift
done
need_root
if [ $# = 0 ]; then
	set -- tests/mutants/*.patch
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# the tests of the stream plain
read -ra plain <<< "$(sed -n "s/^plain='\(.*\)'/\1/p" tests/check.sh)"

# check PLACE... - run them; TAP on stdout
check()
{
	local place streams=() tests=()

	for place; do
		case $place in
		unit|model) streams+=("$place") ;;
		oracle|churn) streams+=("$place-$kernel") ;;
		*) [[ " ${plain[*]} " = *" $place "* ]] || die "make check has no $place"
		   tests+=("$place") ;;
		esac
	done
	[ ${#streams[@]} = 0 ] ||
		tests/check.sh --kernels "$kernel" --only "${streams[*]}"
	[ ${#tests[@]} = 0 ] ||
		tests/vm/run.sh --timeout 900 "$kernel" "${tests[@]}"
}

# try PATCH - run what must catch it
try()
{
	local name patch places out caught

	name=$(basename "$1" .patch)
	patch=tests/mutants/$name.patch
	[ -r "$patch" ] || die "no mutant $name in tests/mutants"
	read -ra places <<< "$(sed -n 's/^Caught by: //p' "$patch")"
	rm -rf "$scratch/tree"
	mkdir "$scratch/tree"
	git ls-files -z | tar -c --null -T - | tar -x -C "$scratch/tree"
	if ! patch -s -p0 -d "$scratch/tree" < "$patch"; then
		result 1 "$name: the patch applies"
		return
	fi
	say "mutant $name: $(head -n 1 "$patch") Run: ${places[*]}"
	out=$scratch/out
	(cd "$scratch/tree" && check "${places[@]}") > "$out" 2> "$scratch/err" || true
	if ! grep -q -e '^1\.\.[1-9]' -e ' passed, ' "$out"; then
		tail -n 20 "$scratch/err" >&2
		result 1 "$name: the tests ran"
		return
	fi
	# a build that fails leaves an empty stream
	caught=$(grep '^not ok' "$out" | grep -v 'the stream is empty$' || true)
	if [ -n "$caught" ]; then
		result 0 "$name: $(grep -c . <<< "$caught") tests fail"
		head -n 5 <<< "$caught" | sed 's/^/#   /'
	else
		tail -n 20 "$scratch/err" >&2
		result 1 "$name: a test fails"
	fi
}

echo "TAP version 13"
for mutant; do
	try "$mutant"
done
plan
