"""Readings as a board reader sees them, in the picture's places and by colour."""

from dataclasses import replace

from kiosk.transcript import (
    HIDDEN,
    BoardCell,
    BoardReading,
    Orientation,
    PictureCells,
    RolledGame,
    SeenGame,
)
from kiosk.transcript.orientation import turn_cells

_PLACES = PictureCells(
    tuple(BoardCell((*range(30), float(place))) for place in range(24)),
    (HIDDEN,) * 2,
    (HIDDEN,) * 2,
)
"""Each place marked by its number, as the last of what would be log-probabilities."""


def seen_as(reading: BoardReading, way: Orientation) -> PictureCells:
    """What is seen in a picture of this reading's position where the board lies this way round."""
    marked = turn_cells(_PLACES, Orientation(way.home, 0)).points
    points = [HIDDEN] * 24
    for cell, mark in zip(reading.points, marked, strict=True):
        assert mark.logs is not None
        points[int(mark.logs[-1])] = _coloured(cell, way)
    first, second = (_coloured(half, way) for half in reading.bar)
    white, black = (_coloured(tray, way) for tray in (reading.trays.white, reading.trays.black))
    trays = (black, white) if way.white else (white, black)
    return PictureCells(tuple(points), (first, second), trays)


def seen_game(game: RolledGame, way: Orientation) -> SeenGame:
    """A game of readings as its pictures show it."""
    bare = replace(game, turns=tuple(replace(turn, reading=None) for turn in game.turns), last=None)
    shown = (turn.reading for turn in game.turns)
    seen = tuple(None if reading is None else seen_as(reading, way) for reading in shown)
    return SeenGame(bare, seen, None if game.last is None else seen_as(game.last, way))


def _coloured(cell: BoardCell, way: Orientation) -> BoardCell:
    """White's counts as those of its colour."""
    if cell.logs is None or not way.white:
        return cell
    none, *rest = cell.logs
    return BoardCell((none, *reversed(rest)))
