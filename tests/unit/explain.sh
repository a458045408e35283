#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# aufastpath explain --rules and verify, on the host: every set of tests/rules
# against explain_model.py, lines that are wrong, damaged files. Prints TAP.
# Needs no root, no module and no audit.
#
# TOOLS: see lib_cli.sh. AFP_LINES: how many damaged lines to read (20000); AFP_SEED: which.

. "$(dirname "$0")/lib_cli.sh"

tool=$status
rules=$tmp/rules
cd "$tmp" || exit 1
: > "$out"

"$tool" explain --rules /dev/null > "$out" 2> "$err"
if grep -q "built without libaudit" "$err"; then
	point 0 "explain and verify" "built without libaudit or kernel headers"
	echo "1..$nr"
	exit 0
fi

# As works, but for a code other than 0 there may be messages
run() # CODE DESCRIPTION ARGUMENT...
{
	code=$1 what=$2
	shift 2
	timeout 60 "$tool" "$@" > "$out" 2> "$err"
	[ $? -eq "$code" ] && { [ "$code" -ne 0 ] || [ ! -s "$err" ]; }
	point $? "$what"
}

usage() # CODE TEXT ARGUMENT...
{
	code=$1 text=$2
	shift 2
	fails "$code" "$text" "$tool" "$@"
}

# --- every set against the model

if [ $has_json -eq 0 ] || [ -z "$python" ]; then
	point 0 "the sets of tests/rules" "no json-c or no python3"
else
	for file in "$top"/tests/rules/*.rules; do
		for arch in b64 b32; do
			"$tool" explain --json --arch $arch --rules "$file" \
				> answer 2> told
			code=$?
			"$python" "$here/explain_model.py" "$TOOLS/khdr" "$file" \
				answer $arch > "$out" 2> "$err" &&
			[ $code -eq "$([ -s told ]; echo $((1 - $?)))" ] &&
			[ "$(wc -l < told)" -eq "$(sed -n \
				's/.* rules, \([0-9]*\) lines.*/\1/p' "$out")" ]
			point $? "${file##*/}, $arch: $(tail -n 1 "$out")"
		done
	done
fi

# --- the classes of a loaded module, which only the loaded rules are read with

module
mkdir "$sys/classes"
for class in write read chattr signal open exec bind; do
	echo 0-3,59 > "$sys/classes/${class}_native"
	echo 4 > "$sys/classes/${class}_compat"
done
echo nonsense > "$sys/classes/exec_compat"
usage 4 "$sys/classes/exec_compat: is not an ascending list like 0-3,59" verify
usage 4 "$sys/classes/exec_compat: is not an ascending list" explain
printf 59 > "$sys/classes/exec_compat"
usage 4 "$sys/classes/exec_compat: is cut off" verify
printf '5\0009\n' > "$sys/classes/exec_compat"
usage 4 "$sys/classes/exec_compat: has a byte in it" verify
echo 2048 > "$sys/classes/exec_compat"
usage 4 "$sys/classes/exec_compat: has a number beyond" verify
echo "-a always,exit -F perm=x" > "$rules"
run 0 "explain --rules: a file is read with this program's" explain --rules "$rules"
shows "classes of syscalls as of kernel "
rm -rf "$sys"

# --- what is said, in text

cat > "$rules" << 'EOF'
# a comment
   # and one behind blanks
-D
-b 8192
--backlog_wait_time 60000
-a exit,always -F arch=b64 -S openat,open -F success=0 -k opened
-a always,exit -S getpid -k no-arch
-A never,exit -F arch=b64 -S close
-w /nonexistent/afp-file -p wa -k watch
-a always,exit -F dir=/nonexistent/afp-dir -F perm=x -k tree
-a always,exit -F perm=x -F uid=0 -k exec
-a always,exit -S all -F uid=4711 -k everything
-a always,exclude -F msgtype=CWD
-a always,exit -F arch=b64 -S getpid -F perm=x -k never-ever
-a always,exit -F path=/nonexistent/afp\ blank -F perm=r -k a -k b
EOF
run 0 "a small file" explain --rules "$rules"
shows "10 rules in $rules; classes of syscalls as of kernel "
shows "100.00 %"
shows "line 12    -a always,exit -S all -F uid=4711 -F key=everything"
shows "line 9     -w /nonexistent/afp-file -p wa -k watch"
shows "-w /nonexistent/afp blank -p r -k a -k b"
shows "-a never,exit -F arch=b64 -S close"
shows "1 rule of other lists (task, exclude, ...)"
shows "line 14:"
shows "matches no syscall at all"
head -5 "$out" | grep -q "line 12" ; point $? "... the worst rule first"
! awk 'length > 79 && !/ line [0-9]* /' "$out" | grep -q . &&
	! grep -q ' $' "$out"
