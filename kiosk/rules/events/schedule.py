"""Facts about lateness, breaks and adjournment."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.proposal import ProposalCause
from kiosk.rules.units import BySide, Instant, Nanos, Side


@dataclass(frozen=True, slots=True)
class LatenessBegan(Event):
    """A side is missing. Lateness counts from `since`; half of `half_of` points lose the match."""

    side: Side
    cause: ProposalCause
    since: Instant
    half_of: int | None
    by: str | None
    why: str | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LatenessCounted(Event):
    """So many points so far; those not `settled` by the director are proposed under `number`."""

    side: Side
    points: int
    settled: int
    number: int | None
    lost: bool
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LateMatchClaimed(Event):
    """`side` claims the match from the other, which is too late."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SidePresent(Event):
    """A missing side is at the table; `late_by` is what of its lateness counts."""

    side: Side
    late_by: Nanos


@dataclass(frozen=True, slots=True)
class BreakBegan(Event):
    """A side's break until `until`: so many of its own, or none but the director's leave.

    `reserve` is what both clocks show.
    """

    side: Side
    breaks: int
    until: Instant
    reserve: BySide[Nanos]
    by: str | None
    why: str | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BreakOverran(Event):
    """The break is over and a side is not back."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchAdjourned(Event):
    """The match is put off, the clocks as in `reserve`."""

    reserve: BySide[Nanos]
    by: str
    why: str
