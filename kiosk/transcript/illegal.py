"""What was played though it was not legal: found from what the picture shows, marked, never bent.

Searched: up to five moves of any length and direction, past a checker on the bar or out of the
house, hits whose checker was not put on the bar, dice left unplayed. Not searched: two sides'
checkers left on one point, and checkers of the other side moved otherwise than by a hit.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kiosk.rules.board import BAR, HOME, OFF, POINTS, Position
from kiosk.rules.plays import Dice, Move
from kiosk.rules.units import BySide, Side
from kiosk.transcript.evidence import BoardEvidence, own_counts

ILLEGAL = 4.0
"""Nats by which an illegal play is less likely than a legal one."""

ODD_MOVE = 0.7
"""Nats more for each move that is none of the dice."""

LEFT_OFF = 1.5
"""Nats more for a hit checker that was not put on the bar."""

BACKWARDS = 3.0
"""Nats more for a move backwards."""

EARLY_OFF = 5.0
"""Nats more for a checker borne off while others are not home."""

TOO_MANY = 2.0
"""Nats more for each move beyond those of the roll."""

MOST_MOVES = 5
"""One more than a double has."""

_WIDTH = 20


@dataclass(frozen=True, slots=True)
class MovedCheckers:
    """Checkers moved by one side, by the laws or not."""

    board: Position
    moves: tuple[Move, ...] = ()
    hits: tuple[int, ...] = ()
    oddness: float = 0.0
    """Nats that it is less likely than moves by the dice."""


def move_checkers(board: Position, side: Side, moves: tuple[Move, ...]) -> MovedCheckers | None:
    """Make moves as given; a blot landed on goes to the bar. None: a checker is not there, or the
    other side has two or more where one lands.
    """
    moved = MovedCheckers(board)
    for start, end in moves:
        after = _moved(moved, side, (start, end), 0.0)
        if after is None:
            return None
        moved = after
    return moved


def illegal_plays(
    board: Position, side: Side, dice: Dice, evidence: BoardEvidence, window: float
) -> tuple[MovedCheckers, ...]:
    """What may have been played to come near what the evidence shows, the likeliest first.

    Distinct by position, within `window` nats of the best; legal plays are among them.
    """
    found = {board: MovedCheckers(board)}
    level = [MovedCheckers(board)]
    by_roll = 4 if dice[0] == dice[1] else 2
    for nth in range(1, min(MOST_MOVES, by_roll + 2) + 1):
        too_many = TOO_MANY if nth > by_roll else 0.0
        further: dict[Position, MovedCheckers] = {}
        for moved in level:
            for after in _one_more(moved, side, dice, evidence, too_many):
                known = further.get(after.board) or found.get(after.board)
                if known is None or after.oddness < known.oddness:
                    further[after.board] = after
        level = sorted(further.values(), key=lambda moved: _total(moved, evidence))[:_WIDTH]
        found |= {moved.board: moved for moved in level}
    ranked = sorted(found.values(), key=lambda moved: _total(moved, evidence))
    most = _total(ranked[0], evidence) + window
    return tuple(moved for moved in ranked if _total(moved, evidence) <= most)


def _total(moved: MovedCheckers, evidence: BoardEvidence) -> float:
    return evidence.raw_cost(moved.board) + moved.oddness


def _one_more(
    moved: MovedCheckers, side: Side, dice: Dice, evidence: BoardEvidence, odd_anyway: float
) -> Iterator[MovedCheckers]:
    """One more move: by a die from anywhere, by other pips only where the picture shows it."""
    own, read = moved.board.checkers.of_side(side), own_counts(evidence, side)
    farthest = moved.board.farthest(side)
    wanting = [point for point in POINTS if (read[point] or 0) > own[point]]
    for start in (BAR, *reversed(POINTS)):
        if not own[start]:
            continue
        shown = start == BAR or read[start] is None or read[start] < own[start]  # type: ignore[operator]
        for end in {max(start - die, OFF) for die in dice} | ({*wanting, OFF} if shown else set()):
            by_die = start - end in dice or (end == OFF and start < max(dice))
            odd = odd_anyway + (0.0 if by_die else ODD_MOVE)
            if end > start:
                odd += BACKWARDS
            elif end == OFF and farthest > HOME[-1]:
                odd += EARLY_OFF
            hit = _moved(moved, side, (start, end), odd)
            if end == start or hit is None:
                continue
            yield hit
            if len(hit.hits) > len(moved.hits):
                yield _left_off(hit, side)


def _moved(moved: MovedCheckers, side: Side, move: Move, odd: float) -> MovedCheckers | None:
    start, end = move
    own = bytearray(moved.board.checkers.of_side(side))
    other = bytearray(moved.board.checkers.of_side(side.other))
    facing = BAR - end if end not in (OFF, BAR) else None
    if not own[start] or (facing is not None and other[facing] > 1):
        return None
    own[start] -= 1
    own[end] += 1
    hits = moved.hits
    if facing is not None and other[facing]:
        other[facing] = 0
        other[BAR] += 1
        hits = (*hits, end)
    board = _board(side, own, other)
    return MovedCheckers(board, (*moved.moves, move), hits, moved.oddness + odd)


def _left_off(hit: MovedCheckers, side: Side) -> MovedCheckers:
    """The same hit, its checker taken from the board and not put on the bar."""
    other = bytearray(hit.board.checkers.of_side(side.other))
    other[BAR] -= 1
    other[OFF] += 1
    board = _board(side, bytearray(hit.board.checkers.of_side(side)), other)
    return MovedCheckers(board, hit.moves, hit.hits, hit.oddness + LEFT_OFF)


def _board(side: Side, own: bytearray, other: bytearray) -> Position:
    mine, theirs = bytes(own), bytes(other)
    return Position(BySide(mine, theirs) if side is Side.WHITE else BySide(theirs, mine))
