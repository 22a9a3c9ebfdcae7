"""A picture to the checkers it shows."""

from __future__ import annotations

import numpy as np

from vision.board.colours import CheckerColours, shares_of
from vision.board.positions import HIDDEN, POINTS, CheckerCell, CheckerPositions
from vision.board.strips import cut_strips
from vision.calibration import Calibration, Floats
from vision.view import Picture

HIDDEN_SHARE = 0.5
"""A place is hidden where that is so likely."""


def read_positions(
    picture: Picture, calibration: Calibration, colours: CheckerColours
) -> CheckerPositions:
    """Owner and count of each point and each half of the bar in a picture (h, w, 3) uint8 BGR.

    The trays stay hidden: no plan of a board holds them.
    """
    logs = shares_of(cut_strips(picture, calibration), colours.both)
    cells = [_cell(row) for row in logs]
    return CheckerPositions(tuple(cells[:POINTS]), (cells[POINTS], cells[POINTS + 1]))


def _cell(logs: Floats) -> CheckerCell:
    if np.exp(logs[-1]) > HIDDEN_SHARE:
        return HIDDEN
    return CheckerCell(tuple(float(log) for log in logs[:-1]))
