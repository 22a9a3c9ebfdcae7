"""What follows from an act, and what a fact sets. The way into the core of an event.

The acts and facts of all subjects are gathered here. Nothing reads a clock or rolls dice: when
something is done, and the order in which entries are drawn, come in with the act.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from kiosk.tournament import calls, draws, entries, results, setting_up
from kiosk.tournament.act import Act, Against, Command, Event, Fact, Objection, Reason, Refused
from kiosk.tournament.sheet import ready
from kiosk.tournament.tournament import NONE, Tournament

SUBJECTS = (setting_up, entries, draws, calls, results)

ACTS: Mapping[type[Command], Act] = MappingProxyType(
    {act.command: act for subject in SUBJECTS for act in subject.ACTS}
)
FACTS: Mapping[type[Event], Fact] = MappingProxyType(
    {fact.event: fact for subject in SUBJECTS for fact in subject.FACTS}
    | {Refused: Fact(Refused, lambda tournament, _event: tournament)}
)


def decide(tournament: Tournament, command: Command) -> tuple[Event, ...]:
    """What follows: all of it or nothing. A refusal is an event, too."""
    against = why_not(tournament, command)
    if against:
        return (Refused(command.at_ms, command.by, type(command).__name__, against),)
    return ACTS[type(command)].follow(tournament, command)


def why_not(tournament: Tournament, command: Command) -> Against:
    """Every reason against it; empty exactly when `decide` does not refuse."""
    act = ACTS[type(command)]
    if not tournament.event_id and not act.before_opening:
        return (Objection(Reason.NO_EVENT),)
    return act.refuse(tournament, command)


def evolve(tournament: Tournament, event: Event) -> Tournament:
    """The event after a fact: it is only set, nothing is decided again."""
    after: Tournament = FACTS[type(event)].apply(tournament, event)
    if after is tournament:
        return after
    since = {key: tournament.ready_ms.get(key, event.at_ms) for key, _stand in ready(after)}
    return replace(after, ready_ms=since)


def replayed(events: Iterable[Event], start: Tournament = NONE) -> Tournament:
    """The event after all of these facts."""
    for event in events:
        start = evolve(start, event)
    return start
