#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# What aufastpath doctor asks of a kernel is what the module needs: the lists
# of the two cannot drift apart. Prints TAP.

. "$(dirname "$0")/lib_cli.sh"

symbols=$(sed -n 's/^\tX(\([a-z_A-Z]*\), SYMBOL_.*/\1/p' \
	"$top/userspace/doctor_symbols.h")

# The first string in each row of a table of struct afp_symbol, and all strings
# of the tables of names that fill one in a loop
looked_up()
{
	awk 'BEGIN { RS = ";" }
	/struct afp_symbol [a-z_]+\[[^]]*\] = *\{/ {
		while (match($0, /\{ *"[A-Za-z_0-9]+"/)) {
			s = substr($0, RSTART, RLENGTH)
			gsub(/[^A-Za-z_0-9]/, "", s)
			print s
			$0 = substr($0, RSTART + RLENGTH)
		}
	}
	/char \*const functions\[\] = *\{/ {
		while (match($0, /"[A-Za-z_0-9]+"/)) {
			print substr($0, RSTART + 1, RLENGTH - 2)
			$0 = substr($0, RSTART + RLENGTH)
		}
	}' "$top"/module/*.c | sort -u
}
looked_up > "$out"
echo "$symbols" | sort -u | diff - "$out" > "$err"
point $? "doctor knows each symbol that the module looks up, and no other"
[ "$(wc -l < "$out")" -ge 17 ]
point $? "... which are 17 at least"
: > "$err"
calls=$(cat "$top"/module/*.c | grep -cE '(=|return|:) *afp_symbols_resolve\(')
tables=$(cat "$top"/module/*.c | grep -cE 'struct afp_symbol [a-z_]+\[')
echo "calls $calls, tables $tables" > "$out"
[ "$calls" -eq "$tables" ]
point $? "... and no table was overlooked"
# without X86_64, which the trampolines are for
needed=$(sed -n '/CONFIG_X86_64/d;s/^#ifndef CONFIG_\([A-Z0-9_]*\)/\1/p' \
	"$top/module/compat.h")
for option in $needed; do
	grep -q "{ \"$option\", VERDICT_PROBLEM," "$top/userspace/doctor_kernel.c"
	point $? "doctor asks for CONFIG_$option, as module/compat.h does"
done

echo "1..$nr"
[ "$failed" -eq 0 ]
