"""What acts and facts of an event have in common, and how each is written in its subject's tables.

As in the rules of a match: an act is refused with every reason against it or leads to events; an
event has its outcome resolved and is only set when it is replayed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True)
class TournamentCommand:
    """What a person asks: when (ms since 1970), who (the account's name)."""

    at_ms: int
    by: str


@dataclass(frozen=True, slots=True)
class TournamentEvent:
    """What was done, by whom, when (ms since 1970)."""

    at_ms: int
    by: str


class TournamentReason(StrEnum):
    """Why something can't be done."""

    NO_EVENT = "no_event"
    """No event is open."""
    EVENT_IS_OPEN = "event_is_open"
    """An event is open already."""
    UNKNOWN = "unknown"
    """There is no such entry, division, pairing or table."""
    TAKEN = "taken"
    """Another has this name or number already."""
    EMPTY = "empty"
    """A name or a list is empty."""
    BAD_VALUE = "bad_value"
    """The value is outside what an event knows."""
    NO_DRAW = "no_draw"
    """The division is not drawn."""
    DRAWN = "drawn"
    """The division is drawn: take the draw back first."""
    NOT_PUBLISHED = "not_published"
    """The draw has not been published."""
    PUBLISHED = "published"
    """The draw is published already."""
    BEGUN = "begun"
    """A match of this draw was called."""
    WHY_MISSING = "why_missing"
    """This needs a reason that is kept."""
    NOT_READY = "not_ready"
    """Who plays is not known yet."""
    BYE = "bye"
    """Nobody has to play it."""
    CALLED = "called"
    """It is called to a table."""
    NOT_SAID = "not_said"
    """The format does not say how it is played."""
    PLAYING = "playing"
    """One of them plays another match now."""
    TABLE_BUSY = "table_busy"
    """Another pairing is at this table."""
    NO_LATE_PLACE = "no_late_place"
    """No place for late arrivals is left."""
    GONE = "gone"
    """Plays no more."""
    STAYS = "stays"
    """Still plays."""
    NOT_CALLED = "not_called"
    """The pairing was not given a table."""
    NOT_OVER = "not_over"
    """There is no result yet."""
    OVER = "over"
    """It has a result: that is corrected, with a reason."""
    NOT_SET = "not_set"
    """The rule book leaves this to the event, which has not set it."""
    OUT_OF_SEASON = "out_of_season"
    """No season is open on this day."""
    SEASON_OPEN = "season_open"
    """The season is not over."""
    CHALLENGE_OPEN = "challenge_open"
    """He has given or accepted a challenge that is not played."""
    CHALLENGED_TODAY = "challenged_today"
    """He has made or received as many challenges this day as he may."""
    TOO_SOON = "too_soon"
    """These two have played each other a few days ago."""
    TOO_EARLY = "too_early"
    """There are days left to play it."""
    TOO_LATE = "too_late"
    """The days to play it were over."""
    TOO_FAR = "too_far"
    """The ladder's rules let nobody challenge as far as this."""
    UNCHANGED = "unchanged"
    """It is so already."""
    CONFIRMED = "confirmed"
    """The director has confirmed this value already."""
    NOT_IN_FORMAT = "not_in_format"
    """The format of the division knows no such thing."""
    LATER_GAME = "later_game"
    """One of them has begun another game since."""
    NO_DATE = "no_date"
    """The round has no date by which it is played."""
    BEFORE_ROUND = "before_round"
    """The round before it would be played later."""
    DAY_OVER = "day_over"
    """The day is over; about its number."""
    AFTER_LAST_DAY = "after_last_day"
    """The round is to be played before that day; about its number."""
    ARRANGED = "arranged"
    """They have arranged when they play."""
    NOT_ARRANGED = "not_arranged"
    """They have not arranged when they play."""
    ENOUGH_OFFERED = "enough_offered"
    """The challenger has offered all the dates he owes."""
    HIS_TO_ARRANGE = "his_to_arrange"
    """Who claims it had to arrange it."""
    CHAIRMAN_NOTIFIED = "told"
    """The Chairman was told."""
    CLAIMED = "claimed"
    """A claim is still to be ruled on."""
    NO_CLAIM = "no_claim"
    """There is no claim to be ruled on."""
    NOT_UNDOABLE = "not_undoable"
    """Too much was done since, or it took nothing away."""
    CHANGED_SINCE = "changed_since"
    """It was changed again after what is to be undone."""
    RESTS_ON_IT = "rests_on_it"
    """It was done since, and rests on what is to be undone."""
    NOT_LATE = "not_late"
    """So many minutes are not late enough."""
    WINNER_BELOW = "winner_below"
    """Who won has not the points of the match."""
    WINNER_BEYOND = "winner_beyond"
    """No last game gives who won as many points."""
    LOSER_NOT_BELOW = "loser_not_below"
    """Who lost has the points of the match."""
    STOPPED_AT_LENGTH = "stopped_at_length"
    """It was not played out, and yet somebody has the points of the match."""
    SERIES_SCORE = "series_score"
    """A series ends with no such matches won."""
    GAME_SCORE = "game_score"
    """A single game of this level, with the cube as it stood, gives other points."""
    SCORE_OF_NEITHER = "score_of_neither"
    """Neither is through: there is no score that decided it."""


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason, and what it is about: a field, a name, a number; "" for the whole. `numbers` are
    those that its sentence names beside, in the order of `kiosk/catalogue/tournament.py`.
    """

    reason: TournamentReason
    about: str = ""
    numbers: tuple[int, ...] = ()


Against = tuple[Objection, ...]
"""What speaks against a command; empty: nothing."""


@dataclass(frozen=True, slots=True)
class Refused(TournamentEvent):
    """A command that changed nothing, and all the reasons why."""

    command: str
    against: Against


@dataclass(frozen=True, slots=True)
class TournamentAct:
    """`command` is refused for what `refuse` gives, or else the events of `follow` happen.

    Both are given the state it is an act on: a Tournament, a Ladder, a Swing.
    """

    command: type[TournamentCommand]
    refuse: Callable[[Any, Any], Against]
    follow: Callable[[Any, Any], tuple[TournamentEvent, ...]]
    before_opening: bool = False


@dataclass(frozen=True, slots=True)
class TournamentFact:
    """What `event` sets; nothing is decided here."""

    event: type[TournamentEvent]
    apply: Callable[[Any, Any], Any]


def outside(what: str, number: int, least: int, most: int) -> tuple[bool, TournamentReason, str]:
    """Whether a number is none of those that can be, and which these are, in any language."""
    return (
        not least <= number <= most,
        TournamentReason.BAD_VALUE,
        f"{what} {number} ({least}–{most})",
    )


def objections(*pairs: tuple[bool, TournamentReason, str]) -> Against:
    """Those that hold."""
    return tuple(Objection(reason, about) for holds, reason, about in pairs if holds)
