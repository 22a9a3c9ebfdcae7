"""The controls of a side: one for each action the snapshot gives it, as the catalogue places it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kiosk.catalogue.key import KeyPlace, KeySheet, Situation, Tone, in_row
from kiosk.catalogue.tables import KEYS
from kiosk.catalogue.text import ENGLISH, Language, Text, format_text, text
from kiosk.rules.tap import TapOption
from kiosk.screen.controls import ScreenControl, arranged
from kiosk.wire.taps import BUTTONS, Action, leaves


@dataclass(frozen=True, slots=True)
class SideQuestion:
    """A question beside the one that a half shows, and the kinds of acts that answer it."""

    question: Text | str
    kinds: frozenset[str]


def controls(
    actions: Iterable[Action],
    at: Situation,
    language: Language = ENGLISH,
    own: Iterable[ScreenControl] = (),
    beside: Sequence[SideQuestion] = (),
) -> tuple[ScreenControl, ...]:
    """One control for each action, and for each of its choices; a button that answers has none.
    `own` are the screen's. What answers something `beside` lies on a sheet that asks it.
    """
    made = [
        _on_its_sheet(_control(leaf, at, language), beside, language)
        for action in actions
        if action.choices or action.kind not in BUTTONS
        for leaf in leaves(action)
    ]
    if any(_is_awaited(each.action.kind, at) for each in made):
        made = [_quieter(each, at) for each in made]
    return arranged([*made, *own])


def _on_its_sheet(
    control: ScreenControl, beside: Sequence[SideQuestion], language: Language
) -> ScreenControl:
    """One behind the other, so that no sheet asks two things; what stands is asked again there."""
    depth = next((n for n, each in enumerate(beside) if control.action.kind in each.kinds), None)
    if depth is None:
        return control
    again = tuple(each for each in control.path if each in {KeySheet.TAKE, KeySheet.PASS})
    asks = control.asks if again else format_text(beside[depth].question, language)
    path = (*(KeySheet.ASKED,) * (depth + 1), *again)
    return replace(control, path=path, tone=Tone.PLAIN, asks=asks)


def _is_awaited(kind: str, at: Situation) -> bool:
    """The other side waits for this answer, and the half asks for it."""
    answers = kind in KEYS and KEYS[kind].answers
    return answers and kind not in at.own | at.idle


def _quieter(control: ScreenControl, at: Situation) -> ScreenControl:
    """Beside an answer that is waited for nothing else is as plain, and nothing is the next."""
    plain = control.tone is not Tone.QUIET and control.path[:1] != (KeySheet.MORE,)
    quiet = plain and not _is_awaited(control.action.kind, at)
    return replace(control, tone=Tone.QUIET) if quiet else control


def _control(action: Action, at: Situation, language: Language) -> ScreenControl:
    way = TapOption(action.level, action.dice, action.side, action.choice)
    key = KEYS.get(action.kind)
    placed = key.placed(way, at) if key else _unknown(action.kind)
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
    """An act of a newer table stands there by its name."""
    return in_row(text("{kind}", kind=kind), (8, 3))
