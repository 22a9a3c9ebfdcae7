"""The reader of checkers, as the transcriber uses it: `vision.board` by its cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kiosk.transcript import HIDDEN, BoardCell, PictureCells
from vision.board import CheckerCell, CheckerColours, learn_colours, read_positions
from vision.calibration import Calibration
from vision.view import Picture


class BoardReader(Protocol):
    """Reads the checkers of one match's pictures."""

    def learn(self, pictures: Sequence[Picture], calibration: Calibration) -> None:
        """Learn the colours from a match's first pictures. Raises VisionError."""
        ...

    def read(self, picture: Picture, calibration: Calibration) -> PictureCells:
        """Read a picture's cells once the colours are learned. Raises VisionError."""
        ...


class CheckerReader:
    """The product's own."""

    def __init__(self) -> None:
        self._colours: CheckerColours | None = None

    def learn(self, pictures: Sequence[Picture], calibration: Calibration) -> None:
        """Learn the colours of both sides' checkers. Raises ColoursUnclear."""
        self._colours = learn_colours(pictures, calibration)

    def read(self, picture: Picture, calibration: Calibration) -> PictureCells:
        """Read a picture's cells."""
        assert self._colours is not None, "colours are learned first"
        found = read_positions(picture, calibration, self._colours)
        points = tuple(map(_cell, found.points))
        far, near = map(_cell, found.bar)
        first, second = map(_cell, found.trays)
        return PictureCells(points, (far, near), (first, second))


def _cell(cell: CheckerCell) -> BoardCell:
    return HIDDEN if cell.logs is None else BoardCell(cell.logs)
