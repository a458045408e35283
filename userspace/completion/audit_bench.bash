# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# bash completion for audit_bench(1)

_audit_bench()
{
	local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
	local words="-c --cpu -h --help -j --json -n --iterations -r --repetitions -s --syscall -V --version -w --warmup"

	# --option=VALUE comes as three words
	if [[ $current == = ]]; then
		current=""
	elif [[ $previous == = ]]; then
		previous=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	case $previous in
	-s | --syscall)
		words="list $(audit_bench -s list 2> /dev/null | cut -d' ' -f1)" ;;
	-c | --cpu)
		words=$(seq 0 $(($(nproc --all 2> /dev/null || echo 1) - 1))) ;;
	-n | --iterations | -r | --repetitions | -w | --warmup)
		words="" ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _audit_bench audit_bench
