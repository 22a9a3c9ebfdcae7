"""The controls of a side: one for each action the snapshot gives it, as the catalogue places it."""

from collections.abc import Iterable
from dataclasses import replace

from kiosk.catalogue.key import Drawer, Place, Situation, Tone, in_row
from kiosk.catalogue.tables import KEYS
from kiosk.catalogue.text import ENGLISH, Language, say, text
from kiosk.rules.tap import Way
from kiosk.screen.controls import Control, arranged
from kiosk.wire.taps import BUTTONS, Action, leaves


def controls(
    actions: Iterable[Action],
    at: Situation,
    language: Language = ENGLISH,
    own: Iterable[Control] = (),
) -> tuple[Control, ...]:
    """One control for each action, and for each of its choices; a button that answers
    has none. `own` are the
    screen's.
    """
    made = [
        _control(leaf, at, language)
        for action in actions
        if action.choices or action.kind not in BUTTONS
        for leaf in leaves(action)
    ]
    if any(_asked(each.action.kind, at) for each in made):
        made = [_quieter(each, at) for each in made]
    return arranged([*made, *own])


def _asked(kind: str, at: Situation) -> bool:
    """The other side waits for this answer."""
    answers = kind in KEYS and KEYS[kind].answers
    return answers and kind not in at.own | at.idle


def _quieter(control: Control, at: Situation) -> Control:
    """Beside an answer that is waited for nothing else is as plain, and nothing is the next."""
    plain = control.tone is not Tone.QUIET and control.path[:1] != (Drawer.MORE,)
    quiet = plain and not _asked(control.action.kind, at)
    return replace(control, tone=Tone.QUIET) if quiet else control


def _control(action: Action, at: Situation, language: Language) -> Control:
    way = Way(action.level, action.dice, action.side, action.choice)
    key = KEYS.get(action.kind)
    placed = key.placed(way, at) if key else _unknown(action.kind)
    return Control(
        action,
        say(placed.label, language),
        placed.path,
        placed.tone,
        placed.entry,
        placed.place,
        say(placed.asks, language) if placed.asks else "",
        placed.corner,
    )


def _unknown(kind: str) -> Place:
    """An act of a newer table stands there by its name."""
    return in_row(text("{kind}", kind=kind), (8, 3))
