"""A match's roll pictures, read: what is seen in each, and what cannot be read in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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


@dataclass(slots=True)
class PicturesRead:
    """`seen`: by the picture's name. `lacks`: what could not be read, a sentence each."""

    seen: dict[str, PictureCells] = field(default_factory=dict)
    lacks: list[str] = field(default_factory=list)


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


class _Album:
    """The pictures of one folder, and which of them cannot be read."""

    def __init__(self, folder: Path, reader: BoardReader) -> None:
        self._folder = folder
        self._reader = reader
        self._faults: dict[str, tuple[_Fault, str]] = {}

    def opened(self, name: str) -> tuple[Picture, Calibration] | None:
        """A picture, and where the board lies in it; None: its fault is noted."""
        if name in self._faults:
            return None
        try:
            picture = picture_of(self._folder, name)
            if picture is not None:
                return picture, _board_in(picture, kept_beside(self._folder, name))
            self._faults[name] = (
                _Fault.MISSING,
                f"{self._folder / name}.jpg; name its folder with --pictures",
            )
        except CalibrationError as error:
            self._faults[name] = (_Fault.BOARDLESS, str(error))
        except (EvidenceDamaged, PictureUnreadable) as error:
            self._faults[name] = (_Fault.DAMAGED, str(error))
        return None

    def read(self, name: str) -> PictureCells | None:
        """What a picture shows; None: its fault is noted."""
        opened = self.opened(name)
        if opened is None:
            return None
        try:
            return self._reader.read(*opened)
        except NetMissing:
            raise
        except VisionError as error:
            self._faults[name] = (_Fault.UNREAD, str(error))
        return None

    def lacks(self, rolls: int) -> list[str]:
        """What could not be read of so many pictures, a sentence for each kind of fault."""
        words = []
        for kind in _Fault:
            whys = [why for fault, why in self._faults.values() if fault is kind]
            if whys:
                first = whys[0].rstrip(".")
                words.append(f"{len(whys)} of {rolls} roll pictures {kind}; the first: {first}.")
        return words


def read_pictures(names: Sequence[str], folder: Path, reader: BoardReader) -> PicturesRead:
    """What the pictures of a match show, one after another, in the order of their rolls.

    Raises NetMissing.
    """
    found = PicturesRead()
    if not names:
        found.lacks.append("No roll of this match has a picture, so no play can be known.")
        return found
    if not folder.is_dir():
        found.lacks.append(f"{folder} is no folder of roll pictures: name it with --pictures.")
        return found
    album = _Album(folder, reader)
    opened = (pair for pair in map(album.opened, names) if pair is not None)
    first = list(islice(opened, LEARNED_FROM))
    try:
        if first:
            reader.learn([picture for picture, _world in first], first[0][1])
            read = ((name, album.read(name)) for name in names)
            found.seen = {name: cells for name, cells in read if cells is not None}
    except NetMissing:
        raise
    except VisionError as error:
        found.lacks.append(str(error))
    found.lacks += album.lacks(len(names))
    return found
