"""The question of a sheet or pad, shown in place of the half's prompt."""

from collections.abc import Mapping

from kiosk.catalogue.dice import die_of
from kiosk.catalogue.drawers import OPENERS
from kiosk.catalogue.key import Pads
from kiosk.catalogue.text import Text, format_text, text
from kiosk.screen.controls import Pad, at_rest, entry_of
from kiosk.screen.set_up import Lock
from kiosk.screen.view import HalfView

PIN: Mapping[str, Text] = {
    "": text("The director's PIN:"),
    Lock.WRONG: text("That was not the PIN. Once more:"),
    Lock.SHUT: text("Not the PIN, three times. Wait a minute"),
}


def asking(half: HalfView, pad: Pad) -> str:
    """The question answered by the keys now shown."""
    if pad.code is not None:
        return format_text(PIN[pad.lock], half.language) + " " + "•" * len(pad.code)
    entry = entry_of(half.controls, pad.entering)
    if pad.entering is None or entry is None:
        own = (each.asks for each in half.controls if each.path == pad.path and each.asks)
        return next(own, format_text(OPENERS[pad.path[-1]].asks, half.language))
    if entry.pad is Pads.DICE and half.entering:
        thrower = half.entering[min(len(pad.values), len(half.entering) - 1)]
        return format_text(die_of(thrower), half.language)
    number = pad.values[-1] if pad.values and entry.pad is Pads.DICE else pad.number
    return format_text(entry.asks(number, len(pad.values)), half.language)


def on_sheet(pad: Pad | None, half: HalfView) -> bool:
    """True if the keys take the whole half instead of its row."""
    if pad is None or at_rest(half.controls, pad):
        return False
    entry = entry_of(half.controls, pad.entering)
    return entry is None or entry.pad is not Pads.DICE
