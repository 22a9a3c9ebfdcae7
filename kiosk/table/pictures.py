"""Roll pictures: files named by their sha256, on the disk before any event names them."""

import os
from pathlib import Path

from kiosk.journal.file import sync_folder
from kiosk.wire.codec import sha256


def keep(folder: Path, picture: bytes) -> str:
    """Write and sync a JPEG; its hash. A picture kept before is not written again.

    Raises OSError when it can't be kept; then no event may name it.
    """
    name = sha256(picture)
    target = folder / f"{name}.jpg"
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        sync_folder(folder.parent)
    if not target.exists():
        _write(target, picture)
    sync_folder(folder)
    return name


def _write(target: Path, picture: bytes) -> None:
    """Whole under its name, or not there."""
    part = target.with_suffix(".part")
    try:
        with part.open("wb") as file:
            file.write(picture)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
