"""Ratings by a formula that the event names, recalculated from every match that counts, so that a
correction leaves no trace.

FIBS's formula is that of its help (`help formula`; MacFIBS's glossary, Ratings): of two players `D`
apart the weaker wins a match to `n` points with probability 1 / (10^(D √n / 2000) + 1). The winner
gains, and the loser loses, 4 K √n times the probability of the result that did not happen; K
depends on each player's own experience. Experience is the points of all matches a player has
finished, including this one; K falls from 5 to 1 at 400.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from kiosk.tournament.history import PlayedMatch
from kiosk.tournament.sheet import event_sheet, round_of
from kiosk.tournament.tournament import Entry, Player, Tournament


@dataclass(frozen=True, slots=True)
class EloFormula:
    """Values that clubs set differently in the same formula."""

    start: float = 1500.0
    """Rating of a player who comes without one."""
    step: float = 4.0
    spread: float = 2000.0
    boost: float = 5.0
    """K of a newcomer; it falls evenly to 1 at `boost_ends` points of experience."""
    boost_ends: int = 400


FORMULAS: Mapping[str, EloFormula] = MappingProxyType({"fibs": EloFormula()})
"""Formulas by the name an event gives."""


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating; `began` is his rating at the start, `matches` were rated here."""

    player: Player
    began: float
    rating: float
    experience: int = 0
    matches: int = 0


def chance_of(elo: EloFormula, rating: float, other: float, length: int) -> float:
    """Probability that a player with `rating` wins a match to `length` points against `other`."""
    return 1.0 / (math.pow(10.0, (other - rating) * math.sqrt(length) / elo.spread) + 1.0)


def k_factor(elo: EloFormula, experience: int) -> float:
    """K for this experience, which includes the match being rated."""
    left = (elo.boost - 1.0) * experience / elo.boost_ends
    return max(1.0, elo.boost - left)


def after_match(
    elo: EloFormula, winner: PlayerRating, loser: PlayerRating, length: int
) -> tuple[PlayerRating, PlayerRating]:
    """Both players after a match to `length` points."""
    unlikely = 1.0 - chance_of(elo, winner.rating, loser.rating, length)
    return _moved(elo, winner, unlikely, length), _moved(elo, loser, -unlikely, length)


def _moved(elo: EloFormula, rated: PlayerRating, unlikely: float, length: int) -> PlayerRating:
    experience = rated.experience + length
    change = elo.step * k_factor(elo, experience) * math.sqrt(length) * unlikely
    return replace(
        rated,
        rating=rated.rating + change,
        experience=experience,
        matches=rated.matches + 1,
    )


def ratings(
    tournament: Tournament, matches: Iterable[PlayedMatch], formula: str
) -> tuple[PlayerRating, ...]:
    """Every player entered, the highest rating first. Not rated: pairs, results without play, and
    the single games of a Swing, which are no matches.

    Each player starts with the experience he came with. Raises LookupError for an unknown formula.
    """
    elo = FORMULAS[formula]
    found: dict[str, PlayerRating] = {}
    for entry in tournament.entries.values():
        for player in entry.players if len(entry.players) == 1 else ():
            began = elo.start if player.rating is None else player.rating
            found.setdefault(
                player.player_id, PlayerRating(player, began, began, player.experience)
            )
    every, lengths = event_sheet(tournament), dict[tuple[str, str, int], int]()
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
    """The player of an entry of one player; else None."""
    return entry.players[0].player_id if entry and len(entry.players) == 1 else None
