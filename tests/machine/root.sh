#!/usr/bin/env bash
# What the emulated machine boots: a Debian trixie disk, its kernel, an initrd, and a folder the guest reads.
# Run by `python -m machine` as root, from the repository's root; all of it is kept in build/machine between runs.
set -Eeuo pipefail
exec 3>&2
cd "$(dirname "$0")/../.."
here=tests/machine
out=build/machine
tree=$out/tree
log=$out/install.log
# gcc, swig and the kernel's headers and source are for what Debian has not built: gpio-sim and lgpio.
packages='systemd systemd-sysv udev dbus kmod sudo iproute2 procps e2fsprogs util-linux-extra
  python3 python3-venv python3-pip python3-dev python3-setuptools micropython gcc g++ make bc swig xz-utils libelf-dev
  libgl1 libegl1 libgles2 libgl1-mesa-dri libmtdev1 libgbm1 libdrm2 libudev1 fonts-wqy-microhei
  chrony avahi-daemon polkitd rfkill linux-image-amd64 linux-headers-amd64 linux-source-6.12'

fail() { echo "make: $1" >&2; exit 1; }
digest() { cat "$@" | sha256sum | cut -c1-12; }
inside() { chroot "$tree" env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  ${http_proxy:+http_proxy=$http_proxy} "$@"; }
trap 'echo "make: the emulated machine was not made: $log says why" >&3' ERR
mkdir -p $out

