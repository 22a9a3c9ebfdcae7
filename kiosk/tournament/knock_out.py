"""Knock-out draws of any size: a main bracket, and brackets fed by the losers of others.

A bracket fed round by round (a progressive consolation, 000 Draw) takes the losers of each round as
they come: its players are first reduced to as many as will drop in, then they meet. Which losers
drop where is a `KnockOutShape`, data; places are laid out the same way for all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kiosk.tournament.bracket import BYE, Bracket, BracketPlace, Pairing, PlaceSource

MOST = 512
"""Most entries in a draw."""


@dataclass(frozen=True, slots=True)
class BracketFeed:
    """Losers of the rounds `first` to `last` of a bracket; `last` counts from its final if it is
    below 1 (0 is the final, -1 the semi-finals). Where two feeds name a round, the first has it.
    """

    bracket: str
    first: int = 1
    last: int = 0


@dataclass(frozen=True, slots=True)
class BracketShape:
    """A bracket; entries are drawn into those without feeds."""

    name: str
    feeds: tuple[BracketFeed, ...] = ()
    third_place: bool = False
    """The losers of the semi-finals play each other, and drop into no other bracket."""


@dataclass(frozen=True, slots=True)
class KnockOutShape:
    """The brackets of a draw: each is fed by those before it."""

    brackets: tuple[BracketShape, ...]


@dataclass(frozen=True, slots=True)
class _BracketLine:
    """A line through a bracket: the most byes its player may have had, and as bits the main
    bracket's first pairings he may come from.
    """

    place: BracketPlace
    byes: int
    origin: int


def draw_bracket(shape: KnockOutShape, order: Sequence[BracketPlace], seeds: int = 0) -> Bracket:
    """Draw entries and late places in a random `order`; the first `seeds` are seeded instead, the
    strongest first.

    Raises ValueError if there are no entries, or too many.
    """
    if not 2 <= len(order) <= MOST:
        raise ValueError(f"a draw has 2 to {MOST} places, this one {len(order)}: divide it")
    sheet = _DrawSheet()
    for each in shape.brackets:
        if each.feeds:
            sheet.feed(each)
        else:
            sheet.begin(each, _laid_out(order, seeds))
    return Bracket(tuple(sheet.pairings))


def _laid_out(order: Sequence[BracketPlace], seeds: int) -> list[BracketPlace]:
    """The lines of a sheet from the top. Byes are spread over it, seeds first; seeds meet as late
    as possible. All others stand as drawn.
    """
    size = 1 << (len(order) - 1).bit_length()
    ranks = _seeded_lines(size)
    lines: list[BracketPlace] = [BYE] * size
    taken = dict(zip(ranks, order[:seeds], strict=False))
    empty = set(ranks[len(order) :])
    drawn = iter(order[seeds:])
    for line in range(size):
        if line in taken:
            lines[line] = taken[line]
        elif line not in empty:
            lines[line] = next(drawn)
    return lines


def _seeded_lines(size: int) -> list[int]:
    """The line of the strongest, of the second, and so on: any two meet as late as possible."""
    ranks = [0]
    while len(ranks) < size:
        last = 2 * len(ranks) - 1
        ranks = [rank for each in ranks for rank in (each, last - each)]
    lines = [0] * size
    for line, rank in enumerate(ranks):
        lines[rank] = line
    return lines


_Pair: TypeAlias = tuple[_BracketLine, _BracketLine | None]
"""Opponents of a round; None: a bye."""


class _DrawSheet:
    """The pairings so far, and the losers of each round of each bracket."""

    def __init__(self) -> None:
        self.pairings: list[Pairing] = []
        self._losers: dict[str, list[list[_BracketLine]]] = {}

    def begin(self, shape: BracketShape, places: Sequence[BracketPlace]) -> None:
        """Lay out a bracket that entries are drawn into: neighbours meet."""
        self._losers[shape.name] = []
        lines: list[_BracketLine | None] = [
            None if place == BYE else _BracketLine(place, 0, 1 << (nth // 2))
            for nth, place in enumerate(places)
        ]
        while len(lines) > 1:
            pairs = [_beside(*two) for two in zip(lines[::2], lines[1::2], strict=True)]
            lines = [*self._round(shape.name, pairs)]
        self._third(shape)

    def feed(self, shape: BracketShape) -> None:
        """Lay out a bracket for the losers of others."""
        self._losers[shape.name] = []
        lines: list[_BracketLine] = []
        for drops in self._drops(shape):
            while lines and len(lines) > len(drops):
                into = max(len(drops), (len(lines) + 1) // 2)
                lines = self._round(shape.name, _fewer(lines, into))
            lines = self._round(shape.name, _joined(lines, drops)) if lines else drops
        while len(lines) > 1:
            into = 1 << ((len(lines) - 1).bit_length() - 1)
            lines = self._round(shape.name, _fewer(lines, into))
        self._third(shape)

    def _drops(self, shape: BracketShape) -> Iterator[list[_BracketLine]]:
        for feed in shape.feeds:
            rounds = self._losers[feed.bracket]
            last = feed.last if feed.last >= 1 else len(rounds) + feed.last
            for nth in range(feed.first - 1, min(last, len(rounds))):
                drops, rounds[nth] = rounds[nth], []  # each loser drops once
                if drops:
                    yield drops

    def _round(self, bracket: str, pairs: Sequence[_Pair]) -> list[_BracketLine]:
        """The lines of the winners."""
        self._losers[bracket].append([])
        return [self._met(bracket, nth, *pair) for nth, pair in enumerate(pairs, 1)]

    def _met(
        self, bracket: str, nth: int, one: _BracketLine, two: _BracketLine | None
    ) -> _BracketLine:
        """Pair two; return the winner's line. `nth` on the sheet, from 1."""
        if two is None:
            return _BracketLine(one.place, one.byes + 1, one.origin)
        number = len(self._losers[bracket])
        name = f"{bracket}-{number}-{nth}"
        self.pairings.append(Pairing(name, bracket, number, (one.place, two.place)))
        byes, origin = one.byes + two.byes, one.origin | two.origin
        self._losers[bracket][-1].append(
            _BracketLine(BracketPlace(PlaceSource.LOSER, name), byes, origin)
        )
        return _BracketLine(BracketPlace(PlaceSource.WINNER, name), byes, origin)

    def _third(self, shape: BracketShape) -> None:
        rounds = self._losers[shape.name]
        if shape.third_place and len(rounds) > 1 and len(rounds[-2]) == 2:
            places = rounds[-2][0].place, rounds[-2][1].place
            name = f"{shape.name}-{len(rounds)}-third"
            self.pairings.append(Pairing(name, shape.name, len(rounds), places))
            rounds[-2] = []


