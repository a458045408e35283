# SPDX-License-Identifier: GPL-2.0
#
# Makes one TAP stream of several. Input is that of run.sh: each program's
# output between "@begin NAME" and "@end STATUS". A program that ends before
# its plan is done, or badly without having said why, is a failure of its own.

function result(ok, text)
{
	print (ok ? "ok " : "not ok ") ++n " - " name ": " text
	if (!ok)
		failed++
}

BEGIN {
	print "TAP version 13"
}

/^@begin / {
	name = $2
	planned = seen = failed_here = 0
	next
}

/^@end / {
	if (!planned || seen != planned || ($2 != 0 && !failed_here))
		result(0, "ended with status " $2 " after " seen " of " \
		       planned " tests")
	next
}

/^1\.\.[0-9]+/ {
	planned += substr($1, 4)
	next
}

/^(not )?ok / {
	seen++
	good = $1 == "ok"
	text = $0
	sub(/^(not )?ok *[0-9]* *(- *)?/, "", text)
	# cmocka 1.1 calls a skipped test "not ok N # SKIP name"
	if (text ~ /# *SKIP/) {
		skipped++
		good = 1
		if (text ~ /^# *SKIP/) {
			sub(/^# *SKIP */, "", text)
			text = text " # SKIP"
		}
	}
	if (!good)
		failed_here++
	result(good, text)
	next
}

# what cmocka says of a whole group
/^# (not )?ok - / {
	next
}

/^#/ {
	print
	next
}

NF {
	print "# " $0
}

END {
	print "1.." n + 0
	printf "# %d passed, %d failed, %d skipped\n", n - failed - skipped,
	       failed, skipped
	exit failed || !n
}
