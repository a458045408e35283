#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# qemu.sh ARGUMENT... - run the QEMU of the root of trixie, outside of it.
#
# That of bookworm, 7.2, is not to be trusted where code changes under running
# CPUs: with two of them and -accel tcg,thread=multi, a stock kernel dies of a
# stray int3 within seconds of switching the function tracer on and off.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

root=$("$AFP_VM/root.sh" trixie)
libraries=$root/usr/lib/x86_64-linux-gnu
exec "$root/lib64/ld-linux-x86-64.so.2" --library-path "$libraries" \
	"$root/usr/bin/qemu-system-x86_64" \
	-L "$root/usr/share/qemu" -L "$root/usr/share/seabios" "$@"
