"""What a format's file may contain: a closed vocabulary, each value with its bounds."""

from collections.abc import Mapping
from dataclasses import dataclass

from kiosk.rules.rulebook.book import Source
from kiosk.rules.rulebook.key import key
from kiosk.rules.rulebook.vocabulary import BookKey, keys
from kiosk.tournament.club_rounds import DAY_MINUTES, MOST_NOTICE_DAYS, MOST_OFFERS
from kiosk.tournament.knock_out import MOST
from kiosk.tournament.round_robin import FEWEST, CoupleScoring, Withdrawal
from kiosk.tournament.round_robin import MOST as MOST_OF_GROUP
from kiosk.tournament.swing import MOST_CHIPS
from kiosk.tournament.swiss import SwissGrouping
from kiosk.tournament.swiss_rounds import MOST_ROUNDS as MOST_SWISS_ROUNDS
from kiosk.tournament.tournament import LONGEST_MATCH, DivisionFormat, RoundClockNotice

MOST_ROUNDS_DEEP = 99
"""Highest round that a file may name."""


@dataclass(frozen=True, slots=True)
class BracketTerms:
    third_place: bool = key("the losers of the semi-finals play for third place")


@dataclass(frozen=True, slots=True)
class RoundTerms:
    length: int = key("points of a match", 1, LONGEST_MATCH)
    best_of: int = key("matches of a pairing at most, an odd number", 1, LONGEST_MATCH)
    clock: RoundClockNotice = key("what the draw sheet says of clocks")
    first: int = key(
        "first of these rounds; 0 is the final, -1 the round before it",
        -MOST_ROUNDS_DEEP,
        MOST_ROUNDS_DEEP,
    )
    last: int = key("last of them, counted the same", -MOST_ROUNDS_DEEP, MOST_ROUNDS_DEEP)


@dataclass(frozen=True, slots=True)
class SwissTerms:
    """Values beside the order of the `tie_breaks`."""

    by: SwissGrouping = key("what groups the players of a round")
    rounds: int = key("rounds; by lives the most, 0: as many as it takes", 0, MOST_SWISS_ROUNDS)
    lives: int = key("losses after which one is out", 1, MOST_SWISS_ROUNDS)
    left: int = key("by lives: how many are still in it at the end", 1, MOST)
    absent_loses: bool = key("by lives: a round missed costs one")
    late_rounds: int = key("rounds a late entrant may have missed", 0, MOST_SWISS_ROUNDS)


@dataclass(frozen=True, slots=True)
class GroupsTerms:
    """Values beside the order of the `tie_breaks`."""

    size: int = key("players of a group at most", FEWEST, MOST_OF_GROUP)
    through: int = key("how many of each group go through", 1, FEWEST)
    withdrawal: Withdrawal = key("what becomes of the matches of a player who withdraws")
    doubles: CoupleScoring = key("whether couples meet, and what counts")


@dataclass(frozen=True, slots=True)
class SwingTerms:
    """Values beside `cpp`, the rising chips per point of each step."""

    start_vp: int = key("victory points each starts with", 1, MOST_CHIPS)
    cpp_then: int = key("what each later step adds to the chips per point", 1, MOST_CHIPS)
    games_a_step: int = key("games that end before the chips per point rise", 1, MOST_CHIPS)


@dataclass(frozen=True, slots=True)
class ByDateTerms:
    offers: int = key("dates a challenger offers, each in another week", 0, MOST_OFFERS)
    late_min: int = key(
        "minutes after which a match can be claimed from a late player", 0, DAY_MINUTES
    )
    notice_days: int = key(
        "days before its date by which a match is arranged, or the Chairman told",
        0,
        MOST_NOTICE_DAYS,
    )
    replay_points: int = key(
        "points of a match that is played again, as nobody could settle its dispute",
        1,
        LONGEST_MATCH,
    )


@dataclass(frozen=True, slots=True)
class OfferedFormat:
    """A format as its file defines it; it can be changed when a division is made.

    `title` and `means` are English; the catalogue translates those of the shipped formats.
    """

    format_id: str
    means: str
    format: DivisionFormat
    sources: tuple[Source, ...] = ()

    def to_confirm(self) -> tuple[Source, ...]:
        """The values that no text prints, or not clearly: the director confirms them."""
        return tuple(source for source in self.sources if source.director_confirms)


SECTIONS: Mapping[str, type] = {
    "bracket": BracketTerms,
    "round": RoundTerms,
    "swiss": SwissTerms,
    "groups": GroupsTerms,
    "swing": SwingTerms,
    "by_date": ByDateTerms,
}
"""The tables of a file; the first two may occur more than once, as `[[bracket]]`."""

KEYS: tuple[BookKey, ...] = keys(SECTIONS)
