"""What facts about lateness, breaks and adjournment change."""

from dataclasses import replace

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply
from kiosk.rules.match import Match
from kiosk.rules.schedule import Late, Pause
from kiosk.rules.units import BySide, Side


@apply.register
def _(event: e.LatenessBegan, match: Match) -> Match:
    late = Late(event.cause, event.since, event.half_of)
    return _late(match, event.side, late)


@apply.register
def _(event: e.LatenessCounted, match: Match) -> Match:
    late = match.schedule.late.of(event.side)
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


@apply.register
def _(event: e.SidePresent, match: Match) -> Match:
    return replace(match, schedule=match.schedule.arrived(event.side, event.late_by))


@apply.register
def _(event: e.BreakBegan, match: Match) -> Match:
    schedule = match.schedule
    away = schedule.pause.away if schedule.pause else BySide(False, False)
    taken = schedule.breaks.with_(event.side, schedule.breaks.of(event.side) + event.breaks)
    pause = Pause(event.until, away.with_(event.side, True))
    return replace(
        match,
        schedule=replace(schedule, pause=pause, breaks=taken),
        ready=match.ready.with_(event.side, False),
    )


@apply.register
def _(event: e.BreakOverran, match: Match) -> Match:  # noqa: ARG001
    schedule = match.schedule
    pause = replace(schedule.pause, overrun=True) if schedule.pause else None
    return replace(match, schedule=replace(schedule, pause=pause))


@apply.register
def _(event: e.MatchAdjourned, match: Match) -> Match:  # noqa: ARG001
    return replace(match, schedule=match.schedule.nobody_missing())


def _late(match: Match, side: Side, late: Late) -> Match:
    schedule = match.schedule
    return replace(match, schedule=replace(schedule, late=schedule.late.with_(side, late)))
