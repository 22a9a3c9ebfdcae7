"""What the director's, the devices' and the table's own facts change."""

from dataclasses import replace

from kiosk.rules import clock as clocks
from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply
from kiosk.rules.match import Match, Message
from kiosk.rules.units import BySide, Instant


@apply.register
def _(event: e.DirectorCalled, match: Match) -> Match:
    return replace(match, director_called=event.side)


@apply.register
def _(event: e.MessagePosted, match: Match) -> Match:
    return replace(match, message=Message(event.text, event.by))


@apply.register
def _(event: e.MessageSeen, match: Match) -> Match:
    if match.message is None:
        return match
    seen = match.message.seen.with_(event.side, True)
    left = None if seen == BySide(True, True) else replace(match.message, seen=seen)
    return replace(match, message=left)


@apply.register
def _(event: e.ProfileChanged, match: Match) -> Match:
    return replace(match, next_book=event.profile)


@apply.register
def _(event: e.DeviceLost, match: Match) -> Match:
    return replace(match, lost_devices=match.lost_devices | {event.device})


@apply.register
def _(event: e.DeviceBack, match: Match) -> Match:
    return replace(match, lost_devices=match.lost_devices - {event.device})


@apply.register
def _(event: e.Restarted, match: Match) -> Match:  # noqa: ARG001
    """Instants from before a restart can't be compared with those after it."""
    return replace(
        match,
        clock=replace(match.clock, since=Instant(0)),
        held=None,
        schedule=match.schedule.nobody_missing(),
    )


@apply.register
def _(event: e.ClockRestored, match: Match) -> Match:
    clock = replace(
        clocks.with_reserve(match.clock, event.reserve),
        running=None,
        delay_left=event.delay_left,
        used=event.used,
    )
    return replace(match, clock=clock)


@apply.register
def _(event: e.TableTakenOver, match: Match) -> Match:
    if event.state is not None:
        return event.state
    return replace(match, taken_over_by=event.by_journal_id)
