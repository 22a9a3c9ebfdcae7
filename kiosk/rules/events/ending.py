"""Facts that end a game or a match, or change its score."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import BySide, Side


@dataclass(frozen=True, slots=True)
class WinClaimed(Event):
    """`resumes` is whose clock goes on if the claim is contested; None when no clock ran."""

    side: Side
    level: int
    resumes: Side | None


@dataclass(frozen=True, slots=True)
class WinContested(Event):
    """The other side disagrees; the game is played on."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """`level` 1-3; `points` = level x cube under the book; `score` is after the game."""

    winner: Side | None
    level: int
    cube: int
    points: int
    cause: EndCause
    score: BySide[int]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    winner: Side
    score: BySide[int]
    cause: EndCause
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreChanged(Event):
    """The score was set without a game, by whom and why."""

    score: BySide[int]
    by: str
    why: str
    section: str | None
    corrects_seq: int | None


@dataclass(frozen=True, slots=True)
class MatchForfeited(Event):
    """The director ruled under `section` that `side` loses the match, or is out of the event."""

    side: Side
    disqualified: bool
    by: str
    why: str
    section: str


@dataclass(frozen=True, slots=True)
class PenaltyAwarded(Event):
    """Penalty points against `side`; `score` is after them."""

    side: Side
    points: int
    score: BySide[int]
    by: str
    why: str
    section: str | None
    cites: tuple[str, ...]
