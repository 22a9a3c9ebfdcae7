"""What follows from an act, and what a fact sets. The way into the core of an event.

The acts and facts of all subjects are gathered here. Nothing reads a clock or rolls dice: when
something is done, and the order in which entries are drawn, come in with the act.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from kiosk.tournament import calls, draws, entries, in_division, results, setting_up
from kiosk.tournament.act import Event
from kiosk.tournament.core import Core, core
from kiosk.tournament.sheet import ready
from kiosk.tournament.tournament import NONE, Tournament

SUBJECTS = (setting_up, entries, draws, calls, results, in_division)

_CORE: Core[Tournament] = core(
    (act for subject in SUBJECTS for act in subject.ACTS),
    (fact for subject in SUBJECTS for fact in subject.FACTS),
    lambda tournament: bool(tournament.event_id),
)
ACTS, FACTS = _CORE.acts, _CORE.facts
decide, why_not = _CORE.decide, _CORE.why_not


def evolve(tournament: Tournament, event: Event) -> Tournament:
    """The event after a fact: it is only set, nothing is decided again. Since when each pairing can
    be played follows from it.
    """
    after = _CORE.evolve(tournament, event)
    if after is tournament:
        return after
    since = {key: tournament.ready_ms.get(key, event.at_ms) for key, _stand in ready(after)}
    return replace(after, ready_ms=since)


def replayed(events: Iterable[Event], start: Tournament = NONE) -> Tournament:
    """The event after all of these facts."""
    return reduce(evolve, events, start)
