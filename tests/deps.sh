#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# deps.sh - install what the tests need on a bare Debian; at once when it is
# all there.
set -euo pipefail

packages=(
	# roots; QEMU comes with that of trixie
	mmdebstrap debian-archive-keyring cpio zstd kmod util-linux e2fsprogs
	# unit tests and tools on the host; the headers hold the perm classes
	gcc make libc6-dev libcmocka-dev libjson-c-dev libaudit-dev dwarves
	linux-headers-amd64
	# fuzzing; the model
	clang libclang-rt-dev spin
	# the picture of make bench
	gnuplot-nox
)

missing=()
for p in "${packages[@]}"; do
	if [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" != installed ]; then
		missing+=("$p")
	fi
done
if [ ${#missing[@]} -eq 0 ]; then
	exit 0
fi
if [ "$(id -u)" != 0 ]; then
	echo "deps.sh: not root; have root install: ${missing[*]}" >&2
	exit 1
fi

install()
{
	DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
		-o DPkg::Lock::Timeout=300 install "${missing[@]}" < /dev/null >&2
}

# indexed - has apt any package list?  A fresh machine or container has none.
indexed()
{
	apt-get indextargets 'Created-By: Packages' | grep -q .
}

update()
{
	echo "deps.sh: reading package lists" >&2
	apt-get -q -o DPkg::Lock::Timeout=300 update >&2
}

echo "deps.sh: installing ${missing[*]}" >&2
indexed || update
# Lists that are too old name packages that are gone from the mirror.
if ! install; then
	update
	install
fi