point $? "... in 79 columns but for rules, no blank at an end"
lines=$(grep -c '^' "$out")
[ "$lines" -gt 30 ]
point $? "... and whole"

run 0 "one syscall" explain openat --rules "$rules"
shows "openat, number 257 of b64"
shows "exit, if it used none     not skipped: 2 rules may match"
shows "-F success=0 -F key=opened"
run 0 "... by number, of the other arch" explain 39 --arch b32 --rules "$rules"
shows "mkdir, number 39 of b32"
shows "split it by -F arch=b64"
sed -i '/uid=4711/d' "$rules"
run 0 "one that is skipped" explain futex --rules "$rules"
shows "exit, if it used none     skipped"
shows "exit, if it used a path   skipped"
run 0 "no rule at all" explain --rules /dev/null
shows "0 rules in /dev/null"
shows "100.00 %"
echo "-a task,never" > "$rules"
run 0 "task,never" explain --rules "$rules"
shows "turns audit off for every task"
printf -- '-a always,exit -S openat -k stdin' | "$tool" explain --rules - \
	> "$out" 2> "$err"
point $? "the standard input, without a newline at its end"
shows "1 rule in the standard input"
TERM=xterm run 0 "no colour in a pipe" explain --rules "$rules"
lacks "$(printf '\033')"

# rules that come and go
cat > "$rules" << 'EOF'
-a always,exit -F arch=b64 -S openat -k one
-a always,exit -F arch=b64 -S close -k two
-d always,exit -F arch=b64 -S openat -k one
-w /nonexistent/afp-file -p r -k three
-W /nonexistent/afp-file -p r -k three
-A always,exit -F arch=b64 -S read -k four
-a always,exit -F arch=b64 -S read -k four-and
-D -k four
EOF
run 0 "-d, -W and -D -k" explain --rules "$rules"
shows "1 rule in"
shows "-S close -F key=two"

# numbers from 2032 up stand for classes: the last but 7 for what writes
echo "-a always,exit -F arch=b64 -S 2041 -k class" > "$rules"
run 0 "-S 2041, a class" explain rename --rules "$rules"
shows "exit, if it used none     not skipped: 1 rule"
run 0 "... and no syscall" explain 2041 --rules "$rules"
shows "exit, if it used none     skipped"
echo "-A always,exit -F arch=b64 -S 2047 -k class" > "$rules"
run 0 "-S 2047, what writes directories" explain mkdir --rules "$rules"
shows "exit, if it used none     not skipped: 1 rule"

# --- lines that are wrong: "TEXT|LINE", one a file

wrong() # TEXT LINE
{
	printf '%s\n' "$2" > file
	timeout 60 "$tool" explain --rules file > "$out" 2> "$err"
	[ $? -eq 1 ] && [ "$(wc -l < "$err")" -eq 1 ] &&
	grep -qF -e "aufastpath: file:1: " "$err" && grep -qF -e "$1" "$err" &&
	grep -q "1 line was refused" "$out"
	point $? "refused: $2: $1"
}

exit_b64="-a always,exit -F arch=b64"
long=$(printf '%0260d' 0)
while IFS='|' read -r text line; do
	wrong "$text" "$line"
