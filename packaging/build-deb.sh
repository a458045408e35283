#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# build-deb.sh [OUTDIR]
#
# Build the Debian source package and audit-fastpath-dkms, audit-fastpath-tools,
# unsigned; print their paths. OUTDIR is build/packages by default. No root
# needed; nothing is written in the tree but there.
set -eu
# shellcheck source=packaging/source.sh
. "$(dirname -- "$0")/source.sh"

need dpkg-dev dpkg-buildpackage
out=$(outdir "${1-}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tree=$work/audit-fastpath-$version
source_tree "$tree"
cp -a "$top/packaging/debian" "$tree/debian"
SOURCE_DATE_EPOCH=$(epoch)
export SOURCE_DATE_EPOCH
maintainer=$(sed -n 's/^Maintainer: //p' "$tree/debian/control")
cat > "$tree/debian/changelog" <<-EOF
	audit-fastpath ($version) unstable; urgency=medium

	  * Version $version; the repository's log says what changed.

	 -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
EOF

# it says itself which build dependency is missing
(cd "$tree" && dpkg-buildpackage -us -uc) > "$work/log" 2>&1 || {
	cat "$work/log" >&2
	fail "dpkg-buildpackage failed: its output is above"
}
for f in "$work"/audit-fastpath*.*; do
	[ -f "$f" ] || continue
	mv "$f" "$out/"
	echo "$out/${f##*/}"
done
