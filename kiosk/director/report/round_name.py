"""Name of a round: the last ones of a knock-out by name, all others by number."""

from collections.abc import Iterable, Mapping

from kiosk.catalogue.text import Text, text
from kiosk.tournament.bracket import Pairing, PlaceSource
from kiosk.tournament.sheet import pairings
from kiosk.tournament.tournament import Division
from kiosk.tournament.ways import format_play_of

LAST = (text("Final"), text("Semi-finals"), text("Quarter-finals"))
"""Names of the last rounds, the last one first; of a bracket that losers drop into only the final
has one.
"""


def last_rounds(every: Iterable[Pairing]) -> Mapping[str, int]:
    """How many rounds each bracket has."""
    found = dict[str, int]()
    for each in every:
        found[each.bracket] = max(each.round, found.get(each.bracket, 0))
    return found


def is_for_third_place(pairing: Pairing, bracket_of: Mapping[str, str]) -> bool:
    """Whether two who lost in a bracket meet in it again; `bracket_of` has each pairing's."""
    return all(
        place.comes is PlaceSource.LOSER and bracket_of.get(place.of) == pairing.bracket
        for place in pairing.places
    )


def round_words(division: Division, pairing: Pairing) -> Text:
    """Name of the round of a drawn pairing."""
    number = text("Round {number}", number=pairing.round)
    if format_play_of(division.format) is not None:
        return number
    every = pairings(division)
    if is_for_third_place(pairing, {each.pairing_id: each.bracket for each in every}):
        return text("Third place")
    left = last_rounds(every)[pairing.bracket] - pairing.round
    fed = any(each.feeds for each in division.format.shape.brackets if each.name == pairing.bracket)
    return LAST[left] if 0 <= left < (1 if fed else len(LAST)) else number
