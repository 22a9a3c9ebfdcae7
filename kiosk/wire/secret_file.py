"""Files that only their owner can read: everything a table or a director stores for itself.

Modes are set independently of the umask, and those of files with a wider one are narrowed.
SQLite gives the files beside a database (-wal, -shm, -journal) the database's own mode
(https://www.sqlite.org/wal.html). Raises OSError throughout.
"""

import os
from collections.abc import Callable
from pathlib import Path

from kiosk.wire.disk import sync_folder

OWNERS_ALONE = 0o600
OWNERS_FOLDER = 0o700
BESIDE_A_DATABASE = ("", "-wal", "-shm", "-journal")


def read_or_make(path: Path, make: Callable[[], bytes]) -> bytes:
    """The content of a file, which is made first if it is missing."""
    if not path.exists():
        write_whole(path, make())
    if path.stat().st_mode & 0o777 != OWNERS_ALONE:
        path.chmod(OWNERS_ALONE)
    return path.read_bytes()


def write_new(path: Path, content: bytes) -> None:
    """Write a new file; it is on the disk when this returns."""
    _write(open_private(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL), content)


def write_over(path: Path, content: bytes) -> None:
    """Write a file in place, replacing its content; it is on the disk when this returns."""
    _write(open_private(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), content)


def write_whole(path: Path, content: bytes, part: Path | None = None) -> None:
    """Write a file that is whole under its name, or not there; on the disk when this returns.

    `part` is its name until then, `<path>.new` if none is given.
    """
    part = part or path.with_name(f"{path.name}.new")
    try:
        write_over(part, content)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def open_private(path: Path, flags: int) -> int:
    """Open a file, for its owner alone from the first moment; returns its descriptor."""
    descriptor = os.open(path, flags | os.O_CLOEXEC, OWNERS_ALONE)
    try:
        if os.fstat(descriptor).st_mode & 0o777 != OWNERS_ALONE:
            os.fchmod(descriptor, OWNERS_ALONE)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def make_private_folder(path: Path) -> None:
    """Make a missing folder, for its owner alone; an existing one is left as it is."""
    if not path.is_dir():
        path.mkdir(OWNERS_FOLDER, parents=True, exist_ok=True)
        path.chmod(OWNERS_FOLDER)
        sync_folder(path.parent)


def make_database(path: Path) -> None:
    """Make an empty file for SQLite to use as a database."""
    os.close(open_private(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC))


def narrow_database(path: Path, *more: str) -> None:
    """Restrict an existing database to its owner, with the files SQLite left beside it and those
    named with one of `more` after its name.

    No file is opened: closing it would release SQLite's locks on it (fcntl(2), advisory locks).
    """
    for suffix in (*BESIDE_A_DATABASE, *more):
        file = path.with_name(path.name + suffix)
        if file.exists() and file.stat().st_mode & 0o777 != OWNERS_ALONE:
            file.chmod(OWNERS_ALONE)


def _write(descriptor: int, content: bytes) -> None:
    with os.fdopen(descriptor, "wb") as written:
        written.write(content)
        written.flush()
        os.fsync(written.fileno())
