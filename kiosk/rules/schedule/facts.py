"""Facts about lateness, breaks and adjournment, and their state changes."""

from dataclasses import dataclass, replace

from kiosk.rules.fact import Event, Fact
from kiosk.rules.match import Match
from kiosk.rules.match.proposal import ProposalCause
from kiosk.rules.match.schedule import Late, Pause
from kiosk.rules.play import PlayResumed
from kiosk.rules.units import BySide, Instant, Nanos, Side


@dataclass(frozen=True, slots=True)
class LatenessBegan(Event):
    """A side is missing. Lateness counts from `since`; half of `half_of` points lose the match.

    `by` None and a late start: the side was called to the table.
    """

    side: Side
    cause: ProposalCause
    since: Instant
    half_of: int | None
    by: str | None
    why: str | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LatenessCounted(Event):
    """The points so far; those not `settled` by the director are proposed under `number`."""

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
    """A missing side is at the table; `late_by` is the part of its lateness that counts."""

    side: Side
    late_by: Nanos


@dataclass(frozen=True, slots=True)
class BreakBegan(Event):
    """A side's break until `until`: this many of its own, or zero for the director's leave.

    `reserve` is the time on both clocks.
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
class StayingSaid(Event):
    """`side` claims that neither player left for its break; the other side agrees or not."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StayingDenied(Event):
    """`side` does not agree, or withdraws its claim; the break is used up."""

    side: Side


@dataclass(frozen=True, slots=True)
class BreakGivenBack(Event):
    """Breaks of `side` are given back, because neither player left for them.

    `by` and `why` are the director's, if both sides did not agree.
    """

    side: Side
    breaks: int
    by: str | None
    why: str | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchAdjourned(Event):
    """The match is postponed, the clocks as in `reserve`."""

    reserve: BySide[Nanos]
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class AbsenceRestored(Event):
    """The sides missing after a restart, or at another table, with the instants of the new boot."""

    late: BySide[Late | None]
    pause: Pause | None
    announced: BySide[int]
    stayed: Side | None


def apply_lateness_began(match: Match, event: LatenessBegan) -> Match:
    called = event.by is None and event.cause is ProposalCause.LATE
    late = Late(event.cause, event.since, event.half_of, called=called)
    return _late(match, event.side, late)


def apply_lateness_counted(match: Match, event: LatenessCounted) -> Match:
    late = match.schedule.late.of_side(event.side)
    if late is None:
        return match
    counted = replace(
        late,
        points=event.points,
        settled=event.settled,
        number=event.number,
        counted=True,
        lost=event.lost,
    )
    return _late(match, event.side, counted)


def apply_side_present(match: Match, event: SidePresent) -> Match:
    return replace(match, schedule=match.schedule.arrived(event.side, event.late_by))


def apply_break_began(match: Match, event: BreakBegan) -> Match:
    schedule = match.schedule
    away = schedule.pause.away if schedule.pause else BySide(False, False)
    taken = schedule.breaks.with_(event.side, schedule.breaks.of_side(event.side) + event.breaks)
    announced = schedule.announced.of_side(event.side) + event.breaks
    pause = Pause(event.until, away.with_(event.side, True))
    return replace(
        match,
        schedule=replace(
            schedule,
            pause=pause,
            breaks=taken,
            announced=schedule.announced.with_(event.side, announced),
        ),
        ready=match.ready.with_(event.side, False),
    )


def apply_break_overran(match: Match, _event: BreakOverran) -> Match:
    schedule = match.schedule
    pause = replace(schedule.pause, overrun=True) if schedule.pause else None
    return replace(match, schedule=replace(schedule, pause=pause))


def apply_staying_claimed(match: Match, event: StayingSaid) -> Match:
    return replace(match, schedule=replace(match.schedule, stayed=event.side))


def apply_staying_denied(match: Match, _event: StayingDenied) -> Match:
    return replace(match, schedule=replace(match.schedule, stayed=None))


def apply_break_given_back(match: Match, event: BreakGivenBack) -> Match:
    return replace(match, schedule=match.schedule.given_back(event.side, event.breaks))


def apply_play_resumed(match: Match, _event: PlayResumed) -> Match:
    return replace(match, schedule=match.schedule.played_on())


def apply_match_adjourned(match: Match, _event: MatchAdjourned) -> Match:
    return replace(match, schedule=match.schedule.nobody_missing())


def apply_absence_restored(match: Match, event: AbsenceRestored) -> Match:
    restored = replace(
        match.schedule,
        late=event.late,
        pause=event.pause,
        announced=event.announced,
        stayed=event.stayed,
    )
    return replace(match, schedule=restored)


def _late(match: Match, side: Side, late: Late) -> Match:
    schedule = match.schedule
    return replace(match, schedule=replace(schedule, late=schedule.late.with_(side, late)))


FACTS = (
    Fact(LatenessBegan, apply_lateness_began),
    Fact(LatenessCounted, apply_lateness_counted),
    Fact(LateMatchClaimed),
    Fact(SidePresent, apply_side_present),
    Fact(BreakBegan, apply_break_began),
    Fact(BreakOverran, apply_break_overran),
    Fact(StayingSaid, apply_staying_claimed),
    Fact(StayingDenied, apply_staying_denied),
    Fact(BreakGivenBack, apply_break_given_back),
    Fact(PlayResumed, apply_play_resumed),
    Fact(MatchAdjourned, apply_match_adjourned),
    Fact(AbsenceRestored, apply_absence_restored),
)