done << EOF
takes LIST,ACTION|-a exit
takes LIST,ACTION|-a exit,always,never
takes LIST,ACTION|-a exit,exit
takes LIST,ACTION|-a entry,always
takes LIST,ACTION|-a always,exit,
possible is no action|-a possible,exit -S open
a second -a|-a always,exit -S open -a always,exit
a second -d|-a always,exit -S open -d always,exit
no list; add one|-S open
a list must come before it|-F arch=b64 -S open -a always,exit
a list must come before it|-C uid!=euid
no such syscall|$exit_b64 -S nosuch
no such syscall|$exit_b64 -S open,nosuch
no such syscall|$exit_b64 -S -1
no such syscall|$exit_b64 -S 2048
no such syscall|$exit_b64 -S 99999999999999999999
-S names no syscall|$exit_b64 -S ,
only the list exit has syscalls|-a never,task -S open
only the list exit has syscalls|-a always,exclude -S open -F msgtype=CWD
the list task has no syscalls|-S open -a never,task
unknown field|$exit_b64 -S open -F nosuch=1
no operator in it|$exit_b64 -S open -F uid
no value behind|$exit_b64 -S open -F uid=
no field before|$exit_b64 -S open -F =1
no such user|$exit_b64 -S open -F uid=no-such-user
no such user|$exit_b64 -S open -F auid>={{{ auid }}}
unknown architecture|-a always,exit -F arch=b128 -S open
arch= must come before|-a always,exit -S open -F arch=b64
takes only = and !=|-a always,exit -F arch>b64 -S open
consists of r, w, x and a|$exit_b64 -F perm=z
takes only =|$exit_b64 -F perm!=w
its value is too long|$exit_b64 -F perm=rwxar
unknown error name|$exit_b64 -S open -F exit=-ENOSUCH
only for the list exit|-a always,task -F path=/x
unknown record type|-a always,exclude -F msgtype=NOSUCH
msgtype= is only for|$exit_b64 -S open -F msgtype=CWD
can be excluded by|-a always,exclude -F path=/x
takes only fstype=|-a always,filesystem -F uid=0
unknown file system|-a always,filesystem -F fstype=nosuch
not a field of this list|$exit_b64 -S open -F fstype=debugfs
its value is not a number|$exit_b64 -S open -F pid=x
its value is not a number|$exit_b64 -S open -F a0=x
its value is not a number|$exit_b64 -S open -F sessionid=x
unknown file type|$exit_b64 -S open -F filetype=nosuch
too large|$exit_b64 -S socket -F saddr_fam=999
cannot be compared|$exit_b64 -S open -C uid!=gid
unknown field behind|$exit_b64 -S open -C uid!=nosuch
takes only = and !=|$exit_b64 -S open -C uid
needs a watch|$exit_b64 -k early -S open
a key needs|$exit_b64 -F uid=0 -F key=late
keys of more than|$exit_b64 -S open -k $long
the path must begin with /|-w etc/passwd -p wa
in a rule that has a list|$exit_b64 -S open -w /etc/passwd
consists of r, w, x and a|-w /etc/passwd -p waz
a watch must come before|-p wa -w /etc/passwd
must begin with / and not end|$exit_b64 -F path=/etc/ -F perm=w
must begin with / and not end|$exit_b64 -F path=etc -F perm=w
must begin with / and not end|$exit_b64 -S execve -F exe=/bin/
dir= must begin with /|$exit_b64 -F dir=etc -F perm=w
one of path=, dir= and inode=|$exit_b64 -F path=/a -F dir=/b -F perm=w
one key and one exe=|$exit_b64 -S open -F exe=/a -F exe=/b
path takes only =|$exit_b64 -F path!=/a -F perm=w
only for auid|$exit_b64 -S open -F uid=-1
takes & and &= only|$exit_b64 -S open -F pid&1
there is no such rule|-d always,exit -F arch=b64 -S open -k x
a rules file cannot read another|-R /etc/audit/rules.d/x
takes 0, 1 or 2|-e 3
takes 0, 1 or 2|-f x
takes a number|-b x
takes a number|--backlog_wait_time x
-D takes nothing|-D x
-x is no option of auditctl|-x
--nosuch is no option of auditctl|--nosuch
-x is no option of auditctl|-cxi
--reset-lost=1 is no option|--reset-lost=1
-b needs a value|-b
-a needs a value|-a
belongs to no option|word
belongs to no option|$exit_b64 -S open word
belongs to no option|$exit_b64 -S open -k two words
has a tab in it|-w /etc/passwd	-p wa
EOF
wrong "has a carriage return" "$(printf -- '-w /etc/passwd -p wa\r')"
wrong "has a control character" "$(printf -- '-w /etc/\033passwd -p wa')"
wrong "is longer than auditctl reads" "-w /$(printf '%06200d' 0)"
wrong "too long for a path" "-w /$(printf '%04200d' 0)"
wrong "too long for a path" "-w /$(printf '%0256d' 0)"
fields=$(yes ' -F pid=1' | head -70 | tr -d '\n')
wrong "more fields than" "$exit_b64 -S open$fields"
printf -- '-D\n-w /a\000b -p wa\n' > file
run 1 "a NUL byte" explain --rules file
grep -qxF "aufastpath: file:2: has a NUL byte in it" "$err"
point $? "... is told with its line"

printf '%s\n' "$exit_b64 -S open -k x" "-S" "$exit_b64 -S open -k x" "-c" "-S" \
	> file
run 1 "several lines" explain --rules file
grep -qF "file:2: -S needs a value" "$err" &&
grep -qF "file:3: the same rule as that of line 1" "$err" &&
grep -qF "file:5: -S needs a value" "$err"
point $? "... each is told"
shows "3 lines were refused"
shows "auditctl -R would stop at line 2"
printf '%s\n' "-i" "-S" > file
run 1 "-i before it" explain --rules file
! grep -q "auditctl -R would stop" "$out"
point $? "... auditctl -R would go on"
if [ $has_json -eq 1 ]; then
	printf -- '-a always,exit -S \303\n-w /\377\303\244 -p wa\n' > file
	run 1 "bytes that are no UTF-8, in JSON" explain -j --rules file
	json "[r['line'] for r in d['refused']] == [1] and \
	      d['rules'][0]['rule'] == '-w /?\u00e4 -p wa'" "they are replaced"
