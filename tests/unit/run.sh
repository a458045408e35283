#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# run.sh PROGRAM...: runs test programs that print TAP, and prints one TAP
# stream for all of them. Exit 0 only if each ran to its end and none failed.

here=$(dirname "$0")
errors=$(mktemp) || exit 1
trap 'rm -f "$errors"' EXIT

CMOCKA_MESSAGE_OUTPUT=TAP
export CMOCKA_MESSAGE_OUTPUT

for program; do
	echo "@begin $(basename "$program")"
	"$program" 2>"$errors"
	status=$?
	# cmocka ends its output without a newline
	echo
	sed 's/^/# /' "$errors"
	echo "@end $status"
done | awk -f "$here/run.awk"
