"""What an act about a device or a card takes away: the match at a table, the table itself, the card
of waiting devices. Pure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kiosk.catalogue.text import Text, plural, text
from kiosk.director.enrolment.register import (
    CardVoided,
    Fact,
    Moved,
    PutBack,
    Register,
    Replaced,
    Revoked,
)

CARD_LETTERS = 6
"""Letters of a card's name that stand on the card and on the page."""


@dataclass(frozen=True)
class MatchInPlay:
    """A match in progress at a table: both names, and the score."""

    one: str
    two: str
    score: tuple[int, int]

    @property
    def where(self) -> dict[str, Text | str]:
        """Values for the sentences that name it."""
        who = text("{one} – {two}", one=self.one, two=self.two)
        return {"who": who, "score": f"{self.score[0]} – {self.score[1]}"}


def device_consequences(
    known: Register, fact: Fact, played: Mapping[int, MatchInPlay], waiting: int = 0
) -> Iterator[Text]:
    """Consequences, found before the fact is noted. `played` by table number; `waiting` devices
    wait by a card.
    """
    match fact:
        case CardVoided(name) if name in known.cards:
            yield text("Card {name} no longer enrols devices.", name=name[:CARD_LETTERS])
            if waiting:
                yield plural(
                    "{count} device that waits by it can't be enrolled: it needs another card.",
                    "{count} devices that wait by it can't be enrolled: they need another card.",
                    waiting,
                )
        case Revoked(key):
            number = known.number(key) or 0
            if number in played:
                yield text(
                    "{who}, at table {table}, where it stands {score}: their match stops counting.",
                    table=number,
                    **played[number].where,
                )
            yield text("Table {number} no longer has a device.", number=number)
        case Replaced(key, spare):
            number, was = known.number(key) or 0, known.number(spare) or 0
            yield from _swapped(number, played)
            yield from _emptied(was, number, played)
        case PutBack(key):
            number, spare = known.devices[key].number, known.devices[key].spare
            if known.number(spare) == number:
                yield from _swapped(number, played)
        case Moved(key, number):
            yield from _emptied(known.number(key) or 0, number, played)


def _swapped(number: int, played: Mapping[int, MatchInPlay]) -> Iterator[Text]:
    if number in played:
        yield text(
            "{who}, at table {table}, where it stands {score}: the spare goes on with it.",
            table=number,
            **played[number].where,
        )
    yield text("Table {number} goes on with another device.", number=number)


def _emptied(number: int, to: int, played: Mapping[int, MatchInPlay]) -> Iterator[Text]:
    """A table loses its device to another one."""
    if number == to:
        return
    if number in played:
        yield text(
            "{who}, at table {table}, where it stands {score}: their device is table {to} now.",
            table=number,
            to=to,
            **played[number].where,
        )
    yield text("Table {number} no longer has a device.", number=number)
