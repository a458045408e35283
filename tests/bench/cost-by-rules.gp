# SPDX-License-Identifier: GPL-2.0
# gnuplot -c cost-by-rules.gp DATA SYSCALL svg|png PICTURE - cost of a syscall
# against the number of rules that cannot match it.  DATA is from curves.awk.

data = ARG1
if (ARG3 eq "svg") {
	set terminal svg noenhanced size 900,600 font "Helvetica,Arial,sans-serif,15" \
		background "white" dashlength 0.7
} else {
	set terminal pngcairo noenhanced size 1800,1200 font "sans,15" \
		background "white" dashlength 0.7 linewidth 1.5
}
set output ARG4

stats data using 1:2 nooutput
kernels = STATS_blocks

array colour[3] = ["#0072b2", "#d55e00", "#009e73"]
of(k) = colour[k % 3 + 1]
# the curves with the module lie on one another: shapes tell them apart
shape(k) = 4 + 2 * (k % 3)

set title "One ".ARG2."(2), by the number of audit rules that cannot match it, stock and with audit_fastpath"
set xlabel "rules (-a always,exit -S statx)"
set ylabel "instructions per call"
set xrange [0:STATS_max_x * 1.02]
set yrange [0:STATS_max_y * 1.05]
set border 3 linecolor "#555555"
set tics nomirror out textcolor "#000000"
set grid linetype 1 linecolor "#dddddd"
# A column for stock, a column for the module; below, where no curve crosses it,
# and with room to spare: who shows an SVG has fonts of another width.
set key below Left reverse samplen 3 spacing 1.15 width 3 vertical maxrows kernels

plot for [k = 0:kernels - 1] data index k using 1:2 with linespoints \
		linecolor rgb of(k) linewidth 2 pointtype 7 pointsize 0.7 \
		title columnheader(1)." stock", \
	for [k = 0:kernels - 1] data index k using 1:3 with linespoints \
		linecolor rgb of(k) linewidth 2 dashtype 2 pointtype shape(k) pointsize 0.9 \
		title columnheader(1)." with module"
