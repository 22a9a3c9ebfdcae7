"""One person, several entries of a division: a re-entry, or buy-back, until a time and for a price.

Each entry has places and results of its own; the person plays one match at a time, and never
against himself. No rule book speaks of it: the director sets it for a division.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
    out_of_range,
)
from kiosk.tournament.entries import refuse_again
from kiosk.tournament.tournament import ReEntryTerms, Tournament

MOST_TIMES: Final = 9
"""Most entries of one person in a division."""
HIGHEST_PRICE: Final = 100_000_000
"""In the smallest unit of its currency."""
_CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)
"""A code of ISO 4217."""


@dataclass(frozen=True, slots=True)
class SetReEntry(TournamentCommand):
    """Let a person have several entries of a division on these terms; None: one only."""

    division_id: str
    terms: ReEntryTerms | None


@dataclass(frozen=True, slots=True)
class ReEntrySet(TournamentEvent):
    division_id: str
    terms: ReEntryTerms | None


def refuse_terms(tournament: Tournament, command: SetReEntry) -> Against:
    """Entries that are there stay: fewer than somebody has can't be set."""
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    terms = command.terms
    if terms == division.re_entry:
        return (Objection(TournamentReason.UNCHANGED, division.name),)
    here = [tournament.entries[each] for each in division.entries]
    too_many = refuse_again(replace(division, re_entry=terms), (), here, None)
    if terms is None:
        return too_many
    return too_many + objections(
        out_of_range("entries of a player", terms.most, 2, MOST_TIMES),
        out_of_range("price", terms.price, 0, HIGHEST_PRICE),
        out_of_range("milliseconds since 1970", terms.until_ms or 0, 0, 2**53),
        (
            terms.currency != "" and not _CURRENCY.fullmatch(terms.currency),
            TournamentReason.BAD_VALUE,
            f"currency {terms.currency[:20]}",
        ),
        (terms.price > 0 and not terms.currency, TournamentReason.EMPTY, "currency"),
    )


def set_terms(_tournament: Tournament, command: SetReEntry) -> tuple[TournamentEvent, ...]:
    return (ReEntrySet(command.at_ms, command.by, command.division_id, command.terms),)


def apply_terms(tournament: Tournament, event: ReEntrySet) -> Tournament:
    return tournament.with_division(event.division_id, re_entry=event.terms)


ACTS = (TournamentAct(SetReEntry, refuse_terms, set_terms),)
FACTS = (TournamentFact(ReEntrySet, apply_terms),)
