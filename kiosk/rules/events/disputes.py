"""Facts about disputes, rulings, appeals, observers, conduct."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.hearing import Conduct
from kiosk.rules.rulebook import SlowRequest
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class DisputeRaised(Event):
    """`frozen`: dice, cube, checkers and score stay as they are until the ruling."""

    side: Side
    frozen: bool
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableDisturbed(Event):
    """`side` changed something during a dispute; the book presumes for `presumed`, or nobody."""

    side: Side
    presumed: Side | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulingGiven(Event):
    """The director ruled on a dispute, for a side or for nobody."""

    favours: Side | None
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class AppealMade(Event):
    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PanelConvened(Event):
    """So many members of the committee, and the director or not, hear the appeal."""

    members: int
    with_director: bool
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AppealDecided(Event):
    upheld: bool
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class ObserverAsked(Event):
    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlowPlayTold(Event):
    """`side` says that the other plays too slowly, and asks for what the book lets it."""

    side: Side
    asks: tuple[SlowRequest, ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObserverAppointed(Event):
    """An observer watches from now on; `points_out`: illegal moves too."""

    name: str
    fee: bool
    points_out: bool
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConductRecorded(Event):
    """Somebody did what the book allows or not; `side` None: a spectator."""

    conduct: Conduct
    side: Side | None
    allowed: bool
    by: str
    why: str
    cites: tuple[str, ...]
