"""The director's messages to a table, and the rules he orders for it."""

from dataclasses import dataclass, replace

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact
from kiosk.rules.match import Match, PostedMessage
from kiosk.rules.mix import refuse_book
from kiosk.rules.phases import ANY, LIVE
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.tap import plain_tap
from kiosk.rules.units import BySide, Side

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MessageTapped(Command):
    """A side has read the director's message."""

    side: Side


@dataclass(frozen=True, slots=True)
class MessageOrdered(Order):
    """Show words to both players until both have read them."""

    text: str


@dataclass(frozen=True, slots=True)
class ProfileOrdered(Order):
    """Use other rules from the next game on."""

    profile: RuleBook
    profile_hash: str


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MessagePosted(Event):
    """The director's words for both players."""

    text: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class MessageSeen(Event):
    """A side has read the message."""

    side: Side


@dataclass(frozen=True, slots=True)
class ProfileChanged(Event):
    """Other rules apply from the next game on."""

    profile: RuleBook
    profile_hash: str
    by: str
    why: str


LONGEST_MESSAGE = 200
"""In characters: readable at a glance on the smallest screen."""


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_message(_match: Match, command: MessageOrdered) -> Against:
    fits = command.text.strip() and len(command.text) <= LONGEST_MESSAGE
    return NOTHING if fits else (Reason.BAD_VALUE,)


def order_message(decision: Decision, command: MessageOrdered) -> None:
    decision.emit(MessagePosted(command.text, command.by, command.why))


def refuse_reading_message(match: Match, command: MessageTapped) -> Against:
    message = match.message
    return NOTHING if message and not message.seen.of_side(command.side) else (Reason.ALREADY_DONE,)


def read_message(decision: Decision, command: MessageTapped) -> None:
    decision.emit(MessageSeen(command.side))


def refuse_profile(match: Match, command: ProfileOrdered) -> Against:
    if not command.profile.complete():
        return (Reason.BAD_VALUE,)
    return refuse_book(match, command.profile)


def order_profile(decision: Decision, command: ProfileOrdered) -> None:
    decision.emit(ProfileChanged(command.profile, command.profile_hash, command.by, command.why))


# --- state changes --------------------------------------------------------------------------------


def apply_message_posted(match: Match, event: MessagePosted) -> Match:
    return replace(match, message=PostedMessage(event.text, event.by))


def apply_message_seen(match: Match, event: MessageSeen) -> Match:
    if match.message is None:
        return match
    seen = match.message.seen.with_(event.side, True)
    left = None if seen == BySide(True, True) else replace(match.message, seen=seen)
    return replace(match, message=left)


def apply_profile_changed(match: Match, event: ProfileChanged) -> Match:
    return replace(match, next_book=event.profile)


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(
        MessageTapped,
        ANY,
        refuse_reading_message,
        read_message,
        tap=plain_tap(MessageTapped),
        while_disputed=True,
    ),
    Act(MessageOrdered, ANY, refuse_message, order_message),
    Act(ProfileOrdered, LIVE, refuse_profile, order_profile),
)


FACTS = (
    Fact(MessagePosted, apply_message_posted),
    Fact(MessageSeen, apply_message_seen),
    Fact(ProfileChanged, apply_profile_changed),
)
