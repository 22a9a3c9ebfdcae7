"""The entries of all subjects, gathered: everything shown to people is built from these."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from kiosk.catalogue import (
    aids,
    assignment,
    cube,
    devices,
    dice,
    dice_claims,
    director_orders,
    disputes,
    ending,
    expiry,
    guide,
    language,
    length,
    mix,
    moves,
    offers,
    penalties,
    play,
    press_back,
    proposals,
    reopening,
    result,
    rulings,
    schedule,
    score,
    start,
    stops,
    take_back,
    times,
    turn,
)
from kiosk.catalogue.form import OrderForm
from kiosk.catalogue.key import Key
from kiosk.catalogue.matter import Matter, OpenMatter, Wait
from kiosk.catalogue.refused import refusal_sentence
from kiosk.catalogue.sentence import Sentence
from kiosk.catalogue.text import Text, text
from kiosk.rules.fact import Event
from kiosk.rules.match import Match

SUBJECTS = (
    start,
    schedule,
    mix,
    dice,
    dice_claims,
    play,
    turn,
    stops,
    times,
    expiry,
    penalties,
    proposals,
    cube,
    offers,
    ending,
    score,
    language,
    aids,
    guide,
    length,
    result,
    press_back,
    reopening,
    take_back,
    moves,
    disputes,
    rulings,
    director_orders,
    devices,
    assignment,
)


def _all(table: str) -> Iterator[Any]:
    """All entries of such a table, over the subjects that have one."""
    for subject in SUBJECTS:
        yield from getattr(subject, table, ())


KEYS: Mapping[str, Key] = MappingProxyType({key.act.__name__: key for key in _all("KEYS")})
FORMS: Mapping[str, OrderForm] = MappingProxyType({form.kind: form for form in _all("FORMS")})
ORDER_TITLES: Mapping[str, Text] = MappingProxyType(
    {form.order.__name__: form.title for form in FORMS.values()}
    | {order.__name__: title for order, title in assignment.SERVICE_ORDERS.items()}
)
"""By the name of the order."""
ANOTHER_ORDER = text("An order of another version of this program")
SENTENCES: Mapping[type[Event], Sentence] = MappingProxyType(
    {entry.event: entry for entry in (*_all("SENTENCES"), refusal_sentence(KEYS, FORMS.values()))}
)
MATTERS: tuple[Matter, ...] = tuple(_all("MATTERS"))


def sentence(event: Event) -> Text:
    """The event in words, with its sections: `White rolled 6-5 (camera). [norway §4.1(iv)(a)]`."""
    cites: tuple[str, ...] = getattr(event, "cites", ())
    words = SENTENCES[type(event)].format(event)
    return text("{words} [{cites}]", words=words, cites="; ".join(cites)) if cites else words


def waits(match: Match, asked: tuple[OpenMatter, ...] = ()) -> tuple[Wait, ...]:
    """The matters that wait for the director, the most serious first.

    Empty at a table whose match another continues.
    """
    if match.taken_over_by is not None:
        return ()
    found = (wait for matter in MATTERS for wait in matter(match, asked))
    return tuple(sorted(found, key=lambda wait: -wait.need))
