# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# What syscalls cost under rule sets, without the module and with it, for
# tests/bench to make tables of; no test but for "it could all be measured".
# Needs a machine that is exact.
#
# The argument is SETS[:SYSCALLS], each joined by + or "all", which is also
# the default. The lines that count:
#	# sets SET...
#	# calls SYSCALL...
#	# cost SET LOADED REFUSED SYSCALL STOCK MODULE SKIPPED
# LOADED and REFUSED are numbers of rules, STOCK and MODULE instructions for
# one call, SKIPPED is the share in percent of the runs of the exit filter that
# the module skipped, or - when the kernel did not come to its exit filter.
# shellcheck source=tests/vm/guest/measure.sh
. /afp/measure.sh

[ "$AFP_MODE" = exact ] || { not_ok "runs in an exact machine"; exit 0; }

# Short enough for most repetitions to pass without a timer tick: the median
# is then the bare cost.
iterations=100
repetitions=21
warmup=100

# named LIST - its names, one a line
named()
{
	echo "$1" | tr '+' '\n'
}

all_sets()
{
	printf '%s\n' none statx1 statx10 statx50 statx100 statx130 statx256
	for file in /afp/rules/*.rules; do
		basename "$file" .rules
	done
}

all_calls()
{
	printf '%s\n' getpid read write fstat poll futex \
		stat openclose mprotect mmapmunmap chmod mkdirrmdir
}

# runs - how often the exit filter was skipped and how often it ran, so far
runs()
{
	awk '$1 == "exit_skipped" { s = $2 } $1 == "exit_full" { f = $2 }
		END { print s, f }' "$AFP_SYS/stats"
}

# share N SKIPPED FULL (three times) - in percent, between the second and the
# third time, less what the second has over the first: the same programs with
# next to no calls. N calls were made, so fewer runs than half of that are
# noise, as are a few too many of the one kind and too few of the other.
share()
{
	echo "$*" | awk '{
		skipped = ($6 - $4) - ($4 - $2)
		full = ($7 - $5) - ($5 - $3)
		total = skipped + full
		if (skipped < 0 && skipped > -$1 / 100)
			skipped = 0
		if (full < 0 && full > -$1 / 100)
			total = skipped
		if (total < $1 / 2)
			print "-"
		else
			printf "%.1f\n", 100 * skipped / total
	}'
}

# scratch - two empty filesystems, for files to have the same inode numbers
# without the module and with it. The kernel keeps watches in buckets by inode
# number, those of files that are not there all in one; a call on a file of
# that bucket can cost twice what it costs on its neighbour. Under /tmp, and
# mounted before the rules are loaded: trees of rules then take them in.
scratch()
{
	for dir in /tmp/afp.stock /tmp/afp.fastp; do
		umount $dir 2> /dev/null
		mkdir -p $dir && mount -t tmpfs tmpfs $dir || return 1
	done
}

# idle_cost CALL, full_cost CALL - the same, but for the number of calls
idle_cost()
{
	cost "$1" 1 $repetitions 1
}

full_cost()
{
	cost "$1" $iterations $repetitions $warmup
}

# stock - sets costs, in the order of calls
stock()
{
	export TMPDIR=/tmp/afp.stock
	costs=
	for call in $calls; do
		idle_cost "$call" > /dev/null
		cost=$(full_cost "$call")
		[ -n "$cost" ] || return 1
		costs="$costs $cost"
	done
}

# module SET LOADED REFUSED COST... - sets lines; the costs are those of stock
module()
{
	export TMPDIR=/tmp/afp.fastp
	set="$1 $2 $3"
	shift 3
	lines=
	for call in $calls; do
		# twice the same to the letter: this shell is audited too
		r0=$(runs)
		cost=$(idle_cost "$call")
		r1=$(runs)
		cost=$(full_cost "$call")
		r2=$(runs)
		skipped=$(share $((iterations * repetitions)) "$r0" "$r1" "$r2")
		[ -n "$cost" ] || return 1
		lines="$lines# cost $set $call $1 $cost $skipped
"
		shift
	done
}

# measured SET - measure, report, and succeed if there was all to report
measured()
{
	rules_flush && scratch && set_load "$1" && stock || return 1
	load_module && wait_state active || return 1
	# shellcheck disable=SC2086,SC2154
	module "$1" $rules_loaded $rules_refused $costs && unload_module || return 1
	# All at once: the serial port interrupts while it sends.
	printf '%s' "$lines" >&3
	sleep 0.5
}

sets=${AFP_ARG%%:*} calls=all
case $AFP_ARG in *:*) calls=${AFP_ARG#*:} ;; esac
case $sets in ''|all) sets=$(all_sets) ;; *) sets=$(named "$sets") ;; esac
case $calls in all) calls=$(all_calls) ;; *) calls=$(named "$calls") ;; esac

# shellcheck disable=SC2086
diag sets $sets
# shellcheck disable=SC2086
diag calls $calls
for set in $sets; do
	ok "$set: measured on the stock kernel and with the module" measured "$set"
	unload_module
done
rules_flush
umount /tmp/afp.stock /tmp/afp.fastp
