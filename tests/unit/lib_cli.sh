# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
#
# What the tests of the command lines share; sourced, never run.
#
# TOOLS names the directory of the two programs; without it they are built.
# JSON is checked with python3 or jq; without both those points are skipped.

here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
if [ -z "$TOOLS" ]; then
	make -s -C "$top/userspace" >&2
	TOOLS=$top/userspace/build
fi
bench=$TOOLS/audit_bench
status=$TOOLS/aufastpath
nr=0
failed=0
tab=$(printf '\t')
newline='
'

for program in "$bench" "$status"; do
	if [ ! -x "$program" ]; then
		echo "Bail out! no $program: run make -C userspace"
		exit 1
	fi
done

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
out=$tmp/out
err=$tmp/err
sys=$tmp/sys
mkdir "$tmp/work"
export TMPDIR="$tmp/work" AUFASTPATH_SYSFS="$sys"
unset NO_COLOR

point() # RESULT DESCRIPTION [SKIP REASON]
{
	nr=$((nr + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $nr - $2${3:+ # SKIP $3}"
		return
	fi
	failed=$((failed + 1))
	echo "not ok $nr - $2"
	sed 's/^/# stdout: /' "$out" | head -5
	sed 's/^/# stderr: /' "$err" | head -5
}

# Standard error output: exactly one line, the program's name, the text
one_line() # PROGRAM TEXT
{
	{ IFS= read -r line && ! read -r more && [ -z "$more" ]; } < "$err" &&
	case $line in
	"$1: "*"$2"*) true ;;
	*) false ;;
	esac
}

# Run it; right if the exit code, the one line and an empty stdout all are
fails() # CODE TEXT PROGRAM [ARGUMENT]...
{
	code=$1 text=$2
	shift 2
	name=${1##*/}
	timeout 60 "$@" > "$out" 2> "$err"
	got=$?
	shift
	[ "$got" -eq "$code" ] && one_line "$name" "$text" && [ ! -s "$out" ]
	ok=$?
	case $* in
	*[![:print:]]* | ???????????????????????????????????????????????????*)
		set -- ... ;;
	esac
	point $ok "$name $*: ${text#*"$tmp"/}"
}

works() # CODE DESCRIPTION PROGRAM [ARGUMENT]...
{
	code=$1 what=$2
	shift 2
	timeout 60 "$@" > "$out" 2> "$err"
	[ $? -eq "$code" ] && [ ! -s "$err" ]
	point $? "$what"
}

shows() # TEXT: the last output has it
{
	grep -qF -e "$1" "$out"
	point $? "... and shows: $1"
}

lacks() # TEXT
{
	! grep -qF -e "$1" "$out"
	point $? "... and does not show: $1"
}

# itself, and not what a manager of versions has put before it at half a second a call
python=$(python3 -c 'import sys; print(sys.executable)' 2> /dev/null)

if [ -n "$python" ]; then
	# EXPRESSION over d, true for the object in the last output
	json()
	{
		"$python" - "$out" "$1" <<- 'EOF' 2> "$err"
		import json, math, statistics, sys
		def bad(text):
		    raise ValueError(text)
		d = json.load(open(sys.argv[1]), parse_constant=bad)
		def near(a, b):
		    return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)
		sys.exit(0 if eval(sys.argv[2]) else 1)
		EOF
		point $? "... and in JSON: $2"
	}
elif command -v jq > /dev/null; then
	json()
	{
		jq -e . "$out" > /dev/null 2> "$err"
		point $? "... and is JSON (only that; python3 is missing)"
	}
else
	json()
	{
		point 0 "... and in JSON: $2" "neither python3 nor jq"
	}
fi

# Whether the tools have JSON at all
has_json=0
"$bench" -n 1 -r 1 --json > /dev/null 2>&1 && has_json=1

# A module that is made up

interest() # TEXT
{
	for kind in exit exit_noname entry inode; do
		for arch in native compat; do
			echo "$1" > "$sys/interest/${kind}_$arch"
		done
	done
}

module()
{
	rm -rf "$sys"
	mkdir -p "$sys/interest"
	echo active > "$sys/state"
	echo 1 > "$sys/enabled"
	echo "exit __audit_filter_op direct" > "$sys/hooks"
	for name in rules rules_kernel rules_repaired signal_rules \
		    signal_rules_kernel signal_rules_repaired exit_skipped \
		    exit_indexed exit_full entry_skipped entry_revived \
		    idle_tasks holds resyncs resync_ns_last resync_ns_max \
		    index_rules index_lists index_bytes mismatches; do
		echo "$name 0"
	done > "$sys/stats"
	interest ""
	# as if somebody else had it count: top leaves it alone
	echo "native 0 0 0 0" > "$sys/syscalls"
}

stat() # NAME VALUE
{
	sed "s/^$1 .*/$1 $2/" "$sys/stats" > "$tmp/stats"
	mv "$tmp/stats" "$sys/stats"
}

# In a terminal: CODE DESCRIPTION ACTION... -- COMMAND...; what was written is
# in $out, and $err is empty if the terminal is as it was before
terminal()
{
	code=$1 what=$2
	shift 2
	if [ ! -x "$tmp/pty" ] && ! ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -O1 \
		-o "$tmp/pty" "$top/tests/vm/guest/pty.c"; then
		: > "$out"
		point 0 "$what" "no compiler for the terminal"
		return
	fi
	timeout 60 "$tmp/pty" "$@" > "$out" 2> "$err"
	[ $? -eq "$code" ] && [ ! -s "$err" ]
	point $? "$what"
}

# Start top and change what the module shows after the first look, of which the
# head of the columns tells
changing() # COMMAND OPTION...
{
	change=$1
	shift
	: > "$out"
	"$status" top "$@" > "$out" 2> "$err" &
	pid=$!
	tries=0
	until [ -s "$out" ] || [ $tries -ge 300 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	$change
	wait $pid
	code=$?
}
