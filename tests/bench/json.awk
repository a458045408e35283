# SPDX-License-Identifier: GPL-2.0
# json.awk ROWS - rows (see lib.sh) as JSON.

function quote(text)
{
	gsub(/\\/, "&&", text)
	gsub(/"/, "\\\"", text)
	return "\"" text "\""
}

BEGIN {
	FS = "\t"
	print "{"
	print "  \"machine\": \"QEMU TCG, -icount shift=0, one CPU, mitigations=off\","
	print "  \"unit\": \"instructions per call\","
	print "  \"ratio\": \"stock divided by module\","
	print "  \"skipped_percent\": \"runs of the exit filter that the module skipped; null: the kernel came to none\","
	printf "  \"rows\": ["
}

{
	printf "%s\n    {\"label\": %s, \"kernel\": %s, \"set\": %s, ", sep,
		quote($1), quote($2), quote($3)
	printf "\"rules\": %s, \"rules_refused\": %s, \"syscall\": %s, ", $4, $5, quote($6)
	printf "\"stock\": %s, \"module\": %s, \"ratio\": %s, ", $7, $8, $9
	printf "\"skipped_percent\": %s}", $10 == "-" ? "null" : $10
	sep = ","
}

END { print "\n  ]\n}" }
