#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# mutate.sh [--kernel LABEL] [MUTANT...] - break the module on purpose, in each
# of the ways of tests/mutants, and see make check fail for it.
#
# A mutant is a patch; before it stand what it breaks and the streams of
# check.sh, without the kernel, that must find it. These alone are run, on one
# kernel (6.12), on a copy of the tree. A mutant is caught when a test that was
# made for such a mistake fails: one that does not apply or does not build is
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
# try PATCH - run what must catch it
try()
{
	local name patch streams out caught

	name=$(basename "$1" .patch)
	patch=tests/mutants/$name.patch
	[ -r "$patch" ] || die "no mutant $name in tests/mutants"
	streams=$(sed -n 's/^Caught by: //p' "$patch")
	rm -rf "$scratch/tree"
	mkdir "$scratch/tree"
	git ls-files -z | tar -c --null -T - | tar -x -C "$scratch/tree"
	if ! patch -s -p0 -d "$scratch/tree" < "$patch"; then
		result 1 "$name: the patch applies"
		return
	fi
	# unit as it is, all others by kernel
	# shellcheck disable=SC2001
	streams=$(for s in $streams; do
		case $s in unit|model) echo "$s" ;; *) echo "$s-$kernel" ;; esac
	done)
	say "mutant $name: $(head -n 1 "$patch") Run: ${streams//$'\n'/ }"
	out=$scratch/out
	(cd "$scratch/tree" && tests/check.sh --kernels "$kernel" \
		--only "${streams//$'\n'/ }") > "$out" 2> "$scratch/err" || true
	if ! tail -n 1 "$out" | grep -q ' passed, '; then
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
