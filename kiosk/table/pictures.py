"""Roll pictures: files named by their sha256, on the disk before any event names them.

They may take a part of the disk, but none of what the journal needs.
"""

import logging
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kiosk.wire.codec import sha256
from kiosk.wire.disk import free_bytes, sync_folder
from kiosk.wire.secret_file import make_private_folder, open_private

_MB = 1_000_000
_DIGITS = 64
_NAME = re.compile(r"[0-9a-f]{64}")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PictureQuota:
    """Limits in bytes: `most` for pictures and the files beside them, `reserve` of the disk for the
    journal.
    """

    most: int = 4000 * _MB
    reserve: int = 200 * _MB


@dataclass(slots=True)
class _Kept:
    """Files stored of one look at the board: their match, and their bytes in all."""

    match_id: str | None
    size: int = 0


class PictureFolder:
    """The folder of roll pictures, within its quota: the oldest of closed matches are removed
    first.

    `playing` returns the open match, `ours` has the pictures that the rows of that match name at
    the start. Use it from one thread.
    """

    def __init__(
        self,
        folder: Path,
        quota: PictureQuota = PictureQuota(),
        playing: Callable[[], str | None] = lambda: None,
        ours: frozenset[str] = frozenset(),
        free: Callable[[Path], int] = free_bytes,
    ) -> None:
        self.folder = folder
        self.quota = quota
        self._playing = playing
        self._free = free
        self._full = False
        self._kept = _found(folder, playing(), ours)
        """The oldest first."""

    def keep(self, picture: bytes) -> str | None:
        """Store a picture; return its name, or None if it is not on the disk (the reason is
        logged).
        """
        name = sha256(picture)
        if name not in self._kept and not self._makes_room(len(picture)):
            return None
        try:
            keep(self.folder, picture)
        except OSError as error:
            _log.error("a picture was not kept in %s: %s", self.folder, error)
            return None
        self.mark_used(name)
        self._count(name)
        return name

    def mark_used(self, name: str) -> None:
        """Mark the picture as part of the open match, too."""
        kept = self._kept.pop(name, _Kept(None))
        kept.match_id = self._playing()
        self._kept[name] = kept

    def keep_close_up(self, name: str, close_up: bytes) -> None:
        """Store a close-up if there is room, as the module's `keep_close_up`."""
        if self._makes_room(len(close_up)):
            keep_close_up(self.folder, name, close_up)
            self._count(name)

    def keep_reading(self, name: str, reading: str) -> None:
        """Store a reading if there is room, as the module's `keep_reading`."""
        if self._makes_room(len(reading.encode())):
            keep_reading(self.folder, name, reading)
            self._count(name)

    def _count(self, name: str) -> None:
        self._kept[name].size = sum(_size(file) for file in _files(self.folder, name))

    def _makes_room(self, size: int) -> bool:
        """Remove old pictures until `size` bytes fit; False if they do not. The journal's reserve
        is never used.
        """
        try:
            self._let_go(size)
            left = self._left()
        except OSError as error:
            _log.error("no room can be made in %s: %s", self.folder, error)
            return False
        used = self._used()
        fits = used + size <= self.quota.most and left - size >= self.quota.reserve
        if not fits and not self._full:
            _log.error(
                "rolls are journaled without pictures: %s has %d MB free, %d of them for the "
                "journal, and pictures have %d of %d MB; make room",
                *(self.folder, left // _MB, self.quota.reserve // _MB),
                *(used // _MB, self.quota.most // _MB),
            )
        elif fits and self._full:
            _log.info("pictures are kept again in %s", self.folder)
        self._full = not fits
        return fits

    def _let_go(self, size: int) -> None:
        for name in self._to_go(size):
            _log.debug("picture %s goes to make room", name)
            for file in _files(self.folder, name):
                file.unlink(missing_ok=True)
            del self._kept[name]

    def _used(self) -> int:
        return sum(kept.size for kept in self._kept.values())

    def _to_go(self, size: int) -> list[str]:
        """Pictures to remove, the oldest of closed matches first. For the quota those of the open
        match are removed, too, when no other is left; for the journal's reserve they never are.
        """
        playing = self._playing()
        open_match = {
            name for name, kept in self._kept.items() if playing and kept.match_id == playing
        }
        over = self._used() + size - self.quota.most
        short = self.quota.reserve + size - self._left()
        going: list[str] = []
        for name in sorted(self._kept, key=open_match.__contains__):
            if over <= 0 and (short <= 0 or name in open_match):
                break
            going.append(name)
            over -= self._kept[name].size
            short -= self._kept[name].size
        return going

    def _left(self) -> int:
        folder = self.folder
        while not folder.exists():
            folder = folder.parent
        return self._free(folder)


def _found(folder: Path, playing: str | None, ours: frozenset[str]) -> dict[str, _Kept]:
    """Pictures in the folder, the oldest first, with the open match for those that belong to it.

    Everything written after the open match's first picture belongs to it: no row names the picture
    of the board before that.
    """
    try:
        first = _looked_up(folder)
    except OSError as error:
        _log.error("%s can't be looked into: %s", folder, error)
        first = {}
    began = min((since for name, (since, _size) in first.items() if name in ours), default=None)
    ordered = sorted(first.items(), key=lambda each: each[1])
    return {
        name: _Kept(playing if began is not None and since >= began else None, size)
        for name, (since, size) in ordered
    }


def _looked_up(folder: Path) -> dict[str, tuple[int, int]]:
    """Time of each name's first file in ns of the wall clock, and the bytes of all its files."""
    found: dict[str, tuple[int, int]] = {}
    for file in folder.iterdir() if folder.is_dir() else ():
        name, stat = file.name[:_DIGITS], file.stat()
        if file.suffix == ".part":
            file.unlink(missing_ok=True)  # the power failed while it was written
        elif _NAME.fullmatch(name) and stat.st_size:
            since, size = found.get(name, (stat.st_mtime_ns, 0))
            found[name] = min(since, stat.st_mtime_ns), size + stat.st_size
    return found


def _files(folder: Path, name: str) -> Iterator[Path]:
    for suffix in (".jpg", ".dice.jpg", ".reading.json"):
        yield folder / f"{name}{suffix}"


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def keep(folder: Path, picture: bytes) -> str:
    """Write and sync a JPEG; return its hash. A picture stored before is not written again.

    Raises OSError if it can't be stored; then no event may name it.
    """
    name = sha256(picture)
    target = folder / f"{name}.jpg"
    make_private_folder(folder)
    if not target.exists():
        _write(target, picture)
    sync_folder(folder)
    return name


def keep_close_up(folder: Path, name: str, close_up: bytes) -> None:
    """Write the close-up that people are shown of the dice in picture `name`: `<sha256>.dice.jpg`.

    It is no evidence and no event names it: a failure is only logged.
    """
    target = folder / f"{name}.dice.jpg"
    try:
        if not target.exists():
            _write(target, close_up)
    except OSError as error:
        _log.warning("the close-up %s was not kept: %s", target, error.strerror)


def keep_reading(folder: Path, name: str, reading: str) -> None:
    """Write and sync what was read of picture `name`, and how: `<sha256>.reading.json`.

    The event holds what was read; this names the reader, and lets another read it again. A failure
    is only logged.
    """
    target = folder / f"{name}.reading.json"
    try:
        if not target.exists():
            _write(target, reading.encode())
            sync_folder(folder)
    except OSError as error:
        _log.warning("the reading %s was not kept: %s", target, error.strerror)


def _write(target: Path, picture: bytes) -> None:
    """Write the file whole under its name, or not at all."""
    part = target.with_suffix(".part")
    try:
        with os.fdopen(open_private(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as file:
            file.write(picture)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
