"""A position taken from a reading alone, where no play leads to what it shows."""

from kiosk.rules.board import BAR, CHECKERS, HOME, OFF, POINTS, Position
from kiosk.rules.units import BySide, Side
from kiosk.transcript.evidence import CELL_CAP, BoardEvidence

_AS_LIKELY = 0.7
"""Nats within which two counts of a cell are as likely: the one that stood there is taken."""


def anchor(before: Position, evidence: BoardEvidence) -> Position:
    """The likeliest position with 15 checkers a side; hidden places are as they were."""
    return Position(
        BySide(
            _settled(before, evidence, Side.WHITE),
            _settled(before, evidence, Side.BLACK),
        )
    )


def _settled(before: Position, evidence: BoardEvidence, side: Side) -> bytes:
    was = before.checkers.of_side(side)
    counts = bytearray(BAR + 1)
    for point in POINTS:
        counts[point] = _likeliest(evidence, side, point, was[point])
    counts[BAR] = _on_bar(evidence, side, was[BAR])
    while (left := CHECKERS - sum(counts)) < 0:
        _change(counts, evidence, side, -1)
    # A side bears off with all its checkers home: else those not seen are on the board.
    least_off = left if not any(counts[HOME[-1] + 1 :]) else was[OFF]
    while left > least_off:
        _change(counts, evidence, side, 1)
        left -= 1
    counts[OFF] = CHECKERS - sum(counts)
    return bytes(counts)


def _cost(evidence: BoardEvidence, side: Side, point: int, count: int) -> float:
    """Of `count` of the side's checkers, 1 to 15, or none, on its own point."""
    white = side is Side.WHITE
    return evidence.points[point - 1 if white else BAR - 1 - point][count if white else -count]


def _likeliest(evidence: BoardEvidence, side: Side, point: int, was: int) -> int:
    best = evidence.best[point - 1 if side is Side.WHITE else BAR - 1 - point]
    if best is None:
        return was
    if (best if side is Side.WHITE else -best) <= 0:
        return 0
    likely = [
        count
        for count in range(1, CHECKERS + 1)
        if _cost(evidence, side, point, count) <= _AS_LIKELY
    ]
    return min(likely, key=lambda count: abs(count - was))


def _on_bar(evidence: BoardEvidence, side: Side, was: int) -> int:
    row = evidence.bar if side is Side.WHITE else tuple(zip(*evidence.bar, strict=True))
    costs = [min(costs) for costs in row]
    likely = [count for count, cost in enumerate(costs) if cost <= min(costs) + _AS_LIKELY]
    return min(likely, key=lambda count: abs(count - was))


def _change(counts: bytearray, evidence: BoardEvidence, side: Side, by: int) -> None:
    """Add or take a checker where the picture speaks least against it."""

    def cost(point: int) -> float:
        count = counts[point] + by
        if not 0 <= count <= CHECKERS:
            return float("inf")
        bare = 0.0 if counts[point] else CELL_CAP  # on a stack rather than on an empty point
        return _cost(evidence, side, point, count) + (bare if by > 0 else 0.0)

    counts[min(POINTS, key=cost)] += by
