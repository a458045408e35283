# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# aufastpath explain and verify: what they work out is what the module has
# published, and rules read as auditctl prints them.

answer=/run/afp/answer
kinds="exit_native exit_compat exit_noname_native exit_noname_compat
entry_native entry_compat inode_native inode_compat"

tell()
{
	while IFS= read -r tell_line; do diag "$tell_line"; done < "$1"
}

# code TEXT WANT COMMAND... - its exit code; stdout and stderr in $answer
code()
{
	code_text=$1 code_want=$2
	shift 2
	"$@" > $answer 2>&1
	is "$code_text" $? "$code_want" || tell $answer
}

says() # TEXT
{
	ok "... and says: $1" grep -qF -e "$1" $answer || tell $answer
}

# interest FILE - the lists in an answer of explain --json, one a line
interest()
{
	for interest_kind in $kinds; do
		sed -n "/\"$interest_kind\": *{/,/}/s/.*\"list\": *\"\(.*\)\".*/$interest_kind \1/p" "$1"
	done
}

published()
{
	for published_kind in $kinds; do
		echo "$published_kind $(cat "$AFP_SYS/interest/$published_kind")"
	done
}

# in_list NUMBER LIST
in_list()
{
	echo "$2" | awk -v n="$1" -F, '{ for (i = 1; i <= NF; i++) {
		split($i, r, "-"); if (n >= r[1] && n <= (r[2] == "" ? r[1] : r[2])) f = 1 } }
		END { exit !f }'
}

# told NUMBER NAME ARCH SIDE - explain's word for it against the module's
told()
{
	aufastpath explain "$2" --arch "$3" > $answer || return 1
	for told_path in "exit:if it used a path" "exit_noname:if it used none" \
		"entry:entry" "inode:inode buckets"; do
		if in_list "$1" "$(cat "$AFP_SYS/interest/${told_path%%:*}_$4")"; then
			grep -qE "${told_path#*:} +not skipped: [1-9]" $answer || return 1
		else
			grep -qE "${told_path#*:} +skipped\$" $answer || return 1
		fi
	done
}

# as_printed - every rule of explain is the one that auditctl prints at its
# place in its list; auditctl takes a rule with never for a watch, and prints a
# filetype that it would not read
as_printed()
{
	auditctl -l > /run/afp/list
	aufastpath explain | sed -nE -e '/ never,exit -S all -F dir=| filetype=/d' \
		-e 's/^ *[0-9.]+ % +[0-9]+ +[a-z]+ +([a-z_]+ [0-9]+) +(.*)/\1 \2/p' > /run/afp/told
	awk '
	NR == FNR {
		list = "exit"
		if ($1 == "-a") { split($2, words, ","); list = words[2] }
		rule[list " " ++n[list]] = $0
		next
	}
	{
		at = $1 " " $2
		told++
		sub(/^[a-z_]+ [0-9]+ /, "")
		if (rule[at] != $0) { print at ": " rule[at] "\nand not: " $0; bad = 1 }
	}
	END { exit bad || (n["exit"] && !told) }' /run/afp/list /run/afp/told > $answer || {
		tell $answer
		return 1
	}
}

# agree NAME FILE - FILE is loaded: verify is content, and both ways of explain
# work out what was published
agree()
{
	wait_state active
	code "$1: verify" 0 aufastpath verify
	published > /run/afp/published
	aufastpath explain --json > /run/afp/loaded 2>&1
	interest /run/afp/loaded > /run/afp/worked
	ok "$1: explain" cmp -s /run/afp/published /run/afp/worked || tell /run/afp/worked
	aufastpath explain --json --rules "$2" > /run/afp/read 2> /run/afp/refused
	interest /run/afp/read > /run/afp/worked
	ok "$1: explain --rules" cmp -s /run/afp/published /run/afp/worked || {
		tell /run/afp/refused
		tell /run/afp/worked
		tell /run/afp/published
	}
	is "$1: as many rules" "$(sed -n 's/.*"nr_rules": *\([0-9]*\).*/\1/p' /run/afp/read)" \
		"$(auditctl -l | grep -c '^-')"
	ok "$1: as auditctl prints them" as_printed
	ok "$1: openat" told 257 openat b64 native
	ok "$1: execve" told 59 execve b64 native
	ok "$1: getpid" told 39 getpid b64 native
	ok "$1: 32-bit open" told 5 open b32 compat
	ok "$1: 32-bit getpid" told 20 getpid b32 compat
}

