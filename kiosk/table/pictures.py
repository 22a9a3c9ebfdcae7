"""Roll pictures: files named by their sha256, on the disk before any event names them."""

import logging
import os
from pathlib import Path

from kiosk.journal.file import sync_folder
from kiosk.wire.codec import sha256

_log = logging.getLogger(__name__)


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


def keep_close_up(folder: Path, name: str, close_up: bytes) -> None:
    """Write what people are shown of the dice in picture `name`: `<sha256>.dice.jpg`.

    It is no evidence and no event names it: one that can't be kept is only logged.
    """
    target = folder / f"{name}.dice.jpg"
    try:
        if not target.exists():
            _write(target, close_up)
    except OSError as error:
        _log.warning("the close-up %s was not kept: %s", target, error.strerror)


def keep_reading(folder: Path, name: str, reading: str) -> None:
    """Write and sync what was read of picture `name`, and how: `<sha256>.reading.json`.

    The event holds what was read; this tells by which reader, and lets another read it again.
    One that can't be kept is only logged.
    """
    target = folder / f"{name}.reading.json"
    try:
        if not target.exists():
            _write(target, reading.encode())
            sync_folder(folder)
    except OSError as error:
        _log.warning("the reading %s was not kept: %s", target, error.strerror)


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
