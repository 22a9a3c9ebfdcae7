"""What a sheet or pad asks, in the place of the half's own sentence."""

from kiosk.catalogue.drawers import OPENERS
from kiosk.catalogue.key import Entry, Pads
from kiosk.catalogue.text import ENGLISH, Language, Text, say, text
from kiosk.screen.controls import Pad, entry_of
from kiosk.screen.view import Half


def asking(half: Half, pad: Pad, language: Language = ENGLISH) -> str:
    """The question that the keys now shown answer."""
    entry = entry_of(half.controls, pad.entering)
    if pad.entering is None or entry is None:
        return say(OPENERS[pad.path[-1]].asks, language)
    asked = _dice(half, pad, entry) if entry.pad is Pads.DICE else None
    return say(asked or entry.asks(pad.number, len(pad.values)), language)


def on_sheet(pad: Pad | None, half: Half) -> bool:
    """The keys take the whole half, not its row alone."""
    if pad is None:
        return False
    entry = entry_of(half.controls, pad.entering)
    return entry is None or entry.pad is not Pads.DICE


def _dice(half: Half, pad: Pad, entry: Entry) -> Text:
    if len(entry.starts) == 1:
        return text("Tap the die")
    if half.entering:
        name = half.entering[min(len(pad.values), len(half.entering) - 1)]
        return text("Tap the die of {name}", name=name)
    if pad.values:
        return text("{value} and? Tap the second die", value=pad.values[0])
    return text("Tap the first die")
