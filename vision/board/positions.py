"""What a picture shows of the checkers: for each place on the board an owner and a count, in log
probabilities."""

from __future__ import annotations

import math
from dataclasses import dataclass

MOST = 15
SIGNED_COUNTS: tuple[int, ...] = (*range(MOST + 1), *range(-MOST, 0))
"""The counts of a place, in the order of its logs: 0, 1 to 15 checkers of colour 0, then -15 to -1,
so many of colour 1."""
POINTS = 24


@dataclass(frozen=True, slots=True)
class CheckerCell:
    """One place of the board. logs: the natural logarithm of how likely each of SIGNED_COUNTS is,
    up to a constant; None where the place cannot be seen."""

    logs: tuple[float, ...] | None

    @property
    def likeliest(self) -> int | None:
        """The likeliest signed count; None where the place cannot be seen."""
        if self.logs is None:
            return None
        return SIGNED_COUNTS[self.logs.index(max(self.logs))]

    @property
    def share(self) -> float:
        """How likely that count is, 0-1; 0 where the place cannot be seen."""
        if self.logs is None:
            return 0.0
        most = max(self.logs)
        return 1.0 / math.fsum(math.exp(log - most) for log in self.logs)


HIDDEN = CheckerCell(None)


@dataclass(frozen=True, slots=True)
class CheckerPositions:
    """The checkers of a picture.

    points: 24 picture points, 0-11 along the far side (the top of the board's frame) from the
    left, 12-23 along the near side from the left. bar: its far half, its near half. trays: colour
    0's, colour 1's.
    """

    points: tuple[CheckerCell, ...]
    bar: tuple[CheckerCell, CheckerCell]
    trays: tuple[CheckerCell, CheckerCell] = (HIDDEN, HIDDEN)
