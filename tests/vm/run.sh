#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [--exact|--races] [--timeout S] [--append ARGS] LABEL TEST... - boot
# the label's kernel and run tests in it; results as TAP on stdout.
#
#   --exact    one CPU, one nanosecond an instruction, no mitigations: times
#              measured in the guest are instruction counts
#   --races    two CPUs that really run at the same time
#   --timeout  seconds until the machine is ended, whatever it does (300, or
#              3600 for the kernels that are built with checks)
#   --append   further kernel arguments
#
# TEST is the name of a script in guest/, or NAME:ARGUMENT, which the script
# finds in AFP_ARG.  All run in one boot.  AFP_KVM=1 uses /dev/kvm, except with
# --exact; by default it is left alone, because where virtualisation is nested
# it may exist and yet hang stock kernels.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

synopsis='[--exact|--races] [--timeout S] [--append ARGS] LABEL TEST...'
mode=plain
limit=
append=
while [ $# -gt 0 ]; do
	case $1 in
	--exact) mode=exact ;;
	--races) mode=races ;;
	--timeout) limit=${2-}; shift ;;
	--append) append=${2-}; shift ;;
	-*) usage "$synopsis" ;;
	*) break ;;
	esac
	shift || usage "$synopsis"
done
[ $# -ge 2 ] || usage "$synopsis"
kernel_row "$1"
shift
memory=1G
if [ -n "$FLAVOUR" ]; then
	: "${limit:=3600}"
	memory=2G
	append="kasan_multi_shot $append"
fi
[[ ${limit:=300} =~ ^[1-9][0-9]*$ ]] || usage "$synopsis"
need_root
for t; do
	[ -e "$AFP_VM/guest/${t%%:*}.sh" ] || die "no test ${t%%:*} in tests/vm/guest"
	[[ $t != *[,[:space:]]* ]] || die "a test's argument may hold no comma and no blank: $t"
done

packed=$("$AFP_VM/image.sh" "$WANT")
read -r image vmlinuz rel <<< "$packed"

find "$AFP_CACHE/log" -mindepth 1 -maxdepth 1 -type d -mtime +7 -exec rm -rf {} + 2>/dev/null || true
nonce=$(od -An -N8 -tx8 /dev/urandom | tr -d ' ')
mkdir -p "$AFP_CACHE/log"

# panic=-1 reboots at once, and QEMU ends instead of rebooting.
args="console=ttyS0 panic=-1 oops=panic loglevel=7 audit_backlog_limit=65536 norandmaps"
args+=" afp_mode=$mode afp_nonce=$nonce afp_tests=$(IFS=,; echo "$*")"
# Half of the time for each test at most: a test that hangs is reported by the
# guest, and the rest still run.
args+=" afp_limit=$((limit / 2 + 1))"
# Without cmpxchg16b, after whose emulation QEMU 7.2 now and then took an
# interrupt with random flags and the guest double-faulted in its slab allocator.
cpu=max,-cx16
accel=(-accel tcg -cpu "$cpu")
case $mode in
exact) accel+=(-icount 'shift=0,sleep=off'); args+=' mitigations=off' ;;
races) accel=(-accel 'tcg,thread=multi' -cpu "$cpu" -smp 2) ;;
esac
if [ "${AFP_KVM:-0}" = 1 ] && [ $mode != exact ]; then
	accel[1]=kvm
fi

# machine - boot it and wait for its end; sets why to what is known against it
machine()
{
	local pid status=0 begun=$SECONDS shown=$SECONDS

	dir=$(mktemp -d "$AFP_CACHE/log/$(date +%Y%m%d-%H%M%S)-$LABEL-${1%%:*}.XXXX")
	say "$LABEL: booting $rel ($mode): $*; logs in $dir"
	timeout -k 5 "$limit" "$AFP_VM/qemu.sh" "${accel[@]}" -m "${AFP_MEMORY:-$memory}" \
		-nodefaults -no-reboot -display none -monitor none \
		-serial "file:$dir/console" -serial "file:$dir/tap" -serial "file:$dir/output" \
		-kernel "$vmlinuz" -initrd "$image" -append "$args $append" \
		> "$dir/qemu" 2>&1 < /dev/null &
	pid=$!
	# shellcheck disable=SC2064
	trap "kill $pid 2>/dev/null || true" EXIT
	while kill -0 "$pid" 2>/dev/null; do
		sleep 0.3
		if [ $((SECONDS - shown)) -ge 15 ]; then
			shown=$SECONDS
			say "$LABEL: $(grep -cE '^(not )?ok' "$dir/tap" 2>/dev/null || true) results so far," \
				"$(grep '^# begin' "$dir/tap" 2>/dev/null | tail -n 1 | cut -c3- || true)"
		fi
	done
	wait "$pid" || status=$?
	trap - EXIT
	case $status in
	0) why= ;;
	124|137) why="the machine did not end within $limit s" ;;
	*) why="QEMU ended with status $status: $(tail -n 1 "$dir/qemu")" ;;
	esac
	say "$LABEL: machine off after $((SECONDS - begun)) s"
}

# emulator_fault - did the machine die of a breakpoint that its memory does not
# hold? With two CPUs QEMU (10.0 and 11.1) may translate code in the moment
# between a store's look for translations and the store itself, and then runs
# what was there before for ever: an int3 of the kernel's text_poke(), say. The
# dump after the first oops shows what memory holds, and the byte before <..> is
# the one that was run. The guest's test poke shows it with no module at all.
emulator_fault()
{
	[ "$mode" = races ] || return 1
	tr -d '\r' < "$dir/console" | awk '
	/int3: 0000 \[#1\]/ { died = 1 }
	!died && /WARNING|BUG|Oops|rcu: INFO/ && !/ommand line/ { exit }
	died && / Code: / {
		for (i = 1; i <= NF; i++)
			if ($i ~ /^</)
				ran = $(i - 1)
		exit
	}
	END { exit !(ran ~ /^[0-9a-f][0-9a-f]$/ && ran != "cc") }'
}

tries=1
machine "$@"
while emulator_fault && [ $tries -lt 4 ]; do
	tries=$((tries + 1))
	say "$LABEL: QEMU ran a breakpoint that memory does not hold: not judged, try $tries"
	machine "$@"
done

if ! "$AFP_VM/judge.sh" "$LABEL" "$nonce" "$why" "$dir" "$@"; then
	say "$LABEL: failed; the ends of what commands printed and of the console follow; all in $dir"
	tail -n 20 "$dir/output" >&2 || true
	tail -n 40 "$dir/console" >&2 || true
	exit 1
fi
