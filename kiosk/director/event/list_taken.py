"""What becomes of each line of a list: it enters, is entered already, or is asked about. Pure."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.director.errors import EntryFault
from kiosk.director.event.entrants import EntryMaker, NewPlayer, names_of
from kiosk.director.event.entries_csv import CsvEntry
from kiosk.director.event.names_alike import Known, PeopleAlike
from kiosk.director.text_input import plain_name
from kiosk.tournament.tournament import Entry, Player, Tournament

_COMPARED = ("name", "number", "rating", "experience", "language", "team")


@dataclass(frozen=True)
class SortedList:
    """new: lines that enter; there: how many are entered already; changes: what of those reads
    otherwise in the list; faults: why nobody can enter; twins: who may be somebody else here."""

    new: tuple[CsvEntry, ...]
    there: int
    changes: tuple[Text, ...]
    faults: tuple[EntryFault, ...]
    twins: tuple[EntryFault, ...]


def sort_list(
    lines: Sequence[CsvEntry],
    entrants: EntryMaker,
    now: Tournament,
    division_id: str,
    apart: Container[int] = frozenset(),
) -> SortedList:
    """Sort the lines of a list for a division. apart: lines whose players are known to be other
    people than those their names are like."""
    division = now.divisions.get(division_id)
    here = [now.entries[each] for each in division.entries] if division else []
    there = {frozenset(player.player_id for player in entry.players) for entry in here}
    new, changes, faults, twins = [], list[Text](), list[EntryFault](), list[EntryFault]()
    listed = PeopleAlike[int]()
    for each in lines:
        found = [entrants.find_known(player) for player in each.entry.players]
        known = [one for one in found if one is not None]
        if len(known) == len(found) and frozenset(one.player_id for one in known) in there:
            changes += _changes(each.entry.players, known)
            continue
        new.append(each)
        faults += _clashes(each, entrants, here)
        if each.line not in apart:
            twins += _twins(each, entrants, listed)
        for player in each.entry.players:
            listed.add(Known(player.name, player.number, each.line))
    return SortedList(
        tuple(new), len(lines) - len(new), tuple(changes), tuple(faults), tuple(twins)
    )


def make_entries(
    new: Sequence[CsvEntry],
    entrants: EntryMaker,
    now: Tournament,
    division_id: str,
    apart: Container[int],
) -> tuple[Entry, ...]:
    """The entries of these lines; a namesake's name has his number beside it. apart: as in
    `sort_list`."""
    division = now.divisions.get(division_id)
    taken = names_of(now.entries, division.entries) if division else set()
    made = []
    for each in new:
        made.append(entrants.make_entry(each.entry, taken, apart=each.line in apart))
        taken.add(plain_name(made[-1].name))
    return tuple(made)


def _clashes(line: CsvEntry, entrants: EntryMaker, here: Sequence[Entry]) -> Iterator[EntryFault]:
    """A pair's name that is taken, and players with another one's number."""
    names = {plain_name(each.name) for each in here}
    single = len(line.entry.players) == 1
    if plain_name(line.entry.title) in names and not (single and line.entry.players[0].number):
        name = isolated(line.entry.title)
        yield EntryFault(line.line, "name", text("{name} is entered already", name=name))
    for nth, player in enumerate(line.entry.players, 1):
        clash = entrants.clash(player)
        if clash is not None:
            yield EntryFault(line.line, f"number{nth}", clash)


def _twins(line: CsvEntry, entrants: EntryMaker, listed: PeopleAlike[int]) -> Iterator[EntryFault]:
    for nth, player in enumerate(line.entry.players, 1):
        if entrants.find_known(player) is not None:
            continue
        name = isolated(player.name)
        for other in entrants.find_alike(player):
            words = text("{name} may be {other}", name=name, other=isolated(other.name))
            yield EntryFault(line.line, f"player{nth}", words)
        for same in listed.find(player.name, player.number):
            words = text(
                "{name} may be {other} in line {line}",
                name=name,
                other=isolated(same.name),
                line=same.who,
            )
            yield EntryFault(line.line, f"player{nth}", words)


def _changes(listed: Sequence[NewPlayer], known: Sequence[Player]) -> Iterator[Text]:
    """What a list says otherwise of players that are entered; what it leaves empty says nothing."""
    for one, player in zip(listed, known, strict=True):
        said = one.to_player(player.player_id)
        for field in _COMPARED:
            now, was = getattr(said, field), getattr(player, field)
            if now and now != was:
                yield text(
                    "{name}: {now} in the list, {was} here",
                    name=isolated(player.name),
                    now=str(now),
                    was=str(was if was is not None else "") or "–",
                )
