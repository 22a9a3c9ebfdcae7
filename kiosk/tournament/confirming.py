"""The director confirms, once per event, what a rule book does not print or not clearly, and sets
what it leaves to the event, such as the time on the clocks.

The core knows no books: values are kept as text, and must be confirmed again once the book's value
differs.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from kiosk.tournament.act import (
    Against,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
)
from kiosk.tournament.tournament import Tournament

CONSULTATION: Mapping[str, str] = MappingProxyType(
    {
        "clock.reserve_s_per_point": "consultation.reserve_s_per_point",
        "clock.delay_s": "consultation.delay_s",
    }
)
"""Names under which an event sets the times of matches in which a pair consults (norway §3.5(v)),
by the book's keys; other matches keep theirs.
"""


@dataclass(frozen=True, slots=True)
class Confirm(TournamentCommand):
    """In this event these keys of a rule book have these values."""

    book: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SetValues(TournamentCommand):
    """Set these keys of a rule book in this event, whatever they were; an empty value restores the
    book's own. Counts for matches called from now on.
    """

    book: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Confirmed(TournamentEvent):
    book: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ValuesSet(TournamentEvent):
    book: str
    values: tuple[tuple[str, str], ...]


def refuse_confirming(tournament: Tournament, command: Confirm) -> Against:
    here = tournament.confirmed.get(command.book, {})
    keys = Counter(key for key, _value in command.values)
    return objections(
        (not command.book.strip(), TournamentReason.EMPTY, "book"),
        (not command.values, TournamentReason.EMPTY, "values"),
        *((count > 1, TournamentReason.TAKEN, key) for key, count in keys.items()),
        *(
            (here.get(key) == value, TournamentReason.CONFIRMED, key)
            for key, value in command.values
        ),
    )


def confirm(_tournament: Tournament, command: Confirm) -> tuple[TournamentEvent, ...]:
    return (Confirmed(command.at_ms, command.by, command.book, command.values),)


def apply_confirmed(tournament: Tournament, event: Confirmed) -> Tournament:
    here = {**tournament.confirmed.get(event.book, {}), **dict(event.values)}
    return replace(tournament, confirmed={**tournament.confirmed, event.book: here})


def refuse_setting(tournament: Tournament, command: SetValues) -> Against:
    here = tournament.own_values.get(command.book, {})
    keys = Counter(key for key, _value in command.values)
    same = all(here.get(key, "") == value for key, value in command.values)
    return objections(
        (not command.book.strip(), TournamentReason.EMPTY, "book"),
        (not command.values, TournamentReason.EMPTY, "values"),
        (bool(command.values) and same, TournamentReason.CONFIRMED, command.book),
        *((count > 1, TournamentReason.TAKEN, key) for key, count in keys.items()),
    )


def set_values(_tournament: Tournament, command: SetValues) -> tuple[TournamentEvent, ...]:
    return (ValuesSet(command.at_ms, command.by, command.book, command.values),)


def apply_values_set(tournament: Tournament, event: ValuesSet) -> Tournament:
    here = {**tournament.own_values.get(event.book, {}), **dict(event.values)}
    kept = {key: value for key, value in here.items() if value}
    return replace(tournament, own_values={**tournament.own_values, event.book: kept})


ACTS = (
    TournamentAct(Confirm, refuse_confirming, confirm),
    TournamentAct(SetValues, refuse_setting, set_values),
)
FACTS = (TournamentFact(Confirmed, apply_confirmed), TournamentFact(ValuesSet, apply_values_set))
