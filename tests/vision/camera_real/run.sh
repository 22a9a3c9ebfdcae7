#!/usr/bin/env bash
# The sources' contract on the real picamera2: `make camera-real` runs this as root.
# A Debian trixie tree under build/ is made once: libcamera with its virtual camera from the mirror that apt
# itself uses (MIRROR=… names another), picamera2 by hash. Nothing of it needs a Raspberry Pi, a kernel driver
# or a mount.
set -euo pipefail
cd "$(dirname "$0")/../../.."
here=tests/vision/camera_real
tree=build/trixie
log=build/camera-real.log
packages='python3-libcamera libcamera-ipa python3-jsonschema python3-libarchive-c python3-piexif python3-pil
  python3-prctl python3-pytest python3-tqdm'

fail() { echo "make: $1" >&2; exit 1; }
digest() { sha256sum | cut -c1-12; }
mkdir -p build

base=$tree/.made-$(echo "$packages" | digest)
if [ ! -e "$base" ]; then
  echo 'Making a Debian trixie tree with libcamera in build/, once (some minutes)...'
  command -v debootstrap >"$log" || { apt-get -qq update && apt-get -qq install --no-install-recommends debootstrap; } \
    >"$log" 2>&1 || fail "debootstrap is missing and did not install ($log says why)"
  release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Release: $release" | sed -n 1p)}
  [ -n "$mirror" ] || fail "apt names no mirror for '$release': run apt-get update, or name one with MIRROR="
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  [ -z "${proxy:-}" ] || export http_proxy=$proxy
  rm -rf "$tree" "$tree.part"
  { debootstrap --variant=minbase --include=ca-certificates trixie "$tree.part" "$mirror" &&
    DEBIAN_FRONTEND=noninteractive chroot "$tree.part" apt-get -qq install --no-install-recommends $packages; } \
    >"$log" 2>&1 || fail "the tree was not made: $log says why"
  rm -f "$tree.part"/var/cache/apt/archives/*.deb
  mv "$tree.part" "$tree"
  touch "$base"
fi

lib=$tree/opt/camera
pins=build/camera-real.lock
{ cat $here/picamera2.lock; awk '/^[a-z]/ { keep = /^(numpy|opencv-python-headless)==/ } keep' requirements/table.lock; } >$pins
if [ ! -e "$lib/.made-$(digest <$pins)" ]; then
  rm -rf "$lib"
  # An older pip asks its own Python whether a package fits, not the one named.
  .venv/bin/pip install --quiet --disable-pip-version-check --no-input --no-deps --require-hashes --python-version 3.13 \
    --ignore-requires-python --only-binary :all: --target "$lib" -r $pins >"$log" 2>&1 || fail "picamera2 did not install: $log says why"
  # picamera2 imports these two for raw files and for a screen without a desktop; neither is used here.
  mkdir -p "$lib/pidng"
  echo 'class Picamera2Camera: ...' >"$lib/pidng/camdefs.py"
  echo 'class PICAM2DNG: ...' >"$lib/pidng/core.py"
  echo 'class PixelFormat: RGB888 = XRGB8888 = BGR888 = XBGR8888 = YUV420 = YVU420 = NV12 = None' >"$lib/pykms.py"
  touch "$lib/.made-$(digest <$pins)"
fi
gcc -shared -fPIC -O1 -Wall -Werror -o "$lib/heap.so" $here/heap.c

rm -rf "$tree/opt/kiosk"
mkdir -p "$tree/opt/kiosk/tests/vision" "$tree/opt/kiosk/frames" "$tree/usr/share/libcamera/pipeline/virtual"
cp $here/virtual.yaml "$tree/usr/share/libcamera/pipeline/virtual/"
cp -r vision "$tree/opt/kiosk/"
cp tests/vision/test_sources.py "$tree/opt/kiosk/tests/vision/"
exec chroot "$tree" env --ignore-environment --chdir=/opt/kiosk PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 \
  PYTHONPATH=/opt/camera:/opt/kiosk LD_PRELOAD=/opt/camera/heap.so LIBCAMERA_LOG_LEVELS='*:ERROR' CAMERA_REAL=/opt/kiosk/frames \
  timeout 900 python3 -m pytest -c /dev/null --rootdir=/opt/kiosk --import-mode=importlib -p no:cacheprovider -ra -v "$@" tests/vision/test_sources.py
