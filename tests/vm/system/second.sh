# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2086,SC2154 # for what system.sh sets and reads
# The second kernel, with the module that DKMS built when it was installed.
version=$next

is "the second kernel runs" "$running" "$second"
whole
ok "it was there before auditd and the rules" before_audit
ok "its rules are all counted" counted
ok "a watched file is recorded" recorded
is "no unit has failed" "$(systemctl list-units --failed --plain --no-legend)" ""
