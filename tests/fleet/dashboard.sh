#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# dashboard.sh [--show] - alerts and dashboard against a real Prometheus; TAP
# on stdout, with --show also the data of each panel.
#
# samples/ holds what "aufastpath export" said on stock kernels.  Each of them
# is a host here: a node_exporter of its own serves it from its textfile
# directory, Prometheus scrapes them all.  All of it listens on the loopback
# alone, and ends with this script.  There is no Grafana: its variables are
# filled in as it would, and each expression goes through Prometheus.
set -euo pipefail
# shellcheck source=tests/fleet/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

[ $# = 0 ] || [ "$*" = --show ] || usage '[--show]'
need_root
if [ -z "${AFP_OVERLAY-}" ]; then
	in_layer trixie prometheus prometheus-node-exporter jq curl -- "$@"
fi

enter_layer
show=${1-}
dir=$AFP_OVERLAY/merged/fleet
mkdir "$dir"
samples=$AFP_TOP/tests/fleet/samples
board=$AFP_TOP/packaging/grafana/audit_fastpath.json
cp "$board" "$dir/board.json"
cp "$AFP_TOP/packaging/prometheus/audit_fastpath.rules.yml" "$dir"
mkdir -p "$dir/tree/packaging" "$dir/tree/tests/fleet"
cp -r "$AFP_TOP/packaging/prometheus" "$dir/tree/packaging"
cp "$AFP_TOP/tests/fleet/alerts_test.yml" "$dir/tree/tests/fleet"

promtool()
{
	in_root promtool "$@"
}

ok "alerts: promtool takes them" promtool check rules /fleet/audit_fastpath.rules.yml
ok "alerts: promtool's unit tests" in_root sh -c 'cd /fleet/tree/tests/fleet && promtool test rules alerts_test.yml'
for f in "$samples"/*.prom; do
	cp "$f" "$dir"
	# It warns of info metrics without a unit and the like; what it refuses is an error.
	ok "sample $(basename "$f" .prom): promtool takes it" in_root sh -c "promtool check metrics < /fleet/${f##*/}"
done

