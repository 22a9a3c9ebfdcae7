"""A match's roll pictures, read as they come, and what cannot be read in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import islice
from pathlib import Path

from kiosk.dice.errors import EvidenceDamaged
from kiosk.dice.evidence import kept_beside, picture_of, world_of
from kiosk.transcribe.board_reader import BoardReader
from kiosk.transcript import PictureCells
from vision.calibration import Calibration, CalibrationError
from vision.calibration.check import STRAYED_MM, strayed_mm
from vision.calibration.markers import find_markers
from vision.errors import NetMissing, VisionError
from vision.picture_file import PictureUnreadable
from vision.stored_reading import KeptReading
from vision.view import Picture

LEARNED_FROM = 4
"""The first pictures of a match from which its checkers' colours are learned."""


def _board_in(picture: Picture, kept: KeptReading | None) -> Calibration:
    """Where the board lies: as its reading was made, unless the markers show that the camera or the
    board was moved since it was calibrated. Raises CalibrationError.
    """
    world = world_of(picture, kept)
    if kept is not None and strayed_mm(world, find_markers(picture)) > STRAYED_MM:
        return world_of(picture, None)
    return world


class _Fault(StrEnum):
    """Why a picture cannot be read, as a sentence goes on after how many there are."""

    MISSING = "are missing"
    DAMAGED = "cannot be used"
    BOARDLESS = "show no board that can be found"
    UNREAD = "cannot be read"


class MatchPictures:
    """The pictures of one match in a folder, which may still be coming.

    `seen`: what each that was read shows, by its name.
    """

    def __init__(self, folder: Path, reader: BoardReader) -> None:
        self._folder = folder
        self._reader = reader
        self._learned = False
        self._unclear: str | None = None
        self._faults: dict[str, tuple[_Fault, str]] = {}
        self._missing: set[str] = set()
        self.seen: dict[str, PictureCells] = {}

    @property
    def waits_for(self) -> int:
        """How many pictures were not there when they were looked for last."""
        return len(self._missing)

    def read_next(self, names: Sequence[str], *, whole: bool) -> bool:
        """Read the first of these that is there and was not read; False: there is none.

        The colours are learned from the first few, or, of a `whole` match, from as many as are
        there. Raises NetMissing.
        """
        if not self._learned and not self._learn(names, whole=whole):
            return False
        unread = (name for name in names if name not in self.seen and name not in self._faults)
        return any(self._read(name) for name in unread)

    def lacks(self, names: Sequence[str]) -> tuple[str, ...]:
        """What could not be read of these, a sentence for each kind of fault."""
        if not names:
            return ("No roll of this match has a picture, so no play can be known.",)
        if not self._folder.is_dir():
            return (f"{self._folder} is no folder of roll pictures: name it with --pictures.",)
        faults = dict(self._faults)
        for name in self._missing:
            where = f"{self._folder / name}.jpg; name its folder with --pictures"
            faults[name] = (_Fault.MISSING, where)
        words = [] if self._unclear is None else [self._unclear]
        for kind in _Fault:
            whys = [faults[name][1] for name in names if name in faults and faults[name][0] is kind]
            if whys:
                first = whys[0].rstrip(".")
                many = f"{len(whys)} of {len(names)} roll pictures"
                words.append(f"{many} {kind}; the first: {first}.")
        return tuple(words)

    def _learn(self, names: Sequence[str], *, whole: bool) -> bool:
        """Learn the colours from the first pictures that can be opened, once."""
        if self._unclear is not None:
            return False
        opened = (pair for pair in map(self._opened, names) if pair is not None)
        first = list(islice(opened, LEARNED_FROM))
        if not first or (len(first) < LEARNED_FROM and not whole):
            return False
        try:
            self._reader.learn([picture for picture, _world in first], first[0][1])
        except NetMissing:
            raise
        except VisionError as error:
            self._unclear = str(error)
            return False
        self._learned = True
        return True

    def _read(self, name: str) -> bool:
        """Whether a picture was there; what it shows, or its fault, is noted."""
        opened = self._opened(name)
        if opened is None:
            return name in self._faults
        try:
            self.seen[name] = self._reader.read(*opened)
        except NetMissing:
            raise
        except VisionError as error:
            self._faults[name] = (_Fault.UNREAD, str(error))
        return True

    def _opened(self, name: str) -> tuple[Picture, Calibration] | None:
        """A picture, and where the board lies in it; None: it is missing, or its fault is noted."""
        if name in self._faults:
            return None
        try:
            picture = picture_of(self._folder, name)
            if picture is None:
                self._missing.add(name)
                return None
            self._missing.discard(name)
            return picture, _board_in(picture, kept_beside(self._folder, name))
        except CalibrationError as error:
            self._faults[name] = (_Fault.BOARDLESS, str(error))
        except (EvidenceDamaged, PictureUnreadable) as error:
            self._faults[name] = (_Fault.DAMAGED, str(error))
        return None


def read_pictures(names: Sequence[str], folder: Path, reader: BoardReader) -> MatchPictures:
    """The pictures of a whole match, read one after another in the order of their rolls.

    Raises NetMissing.
    """
    found = MatchPictures(folder, reader)
    while found.read_next(names, whole=True):
        pass
    return found
