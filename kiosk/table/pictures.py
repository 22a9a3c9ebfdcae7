"""Roll pictures: files named by their sha256, on the disk before any event names them.

They may take a part of the disk, and none of what the journal needs.
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
    """Bytes: `most` for pictures and what is kept beside them, `reserve` of the disk for the
    journal.
    """

    most: int = 4000 * _MB
    reserve: int = 200 * _MB


@dataclass(slots=True)
class _Kept:
    """What is kept of one look at the board: its match, and bytes in all its files."""

    match_id: str | None
    size: int = 0


class PictureFolder:
    """The folder of roll pictures, within its quota: the oldest of closed matches go first.

    `playing` says which match is open, `ours` which pictures the rows of that match name at the
    start. Use it from one thread.
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
        self._quota = quota
        self._playing = playing
        self._free = free
        self._full = False
        self._kept = _found(folder, playing(), ours)
        """The oldest first."""

    def keep(self, picture: bytes) -> str | None:
        """The name of a picture that is on the disk; None: it is not, and the log says why."""
        name = sha256(picture)
        if name not in self._kept and not self._makes_room(len(picture)):
            return None
        try:
            keep(self.folder, picture)
        except OSError as error:
            _log.error("a picture was not kept in %s: %s", self.folder, error)
            return None
        self.uses(name)
        self._count(name)
        return name

    def uses(self, name: str) -> None:
        """The match that is open rests on it, too."""
        kept = self._kept.pop(name, _Kept(None))
        kept.match_id = self._playing()
        self._kept[name] = kept

    def keep_close_up(self, name: str, close_up: bytes) -> None:
        """As the function of that name, if there is room."""
        if self._makes_room(len(close_up)):
            keep_close_up(self.folder, name, close_up)
            self._count(name)

    def keep_reading(self, name: str, reading: str) -> None:
        """As the function of that name, if there is room."""
        if self._makes_room(len(reading.encode())):
            keep_reading(self.folder, name, reading)
            self._count(name)

    def _count(self, name: str) -> None:
        self._kept[name].size = sum(_size(file) for file in _files(self.folder, name))

    def _makes_room(self, size: int) -> bool:
        """Let old pictures go until so many bytes fit; False: they do not, and the journal's room
        is not touched.
        """
        try:
            self._let_go(size)
            left = self._left()
        except OSError as error:
            _log.error("no room can be made in %s: %s", self.folder, error)
            return False
        used = self._used()
        fits = used + size <= self._quota.most and left - size >= self._quota.reserve
        if not fits and not self._full:
            _log.error(
                "rolls are journaled without pictures: %s has %d MB free, %d of them for the "
                "journal, and pictures have %d of %d MB; make room",
                *(self.folder, left // _MB, self._quota.reserve // _MB),
                *(used // _MB, self._quota.most // _MB),
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
        """What has to go, the oldest of closed matches first. For the quota those of the open match
        go, too, when no other is left; for the journal's room none of them does.
        """
        playing = self._playing()
        open_match = {
            name for name, kept in self._kept.items() if playing and kept.match_id == playing
        }
        over = self._used() + size - self._quota.most
        short = self._quota.reserve + size - self._left()
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
    """What lies in the folder, the oldest first, with its match if that is the open one.

    What came after the first picture of the open match is of that match: no row names the picture
    of the board as it lay before.
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
    """When the first file of each name was written, in ns of the wall clock, and bytes of all."""
    found: dict[str, tuple[int, int]] = {}
    for file in folder.iterdir() if folder.is_dir() else ():
        name, stat = file.name[:_DIGITS], file.stat()
        if file.suffix == ".part":
            file.unlink(missing_ok=True)  # the power went while it was written
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
    """Write and sync a JPEG; its hash. A picture kept before is not written again.

    Raises OSError when it can't be kept; then no event may name it.
    """
    name = sha256(picture)
    target = folder / f"{name}.jpg"
    make_private_folder(folder)
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
        with os.fdopen(open_private(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as file:
            file.write(picture)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
