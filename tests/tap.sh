#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tap.sh [FILE...] - merge TAP streams into one (stdin when none is named).
#
# Results are renumbered and everything else is printed as it came.  What failed
# is listed once more at the end, with the first of the comments that followed.
# The last line is "N passed, N failed", with ", N skipped" where there are any:
# a skip is no pass.  A stream that promised more results than it gave, or none at
# all, is a failure.  Exit status 1 if anything failed or nothing passed.
set -euo pipefail

awk '
function end_of_stream() {
	if (name == "")
		return
	if (bail)
		fail(name ": bailed out")
	else if (plan == "")
		fail(name ": the stream ends without a plan")
	else if (plan != seen)
		fail(name ": " plan " results were planned and " seen " came")
}
function fail(text) {
	print "not ok " ++n " - " text
	fflush()
	remember(text)
}
function remember(text) {
	failures[++failed] = "# failed: " n " - " text
}
BEGIN { print "TAP version 13" }
# A further version line begins another stream, also within one file: unit
# test programs and machines may simply be run one after the other.
FNR == 1 || /^TAP version/ {
	if (FNR == 1 || seen || plan != "")
		end_of_stream()
	begun[FILENAME] = 1
	name = FILENAME == "" || FILENAME == "-" ? "results" : FILENAME
	sub(".*/", "", name)
	plan = ""; seen = 0; bail = 0; follow = 0
}
/^TAP version/ { next }
/^1\.\.[0-9]+/ {
	plan = substr($1, 4) + 0
	# "1..0 # SKIP why" is a skip of the whole stream
	if (plan == 0 && toupper($0) ~ /# *SKIP/) {
		skipped++
		sub(/^1\.\.0 */, "")
		print "ok " ++n " - " name " " $0
	}
	next
}
/^(not )?ok([ \t]|$)/ {
	seen++
	bad = /^not/
	follow = bad ? 6 : 0
	text = $0
	sub(/^(not )?ok[ \t]*[0-9]*[ \t]*(- *)?/, "", text)
	print (bad ? "not ok " : "ok ") ++n " - " text
	fflush()
	if (toupper(text) ~ /# *SKIP/)
		skipped++
	else if (bad)
		remember(name ": " text)
	else
		passed++
	next
}
/^Bail out!/ { bail = 1 }
/^#/ && follow-- > 0 { failures[failed] = failures[failed] "\n" $0 }
{ print; fflush() }
END {
	end_of_stream()
	for (i = 1; i < ARGC; i++)
		if (!(ARGV[i] in begun))
			fail(ARGV[i] ": the stream is empty")
	print "1.." n + 0
	if (!n)
		print "# nothing ran"
	for (i = 1; i <= failed; i++)
		print failures[i]
	printf "%d passed, %d failed%s\n", passed, failed,
		skipped ? ", " skipped " skipped" : ""
	exit failed || !passed
}' "$@"
