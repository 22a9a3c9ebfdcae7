"""Recognises players that an event knows: one person is one player in all divisions.

A player is identified by the federation's number, or without one by the name. Of two players of one
name each has a number, which stands beside the name of the second entry.
"""

import random
from collections.abc import Container, Iterator, Mapping
from typing import Annotated

import msgspec

from kiosk.catalogue.money import format_amount
from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.director.event.names_alike import Known, PeopleAlike
from kiosk.director.text_input import normalize_text, plain_name
from kiosk.tournament.apart import first_meetings
from kiosk.tournament.setting_up import LONGEST_NAME
from kiosk.tournament.tournament import Entry, Player, Tournament

LONGEST_FIELD = 100
HIGHEST_RATING = 10_000
MOST_EXPERIENCE = 1_000_000

Short = Annotated[str, msgspec.Meta(max_length=LONGEST_FIELD)]


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person as typed."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
    number: Short = ""
    rating: Annotated[float, msgspec.Meta(ge=0, le=HIGHEST_RATING)] | None = None
    language: Short = ""
    team: Short = ""
    experience: Annotated[int, msgspec.Meta(ge=0, le=MOST_EXPERIENCE)] = 0

    def to_player(self, player_id: str) -> Player:
        """The person with this id."""
        words = normalize_text(self.language), normalize_text(self.team)
        name, number = normalize_text(self.name), normalize_text(self.number)
        return Player(player_id, name, number, self.rating, *words, self.experience)


class NewEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player or a pair that plays as one. Without a name of its own it has its players'."""

    players: Annotated[tuple[NewPlayer, ...], msgspec.Meta(min_length=1, max_length=2)]
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""

    @property
    def title(self) -> str:
        return normalize_text(self.name) or " / ".join(
            normalize_text(each.name) for each in self.players
        )


class EntryMaker:
    """Makes entries; ids come from `chance`, known players keep theirs."""

    def __init__(self, tournament: Tournament, chance: random.Random) -> None:
        self._chance = chance
        self._entries = {
            (each.name, tuple(player.player_id for player in each.players)): each
            for each in tournament.entries.values()
        }
        every = list(_players(tournament).values())
        self._by_number: dict[str, Player] = {each.number: each for each in every if each.number}
        self._by_name: dict[str, Player] = {plain_name(each.name): each for each in every}
        self._people = PeopleAlike(Known(each.name, each.number, each) for each in every)

    def clash(self, new: NewPlayer) -> Text | None:
        """Why this can be neither a known player nor a new one; None: it can."""
        there = self._by_number.get(normalize_text(new.number))
        if there is not None and plain_name(there.name) != plain_name(new.name):
            return text("the number {number} is {name}'s", number=there.number, name=there.name)
        return None

    def make_entry(
        self,
        new: NewEntry,
        taken: Container[str] = frozenset(),
        here: Container[str] = frozenset(),
        *,
        apart: bool = False,
    ) -> Entry:
        """The new entry, or the same entry from another division. taken: names in the division, as
        compared: of a namesake the number stands beside the name; here: ids of the players in the
        division: who enters again is `Name (2)`; apart: no player of the same name alone is meant.
        """
        players = tuple(self._player(each, apart=apart) for each in new.players)
        title, (first, *others) = new.title, players
        if all(each.player_id in here for each in players):
            names = (f"{title} ({count})" for count in range(2, 100))
            free = (each for each in names if plain_name(each) not in taken)
            return Entry(self._id("e"), next(free, title), players)
        if plain_name(title) in taken and first.number and not others:
            title = f"{title} ({first.number})"
        known = self._entries.get((title, tuple(each.player_id for each in players)))
        return known or Entry(self._id("e"), title, players)

    def find_known(self, new: NewPlayer) -> Player | None:
        """The player that an event knows by this number or name; None: somebody new."""
        name, number = normalize_text(new.name), normalize_text(new.number)
        known = self._by_number.get(number) or self._by_name.get(plain_name(name))
        return known if known is not None and (not number or known.number in {"", number}) else None

    def find_alike(self, new: NewPlayer) -> tuple[Player, ...]:
        """Those who may be the same person, written in another way."""
        return tuple(each.who for each in self._people.find(new.name, new.number))

    def _player(self, new: NewPlayer, *, apart: bool) -> Player:
        name, number = normalize_text(new.name), normalize_text(new.number)
        known = self.find_known(new)
        if known is not None and not (apart and known.number != number):
            return known
        made = new.to_player(self._id("p"))
        self._by_name[plain_name(name)] = made
        if number:
            self._by_number[number] = made
        return made

    def _id(self, letter: str) -> str:
        return new_id(letter, self._chance)


def new_id(letter: str, chance: random.Random) -> str:
    """A permanent random id, such as `e-0f3c…`; collisions are practically impossible."""
    return f"{letter}-{chance.getrandbits(64):016x}"


def people_alike(before: Tournament, after: Tournament) -> Iterator[Text]:
    """Which players an act adds or corrects whose names are like those of others in the event."""
    known = _players(before)
    new = [each for each in _players(after).values() if known.get(each.player_id) != each]
    if not new:
        return
    people = PeopleAlike(Known(each.name, each.number, each) for each in known.values())
    for each in new:
        was = known.get(each.player_id)
        if was is not None and (was.name, was.number) == (each.name, each.number):
            continue
        for other in people.find(each.name, each.number):
            if other.who.player_id != each.player_id:
                names = {"name": isolated(each.name), "other": isolated(other.name)}
                yield text("{name} may be {other}", **names)


def entered_again(before: Tournament, after: Tournament) -> Iterator[Text]:
    """Which entries an act adds of people who have one in the division already."""
    for division_id, division in after.divisions.items():
        was = before.divisions.get(division_id)
        if was is None or division.entries == was.entries:
            continue
        here = players_in(before.entries, was.entries)
        terms = division.re_entry
        for each in division.entries[len(was.entries) :]:
            entry = after.entries[each]
            if here & {player.player_id for player in entry.players}:
                name = isolated(entry.name)
                if terms is not None and terms.price:
                    price = format_amount(terms.price, terms.currency)
                    yield text("{name} enters again, for {price}", name=name, price=price)
                else:
                    yield text("{name} enters again", name=name)


def meet_at_once(before: Tournament, after: Tournament) -> Iterator[Text]:
    """Which clubmates or families meet in a first round after an act, and did not before."""
    for division_id, division in after.divisions.items():
        was = before.divisions.get(division_id)
        if division.draw is None or was is None or was.draw is None:
            continue
        if was.draw.number != division.draw.number:  # what chance will draw is not foretold
            continue
        known = set(first_meetings(was.draw.bracket, before.entries))
        for one, other, shared in first_meetings(division.draw.bracket, after.entries):
            if (one, other, shared) not in known:
                yield text(
                    "{one} and {other} meet at once: {shared}",
                    one=isolated(after.entries[one].name),
                    other=isolated(after.entries[other].name),
                    shared=isolated(shared),
                )


def _players(event: Tournament) -> dict[str, Player]:
    """By id: those of this event, and of the events before."""
    entered = {one.player_id: one for each in event.entries.values() for one in each.players}
    return {**event.people, **entered}


def players_in(entries: Mapping[str, Entry], division: tuple[str, ...]) -> set[str]:
    """The ids of the players in a division."""
    return {player.player_id for each in division for player in entries[each].players}


def names_of(entries: Mapping[str, Entry], division: tuple[str, ...]) -> set[str]:
    """The names in a division, in the form in which they are compared."""
    return {plain_name(entries[each].name) for each in division}
