# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# bash completion for aufastpath(8)

# What follows an option that takes a value, or a command
_aufastpath_values()	# COMMAND OPTION CURRENT
{
	case $1:$2 in
	bench:-s | bench:--syscall)
		compgen -W "list $(aufastpath bench -s list 2> /dev/null |
			cut -d' ' -f1)" -- "$3" ;;
	bench:-c | bench:--cpu)
		compgen -W "$(seq 0 $(($(nproc --all 2> /dev/null || echo 1) - 1)))" \
			-- "$3" ;;
	bench:-p | bench:--plot | export:-o | export:--output | explain:-r | explain:--rules)
		compgen -f -- "$3" ;;
	export:-f | export:--format)
		compgen -W "prometheus json" -- "$3" ;;
	explain:-a | explain:--arch)
		compgen -W "b64 b32" -- "$3" ;;
	esac
}

_aufastpath()
{
	local commands="status top bench export doctor explain verify help"
	local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
	local word command="" options="" values=""

	# --option=VALUE comes as three words
	if [[ $current == = ]]; then
		current=""
	elif [[ $previous == = ]]; then
		previous=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		if [[ $word != -* ]]; then
			command=$word
			break
		fi
	done
	case $command in
	"")	options="-h --help -j --json -V --version" ;;
	status | doctor | verify)
		options="-h --help -j --json" ;;
	top)	options="-c --count -h --help -i --interval -j --json"
		values="-c --count -i --interval" ;;
	bench)	options="-c --cpu -h --help -j --json -n --iterations -p --plot -r --rounds -s --syscall"
		values="-c --cpu -n --iterations -p --plot -r --rounds -s --syscall" ;;
	export)	options="-f --format -h --help -j --json -o --output"
		values="-f --format -o --output" ;;
	explain)
		options="-a --arch -h --help -j --json -r --rules"
		values="-a --arch -r --rules" ;;
	help)	options="-h --help" ;;
	esac
	if [[ -n $previous && " $values " == *" $previous "* ]]; then
		mapfile -t COMPREPLY < <(_aufastpath_values "$command" "$previous" "$current")
	elif [[ $current == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
	elif [[ -z $command || $command == help ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
	elif [[ $command == explain ]]; then
		mapfile -t COMPREPLY < <(compgen -W "all $(ausyscall --dump 2> /dev/null |
			awk 'NR > 1 { print $2 }')" -- "$current")
	else
		COMPREPLY=()
	fi
}
complete -o filenames -F _aufastpath aufastpath
