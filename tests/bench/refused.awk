# SPDX-License-Identifier: GPL-2.0
# refused.awk ROWS - from rows (see lib.sh), the rules that could not be loaded;
# nothing is printed where all could.

BEGIN { FS = "\t" }

$5 > 0 && !($2 $3 in seen) {
	seen[$2 $3]
	list[$2] = list[$2] sprintf("%s%s %d of %d", list[$2] == "" ? "" : ", ",
				    $3, $5, $4 + $5)
	if (list[$2] == $3 " " $5 " of " ($4 + $5))
		kernels[++n] = $2
}

END {
	if (n)
		print "\nRules that this suite's auditctl or kernel refused (not counted above):"
	for (k = 1; k <= n; k++)
		print "  " kernels[k] ": " list[kernels[k]]
}
