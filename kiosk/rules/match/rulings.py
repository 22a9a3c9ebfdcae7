"""What is disputed, ruled and appealed, who observes, and conduct the books speak of."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.match.doubling import BoardDouble, Cube
from kiosk.rules.match.outcome import Matter
from kiosk.rules.units import BySide, Nanos, Side


class Conduct(StrEnum):
    """What somebody did beside the game."""

    TIME_NOTICE = "time_notice"
    """A spectator told that a player's time is used up."""
    MISPLAY_NOTICE = "misplay_notice"
    """A spectator pointed out a misplay."""
    POSITION_NOTED = "position_noted"
    """A player wrote down a position."""
    OTHER_LANGUAGE = "other_language"
    """Somebody spoke a language that the book does not name."""
    AID_USED = "aid_used"
    """A player used an aid beyond what keeping the score needs."""


class Wrong(StrEnum):
    """What a side says is wrong with the result of the match."""

    SCORE = "score"
    WINNER = "winner"


class Effect(StrEnum):
    """What follows at the board from a ruling on a dispute."""

    GOES_ON = "goes_on"
    """Play goes on as it stands."""
    ROLL_COUNTS = "roll_counts"
    """The roll counts, with the values the ruling says."""
    ROLL_AGAIN = "roll_again"
    """The roll does not count and is made again."""
    MOVE_STANDS = "move_stands"
    MOVE_AGAIN = "move_again"
    """The last move was illegal and is made again."""
    RESULT_STANDS = "result_stands"
    """The result of the match stands as it is."""


class Ruled(StrEnum):
    """What the director decided, as both sides are told it."""

    DISPUTE = "dispute"
    """`side` is right, or nobody is."""
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
    """What was proposed is not awarded."""
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
    """One thing the director decided, and who has read it. What it does not need is empty."""

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
    """What was put to the director, by `side`. `double` is as the other side tells of it, `cube` as
    `side` says that it lies.
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
    """A ruling fell on appeal, and play waits for what the director orders instead."""
    observer: str | None = None
    slow_play: bool = False
    """A player finds play too slow, and no clock was brought in since."""
    illegal_moves: BySide[int] = BySide(0, 0)
    """How many moves of each side were made again in this match."""
    contested: Contested | None = None
    """What the director was called for, until play goes on."""
    rulings: tuple[Ruling, ...] = ()
    """Those not read by both sides yet, oldest first."""
