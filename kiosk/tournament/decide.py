"""Decide acts and apply facts: the entry point of an event's core.

The acts and facts of all subjects are gathered here. Nothing reads a clock or rolls dice: times,
and the random order of a draw, come in with the act.
"""

from collections.abc import Iterable
from functools import reduce

from kiosk.tournament import (
    calls,
    club_arranging,
    club_claims,
    confirming,
    correcting,
    draws,
    entries,
    giving_place,
    in_division,
    lengths,
    next_event,
    re_entry,
    removing,
    report,
    results,
    round_dates,
    setting_up,
    taking_up,
    undoing,
    walk_overs,
)
from kiosk.tournament.act import Against, Refused, TournamentCommand, TournamentEvent
from kiosk.tournament.core import Core, core
from kiosk.tournament.entries import TakenOut
from kiosk.tournament.settling import with_derived_state
from kiosk.tournament.tournament import NONE, Tournament
from kiosk.tournament.undone import ActUndone
from kiosk.tournament.walk_overs import due_walk_overs

SUBJECTS = (
    *(
        setting_up,
        next_event,
        re_entry,
        removing,
        confirming,
        lengths,
        round_dates,
        entries,
        draws,
        calls,
        results,
    ),
    *(correcting, giving_place, club_arranging, club_claims, in_division, report, taking_up),
    *(undoing, walk_overs),
)

_CORE: Core[Tournament] = core(
    (act for subject in SUBJECTS for act in subject.ACTS),
    (fact for subject in SUBJECTS for fact in subject.FACTS),
    lambda tournament: bool(tournament.event_id),
)
ACTS = _CORE.acts
FACTS = _CORE.facts


def decide(tournament: Tournament, command: TournamentCommand) -> tuple[TournamentEvent, ...]:
    """The events that follow: all of them or none. A refusal is an event, too. Walk-overs that are
    due are recorded with them.
    """
    events = _CORE.decide(tournament, command)
    if any(isinstance(event, Refused) for event in events):
        return events
    after = tournament
    if tournament.gone or any(isinstance(event, TakenOut | ActUndone) for event in events):
        after = reduce(evolve, events, tournament)
    return *events, *due_walk_overs(after, command.at_ms, command.by)


def why_not(tournament: Tournament, command: TournamentCommand) -> Against:
    """Every reason against the command; empty exactly when `decide` does not refuse."""
    return _CORE.why_not(tournament, command)


def evolve(tournament: Tournament, event: TournamentEvent) -> Tournament:
    """The event after a fact, which is only set: nothing is decided again. Derived from it: when
    each pairing became playable, its date, and its match. What can't be played is no longer
    interrupted.
    """
    after = _CORE.evolve(tournament, event)
    if after is tournament:
        return after
    if not isinstance(event, ActUndone):
        after = with_derived_state(tournament, after, event.at_ms)
    return undoing.with_fact(tournament, event, after)


def replayed(events: Iterable[TournamentEvent], start: Tournament = NONE) -> Tournament:
    """The event after all of these facts."""
    return reduce(evolve, events, start)
