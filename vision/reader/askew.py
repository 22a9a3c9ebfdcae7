"""Dice that lie so far askew that no face of theirs can be read, told by nets alone."""

from __future__ import annotations

import numpy as np

from vision.calibration import Calibration, Floats
from vision.learned import lean
from vision.reader.suspects import Suspect
from vision.reader.unread import unread
from vision.reader.view import Picture
from vision.reading import DieSeen

LIKELY, STILL = 0.45, 0.4
"""Of the finder's and the kind net's shares for a die at rest."""
LEAST_ASKEW = 0.5
"""Of the lean net's, however the die is turned and wherever it lies around its place."""
ROOM_MM = 5.0
"""From the walls: what lies on them looks as much amiss."""
OFF_MM = 1.0
_YAWS = np.arange(0.0, 90.0, 15.0)
_OFF = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]) * OFF_MM


def askew_dice(
    image: Picture, calibration: Calibration, found: list[Suspect], die_mm: float
) -> list[DieSeen]:
    """Those among suspects that are surely dice at rest and not flat; they show no value."""
    return [
        unread(calibration, one.x, one.y, die_mm, flat=False)
        for one in found
        if one.likely >= LIKELY
        and room_mm(calibration, one) >= ROOM_MM
        and one.kind.still >= STILL
        and min(lean.look_at_board(image, calibration, _poses(one), die_mm)) >= LEAST_ASKEW
    ]


def room_mm(calibration: Calibration, one: Suspect) -> float:
    """How far inside its half of the board a suspect is; negative on wood and beyond."""
    board = calibration.board
    return max(half.room_mm(one.x, one.y) for half in (board.picture_left, board.picture_right))


def _poses(one: Suspect) -> Floats:
    """However a die may lie there (N, 3)."""
    places = (one.x, one.y) + _OFF
    return np.column_stack([np.repeat(places, len(_YAWS), axis=0), np.tile(_YAWS, len(places))])
