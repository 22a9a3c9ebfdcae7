"""What a picture shows of the checkers, as a board reader reports it.

Places are counted as White counts them, whatever seat, colour or direction White has: who reads
the picture turns it round.
"""

from dataclasses import dataclass
from math import inf, isnan

from kiosk.rules.board import CHECKERS
from kiosk.rules.units import BySide

COUNTS = (*range(CHECKERS + 1), *range(-CHECKERS, 0))
"""The order of a cell's log-probabilities: White's checkers 0 to 15, then Black's 15 to 1 as -15
to -1, so that a count is its own index."""

POINTS_READ = 24


@dataclass(frozen=True, slots=True)
class BoardCell:
    """One point, half of the bar or tray: how likely each count is, or that it cannot be seen.

    `logs`: natural logarithms of the probability that the picture looks as it does, for each of
    `COUNTS`, up to a constant; None: hidden by a hand, a cup, glare or dice. A reader that counts
    no further than five gives every count from five on the same.
    """

    logs: tuple[float, ...] | None

    def __post_init__(self) -> None:
        """Raise ValueError unless there is one number for each count, not all of them -inf."""
        if self.logs is None:
            return
        if len(self.logs) != len(COUNTS):
            raise ValueError(f"A cell has {len(COUNTS)} log-probabilities, not {len(self.logs)}.")
        if max(self.logs) == -inf or any(isnan(log) or log == inf for log in self.logs):
            raise ValueError("A cell that is seen has a likeliest count; mark it hidden.")


HIDDEN = BoardCell(None)


@dataclass(frozen=True, slots=True)
class BoardReading:
    """The checkers in one picture.

    `points`: White's 1 point to White's 24 point. `bar`: its two halves, in any order, as players
    lay hit checkers on either. `trays`: the checkers borne off by each side; often not seen.
    """

    points: tuple[BoardCell, ...]
    bar: tuple[BoardCell, BoardCell] = (HIDDEN, HIDDEN)
    trays: BySide[BoardCell] = BySide(HIDDEN, HIDDEN)

    def __post_init__(self) -> None:
        """Raise ValueError unless there are 24 points."""
        if len(self.points) != POINTS_READ:
            raise ValueError(f"A board has {POINTS_READ} points, not {len(self.points)}.")
