# SPDX-License-Identifier: GPL-2.0
# curves.awk -v call=SYSCALL ROWS - from rows (see lib.sh), what gnuplot reads:
# a block for each kernel, headed by its name, then lines of RULES STOCK MODULE
# for rule sets that cannot match (none, statxN).

BEGIN { FS = "\t" }

$6 == call && $3 ~ /^(none|statx[0-9]+)$/ {
	if ($2 != kernel) {
		if (kernel != "")
			print "\n"
		kernel = $2
		print "\"" kernel "\""
	}
	print $4, $7, $8
}
