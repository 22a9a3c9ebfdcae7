"""The state of ended games, of the score, the length, the result and the series."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.reasons import EndCause
from kiosk.rules.rulebook import Correctable
from kiosk.rules.units import BySide, Side

NOBODY_YET = BySide(False, False)


class Matter(StrEnum):
    """A matter referred to the director."""

    BOARD_DOUBLE = "board_double"
    """Whether a side doubled on the board."""
    WORD_AND_ACT = "word_and_act"
    """A side's word and act about a double differ."""
    CUBE = "cube"
    """The cube's place, or the level it shows."""
    DROPPED_DOUBLE = "dropped_double"
    """A double that was not allowed was passed."""
    FROZEN_DOUBLE = "frozen_double"
    """A double was not answered yet when penalty points froze the cube."""
    OFFER = "offer"
    """Whether an offer to end the game may be rejected."""
    SETTLEMENT = "settlement"
    """The players agree on an outcome that was not played."""
    ROLL = "roll"
    """The values of dice that count already."""
    ILLEGAL_MOVE = "illegal_move"
    """Whether the last move was illegal."""
    SCORE = "score"
    """The records of the score differ and the book prefers none."""


class Settlement(StrEnum):
    """Outcomes that players might agree on instead of playing."""

    DRAW = "draw"
    SPLIT = "split"
    CANCEL = "cancel"
    REPLAY = "replay"


class ContestGround(StrEnum):
    """Why a side contests an offer."""

    CONTACT = "contact"
    """The checkers are still in contact."""
    NOT_CERTAIN = "not_certain"
    """Another outcome is still possible."""


class ScoreRecord(StrEnum):
    SHEET = "sheet"
    """A side's own score sheet."""
    SCOREBOARD = "scoreboard"
    """The flip-over board that both sides see."""


@dataclass(frozen=True, slots=True)
class LastGame:
    """The game that ended last, until the next one starts.

    `right_cube` is the cube's level without doubles that were not allowed; None if all were.
    """

    number: int
    winner: Side | None
    level: int
    points: int
    cause: EndCause
    right_cube: int | None


@dataclass(frozen=True, slots=True)
class Lengths:
    """`played` replaces the opening's length; `pending` applies after the current game."""

    played: int | None = None
    pending: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreRecords:
    """The score by the records on the table."""

    sheets: BySide[BySide[int] | None] = BySide(None, None)
    scoreboard: BySide[int] | None = None


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """How far the result of a match is settled."""

    conceded: Side | None = None
    confirmed: BySide[bool] = NOBODY_YET
    reported: Side | None = None
    posted: bool = False
    final: bool = False


@dataclass(frozen=True, slots=True)
class EarlierMatch:
    """A match finished at this table before the current one, with its book's rules about its
    result.

    `length` None: a single game. `correctable` is cited by `cite`.
    """

    match_id: str
    series_id: str | None
    length: int | None
    winner: Side
    score: BySide[int]
    outcome: MatchOutcome
    correctable: Correctable
    cite: str


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """Matches won so far in the series of this match."""

    id: str
    best_of: int
    won: BySide[int]

    @property
    def leader(self) -> Side | None:
        """The side that has won more matches."""
        if self.won.white == self.won.black:
            return None
        return Side.WHITE if self.won.white > self.won.black else Side.BLACK

    @property
    def decided(self) -> bool:
        return 2 * max(self.won.white, self.won.black) > self.best_of
