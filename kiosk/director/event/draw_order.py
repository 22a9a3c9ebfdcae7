"""The order of a draw in which as few clubmates and families as can be meet at once.

Of many draws by chance the best counts: each order without such a meeting is as likely as another.
"""

import random
from collections.abc import Mapping, Sequence

from kiosk.tournament.apart import first_meetings
from kiosk.tournament.bracket import entrant, late_place
from kiosk.tournament.knock_out import draw_bracket
from kiosk.tournament.tournament import Division, Entry
from kiosk.tournament.ways import format_play_of

TRIES = 200
"""Draws of which the best counts; of 128 entries each takes about a millisecond."""

Order = tuple[str | int, ...]
"""Entries by id, late places by number."""


def draw_apart(
    division: Division,
    entries: Mapping[str, Entry],
    seeds: Sequence[str],
    others: Sequence[str | int],
    chance: random.Random,
) -> Order:
    """Seeds first, then the others by chance."""
    best: Order = ()
    fewest = -1
    for _draw in range(TRIES):
        drawn = list(others)
        chance.shuffle(drawn)
        order = (*seeds, *drawn)
        count = _count_meetings(division, entries, order, len(seeds))
        if fewest < 0 or count < fewest:
            best, fewest = order, count
        if fewest == 0:
            break
    return best


def _count_meetings(
    division: Division, entries: Mapping[str, Entry], order: Order, seeds: int
) -> int:
    """0 where the format is no knock-out, or the order can't be drawn, which the core says."""
    known = all(isinstance(each, int) or each in entries for each in order)
    if format_play_of(division.format) is not None or not known:
        return 0
    places = [entrant(each) if isinstance(each, str) else late_place(each) for each in order]
    try:
        bracket = draw_bracket(division.format.shape, places, seeds)
    except ValueError:
        return 0
    return sum(1 for _each in first_meetings(bracket, entries))
