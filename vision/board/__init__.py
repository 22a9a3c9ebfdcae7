"""Checkers on the board: from a picture and its calibration to owner and count of each place."""

from vision.board.colours import CheckerColours, ColoursUnclear, learn_colours
from vision.board.positions import SIGNED_COUNTS, CheckerCell, CheckerPositions
from vision.board.read import read_positions

__all__ = [
    "SIGNED_COUNTS",
    "CheckerCell",
    "CheckerColours",
    "CheckerPositions",
    "ColoursUnclear",
    "learn_colours",
    "read_positions",
]
