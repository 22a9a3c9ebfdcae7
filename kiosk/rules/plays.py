"""Every legal play of a roll, one for each resulting position.

The laws are the common ones: checkers on the bar enter first (book 000 L64), both numbers are
played if any order allows it, else the higher (L65), a hit checker goes to the bar (L66). Assumed
by all books: doubles are played four times, a point held by two opposing checkers is closed, and
bearing off needs all checkers home and the exact number or the farthest checker.
"""

from collections import Counter
from dataclasses import dataclass

from kiosk.rules.board import BAR, HOME, OFF, POINTS, Position
from kiosk.rules.units import BySide, Side

Move = tuple[int, int]
"""One checker moved by one number: own points (from, to), 25 the bar, 0 off."""


Dice = tuple[int, int]


_SIZE = BAR + 1


_OTHER_BAR = _SIZE + BAR


@dataclass(frozen=True, slots=True)
class Play:
    """One way to play a roll: moves in a legal order, points hit, the position after."""

    moves: tuple[Move, ...]
    hits: tuple[int, ...]
    board: Position


def legal_plays(board: Position, side: Side, dice: Dice) -> tuple[Play, ...]:
    """All plays of `dice` by `side`, distinct by resulting position; empty when it cannot move.

    Raises ValueError unless both dice are 1 to 6.
    """
    if not all(die in range(1, 7) for die in dice):
        raise ValueError(f"A roll is two numbers from 1 to 6, not {dice}.")
    before = board.checkers.of_side(side) + board.checkers.of_side(side.other)
    ways = _doubles(before, dice[0]) if dice[0] == dice[1] else _two_numbers(before, dice)
    return tuple(_play(before, after, moves, side) for after, moves in ways.items())


# A state is the 26 counts of the side on roll and the 26 of the other, each in its own view:
# our point p is index p, the other side's checkers on it index 26 + 25 - p.
_Ways = dict[bytes, tuple[Move, ...]]


def _two_numbers(before: bytes, dice: Dice) -> _Ways:
    high, low = max(dice), min(dice)
    high_first, low_first = _advance({before: ()}, high), _advance({before: ()}, low)
    both = _advance(low_first, high) | _advance(high_first, low)
    return both or high_first or low_first


def _doubles(before: bytes, die: int) -> _Ways:
    ways: _Ways = {before: ()}
    for _ in range(4):
        further = _advance(ways, die)
        if not further:
            break
        ways = further
    return {} if before in ways else ways


def _advance(ways: _Ways, die: int) -> _Ways:
    """Play one more number in every possible way after each of `ways`."""
    further: _Ways = {}
    for state, moves in ways.items():
        starts = [BAR] if state[BAR] else [point for point in reversed(POINTS) if state[point]]
        for start in starts:
            end = max(start - die, OFF)
            if end == OFF:
                exact_or_farthest = start == die or start == starts[0]
                if starts[0] > HOME[-1] or not exact_or_farthest:
                    continue
            elif state[_OTHER_BAR - end] > 1:
                continue
            further[_moved(state, start, end)] = (*moves, (start, end))
    return further


def _moved(state: bytes, start: int, end: int) -> bytes:
    after = bytearray(state)
    after[start] -= 1
    after[end] += 1
    if end != OFF and state[_OTHER_BAR - end]:
        after[_OTHER_BAR - end] = 0
        after[_OTHER_BAR] += 1
    return bytes(after)


def _play(before: bytes, after: bytes, moves: tuple[Move, ...], side: Side) -> Play:
    hits: tuple[int, ...] = ()
    if after[_OTHER_BAR] > before[_OTHER_BAR]:
        gone = (p for p in reversed(POINTS) if before[_OTHER_BAR - p] > after[_OTHER_BAR - p])
        hits = tuple(gone)
    own, other = after[:_SIZE], after[_SIZE:]
    checkers = BySide(own, other) if side is Side.WHITE else BySide(other, own)
    return Play(moves, hits, Position(checkers))


def notation(play: Play) -> str:
    """The play as players write it: "13/8 6/5*", "bar/20", "8/4*(2)", "6/off"; "" for no move."""
    paths: list[list[int]] = []
    for start, end in sorted(play.moves, reverse=True):
        path = next((path for path in paths if path[-1] == start), None)
        if path is None:
            paths.append([start, end])
        else:
            path.append(end)
    unmarked = set(play.hits)
    words = []
    for points, times in Counter(map(tuple, paths)).items():
        word = _word(points, unmarked)
        unmarked.difference_update(points)
        words.append(word if times == 1 else f"{word}({times})")
    return " ".join(words)


def _word(path: tuple[int, ...], hits: set[int]) -> str:
    """One checker's path; points it only touches are left out unless it hits there."""
    start, *touched, end = path
    named = (start, *(point for point in touched if point in hits), end)
    return "/".join(
        {BAR: "bar", OFF: "off"}.get(point, str(point)) + "*" * (point in hits) for point in named
    )