def _beside(one: _BracketLine | None, two: _BracketLine | None) -> _Pair:
    """A bye never meets a bye: fewer than half the lines are empty, and they are spread."""
    if one is None:
        one, two = two, one
    if one is None:
        raise AssertionError("two byes beside each other; report this")
    return one, two


def _fewer(lines: Sequence[_BracketLine], into: int) -> list[_Pair]:
    """Pairs that reduce the lines to `into`: neighbours meet, except those with a bye."""
    resting = _resting(lines, 2 * into - len(lines))
    pairs: list[_Pair] = []
    first: _BracketLine | None = None
    for line in lines:
        if line in resting:
            pairs.append((line, None))
        elif first is None:
            first = line
        else:
            pairs.append((first, line))
            first = None
    return pairs


def _joined(lines: Sequence[_BracketLine], drops: Sequence[_BracketLine]) -> list[_Pair]:
    """Pairs for a round with as many winners as `drops`. Players already there meet those who drop
    in, as far as there are any: each the one he is least likely to have met before, and of those
    the one farthest from him.
    """
    resting = _resting([*lines, *drops], len(drops) - len(lines))
    here = [line for line in lines if line not in resting]
    new = [line for line in reversed(drops) if line not in resting]
    pairs: list[_Pair] = [(line, None) for line in (*lines, *drops) if line in resting]
    while here and new:
        one = here.pop(0)
        two = min(new, key=lambda other: (one.origin & other.origin).bit_count())
        new.remove(two)
        pairs.append((one, two))
    left = here or new
    pairs += zip(left[::2], left[1::2], strict=True)
    return pairs


def _resting(lines: Sequence[_BracketLine], byes: int) -> set[_BracketLine]:
    """Lines with a bye: those with the fewest byes before, and of those spread over the sheet."""
    resting: set[_BracketLine] = set()
    for count in sorted({line.byes for line in lines}):
        alike = [line for line in lines if line.byes == count]
        wanted = min(byes - len(resting), len(alike))
        resting.update(alike[nth * len(alike) // wanted] for nth in range(wanted))
    return resting
