"""Rule books of an event: a profile with the event's own values, without a clock where a round has
none, with other times where a pair consults.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from kiosk.books import load
from kiosk.catalogue.rule_names import name_rules
from kiosk.rules.rulebook import EVENT, ClockSystem, RuleBook, RuleBookError
from kiosk.toml_file import parse_toml
from kiosk.tournament.act import Objection, TournamentReason
from kiosk.tournament.calls import Call
from kiosk.tournament.confirming import CONSULTATION, SetValues
from kiosk.tournament.sheet import ToPlay, to_play
from kiosk.tournament.tournament import RoundClockNotice, Tournament


def book_of(tournament: Tournament, plays: ToPlay) -> RuleBook:
    """The rule book of a pairing at its table. Raises RuleBookError."""
    played = plays.round
    own = tournament.own_values.get(played.profile, {})
    clocked = played.clock is not RoundClockNotice.NONE
    return event_book(played.profile, own, clocked=clocked, consults=plays.consults)


def event_book(
    profile: str, own: Mapping[str, str], *, clocked: bool = True, consults: bool = False
) -> RuleBook:
    """The profile with these values, by `section.key` as a book writes them or by a name of
    CONSULTATION. Raises RuleBookError.
    """
    names = CONSULTATION.values()
    here = {key: words for key, words in own.items() if key not in names}
    if consults:
        here |= {key: own[name] for key, name in CONSULTATION.items() if name in own}
    return _book(profile, tuple(sorted(here.items())), clocked)


@lru_cache(maxsize=128)
def _book(profile: str, own: tuple[tuple[str, str], ...], clocked: bool) -> RuleBook:
    book = load(profile, {key: _value(key, words) for key, words in own})
    return book if clocked else book.with_clock(ClockSystem.NONE, EVENT)


def _value(key: str, words: str) -> object:
    """The value that a user typed for a key: a number, true or false, a list, else a word."""
    try:
        return parse_toml(f"value = {words}")["value"]
    except (ValueError, KeyError):
        if "\n" in words or '"' in words:
            raise RuleBookError(f"{key} is {words!r:.100}; write one value") from None
        return words


def value_fault(tournament: Tournament, command: SetValues) -> str | None:
    """Why the book rejects the values, in words of the rules; None if it does not."""
    own = {**tournament.own_values.get(command.book, {}), **dict(command.values)}
    own = {key: value for key, value in own.items() if value}
    try:
        event_book(command.book, own)
    except RuleBookError as error:
        return name_rules(str(error))
    try:
        event_book(command.book, own, consults=True)
    except RuleBookError as error:
        message = str(error)
        for key, name in CONSULTATION.items():
            message = message.replace(key, name)
        return name_rules(message)
    return None


def missing_values(book: RuleBook, *, consults: bool) -> tuple[str, ...]:
    """Names of the values that the event must still set before a clock can be armed by
    this book.
    """
    missing = book.missing()
    unusual = book.missing(consultation=consults)
    return *missing, *(CONSULTATION[where] for where in unusual if where not in missing)


def refuse_unset_values(tournament: Tournament, command: Call) -> Iterator[Objection]:
    """Objections: values that the event must set before these pairings are played, because no clock
    is armed without them.
    """
    found: dict[tuple[str, str], None] = {}
    for key, _table in command.at_tables:
        try:
            plays = to_play(tournament, key)
            book = None if plays is None else book_of(tournament, plays)
        except (LookupError, RuleBookError):
            continue  # refused for that
        if plays is not None and book is not None:
            lacks = missing_values(book, consults=plays.consults)
            found |= dict.fromkeys((plays.round.profile, where) for where in lacks)
    for profile, where in found:
        yield Objection(TournamentReason.NOT_SET, f"{where} ({profile})")
