"""Aids that make a side's half of the screen easier to use; chosen by the side or by the director.

Aids do not affect play. Speech is heard by everybody around, so only the director switches it on;
the side itself may switch it off.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from kiosk.rules.act import Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact
from kiosk.rules.match import Match
from kiosk.rules.match.aid import Aid as Aid  # noqa: PLC0414
from kiosk.rules.phases import ANY
from kiosk.rules.reasons import Reason
from kiosk.rules.tap import Tap, TapOption
from kiosk.rules.units import Side

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AidTapped(Command):
    """Ask for an aid to be switched on or off."""

    side: Side
    aid: Aid
    on: bool


@dataclass(frozen=True, slots=True)
class AidOrdered(Order):
    """The director switches an aid on or off for a side."""

    side: Side
    aid: Aid
    on: bool


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AidChosen(Event):
    """The side's half has the aid from now on, or no longer has it."""

    side: Side
    aid: Aid
    on: bool


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_aid(match: Match, command: AidTapped | AidOrdered) -> Against:
    if match.opened is None:
        return (Reason.NO_MATCH,)
    reasons = []
    if isinstance(command, AidTapped) and command.aid is Aid.SPOKEN and command.on:
        reasons.append(Reason.BAD_VALUE)
    if (command.aid in match.aids.of_side(command.side)) is command.on:
        reasons.append(Reason.ALREADY_DONE)
    return tuple(reasons)


def choose_aid(decision: Decision, command: AidTapped | AidOrdered) -> None:
    decision.emit(AidChosen(command.side, command.aid, command.on))


# --- state changes --------------------------------------------------------------------------------


def apply_aid_chosen(match: Match, event: AidChosen) -> Match:
    before, aid = match.aids.of_side(event.side), frozenset({event.aid})
    after = before | aid if event.on else before - aid
    return replace(match, aids=match.aids.with_(event.side, after))


# --- tables ---------------------------------------------------------------------------------------

CHANGES: Mapping[str, tuple[Aid, bool]] = MappingProxyType(
    {
        f"{aid}_{word}": (aid, on)
        for aid in Aid
        for word, on in (("on", True), ("off", False))
        if not (on and aid is Aid.SPOKEN)
    }
)
"""The choices of a tap: the aid, and whether it is switched on."""

CHOOSING = Tap(
    lambda _match, _side: ((TapOption(choice=choice), ()) for choice in CHANGES),
    lambda way, side, _values, at: AidTapped(at, side, *CHANGES[way.choice]),
)

ACTS = (
    Act(AidTapped, ANY, refuse_aid, choose_aid, tap=CHOOSING, while_disputed=True),
    Act(AidOrdered, ANY, refuse_aid, choose_aid),
)


FACTS = (Fact(AidChosen, apply_aid_chosen),)
