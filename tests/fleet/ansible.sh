#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# ansible.sh [LABEL...] - the Ansible role, run for real on roots of the
# labels' suites with the Ansible of that suite; TAP on stdout. By default
# 6.1 and 6.12.
#
# A root is a chroot: no service starts and no module is loaded there, the
# kernel built for is not the one that runs. What the role does about that is
# part of the test; loading by systemd is not.
set -euo pipefail
# shellcheck source=tests/fleet/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

need_root
if [ -z "${AFP_OVERLAY-}" ]; then
	[ $# -gt 0 ] || set -- 6.1 6.12
	status=0
	for label; do
		kernel_row "$label"
		rel=$("$AFP_VM/kernel.sh" "$WANT")
		echo 'TAP version 13'
		# a subshell: in_layer ends it
		(export AFP_REL=$rel
		in_layer "$ROOT" ansible-core ansible-lint yamllint systemd mokutil make gcc \
			libjson-c-dev libaudit-dev pkg-config build-essential debhelper dh-dkms -- "$label") || status=1
	done
	exit $status
fi

label=$1
enter_layer
tree=/tmp/tree
mkdir "$ROOTDIR$tree"
(cd "$AFP_TOP" && tar -c --exclude-vcs --exclude='*.o' --exclude='*.ko' --exclude=build .) |
	tar -x -C "$ROOTDIR$tree" --no-same-owner
# what the harness itself has built there
in_root sh -c 'for v in $(dkms status audit_fastpath | sed -n "s,^audit_fastpath[/, ]*\([^,: ]*\).*,\1,p" | sort -u); do dkms remove audit_fastpath/$v --all; done' > /dev/null 2>&1 || true
rm -rf "$ROOTDIR"/usr/src/audit_fastpath-* "$ROOTDIR"/lib/modules/*/updates/dkms
echo localhost ansible_connection=local ansible_python_interpreter=/usr/bin/python3 > "$ROOTDIR/tmp/hosts"

# ansible PLAYBOOK ARGUMENT... - in the root; its output also in $play
play=$AFP_OVERLAY/play
ansible()
{
	local book=$1

	shift
	in_root env ANSIBLE_ROLES_PATH=$tree/packaging/ansible/roles ANSIBLE_NOCOLOR=1 \
		ANSIBLE_LOCALHOST_WARNING=0 ANSIBLE_INVENTORY_UNPARSED_WARNING=0 \
		ansible-playbook -i /tmp/hosts "$tree/$book" "$@" 2>&1 < /dev/null | tee "$play"
}

role()
{
	ansible packaging/ansible/audit_fastpath.yml -e "audit_fastpath_kernel=$AFP_REL" "$@"
}

recap()
{
	grep '^localhost  *:' "$play"
	grep -qE "^localhost  *:.*$1" "$play"
}

# changes ARGUMENT... - the role runs and changes something
changes()
{
	role "$@" && recap 'changed=[1-9].*failed=0'
}

# unchanged ARGUMENT... - a further run finds nothing to do
unchanged()
{
	role "$@" && recap 'changed=0 .*failed=0'
}

# refuses PATTERN ARGUMENT...
refuses()
{
	local pattern=$1

	shift
	! role "$@" && grep -qE "$pattern" "$play"
}

said()
{
	# Ansible breaks no lines in messages, but escapes them.
	grep -qE "$1" "$play"
}

built()
{
	in_root dkms status -m audit_fastpath | grep "$AFP_REL.*: installed" &&
		in_root modprobe -S "$AFP_REL" --show-depends audit_fastpath
}

# has FILE TEXT
has()
{
	cat "$ROOTDIR$1" && grep -qxF -- "$2" "$ROOTDIR$1"
}

# enabled UNIT
enabled()
{
	[ "$(in_root systemctl is-enabled "$1")" = enabled ]
}

not()
{
	! "$@"
}

# all files and links that could be ours, but for what DKMS keeps as its own
files()
{
	in_root sh -c 'find /etc /usr/local /usr/src /usr/sbin /usr/bin /usr/share/man /var/lib/dkms /lib/modules /var/cache/audit_fastpath /lib/systemd ! -type d 2>/dev/null; :' |
		grep -v -e /mok -e 'modules\.[^/]*$' -e '/etc/ld.so.cache' -e '/etc/.pwd.lock' | sort
}

t="$label ansible"
ok "$t: syntax" ansible packaging/ansible/audit_fastpath.yml --syntax-check
ok "$t: ansible-lint, profile production" \
	in_root env HOME=/root sh -c "cd $tree/packaging/ansible && ansible-lint --offline --nocolor --profile production --strict audit_fastpath.yml roles/audit_fastpath"
ok "$t: yamllint" in_root yamllint -s -d '{extends: default, rules: {line-length: disable, comments: {min-spaces-from-content: 1}, braces: {max-spaces-inside: 1}, octal-values: {forbid-implicit-octal: true, forbid-explicit-octal: true}, comments-indentation: false}}' $tree/packaging/ansible
ok "$t: a wrong state is refused" refuses 'present, disabled, absent' -e audit_fastpath_state=gone
ok "$t: a wrong parameter is refused" refuses 'auto, direct, ftrace, kprobe, off' -e '{"audit_fastpath_parameters": {"exit": "never"}}'

source=(-e audit_fastpath_from=source)
before=$(files)
ok "$t: source: present" changes "${source[@]}"
ok "$t: source: said that it is not the running kernel" said "Built for ${AFP_REL//+/.}, which is not running here"
ok "$t: source: DKMS has it, modprobe would find it" built
ok "$t: source: the tools are there" in_root sh -c 'PATH=/usr/local/sbin:/usr/local/bin:$PATH; aufastpath --version && audit_bench --help'
ok "$t: source: loaded at boot" enabled audit-fastpath.service
ok "$t: source: no export unless asked for" not enabled audit-fastpath-export.timer
ok "$t: source: once more changes nothing" unchanged "${source[@]}"
more=("${source[@]}" -e audit_fastpath_export=true -e '{"audit_fastpath_parameters": {"mode": "off", "stats": "1"}}')
ok "$t: source: parameters and export" changes "${more[@]}"
ok "$t: source: the parameters are set" has /etc/modprobe.d/audit_fastpath-role.conf 'options audit_fastpath mode=off stats=1'
ok "$t: source: modprobe takes them" in_root sh -c "modprobe -S $AFP_REL --show-depends audit_fastpath | grep 'mode=off stats=1'"
ok "$t: source: the export is on" enabled audit-fastpath-export.timer
ok "$t: source: and runs the installed tool" grep -q '^ExecStart=/usr/local/sbin/aufastpath ' "$ROOTDIR/etc/systemd/system/audit-fastpath-export.service"
ok "$t: source: once more changes nothing" unchanged "${more[@]}"
ok "$t: source: disabled" changes "${more[@]}" -e audit_fastpath_state=disabled
ok "$t: source: starts closed" has /etc/modprobe.d/audit_fastpath-role.conf 'options audit_fastpath enabled=0 mode=off stats=1'
ok "$t: source: still built" built
ok "$t: source: absent" changes -e audit_fastpath_state=absent
ok "$t: source: nothing is left" diff <(echo "$before") <(files)
ok "$t: source: once more changes nothing" unchanged -e audit_fastpath_state=absent

if [ -x "$AFP_TOP/packaging/build-deb.sh" ]; then
	ok "$t: packages: built" in_root sh -c "cd $tree && packaging/build-deb.sh /tmp/debs"
	rm -f "$ROOTDIR"/tmp/debs/*-dbgsym_*
	debs=$(cd "$ROOTDIR" && printf '"/%s",' tmp/debs/*.deb)
	packages=(-e "{\"audit_fastpath_package_files\": [${debs%,}]}")
	ok "$t: packages: present" changes "${packages[@]}" -e audit_fastpath_export=true
	ok "$t: packages: DKMS has it, modprobe would find it" built
	ok "$t: packages: loaded at boot" enabled audit-fastpath.service
	ok "$t: packages: the export is on" enabled audit-fastpath-export.timer
	ok "$t: packages: once more changes nothing" unchanged "${packages[@]}" -e audit_fastpath_export=true
	ok "$t: from packages to source" changes "${source[@]}"
	ok "$t: from packages to source: built" built
	ok "$t: from packages to source: no package is left" not in_root sh -c 'dpkg -l audit-fastpath-dkms | grep ^ii'
	ok "$t: from source to packages" changes "${packages[@]}"
	ok "$t: from source to packages: built" built
	ok "$t: from source to packages: no source is left" not test -e "$ROOTDIR/usr/local/src/audit_fastpath"
	ok "$t: packages: absent" changes -e audit_fastpath_state=absent
	ok "$t: packages: nothing is left" diff <(echo "$before") <(files)
else
	result 0 "$t: packages # SKIP the tree builds no packages"
fi

# A chroot has no firmware; mokutil is one that remembers what it was asked.
install -m 755 "$AFP_TOP/tests/fleet/ansible/mokutil" "$ROOTDIR/usr/bin/mokutil"
key()
{
	ansible tests/fleet/ansible/key.yml "$@"
}

password=(-e audit_fastpath_enrol_password=fleet)

# firmware SB-STATE KEY
firmware()
{
	echo "$1" > "$ROOTDIR/tmp/mok.sb"
	echo "$2" > "$ROOTDIR/tmp/mok.state"
	rm -f "$ROOTDIR/tmp/mok.password"
}

firmware 'EFI variables are not supported on this system' none
ok "$t: key: no UEFI, nothing to do" key "${password[@]}"
ok "$t: key: nothing is missing" said 'MISSING: False'
firmware 'SecureBoot disabled' none
ok "$t: key: Secure Boot is off, nothing to do" key "${password[@]}"
ok "$t: key: nothing was changed" recap 'changed=0 '
firmware 'SecureBoot enabled' none
ok "$t: key: without a password" key
ok "$t: key: the command is told" said 'MISSING: .*mokutil --import /var/lib/dkms/mok.pub'
ok "$t: key: nothing was changed" recap 'changed=0 '
ok "$t: key: with a password" key "${password[@]}"
ok "$t: key: the restart is told" said 'MISSING: restart the host, and confirm at its console'
ok "$t: key: asked for, once" recap 'changed=1 '
ok "$t: key: with that password" has /tmp/mok.password fleet
ok "$t: key: the password is not shown" not said 'fleet'
ok "$t: key: once more" key "${password[@]}"
ok "$t: key: the restart is told again" said 'MISSING: restart the host'
ok "$t: key: nothing was changed" recap 'changed=0 '
firmware 'SecureBoot enabled' enrolled
ok "$t: key: enrolled" key "${password[@]}"
ok "$t: key: nothing is missing" said 'MISSING: False'
ok "$t: key: nothing was changed" recap 'changed=0 '
plan
