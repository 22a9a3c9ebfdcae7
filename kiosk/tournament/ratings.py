"""Ratings by a formula that the event names, reckoned anew from every match that counts, so that a
correction leaves no trace.

FIBS's formula is that of its help (`help formula`; MacFIBS's glossary, Ratings): of two players `D`
apart the weaker wins a match to `n` points by 1 / (10^(D √n / 2000) + 1); who wins gains, and who
loses loses, 4 K √n times what was thought to be unlikely, K by his own experience. Experience is
the points of all matches he has finished, this one among them; K comes down from 5 to 1 at 400.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from kiosk.tournament.history import PlayedMatch
from kiosk.tournament.sheet import round_of, sheet
from kiosk.tournament.tournament import Entry, Player, Tournament


@dataclass(frozen=True, slots=True)
class Elo:
    """What clubs set differently in the same formula."""

    start: float = 1500.0
    """Of who comes without a rating."""
    step: float = 4.0
    spread: float = 2000.0
    boost: float = 5.0
    """K of a newcomer; it comes down evenly to 1 at `boost_ends` points of experience."""
    boost_ends: int = 400


FORMULAS: Mapping[str, Elo] = MappingProxyType({"fibs": Elo()})
"""By the name an event gives."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rating; `began` is the one he came with, `matches` were rated here."""

    player: Player
    began: float
    rating: float
    experience: int = 0
    matches: int = 0


def chance_of(elo: Elo, rating: float, other: float, length: int) -> float:
    """That who has `rating` wins a match to `length` points against `other`."""
    return 1.0 / (math.pow(10.0, (other - rating) * math.sqrt(length) / elo.spread) + 1.0)


def factor(elo: Elo, experience: int) -> float:
    """K of who has this experience, the match that is rated among it."""
    left = (elo.boost - 1.0) * experience / elo.boost_ends
    return max(1.0, elo.boost - left)


def after_match(elo: Elo, winner: Rated, loser: Rated, length: int) -> tuple[Rated, Rated]:
    """Both after a match to `length` points."""
    unlikely = 1.0 - chance_of(elo, winner.rating, loser.rating, length)
    return _moved(elo, winner, unlikely, length), _moved(elo, loser, -unlikely, length)


def _moved(elo: Elo, rated: Rated, unlikely: float, length: int) -> Rated:
    experience = rated.experience + length
    change = elo.step * factor(elo, experience) * math.sqrt(length) * unlikely
    return replace(
        rated,
        rating=rated.rating + change,
        experience=experience,
        matches=rated.matches + 1,
    )


def ratings(
    tournament: Tournament, matches: Iterable[PlayedMatch], formula: str
) -> tuple[Rated, ...]:
    """Everybody entered, the highest first. Pairs are not rated, nor is what was not played, nor
    the single games of a Swing, which are no matches.

    Everybody begins with the experience he came with. LookupError: no such formula.
    """
    elo = FORMULAS[formula]
    found: dict[str, Rated] = {}
    for entry in tournament.entries.values():
        for player in entry.players if len(entry.players) == 1 else ():
            began = elo.start if player.rating is None else player.rating
            found.setdefault(player.player_id, Rated(player, began, began, player.experience))
    every, lengths = sheet(tournament), dict[tuple[str, str, int], int]()
    for match in matches:
        here = every.get(match.key)
        both = here.players if here else None
        if here is None or both is None or match.winner not in both:
            continue
        loser = both[0] if match.winner == both[1] else both[1]
        one, two = (_single(tournament.entries.get(each)) for each in (match.winner, loser))
        single_games = tournament.divisions[match.key.division_id].format.swing is not None
        if one is None or two is None or single_games:
            continue
        where = match.key.division_id, here.pairing.bracket, here.pairing.round
        if where not in lengths:
            division = tournament.divisions[match.key.division_id]
            lengths[where] = round_of(division, match.key.pairing_id).length
        found[one], found[two] = after_match(elo, found[one], found[two], lengths[where])
    return tuple(sorted(found.values(), key=lambda each: (-each.rating, each.player.name)))


def _single(entry: Entry | None) -> str | None:
    """The player of an entry that is one player."""
    return entry.players[0].player_id if entry and len(entry.players) == 1 else None
