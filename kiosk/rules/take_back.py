"""Taking back a tap that settles something, by the side that made it.

The match before the tap is kept until the other side has acted, or anything else has happened in
the game; device reports are applied to both. Where the book provides that a double, a take or a
pass stands, there is nothing to take back.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.aids import AidChosen
from kiosk.rules.clock import Clock, read
from kiosk.rules.command import Command
from kiosk.rules.decision import Decision, Evolve
from kiosk.rules.devices import DeviceBack, DeviceLost
from kiosk.rules.dice.facts import DicePickedUp, TowerCounted
from kiosk.rules.director_orders import MessagePosted, MessageSeen
from kiosk.rules.fact import Event, Fact, Refused
from kiosk.rules.guide import GuideOffered, GuideSeen
from kiosk.rules.language import LanguageChosen
from kiosk.rules.match import Match, SettledTap, TakenBack
from kiosk.rules.phases import OPENED
from kiosk.rules.reasons import Reason
from kiosk.rules.rulings import RulingsRead
from kiosk.rules.tap import plain_tap
from kiosk.rules.units import SECOND_NS, Instant, Nanos, Side, require

TAKE_BACK_NS = Nanos(6 * SECOND_NS)
"""How long a tap may be taken back: long enough to notice the slip, read the key and reach for it,
without keeping the other side waiting.
"""

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeBackTapped(Command):
    """A side takes back what it has just settled."""

    side: Side


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TapSettled(Event):
    """`side` settled something by the command `tap`, given at `at`, with the next `rows` events.

    It may be taken back before `until`.
    """

    side: Side
    tap: str
    at: Instant
    until: Instant
    rows: int


@dataclass(frozen=True, slots=True)
class TapTakenBack(Event):
    """`side` took back what it had settled by the command `tap`: the match is as it was before.

    `clock` is both clocks after it: a clock the tap had stopped or handed over goes on from now
    with its time at the tap.
    """

    side: Side
    tap: str
    clock: Clock


BESIDE = (
    *(DeviceLost, DeviceBack, DicePickedUp, TowerCounted),
    *(MessagePosted, MessageSeen, LanguageChosen, AidChosen, RulingsRead, Refused),
    *(GuideOffered, GuideSeen),
)
"""Reports and claims beside the game: an earlier tap may still be taken back after them."""


# --- refusals and decisions -----------------------------------------------------------------------


def settle(decision: Decision, side: Side, command: Command, follow: Callable[..., Any]) -> None:
    """Emit that a tap may be taken back, then what follows from the tap."""
    tried = decision.tried()
    follow(tried, command)
    until = Instant(command.at + TAKE_BACK_NS)
    tap, rows = type(command).__name__, len(tried.events)
    decision.emit(TapSettled(side, tap, command.at, until, rows))
    for event in tried.events:
        decision.emit(event)


def refuse_take_back(match: Match, command: TakeBackTapped) -> Against:
    settled = match.settled
    if settled is None or settled.side is not command.side:
        return (Reason.NOTHING_TO_TAKE_BACK,)
    return NOTHING if command.at < settled.until else (Reason.TAKE_BACK_TOO_LATE,)


def take_back(decision: Decision, command: TakeBackTapped) -> None:
    settled = require(decision.match.settled)
    was, now = settled.before.clock, decision.match.clock
    clock = was if was == now else _goes_on(was, settled.at, command.at)
    decision.emit(TapTakenBack(command.side, settled.tap, clock))


def _goes_on(was: Clock, stopped: Instant, at: Instant) -> Clock:
    """The clock as it stood at the tap, any fallen flag kept; it goes on from `at`."""
    side, now = was.running, read(was, stopped)
    fell = was.flagged.of_side(side) if side else None
    if side is not None and fell is not None and now.reserve.of_side(side) > 0:
        now = read(was, fell)  # stamped before the flag, decided after it
    return replace(now, since=max(at, was.since))


# --- state changes --------------------------------------------------------------------------------


def remember_tap(match: Match, after: Match, event: Event, evolve: Evolve) -> Match:
    """`after`, the match after `event`, with what remains known of the tap before."""
    settled = match.settled
    if isinstance(event, BESIDE):
        if settled is None or settled.rows:
            return after
        return replace(after, settled=replace(settled, before=evolve(settled.before, event)))
    if isinstance(event, TapSettled | TapTakenBack):
        return after
    if settled is not None:
        left = replace(settled, rows=settled.rows - 1) if settled.rows else None
        return replace(after, settled=left, taken_back=None)
    return after if after.taken_back is None else replace(after, taken_back=None)


def apply_tap_settled(match: Match, event: TapSettled) -> Match:
    before = replace(match, settled=None, taken_back=None)
    settled = SettledTap(event.side, event.tap, event.at, event.until, event.rows, before)
    return replace(before, settled=settled)


def apply_tap_taken_back(match: Match, event: TapTakenBack) -> Match:
    if match.settled is None:
        return match
    taken_back = TakenBack(event.side, event.tap)
    return replace(match.settled.before, clock=event.clock, taken_back=taken_back)


# --- tables ---------------------------------------------------------------------------------------


ACTS = (Act(TakeBackTapped, OPENED, refuse_take_back, take_back, tap=plain_tap(TakeBackTapped)),)


FACTS = (
    Fact(TapSettled, apply_tap_settled),
    Fact(TapTakenBack, apply_tap_taken_back),
)
