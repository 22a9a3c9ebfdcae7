"""Which way round a board lies: whose checkers are which colour, and where White bears off.

A reader sees a picture's places and two colours; a match has sides and points. What explains the
pictures best is taken, as players may sit down otherwise than they were placed.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf

from kiosk.rules.units import BySide
from kiosk.transcript.beam import STRANGE
from kiosk.transcript.evidence import weigh
from kiosk.transcript.game import RolledGame
from kiosk.transcript.infer import cost_of_account
from kiosk.transcript.reading import POINTS_READ, BoardCell, BoardReading

LOOKED_AT = 6
"""The first turns of a game by which it is found out: the opening, and a few plays by each side."""

LEAD = 8.0
"""Nats by which one way must explain them better than any other."""


class Corner(StrEnum):
    """Where White's home is in the picture."""

    NEAR_RIGHT = "near_right"
    NEAR_LEFT = "near_left"
    FAR_RIGHT = "far_right"
    FAR_LEFT = "far_left"


_ALONG = POINTS_READ // 2
_LEFT_TO_RIGHT = {
    "far": tuple(range(_ALONG)),
    "near": tuple(range(_ALONG, POINTS_READ)),
}


@dataclass(frozen=True, slots=True)
class PictureCells:
    """What a reader sees, in the picture's own places: `points` 0 to 11 along the far side from the
    left, 12 to 23 along the near side. `bar`: its far and near half. `trays`: of colour 0 and 1.
    Counts are colour 0's, those below 0 colour 1's.
    """

    points: tuple[BoardCell, ...]
    bar: tuple[BoardCell, BoardCell]
    trays: tuple[BoardCell, BoardCell]


@dataclass(frozen=True, slots=True)
class Orientation:
    """`white`: 0 or 1, the colour of White's checkers."""

    home: Corner
    white: int


ORIENTATIONS = tuple(Orientation(home, white) for home in Corner for white in (0, 1))


def turn_cells(cells: PictureCells, way: Orientation) -> BoardReading:
    """The same by White's points, White's checkers as positive counts."""
    side, _, end = way.home.value.partition("_")
    other = "far" if side == "near" else "near"
    home_row, outer_row = _LEFT_TO_RIGHT[side], _LEFT_TO_RIGHT[other]
    if end == "right":
        home_row = home_row[::-1]
    else:
        outer_row = outer_row[::-1]
    points = tuple(_of_white(cells.points[place], way) for place in (*home_row, *outer_row))
    first, second = (_of_white(half, way) for half in cells.bar)
    trays = tuple(_of_white(tray, way) for tray in cells.trays)
    return BoardReading(points, (first, second), BySide(trays[way.white], trays[1 - way.white]))


def _of_white(cell: BoardCell, way: Orientation) -> BoardCell:
    if way.white == 0 or cell.logs is None:
        return cell
    return BoardCell((cell.logs[0], *cell.logs[:0:-1]))


@dataclass(frozen=True, slots=True)
class SeenGame:
    """A game without its readings, and what was seen at each of its turns, None where nothing."""

    game: RolledGame
    seen: tuple[PictureCells | None, ...]
    last: PictureCells | None = None

    def turned(self, way: Orientation, turns: int | None = None) -> RolledGame:
        """The game with its readings, or only its first turns without its end."""
        rolled = [
            replace(turn, reading=None if cells is None else turn_cells(cells, way))
            for turn, cells in zip(self.game.turns, self.seen, strict=True)
        ]
        if turns is None or turns >= len(rolled):
            last = None if self.last is None else turn_cells(self.last, way)
            return replace(self.game, turns=tuple(rolled), last=last)
        after = rolled[turns].reading
        return RolledGame(tuple(rolled[:turns]), after, None, self.game.start)


def find_orientation(game: SeenGame, usual: Orientation | None = None) -> Orientation | None:
    """The way round that explains a game's first pictures best; `usual`, that of the game before,
    where none leads. None: no way explains them, or two do as well.
    """
    pictures = sum(cells is not None for cells in game.seen[: LOOKED_AT + 1])
    costs = {way: cost_of_account(game.turned(way, LOOKED_AT)) for way in _opened(game)}
    best, *behind = sorted(costs.values())
    if pictures == 0 or best >= STRANGE * pictures:
        return None
    if not behind or behind[0] - best >= LEAD:
        return min(costs, key=costs.__getitem__)
    return usual if usual is not None and costs.get(usual, inf) < best + LEAD else None


def _opened(game: SeenGame) -> list[Orientation]:
    """The ways round in which the first picture shows the start; all, if it shows it in none."""
    first = game.seen[0] if game.seen else None
    if first is None:
        return [*ORIENTATIONS]
    fits = {way: weigh(turn_cells(first, way)).cost(game.game.start) for way in ORIENTATIONS}
    return [way for way in ORIENTATIONS if fits[way] < STRANGE] or [*ORIENTATIONS]
