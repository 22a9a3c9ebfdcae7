"""What the rule books of an event's divisions leave to its director to confirm."""

from collections.abc import Iterable, Iterator, Mapping

from kiosk.books.profile_text import value
from kiosk.director import answer_shapes as told
from kiosk.director.event_books import event_book
from kiosk.rules.rulebook import KEYS, RuleBook
from kiosk.tournament.act import Objection, Reason
from kiosk.tournament.confirming import Confirm
from kiosk.tournament.tournament import Tournament


def _texts(book: RuleBook) -> Mapping[str, str]:
    """The value of each key that is to be confirmed, as the book writes it."""
    wanted = {source.key for source in book.to_confirm()}
    return {key.where: value(book, key) for key in KEYS if key.where in wanted}


def unknown_values(command: Confirm) -> Iterator[Objection]:
    """What the book does not leave to be confirmed, or has otherwise by now. Raises RuleBookError
    for a book that is not there.
    """
    texts = _texts(event_book(command.book, {}))
    for key, held in command.values:
        if texts.get(key) != held:
            yield Objection(Reason.UNKNOWN, key)


def to_confirm(tournament: Tournament) -> told.ToConfirm:
    """Of every profile that a division's rounds name."""
    profiles = dict.fromkeys(
        played.profile
        for division in tournament.divisions.values()
        for played in division.format.rounds
    )
    docs = {key.where: key.doc for key in KEYS}
    found = []
    for profile in profiles:
        book = event_book(profile, {})
        texts, done = _texts(book), tournament.confirmed.get(profile, {})
        found += [
            told.ValueToConfirm(
                book=profile,
                key=source.key,
                value=texts[source.key],
                means=docs[source.key],
                cite=source.cite,
                defect=source.defect,
                confirmed=done.get(source.key) == texts[source.key],
            )
            for source in book.to_confirm()
        ]
    return told.ToConfirm(tuple(found), tuple(_to_set(tournament, profiles)))


def _to_set(tournament: Tournament, profiles: Iterable[str]) -> Iterator[told.ValueToSet]:
    """What each book leaves to the event, and what the event has set beside."""
    docs = {key.where: key.doc for key in KEYS}
    for profile in profiles:
        book, own = event_book(profile, {}), tournament.own_values.get(profile, {})
        for where in dict.fromkeys((*book.missing(), *own)):
            yield told.ValueToSet(profile, where, own.get(where, ""), docs[where], book.cite(where))
