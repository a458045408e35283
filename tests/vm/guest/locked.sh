# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# Case 17: rules locked before the module loads. In a boot of its own: they
# stay locked.
. /afp/records.sh

auditctl -a always,exit -F arch=b64 -S sethostname -k hostname
auditctl -e 2
is "the rules are locked" "$(audit_status enabled)" 2
# the collector's own way needs a rule change: watch through the log
load_module
ok "active" wait_state active
ok "getpid skipped" skips getpid
ok "sethostname not skipped" filters sethostname s:guest 5
auditctl -a always,exit -F arch=b64 -S getpid -k refused
is "no rule can be added" "$(auditctl -l | grep -c refused)" 0
ok "getpid still skipped" skips getpid
unload_module
is "one rule is counted" "$(kread audit_n_rules)" 1
