"""What was done in an event and on a ladder, printed: titles of acts, each wording of a fact."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from kiosk.catalogue.event_acts import LEAVINGS, fact_words
from kiosk.catalogue.event_titles import ACT_TITLES
from kiosk.catalogue.ladder_acts import ladder_fact_words
from kiosk.catalogue.text import Text
from kiosk.tournament.act import Refused, TournamentEvent
from kiosk.tournament.calls import PairingsCalled
from kiosk.tournament.club_claims import ClaimRuled
from kiosk.tournament.decide import evolve
from kiosk.tournament.draws import CloseLatePlaces
from kiosk.tournament.entries import LeavingReason, TakenOut, TakeOut
from kiosk.tournament.formats import LADDER
from kiosk.tournament.giving_place import GivePlace
from kiosk.tournament.ladder import NO_LADDER
from kiosk.tournament.results import MatchTaken
from kiosk.tournament.tournament import NONE, PairingKey, Tournament
from kiosk.tournament.undone import ActUndone
from kits.divisions_kit import every_format_fact
from kits.ladder_facts_kit import every_fact as every_ladder_fact
from kits.tournament_kit import drawn, entry, every_fact, key


class Pages(Protocol):
    """What prints."""

    def say(self, told: Text | str) -> str: ...

    def is_news(self, about: str, *told: Text | str) -> bool: ...


def print_done(page: Pages) -> Iterator[str]:
    for kind, title in ACT_TITLES.items():
        yield f"{kind}: {page.say(title)}"
    yield ""
    for make in (every_fact, every_format_fact):
        yield from _facts(page, make(random.Random(1)).kept, NONE, evolve, fact_words)
    yield from (f"    {page.say(words)}" for words in _others())
    state: Any = NO_LADDER
    yield from _facts(page, every_ladder_fact().kept, state, LADDER.evolve, ladder_fact_words)


def _facts(
    page: Pages,
    facts: list[TournamentEvent],
    state: Any,
    follow: Callable[[Any, TournamentEvent], Any],
    words: Callable[[Any, TournamentEvent], Text],
) -> Iterator[str]:
    for fact in facts:
        if isinstance(fact, Refused):
            continue
        told = words(state, fact)
        name = type(getattr(fact, "fact", fact)).__name__
        if page.is_news(name, told):
            yield f"{name}: {page.say(told)}"
        state = follow(state, fact)


def _others() -> Iterator[Text]:
    """Wordings that chance leaves out there."""
    desk = drawn(8, late=1)
    desk.does(CloseLatePlaces, division_id="main")
    desk.does(TakeOut, entry_id="e1", leaving=LeavingReason.NO_SHOW, why="ill")
    at = 0, "Kari"
    here: Tournament = desk.tournament
    two = (key("main-1-1"), 1), (key("main-1-2"), 2)
    yield fact_words(here, PairingsCalled(*at, two))
    given = desk.does(GivePlace, division_id="main", of="e1", entry=entry(9), why="by bus")
    yield fact_words(here, given[0])
    odd = MatchTaken(*at, key("main-1-2"), 1, "e3", (3, 7), overrules="so they agreed")
    yield fact_words(here, odd)
    for granted in (True, False):
        yield fact_words(here, ClaimRuled(*at, PairingKey("main", "main-1-2"), "e2", granted, "so"))
    yield fact_words(here, ActUndone(*at, given[0].at_ms, 0))
    first = desk.tournament.undoable[-1].first
    yield fact_words(desk.tournament, ActUndone(*at, first, first))
    for leaving in LEAVINGS:
        yield fact_words(here, TakenOut(*at, "e2", leaving, "so"))
