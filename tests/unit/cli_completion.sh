#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The completions for bash and zsh offer what the tools' own help has, neither
# more nor less; so does the manual. Prints TAP. Without zsh its points are
# skipped.

. "$(dirname "$0")/lib_cli.sh"

completions=$top/userspace/completion
PATH=$TOOLS:$PATH
commands=$("$status" help | sed -n 's/^  \([a-z]*\)  .*/\1/p')

# The options in a help text: "  -j, --json  ..."
options() # PROGRAM [help COMMAND]
{
	"$@" | sed -n 's/^  \(-[a-zA-Z]\), \(--[a-z]*\)[ ].*/\1\n\2/p' | sort
}

equal() # DESCRIPTION EXPECTED GOT
{
	: > "$err"
	diff <(sort <<< "$2") <(sort <<< "$3") > "$out"
	point $? "$1"
}

# --- bash

# shellcheck source=/dev/null
. "$completions/aufastpath.bash"
# shellcheck source=/dev/null
. "$completions/audit_bench.bash"

# What is offered for the last word
offered() # FUNCTION WORD...
{
	local function=$1

	shift
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	"$function"
	printf '%s\n' "${COMPREPLY[@]}"
}

equal "bash: the commands" "$commands" "$(offered _aufastpath aufastpath "")"
equal "bash: the commands after help" "$commands" \
	"$(offered _aufastpath aufastpath help "")"
equal "bash: the options alone" "$(printf '%s\n' -j --json "$(options aufastpath help)")" \
	"$(offered _aufastpath aufastpath -)"
for command in $commands; do
	equal "bash: the options of $command" \
		"$(options aufastpath help "$command")" \
		"$(offered _aufastpath aufastpath "$command" -)"
done
equal "bash: the options of audit_bench" "$(options audit_bench --help)" \
	"$(offered _audit_bench audit_bench -)"
syscalls=$(printf '%s\n' list "$(audit_bench -s list | cut -d' ' -f1)")
equal "bash: the syscalls of audit_bench" "$syscalls" \
	"$(offered _audit_bench audit_bench -s "")"
equal "bash: the syscalls of bench" "$syscalls" \
	"$(offered _aufastpath aufastpath bench --syscall = "")"
equal "bash: a syscall that is begun" "$(grep '^ge' <<< "$syscalls")" \
	"$(offered _aufastpath aufastpath bench -s ge)"
equal "bash: formats" "$(printf 'json\nprometheus')" \
	"$(offered _aufastpath aufastpath export -f "")"
equal "bash: nothing after a number" "" "$(offered _aufastpath aufastpath top -c "")"
if command -v ausyscall > /dev/null; then
	equal "bash: syscalls to explain" \
		"$(printf 'openat\nopenat2')" \
		"$(offered _aufastpath aufastpath explain opena)"
fi

# --- zsh: what the files hand to _arguments and _describe

zsh_offers() # FILE WORD...
{
	zsh -f -s -- "$@" <<- 'EOF2'
	file=$1; shift
	words=("$@") CURRENT=$#
	_arguments() {
		local spec
		for spec; do
			spec=${spec#\(*\)}
			[[ $spec == -* ]] && print -r -- ${${spec%%\[*}%=}
		done
	}
	_describe() { print -rl -- ${${(P)4}%%:*} }
	run() { source $file }
	run
	EOF2
}

if command -v zsh > /dev/null; then
	equal "zsh: the commands" "$commands" \
		"$(zsh_offers "$completions/_aufastpath" aufastpath "")"
	equal "zsh: the options alone" \
		"$(printf '%s\n' -j --json "$(options aufastpath help)")" \
		"$(zsh_offers "$completions/_aufastpath" aufastpath -)"
	for command in $commands; do
		equal "zsh: the options of $command" \
			"$(options aufastpath help "$command")" \
			"$(zsh_offers "$completions/_aufastpath" aufastpath "$command" -)"
	done
	equal "zsh: the options of audit_bench" "$(options audit_bench --help)" \
		"$(zsh_offers "$completions/_audit_bench" audit_bench -)"
	grep -q "'1:command:(${commands//$'\n'/ })'" "$completions/_aufastpath"
	point $? "zsh: the commands after help"
else
	point 0 "zsh: all of it" "no zsh"
fi

# --- the manual

manual=$top/userspace/aufastpath.8
for command in $commands; do
	grep -qE "^\.(It )?Cm $command( |\$)" "$manual"
	point $? "aufastpath(8) has the command $command"
	options aufastpath help "$command" | grep '^--' | while read -r option; do
		grep -q -e "Fl ${option#-}\\b" "$manual" || echo "$option"
	done > "$out"
	[ ! -s "$out" ]
	point $? "... and all of its options"
done
options audit_bench --help | grep '^--' | while read -r option; do
	grep -q -e "Fl ${option#-}\\b" "$top/userspace/audit_bench.1" || echo "$option"
done > "$out"
[ ! -s "$out" ]
point $? "audit_bench(1) has all options"

echo "1..$nr"
[ "$failed" -eq 0 ]
