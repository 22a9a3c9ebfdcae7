"""Rounds that a club plays by a date, and who arranges them (001, Tournament Rules 4, 5 and 15).

The pairings are a draw's, and so is who has won. Beside it stands what the two owe each other
before: dates offered, a date arranged, a claim, what the Chairman was told and decided.
Days are numbers, as `datetime.date.toordinal` counts them; minutes are of the day, local time.

Conventions where the text is silent, which the director confirms: weeks begin on Monday; the
Chairman is told once the day is a week away or nearer; he grants a claim or turns it down, as he
administers Rule 4 (TR5); who claims "the game" claims the match (D1-8).
"""

from dataclasses import dataclass
from enum import StrEnum

DAY_MINUTES = 24 * 60
WEEK_DAYS = 7
LAST_DAY = 3_652_059
"""31 December 9999, the last day that `datetime.date` knows."""
MOST_OFFERS = 20
MOST_NOTICE_DAYS = 60


@dataclass(frozen=True, slots=True)
class ClubRoundRules:
    """What a club's rules say; the defaults are 001's, with the section each stands in.

    A rule book has three of them: `late.grace_min`, `late.round_arranged_days` and
    `dispute.replay_points`.
    """

    offers: int = 3
    """Dates the challenger offers, each in another week (TR4)."""
    late_min: int = 30
    """Minutes after which who is late can be claimed from (TR4)."""
    notice_days: int = 7
    """Days before the date by which a round is arranged, or the Chairman told (TR5)."""
    replay_points: int = 15
    """Points of a match that is played again, as nobody could settle its dispute (TR15)."""


@dataclass(frozen=True, slots=True)
class RoundDate:
    """The last day to play a round of a bracket, counted from 1 (TR4: the date shown)."""

    bracket: str
    round: int
    last_day: int


class ClaimGround(StrEnum):
    """What somebody claims a match for (TR4)."""

    LATE = "late"
    """The other came too late to it."""
    NOT_OFFERED = "not_offered"
    """The challenger has offered too few dates."""
    NOT_PLAYED = "not_played"
    """The date is over, and it was the other's doing."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A day and a minute of it."""

    day: int
    minute: int

    @property
    def week(self) -> int:
        """Weeks from Monday to Sunday, counted."""
        return (self.day - 1) // WEEK_DAYS


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim; `granted` None: the Chairman has not ruled."""

    by: str
    ground: ClaimGround
    why: str
    granted: bool | None = None


@dataclass(frozen=True, slots=True)
class Dated:
    """What is owed in a pairing, and the last day to play it. `challenger` is listed second and
    arranges it (TR4). `replay_points`: it is played again to so many; 0: it is not.
    """

    first: str
    challenger: str
    last_day: int
    offered: tuple[Slot, ...] = ()
    arranged: Slot | None = None
    chairman_notified: bool = False
    claim: Claimed | None = None
    replay_points: int = 0
    over: bool = False

    @property
    def pair(self) -> tuple[str, str]:
        return self.first, self.challenger


class PairingNeed(StrEnum):
    """What a pairing waits for, the most pressing first."""

    RULING = "ruling"
    """Somebody claims it: the Chairman rules."""
    OVERDUE = "overdue"
    """Its date is over, and it was not played (TR4)."""
    CHAIRMAN = "chairman"
    """Its date is near, nothing is arranged: the Chairman is told (TR5)."""
    RESULT = "result"
    """The day they arranged is over, and nobody has said who won."""
    ARRANGING = "arranging"
    """The challenger arranges it (TR4)."""
    PLAYING = "playing"
    """They play on the day they arranged."""


def need(rules: ClubRoundRules, here: Dated, day: int) -> PairingNeed | None:
    """What it waits for on this day; None: it is over."""
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


def has_offered(rules: ClubRoundRules, here: Dated) -> bool:
    """The challenger has done what he owes: so many dates, in different weeks (TR4)."""
    return len({slot.week for slot in here.offered}) >= rules.offers
