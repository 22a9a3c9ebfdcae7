"""The players arrange a date, or the Chairman is notified (001, Tournament Rules 4 and 5)."""

from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
    out_of_range,
)
from kiosk.tournament.club_rounds import DAY_MINUTES, MOST_OFFERS, DateSlot
from kiosk.tournament.round_dates import not_open, require_dated, with_dated
from kiosk.tournament.tournament import PairingKey, Tournament


@dataclass(frozen=True, slots=True)
class OfferDates(TournamentCommand):
    """The challenger offers dates, on `day`."""

    key: PairingKey
    slots: tuple[DateSlot, ...]
    day: int


@dataclass(frozen=True, slots=True)
class ArrangeRound(TournamentCommand):
    """On `day` both agree on a date, offered or not; a later one replaces it."""

    key: PairingKey
    slot: DateSlot
    day: int


@dataclass(frozen=True, slots=True)
class TellChairman(TournamentCommand):
    """On `day` no date is arranged, and the Chairman is notified (TR5)."""

    key: PairingKey
    day: int
    why: str


@dataclass(frozen=True, slots=True)
class DatesOffered(TournamentEvent):
    key: PairingKey
    slots: tuple[DateSlot, ...]
    day: int


@dataclass(frozen=True, slots=True)
class RoundArranged(TournamentEvent):
    key: PairingKey
    slot: DateSlot
    day: int


@dataclass(frozen=True, slots=True)
class ChairmanNotified(TournamentEvent):
    key: PairingKey
    day: int
    why: str


def _unfit_slots(last_day: int, slots: tuple[DateSlot, ...], day: int) -> Against:
    return tuple(
        objection
        for slot in slots
        for objection in objections(
            out_of_range("minute", slot.minute, 0, DAY_MINUTES - 1),
            (slot.day < day, TournamentReason.DAY_OVER, f"{slot.day}"),
            (slot.day > last_day, TournamentReason.AFTER_LAST_DAY, f"{slot.day}"),
        )
    )


def refuse_offer(tournament: Tournament, command: OfferDates) -> Against:
    against = not_open(tournament, command.key)
    if against:
        return against
    _rules, here = require_dated(tournament, command.key)
    return (
        *objections(
            (not command.slots, TournamentReason.EMPTY, "slots"),
            out_of_range("slots", len({*here.offered, *command.slots}), 0, MOST_OFFERS),
        ),
        *_unfit_slots(here.last_day, command.slots, command.day),
    )


def offer(_tournament: Tournament, command: OfferDates) -> tuple[TournamentEvent, ...]:
    return (DatesOffered(command.at_ms, command.by, command.key, command.slots, command.day),)


def refuse_arranging(tournament: Tournament, command: ArrangeRound) -> Against:
    against = not_open(tournament, command.key)
    if against:
        return against
    _rules, here = require_dated(tournament, command.key)
    return _unfit_slots(here.last_day, (command.slot,), command.day)


def arrange(_tournament: Tournament, command: ArrangeRound) -> tuple[TournamentEvent, ...]:
    return (RoundArranged(command.at_ms, command.by, command.key, command.slot, command.day),)


def refuse_notifying(tournament: Tournament, command: TellChairman) -> Against:
    against = not_open(tournament, command.key)
    if against:
        return against
    rules, here = require_dated(tournament, command.key)
    name = str(command.key)
    far = here.last_day - command.day > rules.notice_days
    return objections(
        (here.chairman_notified, TournamentReason.CHAIRMAN_NOTIFIED, name),
        (here.arranged is not None, TournamentReason.ARRANGED, name),
        (far, TournamentReason.TOO_EARLY, name),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def notify_chairman(_tournament: Tournament, command: TellChairman) -> tuple[TournamentEvent, ...]:
    return (ChairmanNotified(command.at_ms, command.by, command.key, command.day, command.why),)


def apply_offer(tournament: Tournament, event: DatesOffered) -> Tournament:
    _rules, here = require_dated(tournament, event.key)
    slots = tuple(dict.fromkeys((*here.offered, *event.slots)))
    return with_dated(tournament, event.key, replace(here, offered=slots))


def apply_arranged(tournament: Tournament, event: RoundArranged) -> Tournament:
    _rules, here = require_dated(tournament, event.key)
    return with_dated(tournament, event.key, replace(here, arranged=event.slot))


def apply_notified(tournament: Tournament, event: ChairmanNotified) -> Tournament:
    _rules, here = require_dated(tournament, event.key)
    return with_dated(tournament, event.key, replace(here, chairman_notified=True))


ACTS = (
    TournamentAct(OfferDates, refuse_offer, offer),
    TournamentAct(ArrangeRound, refuse_arranging, arrange),
    TournamentAct(TellChairman, refuse_notifying, notify_chairman),
)
FACTS = (
    TournamentFact(DatesOffered, apply_offer),
    TournamentFact(RoundArranged, apply_arranged),
    TournamentFact(ChairmanNotified, apply_notified),
)
