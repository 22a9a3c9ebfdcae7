"""Rounds that a club plays by a date, and who arranges them (001, Tournament Rules 4, 5 and 15).

Pairings and winners are the draw's. This keeps the arrangements of each pairing: dates offered, a
date arranged, a claim, the notice to the Chairman and his ruling. Days are numbers as of
`datetime.date.toordinal`; minutes are of the day, local time.

Conventions where the text is silent, which the director confirms: weeks begin on Monday; the
Chairman is notified once the day is a week away or nearer; he grants a claim or turns it down, as
he administers Rule 4 (TR5); a claim of "the game" is a claim of the match (D1-8).
"""

from dataclasses import dataclass
from enum import StrEnum

DAY_MINUTES = 24 * 60
WEEK_DAYS = 7
LAST_DAY = 3_652_059
"""31 December 9999, the last day of `datetime.date`."""
MOST_OFFERS = 20
MOST_NOTICE_DAYS = 60


@dataclass(frozen=True, slots=True)
class ClubRoundRules:
    """A club's rules; the defaults are 001's, each with its section.

    A rule book has three of them: `late.grace_min`, `late.round_arranged_days` and
    `dispute.replay_points`.
    """

    offers: int = 3
    """Dates the challenger must offer, each in another week (TR4)."""
    late_min: int = 30
    """Minutes after which the match can be claimed from a late player (TR4)."""
    notice_days: int = 7
    """Days before the date by which a round must be arranged, or the Chairman notified (TR5)."""
    replay_points: int = 15
    """Points of a match that is replayed because its dispute could not be settled (TR15)."""


@dataclass(frozen=True, slots=True)
class RoundDate:
    """The last day to play a round of a bracket, counted from 1 (TR4: the date shown)."""

    bracket: str
    round: int
    last_day: int


class ClaimGround(StrEnum):
    """Ground on which a match is claimed (TR4)."""

    LATE = "late"
    """The opponent came too late."""
    NOT_OFFERED = "not_offered"
    """The challenger offered too few dates."""
    NOT_PLAYED = "not_played"
    """The date has passed, by the opponent's fault."""


@dataclass(frozen=True, slots=True)
class DateSlot:
    """A day and a minute of that day."""

    day: int
    minute: int

    @property
    def week(self) -> int:
        """Number of the week, Monday to Sunday."""
        return (self.day - 1) // WEEK_DAYS


@dataclass(frozen=True, slots=True)
class MatchClaim:
    """A claim; `granted` None: not ruled on yet."""

    by: str
    ground: ClaimGround
    why: str
    granted: bool | None = None


@dataclass(frozen=True, slots=True)
class PairingDates:
    """Arrangements of a pairing, and the last day to play it. `challenger` is listed second and
    arranges it (TR4). `replay_points`: the length of a replay; 0: none.
    """

    first: str
    challenger: str
    last_day: int
    offered: tuple[DateSlot, ...] = ()
    arranged: DateSlot | None = None
    chairman_notified: bool = False
    claim: MatchClaim | None = None
    replay_points: int = 0
    over: bool = False

    @property
    def pair(self) -> tuple[str, str]:
        return self.first, self.challenger


class PairingNeed(StrEnum):
    """What a pairing waits for, the most pressing first."""

    RULING = "ruling"
    """A claim waits for the Chairman's ruling."""
    OVERDUE = "overdue"
    """Its date has passed without a match (TR4)."""
    CHAIRMAN = "chairman"
    """Its date is near and nothing is arranged: the Chairman must be notified (TR5)."""
    RESULT = "result"
    """The arranged day has passed, and no result is reported."""
    ARRANGING = "arranging"
    """The challenger arranges it (TR4)."""
    PLAYING = "playing"
    """The players meet on the arranged day."""


def need_of(rules: ClubRoundRules, here: PairingDates, day: int) -> PairingNeed | None:
    """What the pairing waits for on this day; None: it is over."""
    if here.over:
        return None
    if here.claim is not None and here.claim.granted is None:
        return PairingNeed.RULING
    if here.last_day < day:
        return PairingNeed.OVERDUE
    if here.arranged is not None:
        return PairingNeed.RESULT if here.arranged.day < day else PairingNeed.PLAYING
    near = here.last_day - day <= rules.notice_days
    return PairingNeed.CHAIRMAN if near and not here.chairman_notified else PairingNeed.ARRANGING


def has_offered(rules: ClubRoundRules, here: PairingDates) -> bool:
    """Whether the challenger has offered enough dates, in different weeks (TR4)."""
    return len({slot.week for slot in here.offered}) >= rules.offers
