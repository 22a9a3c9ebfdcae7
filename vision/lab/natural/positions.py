"""Positions that games come to, for dice to be thrown onto."""

from __future__ import annotations

from collections.abc import Mapping

from vision.scene import CheckerAt, lay_out
from vision.scene.board import Board

Own = Mapping[int, int]
"""Own point, as its player counts it, to the checkers there; 25 is the bar, 0 borne off."""
BAR = 25
OFF = 0

POSITIONS: dict[str, tuple[Own, Own]] = {
    "opening": ({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}),
    "outfield": (
        {24: 1, 15: 1, 13: 4, 11: 1, 8: 3, 6: 4, 5: 1},
        {24: 2, 16: 1, 13: 4, 8: 3, 6: 4, 4: 1},
    ),
    "blitz": ({24: 1, 13: 3, 8: 3, 6: 4, 5: 2, 4: 2}, {25: 1, 24: 1, 13: 5, 8: 3, 6: 5}),
    "holding": ({20: 2, 13: 3, 8: 3, 6: 3, 5: 2, 4: 2}, {13: 4, 8: 3, 7: 1, 6: 5, 4: 2}),
    "primes": (
        {22: 2, 9: 2, 8: 2, 7: 2, 6: 2, 5: 2, 4: 3},
        {22: 2, 9: 2, 8: 2, 7: 2, 6: 3, 5: 2, 4: 2},
    ),
    "back_game": (
        {24: 2, 22: 2, 13: 3, 8: 2, 6: 4, 5: 2},
        {13: 2, 8: 3, 7: 2, 6: 3, 5: 3, 4: 2},
    ),
    "ace_point": (
        {24: 2, 13: 2, 8: 2, 6: 3, 5: 2, 4: 2, 3: 2},
        {7: 2, 6: 4, 5: 3, 4: 3, 3: 2, 2: 1},
    ),
    "race": ({11: 1, 9: 2, 8: 2, 6: 4, 5: 3, 4: 3}, {10: 2, 8: 2, 7: 1, 6: 4, 5: 3, 4: 3}),
    "hit_late": ({8: 1, 6: 2, 5: 2, 4: 2, 3: 2, 2: 1, 0: 5}, {24: 1, 8: 3, 6: 3, 5: 3, 4: 3, 3: 2}),
    "bear_off": ({6: 2, 5: 3, 4: 2, 3: 2, 2: 1, 0: 5}, {6: 3, 5: 2, 4: 3, 3: 1, 0: 6}),
}


def laid(board: Board, name: str, *, swapped: bool = False) -> tuple[CheckerAt, ...]:
    """The thirty checkers of a position; swapped: the bottom player has the second side."""
    bottom, top = POSITIONS[name][::-1] if swapped else POSITIONS[name]
    points = {_picture_point(p): (0, n) for p, n in bottom.items() if p not in (BAR, OFF)}
    points |= {_picture_point(25 - p): (1, n) for p, n in top.items() if p not in (BAR, OFF)}
    bar = bottom.get(BAR, 0), top.get(BAR, 0)
    return lay_out(board, points, bar, (bottom.get(OFF, 0), top.get(OFF, 0)))


def _picture_point(point: int) -> int:
    """Of the bottom player's points; his home is at the picture's right."""
    return point - 13 if point > 12 else 24 - point
