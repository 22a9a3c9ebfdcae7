"""The names of an event's divisions, entries and pairings for people."""

from collections.abc import Iterable

from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.tournament.sheet import stand_of
from kiosk.tournament.tournament import Entry, PairingKey, Tournament

MOST_NAMED = 3
"""Names in a sentence; of the rest only the number."""

NEITHER = text("neither")


def entry_name(tournament: Tournament, entry_id: str | None) -> Text | str:
    """The name of an entry; for None, "neither"."""
    if entry_id is None:
        return NEITHER
    entry = tournament.entries.get(entry_id)
    return isolated(entry.name) if entry is not None else "?"


def division_name(tournament: Tournament, division_id: str) -> str:
    """The name of a division of the event, or of one that was removed from it."""
    division = tournament.divisions.get(division_id)
    if division is None and division_id in tournament.removed:
        division = tournament.removed[division_id].division
    return isolated(division.name) if division is not None else "?"


def pairing_name(tournament: Tournament, key: PairingKey) -> Text | str:
    """Both players, e.g. Anna – Bo; the division if they are not known."""
    match = tournament.matches.get(key)
    here = None if match is not None else stand_of(tournament, key)
    sides = match.sides if match is not None else here and here.players
    return sides_name(tournament, sides) if sides else division_name(tournament, key.division_id)


def sides_name(tournament: Tournament, sides: tuple[str, str]) -> Text:
    """Two entries who play each other."""
    one, two = (entry_name(tournament, each) for each in sides)
    return text("{one} – {two}", one=one, two=two)


def names_of(entries: Iterable[Entry]) -> str:
    """The first few names, and the number of the rest."""
    every = [isolated(each.name) for each in entries]
    more = len(every) - MOST_NAMED
    shown = ", ".join(every[:MOST_NAMED])
    return f"{shown} … +{more}" if more > 0 else shown
