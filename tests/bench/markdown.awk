# SPDX-License-Identifier: GPL-2.0
# markdown.awk ROWS - rows (see lib.sh) as tables of "stock -> module", and of
# what was skipped: a line for each rule set, a column for each syscall, six
# columns to a table.

BEGIN {
	FS = "\t"
	COLUMNS = 6
}

{
	if (!($2 in kernel)) {
		kernel[$2]
		kernels[++nkernels] = $2
	}
	if (!($3 in set)) {
		set[$3]
		sets[++nsets] = $3
	}
	if (!($6 in call)) {
		call[$6]
		calls[++ncalls] = $6
	}
	rules[$2, $3] = $4
	cost[$2, $3, $6] = sprintf("%.0f → %.0f", $7, $8)
	skipped[$2, $3, $6] = $10 == "-" ? "–" : sprintf("%.0f", $10)
}

function table(k, from, what,    s, c, line, under)
{
	line = "| rule set | rules |"
	under = "|---|--:|"
	for (c = from; c < from + COLUMNS && c <= ncalls; c++) {
		line = line " " calls[c] " |"
		under = under "--:|"
	}
	print "\n" line "\n" under
	for (s = 1; s <= nsets; s++) {
		line = "| " sets[s] " | " rules[k, sets[s]] " |"
		for (c = from; c < from + COLUMNS && c <= ncalls; c++)
			line = line " " (what == "cost" ? cost[k, sets[s], calls[c]] : \
					 skipped[k, sets[s], calls[c]]) " |"
		print line
	}
}

END {
	for (k = 1; k <= nkernels; k++) {
		if (k > 1)
			print ""
		print "### " kernels[k] "\n\nInstructions per call, stock → with the module:"
		for (c = 1; c <= ncalls; c += COLUMNS)
			table(kernels[k], c, "cost")
		print "\nRuns of the exit filter skipped, in percent:"
		COLUMNS = 12
		for (c = 1; c <= ncalls; c += COLUMNS)
			table(kernels[k], c, "skipped")
		COLUMNS = 6
	}
}
