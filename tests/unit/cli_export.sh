#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# aufastpath export. Prints TAP. The format is checked with promtool (Debian:
# prometheus); without it those points are skipped.

. "$(dirname "$0")/lib_cli.sh"

export AUFASTPATH_ROOT="$tmp/root"
mkdir -p "$tmp/root/sys/module/audit_fastpath/parameters" "$tmp/dir"
echo 9.8.7 > "$tmp/root/sys/module/audit_fastpath/version"
echo on > "$tmp/root/sys/module/audit_fastpath/parameters/mode"

lint()
{
	if ! command -v promtool > /dev/null; then
		point 0 "... and promtool has nothing to say" "no promtool"
		return
	fi
	promtool check metrics < "$out" > "$err" 2>&1 && [ ! -s "$err" ]
	point $? "... and promtool has nothing to say"
}

# --- wrong usage

module
fails 3 "--format takes prometheus or json, not 'xml'" "$status" export -f xml
fails 3 "--format takes prometheus or json, not ''" "$status" export --format=
fails 3 "unknown option -x; there are -f --format -h --help -j --json -o" \
	"$status" export -x
fails 3 "unexpected argument 'extra'" "$status" export extra
fails 3 "option --output needs a value" "$status" export --output

# --- what a loaded module gives

echo "exit __audit_filter_op ftrace direct=-16" > "$sys/hooks"
echo "lifecycle kill_rules ftrace" >> "$sys/hooks"
stat rules 44
stat rules_kernel 46
stat signal_rules 5
stat signal_rules_kernel 4
stat rules_repaired 3
stat exit_skipped 12345678901234
stat exit_full 7
stat resync_ns_max 1500000
stat holds 18446744073709551615
echo 0-3,59 > "$sys/interest/exit_noname_compat"
works 0 "export: loaded" "$status" export
lint
version=$("$status" -V | cut -d' ' -f2)
shows "linux_audit_fastpath_build_info{version=\"$version\",module_version=\"9.8.7\"} 1"
shows 'linux_audit_fastpath_module_loaded 1'
shows 'linux_audit_fastpath_state{state="active"} 1'
shows 'linux_audit_fastpath_state{state="held"} 0'
shows 'linux_audit_fastpath_state{state="disabled"} 0'
shows 'linux_audit_fastpath_state{state="faulted"} 0'
shows 'linux_audit_fastpath_enabled 1'
shows 'linux_audit_fastpath_mode{mode="on"} 1'
shows 'linux_audit_fastpath_mode{mode="verify"} 0'
shows 'linux_audit_fastpath_mode{mode="off"} 0'
shows 'linux_audit_fastpath_hook_info{hook="exit",function="__audit_filter_op",tier="ftrace"} 1'
shows 'linux_audit_fastpath_exit_filter_runs_total{result="skipped"} 12345678901234'
shows 'linux_audit_fastpath_exit_filter_runs_total{result="indexed"} 0'
shows 'linux_audit_fastpath_exit_filter_runs_total{result="full"} 7'
shows 'linux_audit_fastpath_rules{kind="all"} 44'
shows 'linux_audit_fastpath_kernel_rules{kind="signal"} 4'
shows 'linux_audit_fastpath_rules_drift{kind="all"} 2'
shows 'linux_audit_fastpath_rules_drift{kind="signal"} -1'
shows 'linux_audit_fastpath_rules_repaired_total{kind="all"} 3'
shows 'linux_audit_fastpath_resync_max_seconds 0.0015'
shows 'linux_audit_fastpath_holds_total 1.8446744073709552e+19'
shows 'linux_audit_fastpath_interesting_syscalls{set="exit_noname",arch="compat"} 5'
shows 'linux_audit_fastpath_mismatches_total 0'
awk '/^# HELP/ { help[$3]++; next } /^# TYPE/ { type[$3]++; next }
	/^#/ { bad = 1 } { sub(/[{ ].*/, ""); seen[$0] = 1 }
	END { for (n in seen) if (help[n] != 1 || type[n] != 1) bad = 1
	      exit bad }' "$out"
point $? "... each with one HELP and one TYPE"
# every line of stats is in it
for name in $(cut -d' ' -f1 "$sys/stats"); do
	stat "$name" 0
done
"$status" export > "$tmp/zeros"
lost=
for name in $(cut -d' ' -f1 "$sys/stats"); do
	stat "$name" 77
	"$status" export | cmp -s - "$tmp/zeros" && lost="$lost $name"
	stat "$name" 0
