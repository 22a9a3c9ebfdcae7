"""Values that the rule books of an event's divisions leave to its director to confirm."""

from collections.abc import Iterable, Iterator, Mapping

from kiosk.books.profile_text import in_words, meaning, value
from kiosk.catalogue.rule_names import rule_name
from kiosk.director.event.books import event_book, missing_values
from kiosk.director.http import answer_shapes as shapes
from kiosk.rules.rulebook import KEYS, RuleBook
from kiosk.tournament.act import Objection, TournamentReason
from kiosk.tournament.confirming import CONSULTATION, Confirm
from kiosk.tournament.round_robin import CoupleScoring
from kiosk.tournament.tournament import Division, Tournament


def _texts(book: RuleBook) -> Mapping[str, str]:
    """The value of each key to be confirmed, as the book writes it."""
    wanted = {source.key for source in book.to_confirm()}
    return {key.where: value(book, key) for key in KEYS if key.where in wanted}


def unknown_values(command: Confirm) -> Iterator[Objection]:
    """Values that the book does not leave to be confirmed, or has differently by now. Raises
    RuleBookError for a missing book.
    """
    texts = _texts(event_book(command.book, {}))
    for key, held in command.values:
        if texts.get(key) != held:
            yield Objection(TournamentReason.UNKNOWN, key)


def to_confirm(tournament: Tournament) -> shapes.ToConfirm:
    """Values to confirm, for every profile of a division's rounds."""
    profiles = dict.fromkeys(
        played.profile
        for division in tournament.divisions.values()
        for played in division.format.rounds
    )
    keys = {key.where: key for key in KEYS}
    found = []
    for profile in profiles:
        book = event_book(profile, {})
        texts, done = _texts(book), tournament.confirmed.get(profile, {})
        found += [
            shapes.ValueToConfirm(
                book=profile,
                key=source.key,
                value=texts[source.key],
                means=meaning(keys[source.key]),
                chosen=in_words(book, keys[source.key]),
                cite=source.cite,
                defect=source.defect,
                confirmed=done.get(source.key) == texts[source.key],
            )
            for source in book.to_confirm()
        ]
    return shapes.ToConfirm(tuple(found), tuple(_to_set(tournament, profiles)))


def _to_set(tournament: Tournament, profiles: Iterable[str]) -> Iterator[shapes.ValueToSet]:
    """Values that each book leaves to the event, and those the event has set."""
    for profile in profiles:
        book, own = event_book(profile, {}), tournament.own_values.get(profile, {})
        consults = any(
            _consults(tournament, each)
            for each in tournament.divisions.values()
            if any(played.profile == profile for played in each.format.rounds)
        )
        lacks = missing_values(event_book(profile, own), consults=consults)
        for where in dict.fromkeys((*book.missing(), *lacks, *own)):
            cited = "clock.consultation_times" if where in CONSULTATION.values() else where
            cite = book.cite(cited)
            yield shapes.ValueToSet(profile, where, own.get(where, ""), rule_name(where), cite)


def _consults(tournament: Tournament, division: Division) -> bool:
    """Whether a pair plays as one anywhere in it."""
    groups = division.format.groups
    return (groups is not None and groups.doubles is not CoupleScoring.NO) or any(
        len(tournament.entries[entry_id].players) > 1 for entry_id in division.entries
    )
