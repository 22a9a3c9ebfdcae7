"""Disputes, rulings, appeals, observers, and conduct that the books regulate."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.match.doubling import BoardDouble, Cube
from kiosk.rules.match.outcome import Matter
from kiosk.rules.units import BySide, Nanos, Side


class Conduct(StrEnum):
    """Someone's conduct beside the game."""

    TIME_NOTICE = "time_notice"
    """A spectator announced that a player's time is used up."""
    MISPLAY_NOTICE = "misplay_notice"
    """A spectator pointed out a misplay."""
    POSITION_NOTED = "position_noted"
    """A player wrote down a position."""
    OTHER_LANGUAGE = "other_language"
    """Someone spoke a language that the book does not name."""
    AID_USED = "aid_used"
    """A player used an aid beyond what keeping the score needs."""


class Wrong(StrEnum):
    """The fault that a side finds in the result of the match."""

    SCORE = "score"
    WINNER = "winner"


class Effect(StrEnum):
    """The effect of a ruling at the board."""

    GOES_ON = "goes_on"
    """Play goes on as it stands."""
    ROLL_COUNTS = "roll_counts"
    """The roll counts, with the values of the ruling."""
    ROLL_AGAIN = "roll_again"
    """The roll does not count and is made again."""
    MOVE_STANDS = "move_stands"
    MOVE_AGAIN = "move_again"
    """The last move was illegal and is made again."""
    RESULT_STANDS = "result_stands"
    """The result of the match stands as it is."""


class Ruled(StrEnum):
    """A decision of the director, as both sides are informed of it."""

    DISPUTE = "dispute"
    """`side` is right, or neither is."""
    ROLL = "roll"
    """`values` count as the roll."""
    ROLL_AGAIN = "roll_again"
    PAST_ROLL = "past_roll"
    """An earlier roll was `values`: the record is corrected."""
    MOVE_STANDS = "move_stands"
    MOVE_AGAIN = "move_again"
    RESULT_STANDS = "result_stands"
    LOST = "lost"
    """`side` loses the match."""
    CUBE = "cube"
    """The cube lies as in `cube`."""
    DOUBLES = "doubles"
    """Doubles that were not allowed are undone; the cube lies as in `cube`."""
    SCORE = "score"
    TIME = "time"
    """The clocks are set to `reserve`."""
    PENALTY = "penalty"
    """`number` penalty points against `side`."""
    NO_PENALTY = "no_penalty"
    """The proposed penalty is not awarded."""
    GAME = "game"
    """`side` won the game; `number` is 1 to 3: single, gammon, backgammon."""
    REOPENED = "reopened"
    """Game `number` goes on where it was ended."""
    CERTAIN = "certain"
    NOT_CERTAIN = "not_certain"
    """Whether the outcome offered was certain."""
    DELAY = "delay"
    """`side` took the dice too early."""
    PRESS_BACK = "press_back"
    """The last press of `side` is given back."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision of the director, and which sides have read it. Unused fields are empty."""

    ruled: Ruled
    by: str
    why: str
    section: str | None = None
    side: Side | None = None
    number: int = 0
    values: tuple[int, ...] = ()
    cube: Cube | None = None
    score: BySide[int] | None = None
    reserve: BySide[Nanos] | None = None
    seen: BySide[bool] = BySide(False, False)


@dataclass(frozen=True, slots=True)
class Contested:
    """A matter referred to the director by `side`. `double` is the other side's claim, `cube` the
    position of the cube that `side` claims.
    """

    matter: Matter
    side: Side
    double: BoardDouble | None = None
    cube: Cube | None = None


@dataclass(frozen=True, slots=True)
class Hearing:
    """`ruled`: the director has ruled; `fresh`: nothing was played since. `wrong`: the dispute is
    about the result of the match.
    """

    dispute: Side | None = None
    wrong: Wrong | None = None
    ruled: bool = False
    fresh: bool = False
    appeal: Side | None = None
    panel: bool = False
    overturned: bool = False
    """A ruling fell on appeal, and play waits for the director's order in its place."""
    observer: str | None = None
    slow_play: bool = False
    """A player complained of slow play, and no clock was brought in since."""
    illegal_moves: BySide[int] = BySide(0, 0)
    """How many moves of each side were made again in this match."""
    contested: Contested | None = None
    """The matter the director was called for, until play goes on."""
    rulings: tuple[Ruling, ...] = ()
    """Rulings not yet read by both sides, oldest first."""
