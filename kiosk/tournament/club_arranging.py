"""Two arrange when they play, or the Chairman is told (001, Tournament Rules 4 and 5)."""

from dataclasses import dataclass, replace

from kiosk.tournament.act import Act, Against, Command, Event, Fact, Reason, objections, outside
from kiosk.tournament.club_rounds import DAY_MINUTES, MOST_OFFERS, Slot
from kiosk.tournament.round_dates import not_open, require_dated, with_dated
from kiosk.tournament.tournament import Key, Tournament


@dataclass(frozen=True, slots=True)
class OfferDates(Command):
    """The challenger offers dates, on `day`."""

    key: Key
    slots: tuple[Slot, ...]
    day: int


@dataclass(frozen=True, slots=True)
class ArrangeRound(Command):
    """On `day` both agree on a date, offered or not; another one later takes its place."""

    key: Key
    slot: Slot
    day: int


@dataclass(frozen=True, slots=True)
class TellChairman(Command):
    """On `day` it is not arranged (TR5)."""

    key: Key
    day: int
    why: str


@dataclass(frozen=True, slots=True)
class DatesOffered(Event):
    key: Key
    slots: tuple[Slot, ...]
    day: int


@dataclass(frozen=True, slots=True)
class RoundArranged(Event):
    key: Key
    slot: Slot
    day: int


@dataclass(frozen=True, slots=True)
class ChairmanTold(Event):
    key: Key
    day: int
    why: str


def _unfit_slots(last_day: int, slots: tuple[Slot, ...], day: int) -> Against:
    return tuple(
        objection
        for slot in slots
        for objection in objections(
            outside("minute", slot.minute, 0, DAY_MINUTES - 1),
            (slot.day < day, Reason.DAY_OVER, f"{slot.day}"),
            (slot.day > last_day, Reason.AFTER_LAST_DAY, f"{slot.day}"),
        )
    )


def refuse_offer(tournament: Tournament, command: OfferDates) -> Against:
    against = not_open(tournament, command.key)
    if against:
        return against
    _rules, here = require_dated(tournament, command.key)
    return (
        *objections(
            (not command.slots, Reason.EMPTY, "slots"),
            outside("slots", len({*here.offered, *command.slots}), 0, MOST_OFFERS),
        ),
        *_unfit_slots(here.last_day, command.slots, command.day),
    )


def offer(_tournament: Tournament, command: OfferDates) -> tuple[Event, ...]:
    return (DatesOffered(command.at_ms, command.by, command.key, command.slots, command.day),)


def refuse_arranging(tournament: Tournament, command: ArrangeRound) -> Against:
    against = not_open(tournament, command.key)
    if against:
        return against
    _rules, here = require_dated(tournament, command.key)
    return _unfit_slots(here.last_day, (command.slot,), command.day)


def arrange(_tournament: Tournament, command: ArrangeRound) -> tuple[Event, ...]:
    return (RoundArranged(command.at_ms, command.by, command.key, command.slot, command.day),)


def refuse_telling(tournament: Tournament, command: TellChairman) -> Against:
    against = not_open(tournament, command.key)
    if against:
        return against
    rules, here = require_dated(tournament, command.key)
    name = str(command.key)
    far = here.last_day - command.day > rules.notice_days
    return objections(
        (here.told_chairman, Reason.TOLD, name),
        (here.arranged is not None, Reason.ARRANGED, name),
        (far, Reason.TOO_EARLY, name),
        (not command.why.strip(), Reason.WHY_MISSING, "why"),
    )


def tell(_tournament: Tournament, command: TellChairman) -> tuple[Event, ...]:
    return (ChairmanTold(command.at_ms, command.by, command.key, command.day, command.why),)


def apply_offer(tournament: Tournament, event: DatesOffered) -> Tournament:
    _rules, here = require_dated(tournament, event.key)
    slots = tuple(dict.fromkeys((*here.offered, *event.slots)))
    return with_dated(tournament, event.key, replace(here, offered=slots))


def apply_arranged(tournament: Tournament, event: RoundArranged) -> Tournament:
    _rules, here = require_dated(tournament, event.key)
    return with_dated(tournament, event.key, replace(here, arranged=event.slot))


def apply_told(tournament: Tournament, event: ChairmanTold) -> Tournament:
    _rules, here = require_dated(tournament, event.key)
    return with_dated(tournament, event.key, replace(here, told_chairman=True))


ACTS = (
    Act(OfferDates, refuse_offer, offer),
    Act(ArrangeRound, refuse_arranging, arrange),
    Act(TellChairman, refuse_telling, tell),
)
FACTS = (
    Fact(DatesOffered, apply_offer),
    Fact(RoundArranged, apply_arranged),
    Fact(ChairmanTold, apply_told),
)
