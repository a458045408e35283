#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# secureboot.sh LABEL - kernels that take signed modules only; TAP on stdout.
#
# As on a real machine: firmware with Microsoft's keys (OVMF), Debian's shim,
# Debian's GRUB, the stock kernel; a module signed by make sign with a key of
# our own, asked for with mokutil and confirmed in MokManager, whose menus are
# worked over the serial line.  Four boots:
#
#   bios      module.sig_enforce=1 without UEFI: nothing of ours is taken
#   new       Secure Boot: nothing of ours is taken; mokutil --import
#   (shim)    MokManager: the key is confirmed
#   enrolled  the signed module is taken, the others are not
#
# See guest/secureboot.sh for what is tested in each.
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

[ $# = 1 ] || usage 'LABEL'
kernel_row "$1"
need_root

if [ -z "${AFP_OVERLAY-}" ]; then
	packed=$("$AFP_VM/image.sh" "$WANT")
	layer=$("$AFP_TOP/tests/fleet/layer.sh" trixie ovmf shim-signed grub-efi-amd64-signed \
		mokutil mtools dosfstools)
	mkdir -p "$AFP_CACHE/log"
	work=$(mktemp -d "$AFP_CACHE/overlay.XXXXXX")
	trap 'rm -rf --one-file-system "$work"' EXIT
	status=0
	AFP_OVERLAY=$work AFP_PACKED=$packed AFP_LAYERS=$layer \
		unshare --mount --propagation private "$0" "$1" || status=$?
	exit $status
fi

read -r image vmlinuz rel <<< "$AFP_PACKED"
read -r layer base <<< "$AFP_LAYERS"
work=$AFP_OVERLAY
logs=$(mktemp -d "$AFP_CACHE/log/$(date +%Y%m%d-%H%M%S)-$LABEL-secureboot.XXXX")

# overlay NAME LOWERDIR - mount one, and make it the root of in_root
overlay()
{
	ROOTDIR=$work/$1/merged
	mkdir -p "$work/$1"/{upper,work,merged}
	mount -t overlay overlay \
		-o "lowerdir=$2,upperdir=$work/$1/upper,workdir=$work/$1/work" "$ROOTDIR"
}

# What a user does: make module, make sign.
overlay build "$ROOTDIR"
tree=/tmp/audit_fastpath
mkdir "$ROOTDIR$tree"
(cd "$AFP_TOP" && tar -c --exclude-vcs --exclude='*.o' --exclude='*.ko' --exclude=build .) |
	tar -x -C "$ROOTDIR$tree" --no-same-owner
say "$LABEL: building and signing"
# shellcheck disable=SC2016
in_root sh -euc '
	cd "$1"
	for n in key stranger; do
		openssl req -new -x509 -newkey rsa:2048 -nodes -days 365 -sha256 \
			-subj "/CN=audit_fastpath test $n/" -keyout $n.priv -out $n.pem
		openssl x509 -in $n.pem -outform DER -out $n.der
	done
	make -s module KVER="$2"
	cp audit_fastpath.ko unsigned.ko
	make -s sign KVER="$2" KEY=key.priv CERT=key.der
	cp audit_fastpath.ko signed.ko
	cp unsigned.ko audit_fastpath.ko
	make -s sign KVER="$2" KEY=stranger.priv CERT=stranger.der
	cp audit_fastpath.ko stranger.ko
	[ -z "$(modinfo -F signer unsigned.ko)" ]
	[ "$(modinfo -F signer signed.ko)" = "audit_fastpath test key" ]
	' sh "$tree" "$rel" > "$logs/build" 2>&1 || { tail -n 20 "$logs/build" >&2; die "the module could not be built and signed"; }

# What the machine finds under /afp/secureboot, and efivarfs, signed by Debian.
extra=$work/extra
given=$extra/afp/secureboot
mkdir -p "$given/mokutil" "$extra/usr/bin" "$extra/var/lib/dkms"
cp "$ROOTDIR$tree"/{unsigned,signed,stranger}.ko "$given"
# where DKMS has its own
cp "$ROOTDIR$tree/key.der" "$extra/var/lib/dkms/mok.pub"
# Over the tree of the image, so that modprobe knows it.
mkdir "$work/image"
(cd "$work/image" && cpio -id --quiet "usr/lib/modules/*" < "$image")
mkdir -p "$extra/usr/lib"
cp -a "$work/image/usr/lib/modules" "$extra/usr/lib"
in_root modprobe -S "$rel" --show-depends efivarfs | awk '$1 == "insmod" { print $2 }' |
	while read -r m; do
		install -D -m 644 "$ROOTDIR$m" "$extra/usr/lib/modules/${m#*/modules/}"
	done
cp -a "$extra" "$ROOTDIR/tmp/extra"
ln -s usr/lib "$ROOTDIR/tmp/extra/lib"
in_root depmod -b /tmp/extra "$rel"
cp -a "$ROOTDIR/tmp/extra/usr/lib/modules" "$extra/usr/lib"

# mokutil with its own libraries: it is not that of the label's suite.
overlay tools "$layer:$base"
in_root ldd /usr/bin/mokutil | awk '$2 == "=>" { print $3 } $1 ~ /ld-linux/ { print $1 }' |
	while read -r l; do
		cp -L "$ROOTDIR$l" "$given/mokutil"
	done
mv "$given"/mokutil/ld-linux* "$given/mokutil/loader"
cp "$ROOTDIR/usr/bin/mokutil" "$given/mokutil"
cat > "$extra/usr/bin/mokutil" <<'END'
#!/bin/sh
cd /afp/secureboot/mokutil && exec ./loader --library-path . ./mokutil "$@"
END
chmod 755 "$extra/usr/bin/mokutil"
cp "$AFP_VM/guest/secureboot.sh" "$extra/afp"
(cd "$extra" && find . -print0 | cpio -0 -o -H newc --quiet) | cat "$image" - > "$work/initrd"

cp "$ROOTDIR/usr/share/OVMF/OVMF_CODE_4M.secboot.fd" "$work/code.fd"
cp "$ROOTDIR/usr/share/OVMF/OVMF_VARS_4M.ms.fd" "$work/vars.fd"

arguments()
{
	echo "console=ttyS0 panic=-1 oops=panic loglevel=7 audit_backlog_limit=65536 norandmaps" \
		"module.sig_enforce=1 afp_mode=plain afp_nonce=$nonce afp_limit=120 afp_tests=secureboot:$1"
}

# esp PHASE - the system partition that shim, GRUB and the kernel come from
esp()
{
	local esp=$work/esp size

	cat > "$work/grub.cfg" <<-END
	set timeout=0
	linux /vmlinuz $(arguments "$1")
	initrd /initrd
	boot
	END
	size=$(($(stat -c %s "$work/initrd") + $(stat -c %s "$vmlinuz") + (64 << 20)))
	rm -f "$esp"
	truncate -s "$size" "$esp"
	mkdir -p "$ROOTDIR/esp"
	mount --bind "$work" "$ROOTDIR/esp"
	cp "$vmlinuz" "$work/vmlinuz"
	in_root sh -euc '
		mkfs.vfat -F 32 /esp/esp
		mmd -i /esp/esp ::EFI ::EFI/BOOT ::EFI/debian
		mcopy -i /esp/esp /usr/lib/shim/shimx64.efi.signed ::EFI/BOOT/BOOTX64.EFI
		mcopy -i /esp/esp /usr/lib/shim/mmx64.efi.signed ::EFI/BOOT/mmx64.efi
		mcopy -i /esp/esp /usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed ::EFI/BOOT/grubx64.efi
		mcopy -i /esp/esp /esp/grub.cfg ::EFI/debian/grub.cfg
		mcopy -i /esp/esp /esp/vmlinuz /esp/initrd ::' > "$logs/esp-$1" 2>&1
	umount "$ROOTDIR/esp"
}

# shellcheck disable=SC2054
common=(-accel tcg -cpu max,-cx16 -m "${AFP_MEMORY:-1G}" -nodefaults -no-reboot -display none -monitor none)
# Secure Boot is only as good as SMM: the variables are written by it alone.
# shellcheck disable=SC2054
uefi=(-machine q35,smm=on -global 'driver=cfi.pflash01,property=secure,value=on'
	-drive "if=pflash,format=raw,unit=0,file=$work/code.fd,readonly=on"
	-drive "if=pflash,format=raw,unit=1,file=$work/vars.fd"
	-drive "if=none,id=esp,format=raw,file=$work/esp,snapshot=on" -device 'ide-hd,drive=esp')

# machine PHASE QEMU-ARGUMENT... - boot, and judge what came of it
machine()
{
	local phase=$1 dir=$logs/$1 status=0 why=

	shift
	mkdir "$dir"
	say "$LABEL: booting $rel: $phase; logs in $dir"
	timeout -k 5 300 "$AFP_VM/qemu.sh" "${common[@]}" "$@" -serial "file:$dir/console" \
		-serial "file:$dir/tap" -serial "file:$dir/output" > "$dir/qemu" 2>&1 < /dev/null || status=$?
	case $status in
	0) ;;
	124|137) why="the machine did not end within 300 s" ;;
	*) why="QEMU ended with status $status: $(tail -n 1 "$dir/qemu")" ;;
	esac
	"$AFP_VM/judge.sh" "$LABEL" "$nonce" "$why" "$dir" "secureboot:$phase" || {
		tail -n 30 "$dir/output" "$dir/console" >&2 || true
		failed=1
	}
}

