#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# judge.sh LABEL NONCE WHY DIR TEST... - turn what a machine left in DIR into
# TAP.  Exit status 0 only when everything ran to its end and nothing failed.
#
# WHY says what is known against the machine already, or is empty.  DIR/tap is
# what the guest reported, DIR/console what its kernel printed.  A pass is only
# believed when the guest came to its very end and said so with the nonce;
# otherwise its passes are shown as comments.
set -euo pipefail

label=$1 nonce=$2 why=$3 dir=$4
shift 4
n=0
failed=0

# emit RESULT TEXT
emit()
{
	n=$((n + 1))
	echo "$1 $n - $label $2"
	if [ "$1" != ok ]; then
		failed=1
	fi
}

touch "$dir/tap" "$dir/console"
tap=$(tr -d '\r\0' < "$dir/tap")
count=$(grep -cE '^(not )?ok - ' <<< "$tap" || true)
plan=$(sed -n 's/^1\.\.//p' <<< "$tap" | tail -n 1)
if [ -z "$why" ]; then
	if [ "$(tail -n 1 <<< "$tap")" != "# done $nonce" ]; then
		why="the guest did not report its end"
	elif [ "$plan" != "$count" ]; then
		why="the guest planned ${plan:-no} results and reported $count"
	elif [ "$count" = 0 ]; then
		why="no test ran"
	fi
fi

echo "TAP version 13"
while IFS= read -r line; do
	case $line in
	'ok - '*)
		if [ -n "$why" ]; then
			echo "# unconfirmed: $label ${line#ok - }"
		else
			emit ok "${line#ok - }"
		fi
		;;
	'not ok - '*) emit 'not ok' "${line#not ok - }" ;;
	'# done '*) ;;
	'#'*) echo "$line" ;;
	esac
done <<< "$tap"

if [ -n "$why" ]; then
	emit 'not ok' "machine: $why"
else
	for t; do
		grep -qxF "# end $t" <<< "$tap" || emit 'not ok' "$t: did not come to its end"
	done
fi

# The kernel's own complaints, whatever the tests made of them.  oops=panic
# makes most of them fatal anyhow; WARN and RCU stalls are not.
complaints='WARNING|\<BUG\>|\<Oops\>|Call Trace|general protection|rcu: INFO|soft lockup'
complaints+='|hard LOCKUP|hung_task|blocked for more than|Kernel panic|KASAN|UBSAN|KCSAN'
complaints+='|refcount_t|list_(add|del) corruption|unreferenced object|circular locking'
complaints+='|suspicious RCU|sleeping function called|stack-protector|unable to handle'
complaints+='|trying to register non-static key|locking correctness validator|suspected memory leak'
# what this kernel would have otherwise
complaints+='|\[audit_fastpath\].*deprecated'
# what no longer looks
complaints+='|ODEBUG disabled|leak detector disabled'

# Where allocations fail on purpose, the kernel shows where.
case " $* " in
*' nomem'*) nomem=1 ;;
*) nomem=0 ;;
esac

# said PART - what the console has to say against the module, or the data races
# of the kernel's own.  Ours are reports of an access by the module that is not
# marked, or of any to its data, which lies from 0xffffffffa0000000 on (no KASLR).
# A side of a race is "write (marked) to 0xADDRESS of 8 bytes by ...", and below
# it who does it.
said()
{
	tr -d '\r' < "$dir/console" | awk -v what="$1" -v nomem=$nomem '
	function show(text) {
		printf "%s", text
	}
	{ line = $0; sub(/^\[[^]]*\] ?/, "") }
	nomem && /: (vmalloc error|page allocation failure): / { failing = 1 }
	failing {
		if (/<\/TASK>/)
			failing = 0
		next
	}
	/^=================+$/ {
		if (!inside) {
			inside = 1; report = NR ":" line "\n"; kcsan = ours = 0
			next
		}
		inside = 0
		report = report NR ":" line "\n"
		if ((kcsan && !ours) == (what == "kernel"))
			show(report)
		next
	}
	!inside {
		if (what != "kernel")
			show(NR ":" line "\n")
		next
	}
	{ report = report NR ":" line "\n" }
	/^BUG: KCSAN: / { kcsan = 1 }
	/^(read|write|read-write|race at unknown)/ {
		marked = /\(marked/
		if (/0xffffffff[a-e]/)
			ours = 1
		who = NR + 1
	}
	NR == who && /\[audit_fastpath\]/ && !marked { ours = 1 }
	END { if (inside && what != "kernel") show(report) }'
}

if lines=$(said ours | grep -E "$complaints" | grep -vi 'command line'); then
	emit 'not ok' "console: the kernel complained"
	head -n 40 <<< "$lines" | sed 's/^/#   /'
fi
said kernel | sed -n 's/^[0-9]*:\(\[[^]]*\] \)\?\(BUG: KCSAN\)/\2/p' | sort | uniq -c | sort -rn |
	sed 's/^ */# not of the module: /'

echo "1..$n"
exit $failed
