"""The folder of roll pictures beside a journal: pictures, readings, boards before a roll."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.dice.errors import EvidenceDamaged, PicturesMissing
from kiosk.rules.roll import RollFacts
from kiosk.rules.units import require
from vision.calibration import Calibration
from vision.calibration.estimate import estimate
from vision.picture_file import PictureUnreadable, read_picture
from vision.stored_reading import KeptInvalid, KeptReading
from vision.view import Picture


def folder_of(journal: Path, given: Path | None) -> Path:
    """The folder of a journal's pictures: as given, or `pictures` beside it.

    Raises PicturesMissing.
    """
    folder = journal.parent / "pictures" if given is None else given
    if not folder.is_dir():
        raise PicturesMissing(f"{folder} is no folder of roll pictures; name it with --pictures")
    return folder


def picture_of(folder: Path, name: str) -> Picture | None:
    """The picture whose sha256 is `name`; None if it is missing.

    Raises EvidenceDamaged if the file is another picture, PictureUnreadable if it is none or cannot
    be read.
    """
    file = folder / f"{name}.jpg"
    with _readable(file):
        if not file.is_file():
            return None
        found = hashlib.sha256(file.read_bytes()).hexdigest()
        if found != name:
            raise EvidenceDamaged(f"{file} is not the picture that was kept: its sha256 is {found}")
        return read_picture(file)


def kept_beside(folder: Path, name: str) -> KeptReading | None:
    """The whole reading beside picture `name`; None if none was stored.

    Raises EvidenceDamaged if it is invalid, PictureUnreadable if it cannot be read.
    """
    file = _reading_file(folder, name)
    with _readable(file):
        if not file.is_file():
            return None
        text = file.read_text(errors="replace")
    try:
        return KeptReading.from_json(text)
    except KeptInvalid as error:
        raise EvidenceDamaged(f"{file}: {error}") from error


def kept_with(folder: Path, facts: RollFacts) -> KeptReading | None:
    """The whole reading of a roll in the journal; None if none was stored.

    Raises as `kept_beside`, and EvidenceDamaged if it is another reading than the journal's.
    """
    name = require(facts.picture)
    kept = kept_beside(folder, name)
    if kept is not None and not _same(kept, facts):
        raise EvidenceDamaged(
            f"{_reading_file(folder, name)} holds another reading than the journal; "
            "trust the journal"
        )
    return kept


@contextmanager
def _readable(file: Path) -> Iterator[None]:
    """Raises PictureUnreadable if the disk or its permissions prevent reading."""
    try:
        yield
    except OSError as error:
        raise PictureUnreadable(
            f"{file} cannot be read: {error.strerror}; see to its rights and its disk."
        ) from error


def _reading_file(folder: Path, name: str) -> Path:
    return folder / f"{name}.reading.json"


def _same(kept: KeptReading, facts: RollFacts) -> bool:
    """Compare the reading with the journal's, which has fewer digits and, of a roll made too early,
    only the dice thrown.
    """
    rounded = [
        (die.value, die.guess, die.half, die.flat, die.support and die.support.value)
        for die in kept.reading.dice
    ]
    journal = [(die.value, die.guess, die.half.value, die.flat, die.support) for die in facts.dice]
    return rounded == journal or (
        len(journal) < len(rounded) and all(die in rounded for die in journal)
    )


def world_of(picture: Picture, kept: KeptReading | None) -> Calibration:
    """The calibration of the reading; without one the board is measured in the picture.

    Raises CalibrationError if that fails.
    """
    return estimate(picture) if kept is None else kept.calibration


def before_of(folder: Path, kept: KeptReading | None, picture: Picture) -> Picture | None:
    """The board before the roll, if one was stored by the same camera.

    Raises as `picture_of`, and PictureUnreadable if it was stored and is missing.
    """
    if kept is None or kept.before is None:
        return None
    before = picture_of(folder, kept.before)
    if before is None:
        raise PictureUnreadable(
            f"{folder / kept.before}.jpg, the board before the roll, is not there; put it back."
        )
    return before if before.shape == picture.shape else None
