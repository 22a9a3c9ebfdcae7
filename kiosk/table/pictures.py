"""Roll pictures: files named by their sha256, on the disk before any event names them."""

import os
from pathlib import Path

from kiosk.wire.codec import sha256


def keep(folder: Path, picture: bytes) -> str:
    """Write and sync a JPEG; its hash. A picture kept before is not written again.

    Raises OSError when it can't be kept; then no event may name it.
    """
    name = sha256(picture)
    target = folder / f"{name}.jpg"
    if target.exists():
        return name
    folder.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    with part.open("wb") as file:
        file.write(picture)
        file.flush()
        os.fsync(file.fileno())
    part.replace(target)
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    return name
