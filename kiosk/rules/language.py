"""The language each side's half of the screen is said in: a side chooses, or the director for it.

It touches nothing of play.
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
"""Characters; RFC 5646, section 4.4.1, asks for no more."""

_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")

# --- what is asked --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LanguageTapped(Command):
    """A side wants its half in the language `tag`, as in RFC 5646: `nb`, `pt-BR`."""

    side: Side
    tag: str


@dataclass(frozen=True, slots=True)
class LanguageOrdered(Order):
    """The same for a side, by the director: its language is known from another match."""

    side: Side
    tag: str


# --- what happened --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LanguageChosen(Event):
    """From now on the side's half is said in the language `tag`, where the screen has it."""

    side: Side
    tag: str


# --- what speaks against it, and what follows -----------------------------------------------------


def refuse_language(match: Match, command: LanguageTapped | LanguageOrdered) -> Against:
    if match.opened is None:
        return (Reason.NO_MATCH,)
    fits = len(command.tag) <= LONGEST_TAG and _TAG.fullmatch(command.tag)
    return NOTHING if fits else (Reason.BAD_VALUE,)


def choose_language(decision: Decision, command: LanguageTapped | LanguageOrdered) -> None:
    decision.emit(LanguageChosen(command.side, command.tag))


# --- what the facts change ------------------------------------------------------------------------


def apply_language_chosen(match: Match, event: LanguageChosen) -> Match:
    return replace(match, languages=match.languages.with_(event.side, event.tag))


# --- the tables -----------------------------------------------------------------------------------

SAMPLE = "en"

CHOOSING = Tap(
    lambda _match, _side: ((TapOption(), ()),),
    lambda way, side, _values, at: LanguageTapped(at, side, way.choice or SAMPLE),
)
"""Which languages there are only the screen knows; it gives the one that was chosen."""

ACTS = (
    Act(LanguageTapped, ANY, refuse_language, choose_language, tap=CHOOSING, while_disputed=True),
    Act(LanguageOrdered, ANY, refuse_language, choose_language),
)


FACTS = (Fact(LanguageChosen, apply_language_chosen),)
