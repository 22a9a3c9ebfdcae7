"""Facts about score, length, result and series."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.outcome import ScoreRecord
from kiosk.rules.units import BySide, Side


@dataclass(frozen=True, slots=True)
class RecordEntered(Event):
    """What a side's sheet, or the scoreboard, shows as the score."""

    side: Side
    record: ScoreRecord
    score: BySide[int]


@dataclass(frozen=True, slots=True)
class LengthDefaulted(Event):
    """The event stated no length; the book's own holds."""

    points: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LengthPending(Event):
    """The match is to `points` from the next game on, if it is not over by then."""

    points: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LengthCorrected(Event):
    """The match is to `points`; `crawford`: the game in progress still is the Crawford game."""

    points: int
    crawford: bool
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LengthKept(Event):
    """The match counts as played to `length`, though `right` was stated."""

    length: int
    right: int
    warned: bool
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultAgreed(Event):
    """A side agrees with the match's result."""

    side: Side
    score: BySide[int]


@dataclass(frozen=True, slots=True)
class ResultTold(Event):
    """A side reported the result to the director."""

    side: Side
    winner: Side
    score: BySide[int]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultEntered(Event):
    """The director posted the winner."""

    winner: Side
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultMadeFinal(Event):
    """The result can no longer be corrected at a player's word."""

    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EarlierResultCorrected(Event):
    """`of_match`, finished at this table before its match of now, was won by `winner` so."""

    of_match: str
    winner: Side
    score: BySide[int]
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchGivenUp(Event):
    """A side conceded the match; it counts once the director posts the winner."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConcessionTakenBack(Event):
    side: Side


@dataclass(frozen=True, slots=True)
class SeriesStands(Event):
    """Matches won in the series; `leader` None: level. `decided`: no match is left to play."""

    id: str
    best_of: int
    won: BySide[int]
    leader: Side | None
    decided: bool
