"""What follows from an act, and what a fact sets. The way into the core of an event.

The acts and facts of all subjects are gathered here. Nothing reads a clock or rolls dice: when
something is done, and the order in which entries are drawn, come in with the act.
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
from kiosk.tournament.settling import settled
from kiosk.tournament.tournament import NONE, Tournament
from kiosk.tournament.undone import ActUndone
from kiosk.tournament.walk_overs import due

SUBJECTS = (
    *(setting_up, removing, confirming, lengths, round_dates, entries, draws, calls, results),
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
    """What follows: all of it or nothing. A refusal is an event, too. Walk-overs that are due are
    written down with it.
    """
    written = _unwritten(tournament, command)
    before = reduce(evolve, written, tournament)
    events = _CORE.decide(before, command)
    if any(isinstance(event, Refused) for event in events):
        return events
    after = before
    if tournament.gone or any(isinstance(event, TakenOut | ActUndone) for event in events):
        after = reduce(evolve, events, before)
    return *written, *events, *due(after, command.at_ms, command.by)


def why_not(tournament: Tournament, command: TournamentCommand) -> Against:
    """Every reason against it; empty exactly when `decide` does not refuse."""
    return _CORE.why_not(reduce(evolve, _unwritten(tournament, command), tournament), command)


def _unwritten(tournament: Tournament, command: TournamentCommand) -> tuple[TournamentEvent, ...]:
    """The walk-overs that an older program left unwritten."""
    if not tournament.unwritten:
        return ()
    return tuple(due(tournament, command.at_ms, command.by))


def evolve(tournament: Tournament, event: TournamentEvent) -> Tournament:
    """The event after a fact: it is only set, nothing is decided again. Since when each pairing can
    be played, by which day, and which match of it, follow from it; what can't be played is put off
    no more.
    """
    after = _CORE.evolve(tournament, event)
    if after is tournament:
        return after
    if not isinstance(event, ActUndone):
        after = settled(tournament, after, event.at_ms)
    return undoing.with_fact(tournament, event, after)


def replayed(events: Iterable[TournamentEvent], start: Tournament = NONE) -> Tournament:
    """The event after all of these facts."""
    return reduce(evolve, events, start)
