"""A match as games of turns, which is what other programs' files hold: rolls, plays, cube, ends.

Only what counts at the end is in it; what was corrected or played on is a note. Plays are given
beside it, as the table does not see the checkers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.reasons import EndCause
from kiosk.rules.units import BySide, Nanos, Side

OFF = 0
BAR = 25
"""Own points as in notation: 24 down to 1; a checker on the bar is on 25, one borne off on 0."""

Move = tuple[int, int]
"""One checker moved by one number: own points (from, to)."""


@dataclass(frozen=True, slots=True)
class TranscribedPlay:
    """What a side played. `moves` in an order in which they can be made; none: nothing could be.

    `hits` are the own points where a checker was hit. `illegal`, of a play that the rules do not
    allow, holds the checkers after it: 26 counts a side by its own points; None: it was legal.
    `unplayed`: the game ended before the roll was played.
    """

    moves: tuple[Move, ...]
    hits: tuple[int, ...] = ()
    illegal: BySide[bytes] | None = None
    unplayed: bool = False


Plays = Mapping[int, TranscribedPlay]
"""Plays by the journal row of their roll (`seq`); of a roll without one the play is unknown."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When something was done: the wall clock, and both reserves if a clock ran."""

    utc: str
    reserve: BySide[Nanos] | None = None


@dataclass(frozen=True, slots=True)
class TranscribedTurn:
    """A roll, high to low, and what was played; `play` None: it is not known."""

    side: Side
    dice: tuple[int, int]
    play: TranscribedPlay | None
    at: Moment
    notes: tuple[str, ...] = ()


class CubeAction(StrEnum):
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"


@dataclass(frozen=True, slots=True)
class CubeTurn:
    """A double and its answer; `level` is what the cube shows, or would show, when taken."""

    side: Side
    action: CubeAction
    level: int
    at: Moment
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TranscribedEnding:
    """How a game ended. `winner` None: nobody; `points` 0: the game itself scored nothing."""

    winner: Side | None
    level: int
    cube: int
    points: int
    cause: EndCause

    @property
    def resigned(self) -> bool:
        """Whether the loser gave the game up, for `level` times the cube."""
        scored = self.winner is not None and self.points > 0
        return scored and self.cause not in {EndCause.PLAYED, EndCause.PASS}

    @property
    def forfeited(self) -> bool:
        """Whether somebody won by it without a point of the game's own, such as by time."""
        return self.winner is not None and self.points == 0


@dataclass(frozen=True, slots=True)
class TranscribedGame:
    """One game. `ending` None: it was not over, or the next began without its end."""

    number: int
    crawford: bool
    score_before: BySide[int]
    actions: tuple[TranscribedTurn | CubeTurn, ...]
    ending: TranscribedEnding | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JournalSource:
    """The rows a transcription was made from; the last one's hash stands for all before it."""

    journal_id: str
    first_seq: int
    last_seq: int
    last_hash: str


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """The clock at the opening; `delay` is each turn's, 0 without one."""

    reserve: BySide[Nanos]
    delay: Nanos


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a match and no journal holds; "" where it is not known."""

    event: str = ""
    round: str = ""


@dataclass(frozen=True, slots=True)
class Transcription:
    """A match. `length` 0: a single game, or games without end. `crawford`: the rule applied.

    `score` is the last one, `winner` None until the match is over; `began` is UTC, ISO 8601.
    """

    match_id: str
    heading: Heading
    place: str
    began: str
    length: int
    crawford: bool
    names: BySide[str]
    games: tuple[TranscribedGame, ...]
    score: BySide[int]
    winner: Side | None
    source: JournalSource
    clock: ClockTerms | None = None
    notes: tuple[str, ...] = ()


def score_after(game: TranscribedGame, length: int) -> BySide[int]:
    """The score after a game by its own points; a match ends at its length (0: it does not)."""
    ending = game.ending
    if ending is None or ending.winner is None:
        return game.score_before
    reached = game.score_before.of_side(ending.winner) + ending.points
    return game.score_before.with_(ending.winner, min(reached, length) if length else reached)