base=$out/.tree-$(echo "$packages" | digest)
if [ ! -e "$base" ]; then
  echo 'Making a Debian trixie tree with its kernel in build/machine, once (some minutes)...'
  release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Release: $release" | sed -n 1p)}
  [ -n "$mirror" ] || fail "apt names no mirror for '$release': run apt-get update, or name one with MIRROR="
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  [ -z "${proxy:-}" ] || export http_proxy=$proxy
  rm -rf "$tree" $out/.tree-* $out/.extras-* $out/.disk-*
  {
    debootstrap --variant=minbase --include=ca-certificates trixie "$tree" "$mirror"
    inside apt-get -qq install --no-install-recommends $packages
  } >"$log" 2>&1
  rm -f "$tree"/var/cache/apt/archives/*.deb
  mv "$tree"/usr/src/linux-source-6.12.tar.xz $out/  # the disk is smaller without
  touch "$base"
fi
WATCHDOG_S=30
kernel=$(basename "$tree"/boot/vmlinuz-* | sed s/vmlinuz-//)

extras=$out/.extras-$kernel-1
if [ ! -e "$extras" ]; then
  echo 'Building the simulated pins and lgpio for that kernel and Python, once...'
  rm -f $out/.extras-* $out/.disk-*
  {
    # gpio-sim comes with the kernel's source and is built as Debian builds modules; what it needs of the kernel, the
    # simulated interrupts, Debian leaves out, and the one function they call is not for modules: its twin is.
    rm -rf "$tree/root/pins" && mkdir "$tree/root/pins"
    tar --extract --file $out/linux-source-6.12.tar.xz --directory "$tree/root/pins" --strip-components 1 \
      linux-source-6.12/drivers/gpio linux-source-6.12/kernel/irq/irq_sim.c
    pushd "$tree/root/pins"
    mkdir build
    cp drivers/gpio/gpio-sim.c drivers/gpio/*.h build/
    sed 's/handle_simple_irq(irq_to_desc(\(.*\)));/generic_handle_irq(\1);/' kernel/irq/irq_sim.c >build/irq_sim.c
    { echo '#include <linux/module.h>'; echo 'MODULE_LICENSE("GPL");'; } >>build/irq_sim.c
    echo 'obj-m := irq_sim.o gpio-sim.o' >build/Makefile
    popd
    inside make -C "/usr/src/linux-headers-$kernel" M=/root/pins/build modules
    mkdir -p "$tree/lib/modules/$kernel/extra"
    cp "$tree"/root/pins/build/*.ko "$tree/lib/modules/$kernel/extra/"
    inside depmod "$kernel"
    rm -rf "$tree/root/pins"
    # As python3-lgpio of Raspberry Pi OS: in the system's Python. PyPI has no wheel of it for Python 3.13, but its
    # source holds the library, too.
    rm -rf $out/lgpio && mkdir $out/lgpio
    .venv/bin/pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: --dest $out/lgpio lgpio==0.2.2.0
    tar --extract --file $out/lgpio/lgpio-0.2.2.0.tar.gz --directory "$tree/root"
    inside PYPI=1 python3 -m pip install --no-build-isolation --no-index --no-deps --break-system-packages /root/lgpio-0.2.2.0
    rm -rf "$tree/root/lgpio-0.2.2.0"
    echo 'table' >"$tree/etc/hostname"
    echo '/dev/vda / ext4 defaults 0 1' >"$tree/etc/fstab"
    printf 'Hardware\t: BCM2835\nRevision\t: c03115\n' >"$tree/usr/local/share/pi-cpuinfo"  # a Pi 4B, for gpiozero
    inside passwd --delete root
  } >"$log" 2>&1
  touch "$extras"
fi

# What the guest finds below /mnt/host: the project, its wheels for the guest's Python, a newer version, the test's scripts.
share=$out/share
pins=$(digest requirements/build.lock requirements/table.lock requirements/director.lock)
if [ ! -e $share/wheels/.made-"$pins" ]; then
  echo 'Fetching the wheels...'
  rm -rf $share/wheels && mkdir -p $share/wheels
  for lock in build table director; do
    .venv/bin/pip download --quiet --disable-pip-version-check --no-input --no-deps --require-hashes --only-binary :all: \
      --python-version 3.13 --ignore-requires-python --dest $share/wheels -r requirements/$lock.lock >>"$log" 2>&1
  done
  touch $share/wheels/.made-"$pins"
fi
fresh=$out/fresh
rm -rf $fresh && mkdir -p $fresh
git ls-files -z --cached --others --exclude-standard | tar --null --files-from - --create | tar --extract --directory $fresh
rm -rf $share/guest && cp -r $here/guest $share/guest
disk=$out/.disk-$( (cd $fresh && find kiosk vision hardware config systemd requirements pyproject.toml tests/machine/{guest,root.sh,initrd,table.toml} \
  -type f -print0 | sort -z | xargs -0 cat) | digest)
[ -e "$disk" ] || {
  echo 'Installing the product and making the disk...'
  rm -f $out/.disk-*
  {
    cp "$tree/boot/vmlinuz-$kernel" $out/vmlinuz
    ramdisk=$out/ramdisk
    rm -rf $ramdisk && mkdir -p $ramdisk/{bin,lib/modules,proc,sys,dev,root}
    cp /bin/busybox $ramdisk/bin/
    for module in $(chroot "$tree" modprobe --set-version "$kernel" --all --show-depends virtio_pci virtio_blk ext4 crc32c_generic |
      awk '/^insmod/ { print $2 }'); do
      xz --decompress --stdout "$tree/$module" >$ramdisk/lib/modules/"$(basename "${module%.xz}")"
      basename "${module%.xz}" >>$ramdisk/order
    done
    install $here/initrd $ramdisk/init
    (cd $ramdisk && find . | busybox cpio -o -H newc | gzip -1) >$out/initrd.gz

    for name in agent parts players; do cp $here/guest/$name.service "$tree/etc/systemd/system/machine-$name.service"; done
    install $here/guest/agent.py "$tree/usr/local/sbin/machine-agent"
    install $here/guest/finger.py "$tree/usr/local/sbin/machine-finger"
    install $here/guest/parts.sh "$tree/usr/local/sbin/machine-parts"
    inside systemctl --quiet enable machine-agent.service machine-parts.service machine-players.service

    # The first run of the installer is here, as in the making of an image, at this machine's own speed: in the guest it
    # takes twenty times as long. So does the making of the newer version, to which the guest goes and from which it comes back.
    rm -rf $share/source && mv $fresh $share/source
    rm -rf "$tree"/{opt,etc}/table-kiosk "$tree/var/lib/kiosk" "$tree/mnt/host" $share/newer && mkdir -p $share/newer "$tree/mnt"
    rm -f $share/wheels/table_kiosk-*
    for version in 0.1.1 0.1.0; do
      rm -rf $out/copy && cp -r $share/source $out/copy
      sed --in-place "s/^version = .*/version = \"$version\"/" $out/copy/pyproject.toml
      .venv/bin/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir $share/newer $out/copy
      cp $share/newer/table_kiosk-$version-*.whl $share/wheels/
      cp -r $share "$tree/mnt/host"
      inside /mnt/host/source/systemd/install both --wheels /mnt/host/wheels
      rm -rf "$tree/mnt/host" $out/copy
      [ $version = 0.1.0 ] || rm $share/wheels/table_kiosk-$version-*.whl
    done
    mkdir "$tree/mnt/host"
    cp $here/table.toml "$tree/etc/table-kiosk/table.toml"
    # An emulated processor takes minutes for what a Pi does in seconds; all else of the units is as it is.
    for unit in table screen director; do
      mkdir -p "$tree/etc/systemd/system/kiosk-$unit.service.d"
      printf '[Service]\nTimeoutStartSec=900\nWatchdogSec=%s\nBindReadOnlyPaths=/usr/local/share/pi-cpuinfo:/proc/cpuinfo\n' $WATCHDOG_S \
        >"$tree/etc/systemd/system/kiosk-$unit.service.d/slow.conf"
    done
    rm -f $out/disk.img
    truncate --size 8G $out/disk.img
    mke2fs -q -t ext4 -d "$tree" $out/disk.img
  } >"$log" 2>&1
  touch "$disk"
}
