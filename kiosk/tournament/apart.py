"""Who had better not meet in a first round: clubmates, and people of one family name. Pure.

No rule book asks for it; a director may, when he draws or swaps places by hand.
"""

from collections.abc import Iterator, Mapping

from kiosk.tournament.bracket import Bracket, PlaceSource
from kiosk.tournament.tournament import Entry

Meeting = tuple[str, str, str]
"""Two entries by id, and what they have in common."""


def first_meetings(bracket: Bracket, entries: Mapping[str, Entry]) -> Iterator[Meeting]:
    """Entries of one club or family that a draw lets meet without playing anybody before."""
    for pairing in bracket.pairings:
        one, two = pairing.places
        if one.comes is two.comes is PlaceSource.ENTRY:
            shared = in_common(entries[one.of], entries[two.of])
            if shared:
                yield one.of, two.of, shared


def in_common(one: Entry, other: Entry) -> str:
    """The club or family name that two entries share; empty: none."""
    for names in (_clubs, _families):
        shared = names(one).keys() & names(other).keys()
        if shared:
            return names(one)[min(shared)]
    return ""


def _clubs(entry: Entry) -> dict[str, str]:
    return {each.team.casefold(): each.team for each in entry.players if each.team.strip()}


def _families(entry: Entry) -> dict[str, str]:
    """The last word of a name of two words and more, an initial excepted."""
    words = [each.name.split() for each in entry.players]
    last = [each[-1] for each in words if len(each) > 1]
    return {each.casefold(): each for each in last if len(each.rstrip(".")) > 1 and each.isalpha()}