# free PORT - does nobody listen there?
free()
{
	! (exec 7<> "/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

port=$((20000 + RANDOM % 9000))
start()
{
	until free "$port"; do
		port=$((port + 1))
	done
	in_root timeout -k 5 300 "$@" > "$dir/log-$port" 2>&1 < /dev/null &
}

# host NAME SAMPLE - a node_exporter
targets=
host()
{
	mkdir -p "$dir/$1"
	cp "$samples/$2.prom" "$dir/$1/audit_fastpath.prom"
	start prometheus-node-exporter --collector.disable-defaults --collector.textfile \
		--collector.uname "--collector.textfile.directory=/fleet/$1" \
		"--web.listen-address=127.0.0.1:$port"
	targets+="
      - targets: [\"127.0.0.1:$port\"]
        labels: {instance: $1}"
	port=$((port + 1))
}

host repaired active_later
for s in active held disabled drifted faulted not_loaded; do
	host "$s" "$s"
done
host stale active
touch -d '1 hour ago' "$dir/stale/audit_fastpath.prom"

cat > "$dir/prometheus.yml" <<END
global:
  scrape_interval: 1s
  evaluation_interval: 1s
rule_files: [audit_fastpath.rules.yml]
scrape_configs:
  - job_name: node
    static_configs:$targets
END
mkdir "$dir/data"
start prometheus --config.file=/fleet/prometheus.yml --storage.tsdb.path=/fleet/data \
	"--web.listen-address=127.0.0.1:$port" --log.level=warn
api=http://127.0.0.1:$port/api/v1

get()
{
	in_root curl -s --noproxy '*' --max-time 10 "$@"
}

# jq reads standard input alone: other files are not where it looks for them.
jq()
{
	in_root jq "$@"
}

# query EXPR - its result as JSON; fails on an error
query()
{
	get --data-urlencode "query=$1" "$api/query" > "$dir/answer"
	jq -e '.status == "success"' < "$dir/answer" > /dev/null || { cat "$dir/answer"; return 1; }
	cat "$dir/answer"
}

# rows EXPR - how many it has
rows()
{
	query "$1" | jq '.data.result | length'
}

# yields EXPR [COUNT] - it has data: some, or as many series as said
yields()
{
	local got

	got=$(rows "$1")
	echo "$got: $1"
	if [ $# -gt 1 ]; then [ "$got" = "$2" ]; else [ "$got" -gt 0 ]; fi
}

within()
{
	local tries=$(($1 * 4))

	shift
	until "$@" > /dev/null 2>&1; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.25
	done
}

within 30 yields up 8 || true
ok "Prometheus scrapes eight hosts" yields 'up == 1' 8
within 10 yields 'linux_audit_fastpath_module_loaded' 8 || true
sleep 6
# The second sample of the same boot: counters move as they did there.
cp "$samples/active_later.prom" "$dir/active/audit_fastpath.prom.new"
mv "$dir/active/audit_fastpath.prom.new" "$dir/active/audit_fastpath.prom"
cp "$samples/repaired.prom" "$dir/repaired/audit_fastpath.prom.new"
mv "$dir/repaired/audit_fastpath.prom.new" "$dir/repaired/audit_fastpath.prom"
sleep 6

# Every panel.
expand()
{
	# a window that the slowest machine does not leave before the last question
	sed -e 's/\$__rate_interval/10m/g' -e 's/"\$job"/".*"/g' -e 's/"\$instance"/".*"/g' \
		-e 's/\[1h\]/[10m]/g'
}
read -r count <<< "$(jq '[.panels[].targets[]?] | length' < "$board")"
ok "dashboard: it has panels" [ "$count" -gt 10 ]
for ((i = 0; i < count; i++)); do
	title=$(jq -r "[.panels[] | .title as \$t | .targets[]? | \$t + \" \" + .refId][$i]" < "$board")
	expr=$(jq -r "[.panels[].targets[]?.expr][$i]" < "$board" | expand)
	ok "dashboard: $title: data" yields "$expr"
	if [ -n "$show" ]; then
		echo "# === $title"
		query "$expr" | jq -r '.data.result[] | (.metric | del(.__name__, .job) | to_entries | map(.key + "=" + .value) | join(" ")) + "  " + .value[1]' |
			sed 's/^/#   /'
	fi
done

# The variables, as Grafana asks for them.
ok "dashboard: variable job" sh -c "[ '$(get "$api/label/job/values?match[]=linux_audit_fastpath_module_loaded" | jq -c .data)' = '[\"node\"]' ]"
ok "dashboard: variable instance" sh -c "[ '$(get "$api/label/instance/values?match[]=linux_audit_fastpath_module_loaded" | jq '.data | length')' = 8 ]"
ok "dashboard: each panel's grid and id is its own" sh -c "[ '$(jq '[.panels[].id] | length == (unique | length)' < "$board")$(jq '[.panels[].gridPos | "\(.x) \(.y)"] | length == (unique | length)' < "$board")' = truetrue ]"

# What the numbers must be, from the samples.
numbers()
{
	local want=$1 got

	got=$(query "$2" | jq -r '.data.result[0].value[1]')
	echo "$got, not $want: $2"
	[ "$got" = "$want" ]
}
panel()
{
	jq -r --arg t "$1" '.panels[] | select(.title == $t) | .targets[0].expr' < "$board" | expand
}
timeline()
{
	numbers "$1" "($(panel State)) and on (instance) up{instance=\"$2\"}"
}
# active, repaired, drifted, stale
ok "dashboard: hosts that are active" numbers 4 "$(panel Active)"
ok "dashboard: hosts that are held or disabled" numbers 2 "$(panel 'Held or disabled')"
ok "dashboard: hosts that are faulted" numbers 1 "$(panel Faulted)"
ok "dashboard: hosts without the module" numbers 1 "$(panel 'Not loaded')"
ok "dashboard: state of a host without the module" timeline 0 not_loaded
ok "dashboard: state of an active host" timeline 1 active
ok "dashboard: state of a held host" timeline 2 held
ok "dashboard: state of a disabled host" timeline 3 disabled
ok "dashboard: state of a faulted host" timeline 4 faulted
ok "dashboard: the share skipped is a share" yields "($(panel Skipped)) > 0.5 <= 1" 1

# Metrics: all that is used is exported, and all that is exported is used but
# for these, which no part of this version counts, and those that say the same.
unused='entries_skipped_total entries_revived_total idle_tasks index_rules index_lists index_bytes'
cat "$samples"/*.prom | sed -n 's/^\(linux_audit_fastpath_[a-z_]*\).*/\1/p' | sort -u > "$dir/exported"
{ jq -r '.panels[].targets[]?.expr' < "$board"; cat "$AFP_TOP/packaging/prometheus/audit_fastpath.rules.yml"; } |
	grep -o 'linux_audit_fastpath_[a-z_]*' | sort -u > "$dir/used"
ok "metrics: what is used is exported" sh -c "! comm -13 '$dir/exported' '$dir/used' | grep ."
for m in $unused; do
	echo "linux_audit_fastpath_$m"
done | cat "$dir/used" - | sort -u > "$dir/known"
ok "metrics: what is exported is used" sh -c "! comm -23 '$dir/exported' '$dir/known' | grep ."

# Alerts: Prometheus has loaded them all, evaluates them without an error, and
# those whose state is among the hosts are pending or firing for that host.
get "$api/rules" > "$dir/rules.json"
ok "alerts: all are loaded" sh -c "[ '$(jq '[.data.groups[].rules[]] | length' < "$dir/rules.json")' = '$(grep -c 'alert:' "$AFP_TOP/packaging/prometheus/audit_fastpath.rules.yml")' ]"
ok "alerts: none fails" sh -c "[ '$(jq -c '[.data.groups[].rules[] | select(.health != "ok") | {name, health, lastError}]' < "$dir/rules.json")' = '[]' ]"
# alert NAME HOST... - for exactly these hosts
alert()
{
	local name=$1 got

	shift
	got=$(jq -r --arg n "$name" '[.data.groups[].rules[] | select(.name == $n) | .alerts[].labels.instance] | unique | join(" ")' < "$dir/rules.json")
	echo "$name: got '$got', want '$*'"
	[ "$got" = "$*" ]
}
ok "alerts: no mismatch" alert AuditFastpathMismatch
ok "alerts: faulted" alert AuditFastpathFaulted faulted
ok "alerts: held" alert AuditFastpathHeldLong held
ok "alerts: drift repaired" alert AuditFastpathDriftRepaired repaired
ok "alerts: drift" alert AuditFastpathDrift drifted
ok "alerts: module missing" alert AuditFastpathModuleMissing not_loaded
ok "alerts: no kernel was updated" alert AuditFastpathMissingAfterKernelUpdate
ok "alerts: export stale" alert AuditFastpathExportStale stale
rm "$dir/disabled/audit_fastpath.prom"
gone()
{
	get "$api/rules" > "$dir/rules.json"
	alert AuditFastpathExportGone disabled
}
ok "alerts: export gone" within 20 gone
if [ -n "$show" ]; then
	jq -r '.data.groups[].rules[] | .name as $n | .alerts[] | $n + " " + .state + ": " + .annotations.summary + ". " + .annotations.description' < "$dir/rules.json" | sed 's/^/# /'
fi
plan
