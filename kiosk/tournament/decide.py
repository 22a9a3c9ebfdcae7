"""What follows from an act, and what a fact sets. The way into the core of an event.

The acts and facts of all subjects are gathered here. Nothing reads a clock or rolls dice: when
something is done, and the order in which entries are drawn, come in with the act.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
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
)
from kiosk.tournament.act import Event
from kiosk.tournament.bracket import Cause
from kiosk.tournament.core import Core, core
from kiosk.tournament.round_dates import dated
from kiosk.tournament.sheet import ready
from kiosk.tournament.tournament import NONE, Key, TableMatch, Tournament, match_id

SUBJECTS = (
    *(setting_up, removing, confirming, lengths, round_dates, entries, draws, calls, results),
    *(correcting, giving_place, club_arranging, club_claims, in_division, report, taking_up),
)

_CORE: Core[Tournament] = core(
    (act for subject in SUBJECTS for act in subject.ACTS),
    (fact for subject in SUBJECTS for fact in subject.FACTS),
    lambda tournament: bool(tournament.event_id),
)
ACTS = _CORE.acts
FACTS = _CORE.facts
decide = _CORE.decide
why_not = _CORE.why_not


def evolve(tournament: Tournament, event: Event) -> Tournament:
    """The event after a fact: it is only set, nothing is decided again. Since when each pairing can
    be played, by which day, and which match of it, follow from it; what can't be played is put off
    no more.
    """
    after = _CORE.evolve(tournament, event)
    if after is tournament:
        return after
    after = dated(after)
    players = {key: each.players for key, each in ready(after)}
    if not after.called.keys() <= players.keys():  # somebody plays no more: the table is free
        called = {key: where for key, where in after.called.items() if key in players}
        after = replace(after, called=called)
    since = {key: tournament.ready_ms.get(key, event.at_ms) for key in players}
    matches = _matches(tournament, after, players, event.at_ms)
    put_off = after.put_off & players.keys() & matches.keys()
    return replace(after, ready_ms=since, matches=matches, put_off=put_off)


def _matches(
    before: Tournament,
    after: Tournament,
    players: Mapping[Key, tuple[str, str] | None],
    at_ms: int,
) -> dict[Key, TableMatch]:
    """A match is another one once it was played, or somebody else plays in it; one that the
    director decided may be opened again.
    """
    kept = {}
    for key, match in after.matches.items():
        if key in players:
            played = after.sets.get(key) != before.sets.get(key)
            same = players[key] == match.sides and not played
        else:
            result = after.results.get(key)
            same = result is not None and result.cause is not Cause.PLAYED
        if same:
            kept[key] = match
    for key in after.called:
        sides = players.get(key)
        if key not in kept and sides is not None:
            kept[key] = TableMatch(match_id(key, at_ms), sides)
    return kept


def replayed(events: Iterable[Event], start: Tournament = NONE) -> Tournament:
    """The event after all of these facts."""
    return reduce(evolve, events, start)
