"""The cube of a game, and claims about doubles made on the board."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import Side


class CubeAnswer(StrEnum):
    TAKE = "take"
    PASS = "pass"


class ExtraDouble(StrEnum):
    """Doubles of money play."""

    AUTOMATIC = "automatic"
    """Equal opening dice double the cube."""
    BEAVER = "beaver"
    """The doubled side doubles back at once and keeps the cube."""
    RACCOON = "raccoon"
    """A beaver is doubled once more at once."""


@dataclass(frozen=True, slots=True)
class Cube:
    """`owner` None: centred. Not `in_play` in the Crawford game; `frozen` by penalty points."""

    level: int = 1
    owner: Side | None = None
    in_play: bool = True
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class BoardDouble:
    """A double made on the board, as `by` claims; the other side agrees or not.

    `shown` is what the cube showed, None if not known; `answer` None: not answered yet.
    """

    by: Side
    doubler: Side
    gesture: DoubleGesture
    shown: int | None
    answer: CubeAnswer | None


@dataclass(frozen=True, slots=True)
class CubeHistory:
    """A game's cube beside doubles in turn.

    `told` is a claimed double not agreed to yet; `early` doubled before the other's turn was over:
    it counts as soon as that turn ends. `before_dead` is the cube before a dead cube was turned.
    """

    told: BoardDouble | None = None
    early: Side | None = None
    before_dead: Cube | None = None
