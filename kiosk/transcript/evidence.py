"""How badly a position fits a reading, in nats: the cost of the mistakes the reader must have made.

Cells count one by one, but mistakes come together: a checker read on its neighbour's point is one
mistake, not two; a picture of a hand that was taken for a board is one bad picture, however many of
its cells are wrong; and a cell misread once is misread again as long as nothing moves there.
"""

from dataclasses import dataclass, replace
from operator import sub

from kiosk.rules.board import BAR, OFF, Position
from kiosk.rules.units import Side
from kiosk.transcript.reading import COUNTS, BoardCell, BoardReading

CELL_CAP = 5.5
"""The most that one cell can cost: about what a reader that is wrong once in 250 is worth."""

PICTURE_CAP = 22.0
"""The most that one picture can cost: four misread cells."""

REPEATED = 0.5
"""The part of its cost that a mistake has when the picture before has it, too, unmoved."""

_SEEN_WRONG = CELL_CAP / 2
_HOPELESS = 4 * PICTURE_CAP
_cost_of = tuple[float, ...].__getitem__
_BAR_MOST = 5
_HIDDEN_ROW = (0.0,) * len(COUNTS)
_QUADRANT = 6

Counts = tuple[int, ...]
"""By place: White's points 1 to 24, positive counts White's, negative Black's."""


@dataclass(frozen=True, slots=True)
class BoardEvidence:
    """A reading made ready: what each count costs, place by place."""

    points: tuple[tuple[float, ...], ...]
    bar: tuple[tuple[float, ...], ...]
    """By White's and by Black's checkers on the bar, each at most five."""
    trays: tuple[tuple[float, ...], tuple[float, ...]]
    best: tuple[int | None, ...]
    """The likeliest count of each point; None where it is hidden."""

    def cost(self, board: Position, before: "SeenCell | None" = None) -> float:
        """Nats by which `board` fits worse than the likeliest of every cell; 0 for a perfect fit.

        `before`: the position in the picture before and its evidence, for mistakes made again.
        """
        raw = self.raw_cost(board)
        if raw < _SEEN_WRONG or raw > _HOPELESS:
            return min(raw, PICTURE_CAP)
        counts = signed_counts(board)
        wrong = self._mistakes(counts)
        old = () if before is None else signed_counts(before.board)
        paired = -1
        for point, by in wrong:
            cost = self.points[point][counts[point]]
            if paired == point - 1 and point % _QUADRANT and (point - 1, -by) in wrong:
                raw -= cost
                paired = -1  # a third beside them is a mistake of its own
            else:
                paired = point
                again = before is not None and self.best[point] == before.evidence.best[point]
                if again and counts[point] == old[point]:
                    raw -= (1 - REPEATED) * cost
        return min(raw, PICTURE_CAP)

    def raw_cost(self, board: Position) -> float:
        """The sum of all cells' costs."""
        white, black = board.checkers.white, board.checkers.black
        return (
            sum(map(_cost_of, self.points, map(sub, white[1:BAR], black[BAR - 1 : 0 : -1])))
            + self.bar[min(white[BAR], _BAR_MOST)][min(black[BAR], _BAR_MOST)]
            + self.trays[0][white[OFF]]
            + self.trays[1][-black[OFF]]
        )

    def mistaken_points(self, board: Position) -> list[int]:
        """The points, from 0, that must have been misread if `board` is what is seen."""
        return [point for point, _by in self._mistakes(signed_counts(board))]

    def doubts(self, point: int, board: Position) -> bool:
        """Whether the point is hidden, or misread if `board` is what is seen."""
        return self.best[point] is None or point in self.mistaken_points(board)

    def hides_change(self, before: Position, after: Position) -> bool:
        """Whether a point is hidden whose checkers are not the same in both positions."""
        counts = zip(self.best, signed_counts(before), signed_counts(after), strict=True)
        return any(best is None and old != new for best, old, new in counts)

    def _mistakes(self, counts: Counts) -> list[tuple[int, int]]:
        """Each misread point, and by how many checkers."""
        return [
            (point, best - count)
            for point, (best, count, row) in enumerate(
                zip(self.best, counts, self.points, strict=True)
            )
            if best is not None and row[count] >= _SEEN_WRONG
        ]


@dataclass(frozen=True, slots=True)
class SeenCell:
    """A position taken to be in a picture."""

    board: Position
    evidence: BoardEvidence


def weigh(reading: BoardReading) -> BoardEvidence:
    """Make a reading ready to be compared with many positions."""
    points = tuple(_row(cell) for cell in reading.points)
    best = tuple(
        None if cell.logs is None else COUNTS[row.index(0.0)]
        for cell, row in zip(reading.points, points, strict=True)
    )
    halves = (_row(reading.bar[0]), _row(reading.bar[1]))
    most = range(_BAR_MOST + 1)
    bar = tuple(tuple(_bar_cost(halves, white, black) for black in most) for white in most)
    return BoardEvidence(points, bar, (_row(reading.trays.white), _row(reading.trays.black)), best)


def merge(evidence: BoardEvidence | None, later: BoardEvidence) -> BoardEvidence:
    """What is seen, and where it is hidden, what the next picture shows."""
    if evidence is None:
        return later
    points = tuple(
        later.points[point] if best is None else evidence.points[point]
        for point, best in enumerate(evidence.best)
    )
    best = tuple(
        next_best if best is None else best
        for best, next_best in zip(evidence.best, later.best, strict=True)
    )
    return replace(evidence, points=points, best=best)


def signed_counts(board: Position) -> Counts:
    """The checkers on White's points 1 to 24, Black's as negative numbers."""
    white, black = board.checkers.white, board.checkers.black
    return tuple(map(sub, white[1:BAR], black[BAR - 1 : 0 : -1]))


def own_counts(evidence: BoardEvidence, side: Side) -> tuple[int | None, ...]:
    """The likeliest number of the side's checkers on its own points, index 1 to 24; None: hidden.

    Index 0 is None, as the tray is counted by what is missing elsewhere.
    """
    sign = 1 if side is Side.WHITE else -1
    own = [None if best is None else max(0, sign * best) for best in evidence.best]
    return (None, *(own if side is Side.WHITE else own[::-1]))


def _row(cell: BoardCell) -> tuple[float, ...]:
    if cell.logs is None:
        return _HIDDEN_ROW
    best = max(cell.logs)
    return tuple(min(best - log, CELL_CAP) for log in cell.logs)


def _bar_cost(halves: tuple[tuple[float, ...], tuple[float, ...]], white: int, black: int) -> float:
    """The best way to lay so many checkers on the two halves; one half holds one side's."""
    first, second = halves
    ways = [(white, -black), (-black, white)]
    if not black:
        ways += [(part, white - part) for part in range(1, white)]
    if not white:
        ways += [(-part, part - black) for part in range(1, black)]
    return min(CELL_CAP, *(first[one] + second[other] for one, other in ways))
