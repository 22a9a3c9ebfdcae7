"""Files with a secret in them: only their owner reads them, and they are whole or not there.

Raises OSError throughout.
"""

import os
from collections.abc import Callable
from pathlib import Path

from kiosk.wire.disk import sync_folder


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """What a file holds; made where there is none."""
    if not path.exists():
        new = path.with_name(f"{path.name}.new")
        new.unlink(missing_ok=True)
        write_new(new, make())
        new.rename(path)
        sync_folder(path.parent)
    return path.read_bytes()


def write_new(path: Path, content: bytes) -> None:
    """Write a file that was not there; it is on the disk when this returns."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(file, "wb") as written:
        written.write(content)
        written.flush()
        os.fsync(written.fileno())
