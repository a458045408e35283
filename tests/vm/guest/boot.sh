# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# The harness itself: audit works in this guest, and records can be counted.

is "audit is enabled" "$(audit_status enabled)" 1
is "no rules at first" "$(auditctl -l)" "No rules"

ok "a rule is added" auditctl -a always,exit -F arch=b64 -S sethostname -k boot-native
ok "it is listed" sh -c 'auditctl -l | grep -q boot-native'

ok "the collector starts" collect_start /tmp/records
call sethostname s:guest 5
call getppid
call --compat sethostname s:guest 5
ok "the collector ends with nothing lost" collect_stop
is "one record of the matched call" \
	"$(grep -c '^type=SYSCALL .*syscall=170 .*key="boot-native"' /tmp/records)" 1
is "none of any other" "$(grep -c '^type=SYSCALL .*syscall=110 ' /tmp/records)" 0
is "none of its 32-bit sibling" "$(grep -c '^type=SYSCALL .*arch=40000003 ' /tmp/records)" 0

ok "a rule for 32-bit calls is added" \
	auditctl -a always,exit -F arch=b32 -S sethostname -k boot-compat
ok "the collector starts again" collect_start /tmp/records
call --compat --times 3 sethostname s:guest 5
ok "and ends" collect_stop
is "three records of three 32-bit calls" \
	"$(grep -c '^type=SYSCALL .*arch=40000003 syscall=74 .*key="boot-compat"' /tmp/records)" 3

ok "a rule is deleted" auditctl -d always,exit -F arch=b64 -S sethostname -k boot-native
collect_start /tmp/records
call sethostname s:guest 5
collect_stop
is "and then records nothing" "$(grep -c '^type=SYSCALL .*syscall=170 ' /tmp/records)" 0