# MokManager draws its menus on the serial line, and takes keys from there.
# Its words are looked for one by one, since it places each with escapes.

# screen TEXT - wait until it was drawn since the last key
screen()
{
	local tries=240

	until tail -c "+$((seen + 1))" "$logs/mokmanager" | tr -d '\0' | grep -qF -- "$1"; do
		tries=$((tries - 1))
		if [ $tries = 0 ] || ! kill -0 "$pid" 2>/dev/null; then
			say "$LABEL: MokManager did not show: $1"
			return 1
		fi
		sleep 0.25
	done
	sleep 0.5
}

key()
{
	seen=$(stat -c %s "$logs/mokmanager")
	# shellcheck disable=SC2059
	printf "$1" >&8
	sleep 0.5
}
down='\033[B' enter='\r'

confirm()
{
	local pid seen=0 status=0

	say "$LABEL: confirming the key in MokManager"
	rm -f "$work"/line.{in,out}
	mkfifo "$work/line.in" "$work/line.out"
	: > "$logs/mokmanager"
	cat "$work/line.out" > "$logs/mokmanager" &
	timeout -k 5 180 "$AFP_VM/qemu.sh" "${common[@]}" "${uefi[@]}" \
		-serial "pipe:$work/line" > "$logs/mokmanager.qemu" 2>&1 < /dev/null &
	pid=$!
	exec 8> "$work/line.in"
	{
		screen 'Press any key to perform MOK management' && key "$enter" &&
		screen 'Enroll MOK' && key "$down" && key "$enter" &&
		screen 'View key 0' && key "$down" && key "$enter" &&
		screen 'Enroll the key(s)?' && key "$down" && key "$enter" &&
		screen 'Password:' && key 'fastpath\r' &&
		screen 'Reboot' && key "$enter"
	} || status=1
	if [ $status = 1 ]; then
		kill "$pid" 2>/dev/null || true
	fi
	# -no-reboot: the machine ends with the reboot that MokManager makes.
	wait "$pid" || status=1
	exec 8>&-
	return $status
}

nonce=$(od -An -N8 -tx8 /dev/urandom | tr -d ' ')
failed=0
machine bios -kernel "$vmlinuz" -initrd "$work/initrd" -append "$(arguments bios)"
esp new
machine new "${uefi[@]}"
echo 'TAP version 13'
if confirm; then
	echo "ok 1 - $LABEL secureboot: confirmed in MokManager"
else
	failed=1
	echo "not ok 1 - $LABEL secureboot: confirmed in MokManager"
	tail -c 2000 "$logs/mokmanager" >&2
fi
echo '1..1'
esp enrolled
machine enrolled "${uefi[@]}"
exit $failed