done
echo "lost:$lost" > "$out"
[ -z "$lost" ]
point $? "... and every counter of the module is exported"
for state in held disabled "faulted: why"; do
	echo "$state" > "$sys/state"
	works 0 "export: ${state%%:*}" "$status" export
	shows "linux_audit_fastpath_state{state=\"${state%%:*}\"} 1"
	shows 'linux_audit_fastpath_state{state="active"} 0'
done
printf 'exit a\\b"c direct\n' > "$sys/hooks"
works 0 "export: a label with special characters" "$status" export
lint
shows 'function="a\\b\"c"'
module
if [ "$has_json" -eq 1 ]; then
	works 0 "export -f json" "$status" export -f json
	json "all(m['type'] in ('gauge', 'counter') and m['help'] and \
	      m['samples'] for m in d.values())" "type, help and samples"
	json "{s['labels']['state']: s['value'] for s in \
	      d['linux_audit_fastpath_state']['samples']} == \
	      {'active': 1, 'held': 0, 'disabled': 0, 'faulted': 0}" "the state"
	json "d['linux_audit_fastpath_module_loaded']['samples'] == \
	      [{'labels': {}, 'value': 1}]" "that it is loaded"
	"$status" export --json | cmp -s - "$out"
	point $? "... and --json is the same"
else
	fails 3 "built without json-c" "$status" export --json
fi

# --- files

file=$tmp/dir/audit.prom
only() # what is in the directory
{
	[ "$(ls -A "$tmp/dir")" = "$1" ]
	point $? "... and nothing else is left"
}

umask 077
works 0 "export -o" "$status" export -o "$file"
[ ! -s "$out" ] && "$status" export | cmp -s - "$file" &&
[ "$(command stat -c %a "$file")" = 644 ]
point $? "... writes the same into a file that everybody can read"
only audit.prom
before=$(command stat -c %i "$file")
works 0 "export -o: again" "$status" export -o "$file"
[ "$(command stat -c %i "$file")" != "$before" ]
point $? "... replaces it by another file"
ln -s "$file" "$tmp/link"
works 0 "export -o: a link" "$status" export -o "$tmp/link"
[ -L "$tmp/link" ] && [ -f "$file" ] && [ ! -L "$file" ]
point $? "... stays one"
(cd "$tmp/dir" && works 0 "export -o: a relative path" "$status" export -o here)
nr=$((nr + 1))
[ -s "$tmp/dir/here" ]
point $? "... is right here"
rm -f "$tmp/dir/here"
fails 4 "cannot write $tmp/none/a.prom: No such file or directory" \
	"$status" export -o "$tmp/none/a.prom"
fails 4 "cannot write : No such file or directory" "$status" export -o ""
fails 4 "/dev/null is there and no regular file" "$status" export -o /dev/null
fails 4 "$tmp/dir is there and no regular file" "$status" export -o "$tmp/dir"
echo old > "$file"
echo nonsense > "$sys/state"
fails 4 "is not active, held" "$status" export -o "$file"
[ "$(cat "$file")" = old ]
point $? "... and the old file is still there"
only audit.prom
module
# A disk that is full at once: no file may grow beyond 0 blocks
(ulimit -f 0; trap '' XFSZ; timeout 60 "$status" export -o "$file"
 echo "code $?") 2>&1 | cat > "$out"
grep -q "^aufastpath: cannot write $file: " "$out" &&
grep -q "^code 4$" "$out" && [ "$(wc -l < "$out")" -eq 2 ] &&
[ "$(cat "$file")" = old ]
point $? "export -o: a file that cannot grow; the old one is still there"
only audit.prom
if [ -w /dev/full ]; then
	timeout 60 "$status" export > /dev/full 2> "$err"
	code=$?
	: > "$out"
	[ $code -eq 4 ] && one_line aufastpath "cannot write the report: "
	point $? "export: onto a full device"
fi

# --- not loaded

rm -rf "$sys"
works 0 "export: not loaded" "$status" export
lint
grep -v '^#' "$out" > "$tmp/values"
printf '%s\n' "linux_audit_fastpath_build_info{version=\"$version\"} 1" \
	"linux_audit_fastpath_module_loaded 0" | cmp -s - "$tmp/values"
point $? "... says so, and nothing else"
works 0 "export -o: not loaded" "$status" export -o "$file"
grep -q '^linux_audit_fastpath_module_loaded 0' "$file"
point $? "... says so in the file"

echo "1..$nr"
[ "$failed" -eq 0 ]
