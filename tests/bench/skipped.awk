# SPDX-License-Identifier: GPL-2.0
# skipped.awk ROWS - from rows (see lib.sh), in words: for each rule set, in
# which syscalls how many runs of the exit filter were skipped.

BEGIN { FS = "\t" }

function list(text, name)
{
	return text == "" ? name : text ", " name
}

$10 != "-" {
	if (!($3 in known)) {
		known[$3]
		sets[++n] = $3
	}
	if ($10 >= 99)
		all[$3] = list(all[$3], $6)
	else if ($10 > 1)
		some[$3] = list(some[$3], sprintf("%s (%.0f %%)", $6, $10))
	else
		none[$3] = list(none[$3], $6)
}

END {
	for (s = 1; s <= n; s++) {
		print "Under " sets[s] " the exit filter was"
		if (all[sets[s]])
			print "  skipped in every      " all[sets[s]]
		if (some[sets[s]])
			print "  skipped in part       " some[sets[s]]
		if (none[sets[s]])
			print "  never skipped in      " none[sets[s]]
	}
}