code "not loaded" 2 aufastpath verify
says "not loaded"
load_module
wait_state active
code "no rules" 0 aufastpath verify
says "equal: what the module published follows from the 0 loaded rules"

# all of a set at once: -c goes on where a rule is refused
for set in /afp/rules/*.rules; do
	rules_flush
	{ echo -c; grep -vE '^-[bfeDicr]|^--' "$set"; } > /run/afp/set
	auditctl -R /run/afp/set > /dev/null 2>&1
	name=${set##*/}
	agree "${name%.rules}" /run/afp/set
done

# what no set has
rules_flush
cat > /run/afp/set <<- 'EOF'
-a always,exit -F arch=b64 -S openat -F inode!=5 -F key=other-inodes
-a always,exit -F arch=b64 -S openat -F inode=5 -F key=one-inode
-A never,exit -F arch=b32 -S getpid
-a always,exit -S 2031 -F key=last
-a always,exit -F arch=b64 -S 2041 -F key=class
-a always,exit -F arch!=b64 -S close -F exit=-EBADF -F key=not-b64
-a always,exit -F obj_uid=4711 -F perm=r -F key=owner
-a always,exit -S fchownat -C uid!=obj_uid -F filetype=dir -F key=compared
-a always,exit -F arch=b64 -S execve -F exe=/usr/bin/none -F a0&4 -F key=exe
-a never,exit -F dir=/tmp -F perm=r
-a always,exit -F path=/tmp/afp -F perm=rwxa -F auid!=unset -F key=file
-w /tmp -p x -k one -k two
-a always,user -F uid=0
-a always,exclude -F msgtype=EOE
-a never,filesystem -F fstype=debugfs
-a never,task -F uid=4711
-a always,exit -F arch=b64 -F perm=wa -F uid=4711 -F key=perm
EOF
auditctl -R /run/afp/set > /dev/null 2>&1
is "all of them are loaded" "$(auditctl -l | grep -c '^-')" 17
agree "others" /run/afp/set
if auditctl -a always,io_uring -S openat -F path=/tmp/afp-uring -k uring > /dev/null 2>&1; then
	wait_state active
	code "a rule of the list io_uring in an inode bucket" 0 aufastpath verify
	ok "... its operations are in the published list" in_list 18 "$(cat "$AFP_SYS/interest/inode_native")"
	echo "-a always,io_uring -S openat -F path=/tmp/afp-uring -k uring" >> /run/afp/set
	aufastpath explain --json --rules /run/afp/set > /run/afp/read 2> /run/afp/refused
	interest /run/afp/read > /run/afp/worked
	published > /run/afp/published
	ok "... explain --rules" cmp -s /run/afp/published /run/afp/worked || tell /run/afp/refused
else
	skip "a rule of the list io_uring in an inode bucket" "auditctl takes none here"
fi

# a copy that is changed
copy=/run/afp/copy
copied()
{
	rm -rf $copy
	mkdir -p $copy/interest
	for f in state enabled hooks stats interest/exit_native interest/exit_compat \
		interest/exit_noname_native interest/exit_noname_compat interest/entry_native \
		interest/entry_compat interest/inode_native interest/inode_compat; do
		cat "$AFP_SYS/$f" > $copy/$f
	done
}
copied
code "a copy" 0 env AUFASTPATH_SYSFS=$copy aufastpath verify
echo > $copy/interest/inode_compat
code "a copy that lacks a file's syscalls" 1 env AUFASTPATH_SYSFS=$copy aufastpath verify
says "different: what the module published does not follow"
says "interest/inode_compat: lacks $(cat "$AFP_SYS/interest/inode_compat")"
says "To be safe,"
copied
sed -i 's/$/,2047/' $copy/interest/exit_noname_native
code "a copy with one more" 1 env AUFASTPATH_SYSFS=$copy aufastpath verify
says "interest/exit_noname_native: has 2047 beyond"
code "... in JSON" 1 env AUFASTPATH_SYSFS=$copy aufastpath verify --json
says '"surplus": "2047"'
copied
sed -i 's/^rules .*/rules 4/' $copy/stats
code "a copy with another number of rules" 1 env AUFASTPATH_SYSFS=$copy aufastpath verify
says "stats: rules: 4, should be "
copied
echo held > $copy/state
code "a copy that is held" 1 env AUFASTPATH_SYSFS=$copy aufastpath verify
says "held: the rules are changing; try again"

