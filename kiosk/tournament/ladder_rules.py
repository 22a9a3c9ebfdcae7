"""What a ladder's rules may contain: a closed vocabulary, each value with its bounds.

A club's ladder is a file of such values, each with its section. No club's values are defaults here.
D1-9 and similar numbers name passages that can be read in more than one way.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kiosk.rules.rulebook.book import Source
from kiosk.rules.rulebook.key import Strategy, key
from kiosk.rules.rulebook.vocabulary import BookKey, keys

LONGEST_MATCH = 99
MOST_DAYS = 366
MOST_PLACES = 99


class OrderAtStart(Strategy):
    REVERSED = "reversed", "the order the last season ended in, turned upside down"
    KEPT = "kept", "the order the last season ended in"


class DropCounting(Strategy):
    BEFORE_DROP = "before_drop", "from where the loser stood in the match"
    AFTER_DROP = "after_drop", "from where the loser goes"


class Prize(Strategy):
    WINNER = "winner", "the winner of the final"
    LOSING_FINALIST = "losing_finalist", "the loser of the last match of the final"
    MOST_PROGRESS = "most_progress", "the member who rose most places in the season"
    TOP = "top", "the member at the top as the season closes"


@dataclass(frozen=True, slots=True)
class SeasonRules:
    start_month: int = key("month of the season's first day", 1, 12)
    start_day: int = key("its day of the month", 1, 31)
    end_month: int = key("month of the season's last day, which is whole", 1, 12)
    end_day: int = key("its day of the month", 1, 31)
    order_at_start: OrderAtStart = key("the order a new season starts in")
    final_size: int = key("how many from the top play the final; 0: there is none", 0, 512)
    prizes: frozenset[Prize] = key("who has a prize")
    matches_expected: int = key("matches a member is expected to play in a season", 0, 365)


@dataclass(frozen=True, slots=True)
class ChallengeRules:
    places_up: int = key("how far up one may challenge; 0: anywhere", 0, MOST_PLACES)
    downward: bool = key("one may challenge who stands lower")
    match_points: int = key("points of a match", 1, LONGEST_MATCH)
    days_to_play: int = key("days to play a challenge, from the day it is made", 1, MOST_DAYS)
    days_between: int = key("days from one match of the same two to the next", 0, MOST_DAYS)
    open_at_once: int = key("challenges, given or accepted, one may have open", 1, 99)
    made_or_received_a_day: int = key("challenges one may make and receive in a day", 1, 99)
    prebooked: bool = key("a challenge may be made for a later day")


@dataclass(frozen=True, slots=True)
class MovementRules:
    challenger_up: int = key("places a challenger who wins goes up at most", 0, MOST_PLACES)
    above_loser: int = key("places above the loser he comes at most", 0, MOST_PLACES)
    above_loser_counted: DropCounting = key("from where these are counted")
    beaten_challenged_down: int = key("places a challenged player who loses drops", 0, MOST_PLACES)
    challenged_up: int = key("places a challenged player who wins goes up at most", 0, MOST_PLACES)
    beaten_challenger_down: int = key("places a challenger who loses drops", 0, MOST_PLACES)
    cannot_play_down: int = key(
        "places a challenged player who can't play in time drops", 0, MOST_PLACES
    )
    top_by_direct_challenge: bool = key("only a challenge with him in it moves who is at the top")
    top_cannot_play: bool = key("he drops, too, when he can't play in time")


@dataclass(frozen=True, slots=True)
class LadderDisputeRules:
    replay_points: int = key("points of a disputed match played again", 1, LONGEST_MATCH)


@dataclass(frozen=True, slots=True)
class LadderRules:
    """A club's whole ladder. `sources` has where each value is printed, or that it is a
    convention.
    """

    profile: str
    title: str
    season: SeasonRules
    challenge: ChallengeRules
    movement: MovementRules
    dispute: LadderDisputeRules
    sources: tuple[Source, ...] = ()

    def value(self, where: str) -> object:
        """The value of a key, `section.name`."""
        section, _, name = where.partition(".")
        return getattr(getattr(self, section), name)

    def to_confirm(self) -> tuple[Source, ...]:
        """The values that the text does not print, or not clearly: the director confirms them."""
        return tuple(source for source in self.sources if source.director_confirms)


SECTIONS: Mapping[str, type] = {
    "season": SeasonRules,
    "challenge": ChallengeRules,
    "movement": MovementRules,
    "dispute": LadderDisputeRules,
}
KEYS: tuple[BookKey, ...] = keys(SECTIONS)
"""Every value that a ladder's file sets, in the order of its sections."""
