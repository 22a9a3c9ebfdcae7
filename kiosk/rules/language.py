"""The language of each side's half of the screen, chosen by the side or by the director.

It does not affect play.
"""

import re
from dataclasses import dataclass, replace

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact
from kiosk.rules.match import Match
from kiosk.rules.phases import ANY
from kiosk.rules.reasons import Reason
from kiosk.rules.tap import Tap, TapOption
from kiosk.rules.units import Side

LONGEST_TAG = 35
"""In characters; the minimum that RFC 5646, section 4.4.1, asks for."""

_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LanguageTapped(Command):
    """A side asks for the language `tag` on its half, as in RFC 5646: `nb`, `pt-BR`."""

    side: Side
    tag: str


@dataclass(frozen=True, slots=True)
class LanguageOrdered(Order):
    """The director chooses a side's language, known from another match."""

    side: Side
    tag: str


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LanguageChosen(Event):
    """The side's half uses the language `tag` from now on, where the screen has it."""

    side: Side
    tag: str


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_language(match: Match, command: LanguageTapped | LanguageOrdered) -> Against:
    if match.opened is None:
        return (Reason.NO_MATCH,)
    fits = len(command.tag) <= LONGEST_TAG and _TAG.fullmatch(command.tag)
    return NOTHING if fits else (Reason.BAD_VALUE,)


def choose_language(decision: Decision, command: LanguageTapped | LanguageOrdered) -> None:
    decision.emit(LanguageChosen(command.side, command.tag))


# --- state changes --------------------------------------------------------------------------------


def apply_language_chosen(match: Match, event: LanguageChosen) -> Match:
    return replace(match, languages=match.languages.with_(event.side, event.tag))


# --- tables ---------------------------------------------------------------------------------------

SAMPLE = "en"

CHOOSING = Tap(
    lambda _match, _side: ((TapOption(), ()),),
    lambda way, side, _values, at: LanguageTapped(at, side, way.choice or SAMPLE),
)
"""Only the screen knows which languages exist; it sends the chosen one."""

ACTS = (
    Act(LanguageTapped, ANY, refuse_language, choose_language, tap=CHOOSING, while_disputed=True),
    Act(LanguageOrdered, ANY, refuse_language, choose_language),
)


FACTS = (Fact(LanguageChosen, apply_language_chosen),)
