"""The chance in a demo, fixed by (seed, game, turn) alone.

A roll thrown again because the table asked or missed it has the same values, so timing never
changes a match: the same seed is the same match.
"""

from collections.abc import Container
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from kiosk.demo.player import ScriptPlayer
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import SetUp
from kiosk.rules.units import Side


class Flaw(StrEnum):
    """Deliberate flaw of a throw."""

    COCKED = "cocked"
    WRONG_HALF = "wrong_half"
    OFF_BOARD = "off_board"
    MISCOUNTED = "miscounted"
    """The dice are valid, but the baffle box counts only one of two coming out."""


_CHANCES = (
    (Flaw.COCKED, 0.03),
    (Flaw.WRONG_HALF, 0.03),
    (Flaw.MISCOUNTED, 0.02),
    (Flaw.OFF_BOARD, 0.005),
)


@dataclass(frozen=True, slots=True)
class PlannedThrow:
    """One throw of a turn; `values` in the order of the dice, not sorted."""

    values: tuple[int, ...]
    flaw: Flaw | None = None

    @property
    def counts(self) -> bool:
        """True if the roll is valid; if not, it is thrown again."""
        return self.flaw in (None, Flaw.MISCOUNTED)


def flaws_under(book: RuleBook, setup: SetUp) -> frozenset[Flaw]:
    """Flaws possible at a table: no miscount without a box, no cocked dice where they count."""
    cocked = book.roll.must_lie_flat and not book.roll.on_checker_ok
    possible = {Flaw.MISCOUNTED: setup.tower, Flaw.COCKED: cocked}
    return frozenset(flaw for flaw in Flaw if possible.get(flaw, True))


class MatchPlan:
    """The chance of one demo match; only flaws in `flaws` happen."""

    def __init__(self, seed: int, flaws: Container[Flaw] = frozenset(Flaw)) -> None:
        self.seed = seed
        self._flaws = flaws

    def opening(self, game: int, turn: int) -> tuple[int, int]:
        """The opening dice, White's and Black's; `turn`: number of ties before."""
        rng = self.rng("opening", game, turn)
        return rng.randint(1, 6), rng.randint(1, 6)

    def throws(self, game: int, turn: int) -> tuple[PlannedThrow, ...]:
        """The throws of a turn: any number that do not count, then one that does."""
        rng = self.rng("turn", game, turn)
        throws: list[PlannedThrow] = []
        while not throws or not throws[-1].counts:
            throws.append(PlannedThrow((rng.randint(1, 6), rng.randint(1, 6)), self._flaw(rng)))
        return tuple(throws)

    def mind(self, side: Side) -> ScriptPlayer:
        """The player of a side."""
        return ScriptPlayer(self.rng("mind", side))

    def rng(self, *key: object) -> Random:
        """Random source for one purpose, independent of all others."""
        return Random("/".join(str(part) for part in (self.seed, *key)))

    def _flaw(self, rng: Random) -> Flaw | None:
        drawn = rng.random()
        for flaw, chance in _CHANCES:
            if drawn < chance:
                return flaw if flaw in self._flaws else None
            drawn -= chance
        return None