fi

# --- wrong usage

usage 3 "no syscall 'nosuch'" explain nosuch --rules /dev/null
usage 3 "no syscall ''" explain '' --rules /dev/null
usage 3 "no syscall '2048'" explain 2048 --rules /dev/null
usage 3 "b64 has no syscall 'socketcall', b32 has: add --arch b32" \
	explain socketcall --rules /dev/null
usage 3 "unexpected argument 'b'; explain takes one syscall" explain all b
usage 3 "--arch takes b64 or b32, not 'x'" explain --arch x
usage 3 "--arch needs a value" explain --arch
usage 3 "--rules needs a value" explain --rules
usage 3 "option --json takes no value" explain --json=1
usage 3 "unknown option -x; there are -a" explain -x
usage 4 "cannot open $tmp/none" explain --rules "$tmp/none"
usage 4 "cannot read $tmp: Is a directory" explain --rules "$tmp"
usage 3 "unexpected argument 'x'; verify takes options only" verify x
usage 3 "unknown option -x; there are -h" verify -x
run 0 "explain --help" explain --help
shows "Usage: aufastpath explain"
run 0 "verify --help" verify --help
shows "Usage: aufastpath verify"

# --- verify without a module that is active

run 2 "verify: not loaded" verify
shows "not loaded"
module
echo disabled > "$sys/state"
run 1 "verify: disabled" verify
shows "disabled: nothing is skipped, so there is nothing to verify"
echo "faulted: a reason" > "$sys/state"
run 1 "verify: faulted" verify
shows "faulted: a reason: nothing is skipped"
echo held > "$sys/state"
run 1 "verify: held" verify
shows "held: the rules are changing; try again"
if [ $has_json -eq 1 ]; then
	run 1 "verify --json: held" verify -j
	json "d['loaded'] and d['verdict'] == 'held'" "the verdict"
fi
echo nonsense > "$sys/state"
usage 4 "is not active, held, disabled or faulted" verify

# --- damaged lines: every one is either taken or told, nothing else happens

cat "$top"/tests/rules/*.rules | awk -v lines="${AFP_LINES:-20000}" \
	-v seed="${AFP_SEED:-1}" '
{ line[n++] = $0 }
END {
	srand(seed)
	junk = "-=!<>&,/ \\%sk0x\"\047#~SFCawpkd9\t\001\303\244"
	for (i = 0; i < lines; i++) {
		text = line[int(rand() * n)]
		for (j = int(rand() * 4); j >= 0; j--) {
			at = int(rand() * (length(text) + 1))
			how = int(rand() * 4)
			piece = substr(junk, 1 + int(rand() * length(junk)), 1)
			if (how == 0)		# replace
				text = substr(text, 1, at) piece \
				       substr(text, at + 2)
			else if (how == 1)	# insert
				text = substr(text, 1, at) piece \
				       substr(text, at + 1)
			else if (how == 2)	# cut out
				text = substr(text, 1, at) \
				       substr(text, at + 2 + int(rand() * 20))
			else {			# cross with another
				other = line[int(rand() * n)]
				text = substr(text, 1, at) \
				       substr(other, int(rand() * length(other)))
			}
		}
		print text
	}
}' > damaged
timeout 300 "$tool" explain --rules damaged > "$out" 2> "$err"
code=$?
[ $code -le 1 ] && ! grep -qv '^aufastpath: damaged:[0-9]*: ' "$err" &&
	[ "$(sed 's/^[^:]*: [^:]*:\([0-9]*\):.*/\1/' "$err" | uniq -d |
	     wc -l)" -eq 0 ] && tail -3 "$out" | grep -q "$(wc -l < "$err") lines"
point $? "damaged lines: $(wc -l < "$err") of $(wc -l < damaged) are refused"
if [ $has_json -eq 1 ]; then
	timeout 300 "$tool" explain --json --rules damaged > "$out" 2> "$err"
	[ $? -eq $code ]
	point $? "... and in JSON"
	json "len(d['refused']) > 0 and d['nr_rules'] > 0" "all of them"
fi
head -c 300000 /dev/urandom > junk
timeout 300 "$tool" explain --rules junk > "$out" 2> "$err"
[ $? -eq 1 ] && ! grep -qav '^aufastpath: junk:[0-9]*: ' "$err"
point $? "a file that is no text"

echo "1..$nr"
[ $failed -eq 0 ]
