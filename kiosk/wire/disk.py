"""Disk helpers: names that survive a power cut, free space, read-only access to a database."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that new or renamed names in it are on the disk. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def free_bytes(folder: Path) -> int:
    """The bytes that may still be written there. Raises OSError."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize


@contextmanager
def readable(path: Path) -> Iterator[str]:
    """A URI of a database through which SQLite leaves every file unchanged
    (https://www.sqlite.org/wal.html).

    Read-only alone is not enough: SQLite would make, or repair, the log's index file (-shm).
    """
    wal, index = _beside(path, "-wal"), _beside(path, "-shm")
    if index.exists():
        yield f"{path.absolute().as_uri()}?mode=ro&readonly_shm=1"
    elif not wal.exists() or wal.stat().st_size == 0:
        yield f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    else:
        with tempfile.TemporaryDirectory(prefix="kept-") as folder:
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            shutil.copyfile(wal, _beside(copy, "-wal"))
            yield f"{copy.as_uri()}?mode=ro"


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
