# SPDX-License-Identifier: GPL-2.0
# rows.awk -v label=LABEL FILE - the rows (see lib.sh) in a machine's report.
#
# The report says itself which rule sets and syscalls were to be measured.
# Exit status 1, and the reason on stderr, unless each pair is there once, with
# values that can be; then nothing is printed.

function refuse(why)
{
	print "rows.awk: " why > "/dev/stderr"
	refused = 1
	exit 1
}

function number(text)
{
	return text ~ /^[0-9]+(\.[0-9]+)?$/
}

{ sub(/\r$/, "") }

/^not ok/ { refuse($0) }

/^# guest / {
	release = $3
	sub(/,$/, "", release)
	if ($0 !~ /, mode exact,/)
		refuse("not an exact machine: " $0)
}

/^# sets / { for (i = 3; i <= NF; i++) sets[++nsets] = $i }

/^# calls / { for (i = 3; i <= NF; i++) calls[++ncalls] = $i }

/^# cost / {
	pair = $3 " " $6
	if (NF != 9 || !number($4) || !number($5) || !number($7) || !number($8))
		refuse("cannot be read: " $0)
	if ($9 != "-" && (!number($9) || $9 > 100))
		refuse("not a percentage: " $0)
	if ($7 <= 0 || $8 <= 0)
		refuse("nothing costs nothing: " $0)
	if (pair in row)
		refuse("there twice: " pair)
	row[pair] = sprintf("%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%.3f\t%s", label,
			    release, $3, $4, $5, $6, $7, $8, $7 / $8, $9)
	nrows++
}

# What a machine printed before it died is no result.
/^1\.\.[1-9]/ { ended = 1 }

END {
	if (refused)
		exit 1
	if (release == "")
		refuse("the report does not name the kernel")
	if (!nsets || !ncalls)
		refuse("the report does not say what was to be measured")
	for (s = 1; s <= nsets; s++)
		for (c = 1; c <= ncalls; c++)
			if (!(sets[s] " " calls[c] in row))
				refuse("missing: " calls[c] " under " sets[s])
	if (nrows != nsets * ncalls)
		refuse(nrows " values for " nsets * ncalls " pairs")
	if (!ended)
		refuse("the report has no end")
	for (s = 1; s <= nsets; s++)
		for (c = 1; c <= ncalls; c++)
			print row[sets[s] " " calls[c]]
}
