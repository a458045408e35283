# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Shared by the scripts of the VM harness; sourced, never run.

set -euo pipefail
umask 022

AFP_TOP=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
AFP_VM=$AFP_TOP/tests/vm
# Everything fetched or built lands here and nowhere else.
AFP_CACHE=${AFP_CACHE:-/var/cache/audit_fastpath}
# Scripts call one another; the clock in the messages is that of the first.
AFP_START=${AFP_START:-$(date +%s)}
export AFP_CACHE AFP_START

say()
{
	printf '[%4d s] %s\n' $(($(date +%s) - AFP_START)) "$*" >&2
}

die()
{
	say "${0##*/}: $*"
	exit 1
}

# Nothing ends without a word, wherever errexit strikes.
set -E
trap 'say "${0##*/}: line $LINENO: failed: $BASH_COMMAND"' ERR

need_root()
{
	[ "$(id -u)" = 0 ] || die "must be run as root (it makes roots with mmdebstrap and mounts /proc in them)"
}

# usage TEXT - what to say to a wrong call
usage()
{
	printf 'usage: %s %s\n' "${0##*/}" "$1" >&2
	exit 2
}

# lock NAME - held until the calling script ends.  A script that calls a
# sibling which takes the same lock must do so before it takes it itself.
lock()
{
	mkdir -p "$AFP_CACHE/lock"
	exec 9>"$AFP_CACHE/lock/$1"
	if ! flock -n 9; then
		say "waiting for another run to leave $1"
		flock -w 3600 9 || die "$1 has been locked for an hour ($AFP_CACHE/lock/$1)"
	fi
}

# kernel_row LABEL - set LABEL, SUITE, ROOT, FLAVOUR and WANT from the table.
# A version such as 7.3 stands for the label 7 (the longest that fits), and
# WANT then holds the version that the resolved kernel has to begin with.
kernel_row()
{
	local label suite root flavour

	LABEL=
	while read -r label suite root flavour; do
		case $label in ''|\#*) continue ;; esac
		case $1. in
		"$label".*)
			if [ ${#label} -gt ${#LABEL} ]; then
				# shellcheck disable=SC2034
				LABEL=$label SUITE=$suite ROOT=$root FLAVOUR=$flavour
			fi
			;;
		esac
	done < "$AFP_VM/kernels"
	[ -n "$LABEL" ] || die "no kernel $1 in the table; known: $(kernel_labels all)"
	# Read by the scripts that source this file.
	# shellcheck disable=SC2034
	WANT=$1
	ROOTDIR=$AFP_CACHE/root/$ROOT
}

# kernel_labels [all|built] - the distributions' own kernels; all; those that
# are built from source
kernel_labels()
{
	awk -v which="${1:-stock}" '!/^#/ && NF {
		if (which == "all" || (which == "built") == (NF > 3)) {
			printf "%s%s", sep, $1
			sep = " "
		}
	}' "$AFP_VM/kernels"
}

# in_root COMMAND... - run a command in ROOTDIR.  /proc (objtool of 7.x reads
# it), /dev and what the machine needs to reach its mirror are mounted in a
# namespace that ends with the command: nothing can be left mounted.
in_root()
{
	# shellcheck disable=SC2016
	unshare --mount --propagation private -- bash -c '
		set -eu
		root=$1
		shift
		mount -t proc proc "$root/proc"
		mount --bind /dev "$root/dev"
		for f in /etc/resolv.conf /etc/hosts /etc/ssl/certs /etc/apt/auth.conf.d; do
			if [ -e "$f" ] && [ -e "$root$f" ]; then
				mount --bind "$f" "$root$f"
			fi
		done
		exec chroot "$root" env -i \
			PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
			DEBIAN_FRONTEND=noninteractive INITRD=No \
			${http_proxy:+http_proxy="$http_proxy"} \
			${https_proxy:+https_proxy="$https_proxy"} \
			"$@"' in_root "$ROOTDIR" "$@" 9>&-
}

# fingerprint PATH... - one hash over the names and contents of all files
# below, but for what was built; a path that is not there is no error.
fingerprint()
{
	local p

	for p; do
		[ -e "$p" ] || continue
		find "$p" -name build -prune -o -type f ! -name '*.o' ! -name '*.ko' ! -name '.*.cmd' -print0
	done | sort -z | xargs -0r sha256sum | sha256sum | cut -c1-16
}
