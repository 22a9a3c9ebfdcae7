"""The form of a director's order: its fields, and its consequences in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kiosk.catalogue.matter import Wait
from kiosk.catalogue.text import Text, text
from kiosk.rules.command import Order
from kiosk.rules.fact import Event
from kiosk.rules.match import Match
from kiosk.rules.units import BySide

LONGEST_NAME = 80
LONGEST_WHY = 200
LONGEST_PROFILE = 200
MOST_POINTS = 999
LAST_ROW = 2**53
"""The largest integer that a browser represents exactly."""


class Sort(StrEnum):
    """How a field is filled in; the console knows these sorts, and no order by name."""

    WHY = "why"
    LINE = "line"
    WORDS = "words"
    COUNT = "count"
    ROW = "row"
    TIME = "time"
    """Minutes and seconds; sent in seconds."""
    SIDE = "side"
    YES_NO = "yesno"
    CHOICE = "choice"
    TICK = "tick"
    DICE = "dice"
    """The values of two dice, or of one of them."""
    BOOK = "book"
    """A profile, out of those the service knows."""
    RULES = "rules"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of a form. `name` is the order's; `label` is beside it.

    `low` and `high` bound a count, `longest` a text, in characters. `options` are the values to
    choose from with their words, or the words of yes and no. `nobody` is the label for no side, if
    an order may leave it open; `preset`: chosen at first. `start` is the initial value, `from_card`
    its path on the table's card, with dots. `suggested` are common reasons. `now` gives those of
    the options that are possible at a match.
    """

    sort: Sort
    name: str
    label: Text | str
    low: int = 0
    high: int = MOST_POINTS
    longest: int = LONGEST_NAME
    optional: bool = False
    hint: Text | None = None
    options: tuple[tuple[Any, Text], ...] = ()
    nobody: Text | None = None
    preset: bool = False
    start: Text | str | int | None = None
    from_card: str = ""
    suggested: tuple[Text, ...] = ()
    now: Callable[[Match], tuple[StrEnum, ...]] | None = None


@dataclass(frozen=True, slots=True)
class OrderContext:
    """The table as the director sees it when an order is previewed.

    `names` are both players', made distinct if they are alike.
    """

    match: Match
    table: int | None
    names: BySide[str | Text]
    waits: tuple[Wait, ...] = ()


Values = Mapping[str, Any]


class FormDrawer(StrEnum):
    """Groups of the rarer forms."""

    CLOCK = "clock"
    SCORE = "score"
    GAME = "game"
    PLAYERS = "players"
    EQUIPMENT = "equipment"


DRAWERS: Mapping[FormDrawer, Text] = {
    FormDrawer.CLOCK: text("Clock"),
    FormDrawer.SCORE: text("Score and cube"),
    FormDrawer.GAME: text("Game"),
    FormDrawer.PLAYERS: text("Players"),
    FormDrawer.EQUIPMENT: text("Equipment and rules"),
}


@dataclass(frozen=True, slots=True)
class OrderForm:
    """`kind` names it on the wire between console and service. `order` is called with an Order's
    four fields and `values`, the filled-in fields by name.

    `title` opens the form, `verb` is on the button that sends it or leads to the preview, `sends`
    on that of the preview, if it differs. `consequences` are its effects, sentence by sentence.
    `often`: always at hand; `at_once`: sent without a preview, as it takes nothing from anyone.
    Unless it `needs_match` it may be sent to a table without one; `resumes`: useful only while play
    is stopped; `many`: it may go to many tables at once. Without a drawer it answers an open
    matter, and is given from there. `place` sorts the forms of a drawer, and those always at hand.
    `corrects`: the events whose row it corrects; if empty, it need not name a row. `rules_on`: the
    events whose row it rules on until one of `closed_by` has followed; only after that can the row
    be corrected.
    """

    kind: str
    order: type[Order]
    title: Text
    verb: Text
    fields: tuple[FormField, ...]
    consequences: Callable[[Values, OrderContext], tuple[Text, ...]] = lambda _values, _seen: ()
    drawer: FormDrawer | None = None
    often: bool = False
    at_once: bool = False
    needs_match: bool = True
    resumes: bool = False
    many: bool = False
    place: int = 0
    sends: Callable[[Values], Text] | None = None
    corrects: tuple[type[Event], ...] = ()
    rules_on: tuple[type[Event], ...] = ()
    closed_by: tuple[type[Event], ...] = ()
    values: Callable[[Values], Values] = lambda values: values


def why(start: Text | str | None = None, *suggested: Text) -> FormField:
    """The reason that every order has."""
    return FormField(
        Sort.WHY, "why", text("Why"), longest=LONGEST_WHY, start=start, suggested=suggested
    )


def rule_book(rules: str) -> tuple[FormField, FormField]:
    """A rule book's name and the event's own values over it, which start as the card's `rules`."""
    profile = FormField(
        Sort.BOOK, "profile", text("Rule book"), longest=LONGEST_PROFILE, from_card="book"
    )
    values = FormField(
        Sort.RULES,
        "rules",
        text("The event's own values"),
        optional=True,
        hint=text("section.key = value, one in a line"),
        from_card=rules,
    )
    return profile, values


def side(
    label: Text,
    name: str = "side",
    nobody: Text | None = None,
    *,
    preset: bool = False,
    from_card: str = "",
) -> FormField:
    return FormField(Sort.SIDE, name, label, nobody=nobody, preset=preset, from_card=from_card)


def count(
    name: str,
    label: Text | str,
    low: int,
    high: int,
    *,
    start: int | None = None,
    from_card: str = "",
    optional: bool = False,
) -> FormField:
    return FormField(
        Sort.COUNT,
        name,
        label,
        low=low,
        high=high,
        start=start,
        from_card=from_card,
        optional=optional,
    )


def line(
    name: str,
    label: Text,
    *,
    longest: int = LONGEST_NAME,
    optional: bool = False,
    from_card: str = "",
) -> FormField:
    return FormField(
        Sort.LINE, name, label, longest=longest, optional=optional, from_card=from_card
    )


def choice(
    name: str,
    label: Text,
    *options: tuple[Any, Text],
    now: Callable[[Match], tuple[StrEnum, ...]] | None = None,
) -> FormField:
    return FormField(Sort.CHOICE, name, label, options=options, now=now)


def yes_no(name: str, label: Text, yes: Text, no: Text) -> FormField:
    return FormField(Sort.YES_NO, name, label, options=((True, yes), (False, no)))


def tick(name: str, label: Text) -> FormField:
    return FormField(Sort.TICK, name, label)


def dice_shown(label: Text, *, again: Text | None = None, optional: bool = False) -> FormField:
    """`again`: that no dice count is also an answer."""
    left_out = optional or again is not None
    return FormField(Sort.DICE, "values", label, nobody=again, optional=left_out)


def section(*, optional: bool = True) -> FormField:
    """The section that a ruling rests on."""
    return line("section", text("Under section"), optional=optional)


def row(*, optional: bool = True) -> FormField:
    """The journal row that an order corrects."""
    return FormField(
        Sort.ROW,
        "corrects_seq",
        text("Corrects row"),
        low=1,
        high=LAST_ROW,
        optional=optional,
        hint=text("click a line's number"),
    )
