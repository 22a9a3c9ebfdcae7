"""A small ext4 of its own, in a loop device: it can be filled, and spoiled as a bad card is.

Needs root, and a kernel that gives loop devices. It is mounted for this process and its children
alone, so that the kernel unmounts and detaches it when they have ended, however that was.
"""

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE_BYTES = 64 << 20
BLOCK = bytes(4096)
MENDED = 1
"""How e2fsck ends when it has corrected something."""
NEEDS_DISK = "needs root and a loop device"
CLONE_NEWNS = 0x20000


class SmallDisk:
    """Mounted at `path`. Whoever has files there closes them before `mend`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "small"
        self._image = folder / "small.img"
        self._filler = self.path / "filler"

    def make(self) -> None:
        """Raises OSError and CalledProcessError where it can't be."""
        with self._image.open("wb") as image:
            image.truncate(SIZE_BYTES)
        self.path.mkdir()
        _alone()
        _run("mkfs.ext4", "-q", "-m", "0", self._image)
        self._mount()
        if not os.access(self._trigger(), os.W_OK):
            raise PermissionError(f"{self._trigger()} can't be written")

    def close(self) -> None:
        """Unmounted, also where somebody still has a file there; the loop device goes with it."""
        if self.path.is_mount():
            _run("umount", "--lazy", self.path)

    def fill(self) -> None:
        """Not one block is left."""
        with self._filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(BLOCK)
            except OSError:
                os.fsync(file.fileno())

    def make_room(self) -> None:
        self._filler.unlink()

    def spoil(self) -> None:
        """An error of the file system, met by the kernel: it is read-only from now on."""
        self._trigger().write_text("1")

    def mend(self) -> None:
        """As a person does with the card in another machine."""
        _run("umount", self.path)
        done = subprocess.run(["e2fsck", "-fy", self._image], capture_output=True, check=False)
        assert done.returncode <= MENDED, done.stdout
        self._mount()

    def _mount(self) -> None:
        _run("mount", "-o", "loop,errors=remount-ro", self._image, self.path)

    def _trigger(self) -> Path:
        device = self.path.stat().st_dev
        block = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve()
        return Path("/sys/fs/ext4", block.name, "trigger_fs_error")


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk | None]:
    """One in `folder`; None where there can't be one."""
    disk = SmallDisk(folder)
    try:
        try:
            disk.make()
            made = True
        except (OSError, subprocess.CalledProcessError):
            made = False
        yield disk if made else None
    finally:
        disk.close()


def _alone() -> None:
    """What this process mounts from now on nobody else sees (unshare(2))."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    _run("mount", "--make-rprivate", "/")


def _run(*line: object) -> None:
    subprocess.run([str(each) for each in line], capture_output=True, check=True)
