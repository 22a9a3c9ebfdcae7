"""The rule books of an event: a profile with the event's own values, and without a clock where a
round has none.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache

from kiosk.books import load
from kiosk.rules.rulebook import EVENT, ClockSystem, RuleBook, RuleBookError
from kiosk.tournament.act import Objection, Reason
from kiosk.tournament.calls import Call
from kiosk.tournament.confirming import SetValues
from kiosk.tournament.sheet import round_of
from kiosk.tournament.tournament import ClockNotice, Round, Tournament


def book_of(tournament: Tournament, played: Round) -> RuleBook:
    """By which a round is played at its tables. Raises RuleBookError."""
    own = tournament.own_values.get(played.profile, {})
    return event_book(played.profile, own, clocked=played.clock is not ClockNotice.NONE)


def event_book(profile: str, own: Mapping[str, str], *, clocked: bool = True) -> RuleBook:
    """The profile with these values, by `section.key` as a book writes them. Raises
    RuleBookError.
    """
    return _book(profile, tuple(sorted(own.items())), clocked)


@lru_cache(maxsize=128)
def _book(profile: str, own: tuple[tuple[str, str], ...], clocked: bool) -> RuleBook:
    book = load(profile, {key: _value(key, words) for key, words in own})
    return book if clocked else book.with_clock(ClockSystem.NONE, EVENT)


def _value(key: str, words: str) -> object:
    """What somebody wrote for a key: a number, true or false, a list, else a word."""
    try:
        return tomllib.loads(f"value = {words}")["value"]
    except (tomllib.TOMLDecodeError, KeyError):
        if "\n" in words or '"' in words:
            raise RuleBookError(f"{key} is {words!r:.100}; write one value") from None
        return words


def set_wrong(tournament: Tournament, command: SetValues) -> str | None:
    """Why the book does not take the values; None: it does."""
    own = {**tournament.own_values.get(command.book, {}), **dict(command.values)}
    try:
        event_book(command.book, {key: value for key, value in own.items() if value})
    except RuleBookError as error:
        return str(error)
    return None


def not_set(tournament: Tournament, command: Call) -> Iterator[Objection]:
    """What the event has to set before these pairings are played: no clock is armed without."""
    found: dict[tuple[str, str], None] = {}
    for key, _table in command.at_tables:
        division = tournament.divisions.get(key.division_id)
        try:
            played = None if division is None else round_of(division, key.pairing_id)
            missing = () if played is None else book_of(tournament, played).missing()
        except (LookupError, RuleBookError):
            continue  # it is refused for that
        if played is not None:
            found |= dict.fromkeys((played.profile, where) for where in missing)
    for profile, where in found:
        yield Objection(Reason.NOT_SET, f"{where} ({profile})")
