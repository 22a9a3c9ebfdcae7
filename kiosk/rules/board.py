"""The checkers of one game: where they stand, how far they have to go, what a loss costs.

Each side counts points from its own view, as in notation: 24 down to 1, bar 25, off 0. One side's
point p is the other side's point 25 - p.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kiosk.rules.units import SIDES, BySide, Side

OFF = 0


BAR = 25


POINTS = range(1, BAR)


HOME = range(1, 7)


CHECKERS = 15


_START = {24: 2, 13: 5, 8: 3, 6: 5}


ID_BITS = 80
"""Bits of a position ID's key."""


ID_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""Digits of a position ID, 6 bits each."""


class BoardError(ValueError):
    """Impossible checkers, or a position ID that cannot be read."""


@dataclass(frozen=True, slots=True)
class Position:
    """One position, independent of the side on roll.

    `checkers` holds 26 counts per side, indexed by that side's own point numbers (0 off, 25 bar).
    The constructor does not check them; `from_points` does.
    """

    checkers: BySide[bytes]

    @classmethod
    def start(cls) -> "Position":
        """The usual opening position."""
        return cls.from_points(_START, _START)

    @classmethod
    def from_points(cls, white: Mapping[int, int], black: Mapping[int, int]) -> "Position":
        """Build a position from checkers by own point; checkers not named are off.

        Raises BoardError if a point or count is impossible or both sides hold one point.
        """
        board = cls(BySide(_counts(white), _counts(black)))
        own, other = board.checkers.white, board.checkers.black
        for point in POINTS:
            if own[point] and other[BAR - point]:
                raise BoardError(f"White's {point} point holds checkers of both sides; move one.")
        if own[OFF] == other[OFF] == CHECKERS:
            raise BoardError("Both sides have all 15 checkers off; only one can have won.")
        return board

    def checkers_on(self, side: Side, point: int) -> int:
        """The number of the side's checkers on its own `point` (0 off, 25 bar)."""
        return self.checkers.of_side(side)[point]

    def pips(self, side: Side) -> int:
        """The side's pip count; a checker on the bar counts 25."""
        return sum(point * count for point, count in enumerate(self.checkers.of_side(side)))

    def farthest(self, side: Side) -> int:
        """The side's highest own point with a checker on it; 0 when all are off."""
        return len(self.checkers.of_side(side).rstrip(b"\0")[1:])

    @property
    def has_contact(self) -> bool:
        """Whether some checker still has to pass a checker of the other side."""
        return self.farthest(Side.WHITE) + self.farthest(Side.BLACK) > BAR

    @property
    def winner(self) -> Side | None:
        """The side that has borne off all its checkers, if any."""
        return next((side for side in SIDES if self.checkers_on(side, OFF) == CHECKERS), None)

    def level_lost(self, side: Side) -> int:
        """The level `side` loses if the game ends here: 1 single, 2 gammon, 3 backgammon."""
        if self.checkers_on(side, OFF):
            return 1
        return 3 if self.farthest(side) > BAR - 1 - len(HOME) else 2

    def __str__(self) -> str:
        """A plan of the board from White's view; W is White, B is Black."""
        halves = (range(13, 25), range(12, 0, -1))
        top, bottom = ((_row(points, str), _row(points, self._stack)) for points in halves)
        trays = "  ".join(
            f"{name} W{self.checkers_on(Side.WHITE, place)} B{self.checkers_on(Side.BLACK, place)}"
            for name, place in (("bar", BAR), ("off", OFF))
        )
        return "\n".join((top[0], top[1], trays, bottom[1], bottom[0]))

    def _stack(self, point: int) -> str:
        white, black = (
            self.checkers_on(Side.WHITE, point),
            self.checkers_on(Side.BLACK, BAR - point),
        )
        return f"W{white}" if white else f"B{black}" if black else "."


def _row(points: range, cell: Callable[[int], str]) -> str:
    cells = [f"{cell(point):>3}" for point in points]
    return " ".join((*cells[:6], "|", *cells[6:]))


def _counts(points: Mapping[int, int]) -> bytes:
    for point, count in points.items():
        if point not in range(BAR + 1) or count not in range(CHECKERS + 1):
            raise BoardError(
                f"{count} checkers on point {point}: points are 0 to 25, counts 0 to 15."
            )
    missing = CHECKERS - sum(points.values())
    if missing < 0 or (missing and OFF in points):
        raise BoardError(f"A side has {CHECKERS} checkers, not {CHECKERS - missing}.")
    counts = {OFF: missing} | dict(points)
    return bytes(counts.get(point, 0) for point in range(BAR + 1))


def position_id(board: Position, on_roll: Side) -> str:
    """The 14 characters GNU Backgammon prints for this position with `on_roll` to roll.

    Key: for each side and each own point 1 to 25, one 1 bit per checker, then a 0; first bit
    lowest. The side *not* on roll comes first. Layout: GNU Backgammon manual, "A technical
    description of the Position ID".
    """
    key, bit = 0, 0
    for side in (on_roll.other, on_roll):
        for point in range(1, BAR + 1):
            count = board.checkers_on(side, point)
            key |= ((1 << count) - 1) << bit
            bit += count + 1
    padded = int.from_bytes(key.to_bytes(ID_BITS // 8, "little"), "big") << 4
    return "".join(ID_DIGITS[padded >> shift & 63] for shift in range(ID_BITS - 2, -1, -6))
