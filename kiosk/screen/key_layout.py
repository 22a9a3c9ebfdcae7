"""The controls of a side: one for each action of the snapshot, placed by the catalogue."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kiosk.catalogue.key import KeyPlace, KeySheet, Situation, Tone, in_row
from kiosk.catalogue.tables import KEYS
from kiosk.catalogue.text import ENGLISH, Language, Text, format_text, text
from kiosk.rules.tap import TapOption
from kiosk.screen.controls import ScreenControl, arrange
from kiosk.wire.taps import BUTTONS, Action, single_choices


@dataclass(frozen=True, slots=True)
class SideQuestion:
    """A question beside the one a half shows, with the kinds of acts that answer it."""

    question: Text | str
    kinds: frozenset[str]


def controls(
    actions: Iterable[Action],
    at: Situation,
    language: Language = ENGLISH,
    own: Iterable[ScreenControl] = (),
    beside: Sequence[SideQuestion] = (),
) -> tuple[ScreenControl, ...]:
    """One control for each action and each of its choices; clock buttons have none.

    `own`: the screen's own controls. Answers to a question in `beside` go on a sheet of their own.
    """
    made = [
        _on_its_sheet(_control(leaf, at, language), beside, language)
        for action in actions
        if action.choices or action.kind not in BUTTONS
        for leaf in single_choices(action)
    ]
    if any(_is_awaited(each.action.kind, at) for each in made):
        made = [_quieten(each, at) for each in made]
    return arrange([*made, *own])


def _on_its_sheet(
    control: ScreenControl, beside: Sequence[SideQuestion], language: Language
) -> ScreenControl:
    """Move an answer to the sheet of its question, one sheet deeper for each question before it."""
    depth = next((n for n, each in enumerate(beside) if control.action.kind in each.kinds), None)
    if depth is None:
        return control
    again = tuple(each for each in control.path if each in {KeySheet.TAKE, KeySheet.PASS})
    asks = control.asks if again else format_text(beside[depth].question, language)
    path = (*(KeySheet.ASKED,) * (depth + 1), *again)
    return replace(control, path=path, tone=Tone.PLAIN, asks=asks)


def _is_awaited(kind: str, at: Situation) -> bool:
    """True if this is an answer that the other side waits for and the half asks for."""
    answers = kind in KEYS and KEYS[kind].answers
    return answers and kind not in at.own | at.idle


def _quieten(control: ScreenControl, at: Situation) -> ScreenControl:
    """Make other keys quiet while the other side waits for an answer."""
    plain = control.tone is not Tone.QUIET and control.path[:1] != (KeySheet.MORE,)
    quiet = plain and not _is_awaited(control.action.kind, at)
    return replace(control, tone=Tone.QUIET) if quiet else control


def _control(action: Action, at: Situation, language: Language) -> ScreenControl:
    way = TapOption(action.level, action.dice, action.side, action.choice)
    key = KEYS.get(action.kind)
    placed = key.place_of(way, at) if key else _unknown(action.kind)
    return ScreenControl(
        action,
        format_text(placed.label, language),
        placed.path,
        placed.tone,
        placed.entry,
        placed.place,
        format_text(placed.asks, language) if placed.asks else "",
        placed.corner,
        globe=placed.globe,
        yields=placed.yields,
    )


def _unknown(kind: str) -> KeyPlace:
    """Place of an act that this version does not know: labelled with its kind."""
    return in_row(text("{kind}", kind=kind), (8, 3))