# Tools that were built with other classes of syscalls: that getpid writes, and
# that kill sends no signal. The loaded rules are judged by the module's.
other=/afp/test/aufastpath
rules_flush
cat > /run/afp/set <<- 'EOF'
-a always,exit -F dir=/tmp -F perm=w -F key=written
-a always,exit -F arch=b64 -F perm=w -F uid=4711 -F key=write
-a always,exit -F arch=b64 -S kill -F key=signal
EOF
auditctl -R /run/afp/set > /dev/null 2>&1
wait_state active
code "tools of other classes: verify" 0 $other verify
code "... in JSON" 0 $other verify --json
says '"classes_of": "the loaded module"'
$other explain --json > /run/afp/loaded 2>&1
interest /run/afp/loaded > /run/afp/worked
published > /run/afp/published
ok "... explain" cmp -s /run/afp/published /run/afp/worked || tell /run/afp/worked
$other explain --json --rules /run/afp/set > /run/afp/read 2>&1
interest /run/afp/read > /run/afp/worked
ok "... a file is judged by their own" sh -c '! cmp -s /run/afp/published /run/afp/worked'
copied
code "... and so are the rules, where the module does not show its classes" 1 \
	env AUFASTPATH_SYSFS=$copy $other verify
says "interest/exit_native: lacks 39"
# how many there are depends on what auditctl makes of perm=w
signals=$(stat signal_rules)
says "stats: signal_rules: $signals, should be $((signals - 1))"
cp -r "$AFP_SYS/classes" $copy
code "... which is all that it takes" 0 env AUFASTPATH_SYSFS=$copy $other verify

# somebody else
code "explain, not root" 4 su -s /bin/sh user -c "aufastpath explain"
says "the kernel shows its rules only to CAP_AUDIT_CONTROL; run as root"
is "... in one line" "$(wc -l < $answer)" 1
code "verify, not root" 4 su -s /bin/sh user -c "aufastpath verify"
says "CAP_AUDIT_CONTROL"
cp /run/afp/set /tmp/set
code "explain --rules, not root" 0 su -s /bin/sh user -c "aufastpath explain --rules /tmp/set"

# rules that change under it: right or held, never different
(while :; do
	auditctl -a always,exit -F arch=b64 -S sethostname -k churn
	auditctl -d always,exit -F arch=b64 -S sethostname -k churn
done > /dev/null 2>&1) &
churn=$!
bad=0
rounds=0
while [ $((rounds += 1)) -le 12 ]; do
	aufastpath verify > $answer 2>&1
	case $?:$(cat $answer) in
	0:*|1:held*) ;;
	*) bad=$((bad + 1)); tell $answer ;;
	esac
done
kill $churn
wait $churn 2> /dev/null
is "never different while rules change" $bad 0

echo 0 > "$AFP_SYS"/enabled
code "disabled" 1 aufastpath verify
says "disabled: nothing is skipped"
rules_flush
auditctl -a always,exit -F arch=b64 -S sethostname -k late > /dev/null
code "rules loaded while it was disabled" 1 aufastpath verify
code "... explain knows them" 0 aufastpath explain sethostname
says "-S sethostname -F key=late"
echo 1 > "$AFP_SYS"/enabled
wait_state active
code "enabled again" 0 aufastpath verify
says "follows from the 1 loaded rules"
unload_module
code "unloaded" 2 aufastpath verify
