"""A person's labels of roll pictures, in a file beside them: one JSON object per line.

The last line about a picture counts; a withdrawn label is a line too, so nothing is ever lost.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from kiosk.dice.errors import LabelsInvalid
from kiosk.rules.roll import high_first
from kiosk.rules.table import Half, PictureSeat
from kiosk.wire.secret_file import open_private

FILE = "labels.jsonl"


class LabelVerdict(StrEnum):
    """The content of a picture."""

    RIGHT = "right"
    """The dice lie flat and show what the camera read."""
    WRONG = "wrong"
    """The dice lie flat and show other values."""
    COCKED = "cocked"
    """A die does not lie flat on the playing surface."""
    NOT_A_ROLL = "not_a_roll"
    """There is no roll."""


@dataclass(frozen=True, slots=True)
class PictureLabel:
    """verdict: None if it was withdrawn; values: the dice's, high to low, when it is right or
    wrong; roller, area, thrown: whose roll it is, where it must lie (None: each side's die in its
    own half), how many dice count; seq, match: its place in the journal; reader: the one whose
    reading was judged.
    """

    picture: str
    verdict: LabelVerdict | None
    values: tuple[int, ...] | None
    roller: PictureSeat
    area: Half | None
    thrown: int
    seq: int
    match: str | None
    reader: str | None


class Labels:
    """The labels of one folder of pictures. Every change is on the disk when it returns."""

    def __init__(self, folder: Path) -> None:
        """Raises LabelsInvalid, naming the line."""
        self.file = folder / FILE
        self._by_picture: dict[str, PictureLabel] = {}
        for label in _read(self.file):
            self._note(label)

    def __len__(self) -> int:
        return len(self._by_picture)

    def __iter__(self) -> Iterator[PictureLabel]:
        """In the order they were given."""
        return iter(tuple(self._by_picture.values()))

    def label_of(self, picture: str) -> PictureLabel | None:
        return self._by_picture.get(picture)

    def put(self, label: PictureLabel) -> None:
        held = open_private(self.file, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        with os.fdopen(held, "ab+") as lines:
            lines.seek(0)
            lines.truncate(lines.read().rfind(b"\n") + 1)  # a line torn by a full disk
            lines.write(json.dumps(asdict(label)).encode() + b"\n")
            lines.flush()
            os.fsync(lines.fileno())
        self._note(label)

    def _note(self, label: PictureLabel) -> None:
        if label.verdict is None:
            self._by_picture.pop(label.picture, None)
        else:
            self._by_picture[label.picture] = label


def _read(file: Path) -> list[PictureLabel]:
    if not file.is_file():
        return []
    labels = []
    whole, _, _torn = file.read_bytes().rpartition(b"\n")
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            labels.append(_label(json.loads(line)))
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise LabelsInvalid(f"{file}, line {number}: no label ({error!r}); mend it") from error
    return labels


def _label(plain: dict[str, Any]) -> PictureLabel:
    verdict = None if plain["verdict"] is None else LabelVerdict(plain["verdict"])
    values = None if plain["values"] is None else tuple(plain["values"])
    if (values is not None) != (verdict in {LabelVerdict.RIGHT, LabelVerdict.WRONG}):
        raise ValueError(f"{verdict} with values {values}")
    if values is not None and not all(type(v) is int and 1 <= v <= 6 for v in values):
        raise ValueError(f"values {values}")
    return PictureLabel(
        picture=str(plain["picture"]),
        verdict=verdict,
        values=None if values is None else high_first(values),
        roller=PictureSeat(plain["roller"]),
        area=None if plain["area"] is None else Half(plain["area"]),
        thrown=int(plain["thrown"]),
        seq=int(plain["seq"]),
        match=plain["match"],
        reader=plain["reader"],
    )
