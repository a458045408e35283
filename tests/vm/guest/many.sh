# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# What 10,000 rules cost whoever loads them. Needs a machine that is exact.
. /afp/measure.sh

[ "$AFP_MODE" = exact ] || { not_ok "runs in an exact machine"; exit 0; }

rules_flush
n=0
while [ $n -lt 10000 ]; do
	n=$((n + 1))
	echo "-a always,exit -F arch=b64 -S statx -F uid=$((100000 + n))"
done > /run/afp/many
begun=$(now)
auditctl -R /run/afp/many > /dev/null
stock=$(($(now) - begun))
rules_flush
load_module
wait_state active
begun=$(now)
auditctl -R /run/afp/many > /dev/null
module=$(($(now) - begun))
ok "loading 10,000 rules takes at most 1.05 times as long: $module of $stock" at_most "$module" 1.05 "$stock"
ok "they are known" wait_state active 5
is "all of them" "$(stat rules)" 10000
diag "a resync of 10,000 rules: $(stat resync_ns_last)"
