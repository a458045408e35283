#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# build-rpm.sh [OUTDIR]
#
# Build audit-fastpath-dkms (noarch), audit-fastpath-tools and the source RPM,
# unsigned; print their paths. OUTDIR is build/packages by default. No root
# needed; nothing is written in the tree but there.
#
# On Debian, whose rpm knows none of the packages that are built for, build
# dependencies are not checked; and the tools are linked to Debian's libraries.
set -eu
# shellcheck source=packaging/source.sh
. "$(dirname -- "$0")/source.sh"

need rpm rpmbuild
out=$(outdir "${1-}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/SOURCES"
tree=$work/audit-fastpath-$version
source_tree "$tree"
SOURCE_DATE_EPOCH=$(epoch)
export SOURCE_DATE_EPOCH
tar -c -z -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
	-f "$work/SOURCES/audit-fastpath-$version.tar.gz" "${tree##*/}"
# so that the source RPM can be built without this script
{
	echo "%global afp_version $version"
	cat "$top/packaging/rpm/audit-fastpath.spec"
	printf '\n%%changelog\n* %s %s - %s-1\n- Version %s.\n' \
		"$(LC_ALL=C date -u '+%a %b %d %Y' -d "@$SOURCE_DATE_EPOCH")" \
		"$(sed -n 's/^Maintainer: //p' "$top/packaging/debian/control")" "$version" "$version"
} > "$work/audit-fastpath.spec"
nodeps=
if [ -e /etc/debian_version ]; then
	nodeps=--nodeps
fi
rpmbuild -ba $nodeps --define "_topdir $work" "$work/audit-fastpath.spec" > "$work/log" 2>&1 || {
	cat "$work/log" >&2
	fail "rpmbuild failed: its output is above"
}
for f in "$work"/RPMS/*/*.rpm "$work"/SRPMS/*.rpm; do
	mv "$f" "$out/"
	echo "$out/${f##*/}"
done
