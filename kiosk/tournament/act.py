"""Base types of an event's acts and facts, and the form in which each subject's tables list them.

As in the rules of a match: an act is refused with every reason against it, or leads to events. An
event has its outcome resolved and is only set when it is replayed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True)
class TournamentCommand:
    """A person's act: when (ms since 1970), and by whom (the account's name)."""

    at_ms: int
    by: str


@dataclass(frozen=True, slots=True)
class TournamentEvent:
    """Something that was done: when (ms since 1970), and by whom."""

    at_ms: int
    by: str


class TournamentReason(StrEnum):
    """Why an act is refused."""

    NO_EVENT = "no_event"
    """No event is open."""
    EVENT_IS_OPEN = "event_is_open"
    """An event is open already."""
    UNKNOWN = "unknown"
    """There is no such entry, division, pairing or table."""
    TAKEN = "taken"
    """The name or number is in use already."""
    EMPTY = "empty"
    """A name or a list is empty."""
    BAD_VALUE = "bad_value"
    """The value is outside the range that an event allows."""
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
    """A reason is required, and is stored."""
    NOT_READY = "not_ready"
    """The players are not known yet."""
    BYE = "bye"
    """It is a bye: it is not played."""
    CALLED = "called"
    """It is called to a table."""
    NOT_SAID = "not_said"
    """The format does not define how it is played."""
    PLAYING = "playing"
    """One of them plays another match now."""
    TABLE_BUSY = "table_busy"
    """Another pairing is at this table."""
    NO_LATE_PLACE = "no_late_place"
    """No place for late arrivals is left."""
    GONE = "gone"
    """The entry plays no more."""
    ENTERED = "entered"
    """The player has an entry of the division: one person has one, unless re-entry is allowed."""
    NO_RE_ENTRY = "no_re_entry"
    """Re-entry is over, or the player has as many entries as one may have."""
    AGAINST_SELF = "against_self"
    """Both entries are one person's."""
    STAYS = "stays"
    """The entry still plays."""
    NOT_CALLED = "not_called"
    """The pairing was not given a table."""
    NOT_OVER = "not_over"
    """There is no result yet."""
    OVER = "over"
    """It has a result: that is corrected, with a reason."""
    NOT_SET = "not_set"
    """The result is known: correct it, with a reason."""
    OUT_OF_SEASON = "out_of_season"
    """The rule book leaves this value to the event, which has not set it."""
    SEASON_OPEN = "season_open"
    """The season is not over."""
    CHALLENGE_OPEN = "challenge_open"
    """The player has given or accepted a challenge that is not played yet."""
    CHALLENGED_TODAY = "challenged_today"
    """The player has made or received the most challenges allowed in a day."""
    TOO_SOON = "too_soon"
    """These two played each other only a few days ago."""
    TOO_EARLY = "too_early"
    """There are days left to play it."""
    TOO_LATE = "too_late"
    """The days to play it are over."""
    TOO_FAR = "too_far"
    """The ladder's rules do not allow a challenge this far up."""
    UNCHANGED = "unchanged"
    """Nothing would change."""
    CONFIRMED = "confirmed"
    """The director has confirmed this value already."""
    NOT_IN_FORMAT = "not_in_format"
    """The division's format has no such act."""
    LATER_GAME = "later_game"
    """One of the players has begun another game since."""
    NO_DATE = "no_date"
    """The round has no date by which it is played."""
    BEFORE_ROUND = "before_round"
    """The round before it would be played later than it."""
    DAY_OVER = "day_over"
    """The day is over; `about` has its number."""
    AFTER_LAST_DAY = "after_last_day"
    """The round is to be played before that day; `about` has its number."""
    ARRANGED = "arranged"
    """The players have arranged a date."""
    NOT_ARRANGED = "not_arranged"
    """The players have not arranged a date."""
    ENOUGH_OFFERED = "enough_offered"
    """The challenger has offered as many dates as required."""
    HIS_TO_ARRANGE = "his_to_arrange"
    """The claimant was the one who had to arrange it."""
    CHAIRMAN_NOTIFIED = "told"
    """The Chairman has been notified."""
    CLAIMED = "claimed"
    """A claim still waits for a ruling."""
    NO_CLAIM = "no_claim"
    """There is no claim to rule on."""
    NOT_UNDOABLE = "not_undoable"
    """Too much was done since, or it took nothing away."""
    CHANGED_SINCE = "changed_since"
    """It was changed again after the act to be undone."""
    RESTS_ON_IT = "rests_on_it"
    """A later act rests on the act to be undone."""
    NOT_LATE = "not_late"
    """The delay in minutes is too short to count as late."""
    WINNER_BELOW = "winner_below"
    """The winner has fewer points than the match's length."""
    WINNER_BEYOND = "winner_beyond"
    """No last game can give the winner this many points."""
    LOSER_NOT_BELOW = "loser_not_below"
    """The loser has at least the points of the match."""
    STOPPED_AT_LENGTH = "stopped_at_length"
    """The match was stopped early, but somebody has reached its length."""
    SERIES_SCORE = "series_score"
    """A series can't end with this number of matches won."""
    GAME_SCORE = "game_score"
    """A single game of this level and cube gives other points."""
    SCORE_OF_NEITHER = "score_of_neither"
    """Neither player advances, so there is no deciding score."""


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason, and the field, name or number it is about; "" for the whole. `numbers` are the
    further numbers of its sentence, in the order of `kiosk/catalogue/tournament.py`.
    """

    reason: TournamentReason
    about: str = ""
    numbers: tuple[int, ...] = ()


Against = tuple[Objection, ...]
"""Objections to a command; empty: none."""


@dataclass(frozen=True, slots=True)
class Refused(TournamentEvent):
    """A command that changed nothing, with all the reasons."""

    command: str
    against: Against


@dataclass(frozen=True, slots=True)
class TournamentAct:
    """`command` is refused with the objections of `refuse`; without any, the events of `follow`
    happen.

    Both get the state that the act changes: a Tournament, a Ladder, a Swing.
    """

    command: type[TournamentCommand]
    refuse: Callable[[Any, Any], Against]
    follow: Callable[[Any, Any], tuple[TournamentEvent, ...]]
    before_opening: bool = False


@dataclass(frozen=True, slots=True)
class TournamentFact:
    """How `event` changes the state; nothing is decided here."""

    event: type[TournamentEvent]
    apply: Callable[[Any, Any], Any]


def out_of_range(
    what: str, number: int, least: int, most: int
) -> tuple[bool, TournamentReason, str]:
    """Whether a number is out of range, with its name and the range in no language."""
    return (
        not least <= number <= most,
        TournamentReason.BAD_VALUE,
        f"{what} {number} ({least}–{most})",
    )


def objections(*pairs: tuple[bool, TournamentReason, str]) -> Against:
    """The objections whose condition is true."""
    return tuple(Objection(reason, about) for holds, reason, about in pairs if holds)
