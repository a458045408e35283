# SPDX-License-Identifier: GPL-2.0
# text.awk [-v kernel=0] ROWS - rows (see lib.sh) as an aligned table, without
# the column of kernels if there is but one to be told.

BEGIN {
	FS = "\t"
	if (kernel == "")
		kernel = 1
	add("kernel", "rule set", "rules", "syscall", "stock", "module", "ratio", "skipped")
}

function add(k, set, rules, call, stock, module, ratio, skipped,    i)
{
	n++
	cell[n, 1] = k
	cell[n, 2] = set
	cell[n, 3] = rules
	cell[n, 4] = call
	cell[n, 5] = stock
	cell[n, 6] = module
	cell[n, 7] = ratio
	cell[n, 8] = skipped
	for (i = 1; i <= 8; i++)
		if (length(cell[n, i]) > width[i])
			width[i] = length(cell[n, i])
}

{
	add($2, $3, $4, $6, sprintf("%.0f", $7), sprintf("%.0f", $8),
	    sprintf("%.2f", $9), $10 == "-" ? "-" : sprintf("%.0f %%", $10))
	# a line of air where a group ends, but not if groups are single rows
	first[n] = $2 != lastkernel || ($3 != lastset && $6 != lastcall)
	lastkernel = $2
	lastset = $3
	lastcall = $6
}

END {
	for (r = 1; r <= n; r++) {
		line = ""
		for (i = kernel ? 1 : 2; i <= 8; i++)
			line = line sprintf("%" (i <= 2 || i == 4 ? "-" : "") width[i] "s  ",
					    cell[r, i])
		sub(/ +$/, "", line)
		if (r > 1 && first[r])
			print ""
		print line
	}
}
