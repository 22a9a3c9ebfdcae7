"""The score, the length and the result, as players and director tell them."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command, Order
from kiosk.rules.outcome import ScoreRecord
from kiosk.rules.units import BySide, Side


@dataclass(frozen=True, slots=True)
class RecordShown(Command):
    """A side shows the score on its own sheet, or on the scoreboard."""

    side: Side
    record: ScoreRecord
    score: BySide[int]


@dataclass(frozen=True, slots=True)
class ScoreQuestioned(Command):
    """A side says that the records differ; those shown so far are compared."""

    side: Side


@dataclass(frozen=True, slots=True)
class LengthNoticed(Command):
    """A side says that the match should be to `points`."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class LengthOrdered(Order):
    """The match is to `points`, from when the book says."""

    points: int


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Command):
    """A side agrees with the result of the match."""

    side: Side


@dataclass(frozen=True, slots=True)
class ResultReported(Command):
    """A side reports the result to the director."""

    side: Side


@dataclass(frozen=True, slots=True)
class ResultPosted(Order):
    """The winner stands on the draw sheet."""

    winner: Side


@dataclass(frozen=True, slots=True)
class ResultClosed(Order):
    """The time in which the result could be corrected is over."""


@dataclass(frozen=True, slots=True)
class EarlierResultOrdered(Order):
    """The result of `of_match`, finished at this table before its match of now, is another one."""

    of_match: str
    winner: Side
    score: BySide[int]


@dataclass(frozen=True, slots=True)
class MatchConceded(Command):
    """A side gives up the match though its opponent has not the points."""

    side: Side


@dataclass(frozen=True, slots=True)
class ConcessionWithdrawn(Command):
    """A side gave up the match by mistake and takes it back."""

    side: Side
