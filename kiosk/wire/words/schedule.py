"""Lateness, breaks and adjournment, in words."""

from kiosk.rules.schedule.facts import (
    BreakBegan,
    BreakOverran,
    LateMatchClaimed,
    LatenessBegan,
    LatenessCounted,
    MatchAdjourned,
    SidePresent,
)
from kiosk.wire.phrases import PROPOSED_BECAUSE, clause, duration, side, times, who
from kiosk.wire.words.said import said


@said.register
def _(event: LatenessBegan) -> str:
    told = f"; {who(event.by)} says so, because {clause(event.why)}" if event.by else ""
    return f"{side(event.side)} is missing, because {PROPOSED_BECAUSE[event.cause]}{told}."


@said.register
def _(event: LatenessCounted) -> str:
    if event.number is None:
        return f"{side(event.side)} is late from now on."
    count = f"{event.points} point{'' if event.points == 1 else 's'}"
    lost = ", enough to lose the match" if event.lost else ""
    return f"The lateness of {side(event.side)} comes to {count}{lost}."


@said.register
def _(event: LateMatchClaimed) -> str:
    return f"{side(event.side)} claims the match, because {side(event.side.other)} is too late."


@said.register
def _(event: SidePresent) -> str:
    late = f", {duration(event.late_by)} late" if event.late_by else ""
    return f"{side(event.side)} is at the table{late}."


@said.register
def _(event: BreakBegan) -> str:
    clocks = f"; the clocks: {times(event.reserve)}"
    if event.by is not None:
        return (
            f"{who(event.by)} lets {side(event.side)} leave, because {clause(event.why)}{clocks}."
        )
    count = "a break" if event.breaks == 1 else f"{event.breaks} breaks"
    return f"{side(event.side)} takes {count}{clocks}."


@said.register
def _(event: BreakOverran) -> str:
    return f"The break is over and {side(event.side)} is not back."


@said.register
def _(event: MatchAdjourned) -> str:
    clocks = times(event.reserve)
    return f"{who(event.by)} puts the match off, because {clause(event.why)}; the clocks: {clocks}."
