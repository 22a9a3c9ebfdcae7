"""What a rule book does not print, or not clearly, is confirmed by the director, once for an event;
what it leaves to the event, such as the time on the clocks, is set.

The core knows no books: a value is kept as text, so that it is confirmed anew once the book says
something else.
"""

from collections import Counter
from dataclasses import dataclass, replace

from kiosk.tournament.act import Act, Against, Command, Event, Fact, Reason, objections
from kiosk.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Confirm(Command):
    """In this event these keys of a rule book hold these values."""

    book: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SetValues(Command):
    """In this event these keys of a rule book hold these values, whatever they were; an empty one
    is the book's own again. It counts for matches that are called from now on.
    """

    book: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Confirmed(Event):
    book: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ValuesSet(Event):
    book: str
    values: tuple[tuple[str, str], ...]


def refuse_confirming(tournament: Tournament, command: Confirm) -> Against:
    here = tournament.confirmed.get(command.book, {})
    keys = Counter(key for key, _value in command.values)
    return objections(
        (not command.book.strip(), Reason.EMPTY, "book"),
        (not command.values, Reason.EMPTY, "values"),
        *((count > 1, Reason.TAKEN, key) for key, count in keys.items()),
        *((here.get(key) == value, Reason.CONFIRMED, key) for key, value in command.values),
    )


def confirm(_tournament: Tournament, command: Confirm) -> tuple[Event, ...]:
    return (Confirmed(command.at_ms, command.by, command.book, command.values),)


def apply_confirmed(tournament: Tournament, event: Confirmed) -> Tournament:
    here = {**tournament.confirmed.get(event.book, {}), **dict(event.values)}
    return replace(tournament, confirmed={**tournament.confirmed, event.book: here})


def refuse_setting(tournament: Tournament, command: SetValues) -> Against:
    here = tournament.own_values.get(command.book, {})
    keys = Counter(key for key, _value in command.values)
    same = all(here.get(key, "") == value for key, value in command.values)
    return objections(
        (not command.book.strip(), Reason.EMPTY, "book"),
        (not command.values, Reason.EMPTY, "values"),
        (bool(command.values) and same, Reason.CONFIRMED, command.book),
        *((count > 1, Reason.TAKEN, key) for key, count in keys.items()),
    )


def set_values(_tournament: Tournament, command: SetValues) -> tuple[Event, ...]:
    return (ValuesSet(command.at_ms, command.by, command.book, command.values),)


def apply_values_set(tournament: Tournament, event: ValuesSet) -> Tournament:
    here = {**tournament.own_values.get(event.book, {}), **dict(event.values)}
    kept = {key: value for key, value in here.items() if value}
    return replace(tournament, own_values={**tournament.own_values, event.book: kept})


ACTS = (Act(Confirm, refuse_confirming, confirm), Act(SetValues, refuse_setting, set_values))
FACTS = (Fact(Confirmed, apply_confirmed), Fact(ValuesSet, apply_values_set))
