"""What every process asks of its disk: that a name survives a power cut, and what room there is."""

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """A new or renamed file's name is on the disk once its folder is. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def free_bytes(folder: Path) -> int:
    """What anybody may still write there. Raises OSError."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize
