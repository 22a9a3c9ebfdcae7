"""Rounds that a club plays by a date, and who arranges them (001, Tournament Rules 4 and 5).

The pairings are a draw's, and so is who has won. Here is kept only what the players owe each other
before: dates offered, a date arranged, a claim, what the Chairman was told and decided.
Days are numbers, as `datetime.date.toordinal` counts them; minutes are of the day, local time.

Conventions where the text is silent, which the director confirms: weeks begin on Monday; the
Chairman is told once the day is a week away or nearer; he grants a claim or turns it down, as he
administers Rule 4 (TR5); who claims "the game" claims the match (D1-8).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kiosk.tournament.act import Act, Against, Command, Event, Fact, Reason, objections

DAY_MINUTES = 24 * 60
WEEK_DAYS = 7
MOST_OFFERS = 20


@dataclass(frozen=True, slots=True)
class ClubRoundRules:
    """What a club's rules say; the defaults are 001's, with the section each stands in.

    A rule book has two of them: `late.grace_min` and `late.round_arranged_days`.
    """

    offers: int = 3
    """Dates the challenger offers, each in another week (TR4)."""
    late_min: int = 30
    """Minutes after which who is late can be claimed from (TR4)."""
    notice_days: int = 7
    """Days before the date by which a round is arranged, or the Chairman told (TR5)."""


class Ground(StrEnum):
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
    ground: Ground
    why: str
    granted: bool | None = None


@dataclass(frozen=True, slots=True)
class DatedPairing:
    """A pairing of a draw and the last day to play it. `challenger` is listed second and arranges
    it (TR4).
    """

    pairing_id: str
    first: str
    challenger: str
    last_day: int
    offered: tuple[Slot, ...] = ()
    arranged: Slot | None = None
    told_chairman: bool = False
    claim: Claimed | None = None
    over: bool = False

    @property
    def pair(self) -> tuple[str, str]:
        return self.first, self.challenger


@dataclass(frozen=True, slots=True)
class ClubRounds:
    """All pairings that are played by a date. No `rules`: none are."""

    rules: ClubRoundRules | None = None
    pairings: Mapping[str, DatedPairing] = field(default_factory=dict)

    def book(self) -> ClubRoundRules:
        """Its rules. AssertionError: there are none."""
        if self.rules is None:
            raise AssertionError("no club rounds are open; refuse the act before asking for rules")
        return self.rules

    def with_pairing(self, pairing: DatedPairing) -> "ClubRounds":
        return replace(self, pairings={**self.pairings, pairing.pairing_id: pairing})


NO_ROUNDS = ClubRounds()
"""Before rounds by date are opened."""


# --- what can be asked


def for_chairman(rounds: ClubRounds, day: int) -> tuple[DatedPairing, ...]:
    """What is not arranged though the date is near, and he was not told of (TR5)."""
    notice = rounds.book().notice_days
    return tuple(
        each
        for each in rounds.pairings.values()
        if not each.over
        and each.arranged is None
        and not each.told_chairman
        and each.last_day - day <= notice
    )


def overdue(rounds: ClubRounds, day: int) -> tuple[DatedPairing, ...]:
    """What should have been played (TR4)."""
    return tuple(each for each in rounds.pairings.values() if not each.over and each.last_day < day)


def has_offered(rules: ClubRoundRules, pairing: DatedPairing) -> bool:
    """The challenger has done what he owes: so many dates, in different weeks (TR4)."""
    return len({slot.week for slot in pairing.offered}) >= rules.offers


# --- acts


@dataclass(frozen=True, slots=True)
class OpenClubRounds(Command):
    rules: ClubRoundRules


@dataclass(frozen=True, slots=True)
class SetRoundDate(Command):
    """Pairings of a draw, first and challenger as listed, to be played by a day."""

    last_day: int
    pairings: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class OfferDates(Command):
    """The challenger offers dates; `day` is today."""

    pairing_id: str
    slots: tuple[Slot, ...]
    day: int


@dataclass(frozen=True, slots=True)
class ArrangeRound(Command):
    """Both agree on a date, offered or not; another one later takes its place."""

    pairing_id: str
    slot: Slot
    day: int


@dataclass(frozen=True, slots=True)
class TellChairman(Command):
    """It is not arranged (TR5)."""

    pairing_id: str
    day: int
    why: str


@dataclass(frozen=True, slots=True)
class EndClubRound(Command):
    """The draw has its result."""

    pairing_id: str


@dataclass(frozen=True, slots=True)
class ClubRoundsOpened(Event):
    rules: ClubRoundRules


@dataclass(frozen=True, slots=True)
class RoundDateSet(Event):
    pairings: tuple[DatedPairing, ...]


@dataclass(frozen=True, slots=True)
class DatesOffered(Event):
    pairing: DatedPairing


@dataclass(frozen=True, slots=True)
class RoundArranged(Event):
    pairing: DatedPairing


@dataclass(frozen=True, slots=True)
class ChairmanTold(Event):
    pairing: DatedPairing
    why: str


@dataclass(frozen=True, slots=True)
class ClubRoundEnded(Event):
    pairing: DatedPairing


def refuse_opening(rounds: ClubRounds, command: OpenClubRounds) -> Against:
    rules = command.rules
    numbers = (("offers", rules.offers), ("late_min", rules.late_min))
    return objections(
        (rounds.rules is not None, Reason.EVENT_IS_OPEN, ""),
        *((value < 0, Reason.BAD_VALUE, f"{name} {value}") for name, value in numbers),
        (rules.notice_days < 0, Reason.BAD_VALUE, f"notice_days {rules.notice_days}"),
    )


def open_rounds(_rounds: ClubRounds, command: OpenClubRounds) -> tuple[Event, ...]:
    return (ClubRoundsOpened(command.at_ms, command.by, command.rules),)


def refuse_date(rounds: ClubRounds, command: SetRoundDate) -> Against:
    """A date may be set anew while a pairing is played for; its players may have changed."""
    names = [name for name, _first, _challenger in command.pairings]
    over = [name for name in names if name in rounds.pairings and rounds.pairings[name].over]
    return objections(
        (not names, Reason.EMPTY, "pairings"),
        *((names.count(name) > 1, Reason.TAKEN, name) for name in dict.fromkeys(names)),
        *((first == second, Reason.BAD_VALUE, name) for name, first, second in command.pairings),
        *((True, Reason.OVER, name) for name in over),
    )


def set_date(rounds: ClubRounds, command: SetRoundDate) -> tuple[Event, ...]:
    """What the same two have agreed is kept, but not what was arranged beyond the new date."""
    return (
        RoundDateSet(
            command.at_ms,
            command.by,
            tuple(_dated(rounds, command.last_day, *each) for each in command.pairings),
        ),
    )


def _dated(
    rounds: ClubRounds, last_day: int, pairing_id: str, first: str, challenger: str
) -> DatedPairing:
    here = rounds.pairings.get(pairing_id)
    if here is None or here.pair != (first, challenger):
        return DatedPairing(pairing_id, first, challenger, last_day)
    kept = here.arranged if here.arranged and here.arranged.day <= last_day else None
    return replace(here, last_day=last_day, arranged=kept, told_chairman=False)


def not_playable(rounds: ClubRounds, pairing_id: str) -> Against:
    """There is no such pairing, or it is over."""
    here = rounds.pairings.get(pairing_id)
    return objections(
        (here is None, Reason.UNKNOWN, pairing_id),
        (here is not None and here.over, Reason.OVER, pairing_id),
    )


def _unfit_slots(rounds: ClubRounds, pairing_id: str, slots: tuple[Slot, ...], day: int) -> Against:
    last = rounds.pairings[pairing_id].last_day
    return objections(
        *(
            (not 0 <= slot.minute < DAY_MINUTES, Reason.BAD_VALUE, f"{slot.minute}")
            for slot in slots
        ),
        *((slot.day < day, Reason.TOO_EARLY, f"{slot.day}") for slot in slots),
        *((slot.day > last, Reason.TOO_LATE, f"{slot.day}") for slot in slots),
    )


def refuse_offer(rounds: ClubRounds, command: OfferDates) -> Against:
    against = not_playable(rounds, command.pairing_id)
    if against:
        return against
    there = rounds.pairings[command.pairing_id].offered
    return (
        *objections(
            (not command.slots, Reason.EMPTY, "slots"),
            (len({*there, *command.slots}) > MOST_OFFERS, Reason.BAD_VALUE, "slots"),
        ),
        *_unfit_slots(rounds, command.pairing_id, command.slots, command.day),
    )


def offer(rounds: ClubRounds, command: OfferDates) -> tuple[Event, ...]:
    here = rounds.pairings[command.pairing_id]
    slots = tuple(dict.fromkeys((*here.offered, *command.slots)))
    return (DatesOffered(command.at_ms, command.by, replace(here, offered=slots)),)


def refuse_arranging(rounds: ClubRounds, command: ArrangeRound) -> Against:
    return not_playable(rounds, command.pairing_id) or _unfit_slots(
        rounds, command.pairing_id, (command.slot,), command.day
    )


def arrange(rounds: ClubRounds, command: ArrangeRound) -> tuple[Event, ...]:
    here = rounds.pairings[command.pairing_id]
    return (RoundArranged(command.at_ms, command.by, replace(here, arranged=command.slot)),)


def refuse_telling(rounds: ClubRounds, command: TellChairman) -> Against:
    against = not_playable(rounds, command.pairing_id)
    if against:
        return against
    here = rounds.pairings[command.pairing_id]
    far = here.last_day - command.day > rounds.book().notice_days
    return objections(
        (here.told_chairman, Reason.TAKEN, command.pairing_id),
        (here.arranged is not None, Reason.BAD_VALUE, command.pairing_id),
        (far, Reason.TOO_EARLY, command.pairing_id),
        (not command.why.strip(), Reason.WHY_MISSING, "why"),
    )


def tell(rounds: ClubRounds, command: TellChairman) -> tuple[Event, ...]:
    here = replace(rounds.pairings[command.pairing_id], told_chairman=True)
    return (ChairmanTold(command.at_ms, command.by, here, command.why),)


def refuse_ending(rounds: ClubRounds, command: EndClubRound) -> Against:
    return not_playable(rounds, command.pairing_id)


def end(rounds: ClubRounds, command: EndClubRound) -> tuple[Event, ...]:
    here = replace(rounds.pairings[command.pairing_id], over=True)
    return (ClubRoundEnded(command.at_ms, command.by, here),)


# --- what is set


def apply_opened(_rounds: ClubRounds, event: ClubRoundsOpened) -> ClubRounds:
    return ClubRounds(event.rules)


def apply_dates(rounds: ClubRounds, event: RoundDateSet) -> ClubRounds:
    new = {each.pairing_id: each for each in event.pairings}
    return replace(rounds, pairings={**rounds.pairings, **new})


def apply_pairing(
    rounds: ClubRounds,
    event: DatesOffered | RoundArranged | ChairmanTold | ClubRoundEnded,
) -> ClubRounds:
    return rounds.with_pairing(event.pairing)


ACTS = (
    Act(OpenClubRounds, refuse_opening, open_rounds, before_opening=True),
    Act(SetRoundDate, refuse_date, set_date),
    Act(OfferDates, refuse_offer, offer),
    Act(ArrangeRound, refuse_arranging, arrange),
    Act(TellChairman, refuse_telling, tell),
    Act(EndClubRound, refuse_ending, end),
)
FACTS = (
    Fact(ClubRoundsOpened, apply_opened),
    Fact(RoundDateSet, apply_dates),
    Fact(DatesOffered, apply_pairing),
    Fact(RoundArranged, apply_pairing),
    Fact(ChairmanTold, apply_pairing),
    Fact(ClubRoundEnded, apply_pairing),
)
