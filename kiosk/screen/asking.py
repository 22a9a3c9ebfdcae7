"""What an open sheet or pad asks, in the place of the half's own sentence."""

from collections.abc import Callable, Mapping

from kiosk.rules.units import require
from kiosk.screen import words
from kiosk.screen.controls import Drawer, Entry, Pad, Pads, entry_of
from kiosk.screen.view import Half


def asking(half: Half, pad: Pad) -> str:
    """The question that the keys now shown answer."""
    entry = entry_of(half.controls, pad.entering)
    if pad.entering is None or entry is None:
        return SHEETS[pad.path[-1]]
    ask = _NUMBERS.get(pad.entering.kind)
    return ask(half, pad, entry) if ask else words.WHAT_SHOWED


def on_sheet(pad: Pad | None, half: Half) -> bool:
    """The keys take the whole half, not its row alone."""
    if pad is None:
        return False
    entry = entry_of(half.controls, pad.entering)
    return entry is None or entry.pad is not Pads.DICE


def _offer(half: Half, pad: Pad, _entry: Entry) -> str:
    action = require(pad.entering)
    claims = action.side is half.side
    return words.SAYS[action.choice] + (words.YOU_CLAIM if claims else words.YOU_GIVE_UP)


def _points(_half: Half, pad: Pad, _entry: Entry) -> str:
    return (words.other_points if pad.values else words.own_points)(pad.number)


def _dice(half: Half, pad: Pad, entry: Entry) -> str:
    if len(entry.starts) == 1:
        return words.ONE_DIE
    if half.entering:
        return words.die_of(half.entering[min(len(pad.values), len(half.entering) - 1)])
    return words.second_die(pad.values[0]) if pad.values else words.FIRST_DIE


_NUMBERS: Mapping[str, Callable[[Half, Pad, Entry], str]] = {
    "RollEntered": _dice,
    "UnevenSurfaceClaimed": _dice,
    "OfferTapped": _offer,
    "RecordShown": _points,
    "LengthNoticed": lambda _half, pad, _entry: words.right_length(pad.number),
    "CubeDisputed": lambda _half, _pad, _entry: words.WHAT_SHOWS,
}

SHEETS: Mapping[Drawer, str] = {
    Drawer.WIN: words.HOW_WON,
    Drawer.TIME: words.END_ON_TIME,
    Drawer.MORE: words.WHAT_ELSE,
    Drawer.END: words.HOW_END,
    Drawer.SETTLE: words.WHICH_SETTLEMENT,
    Drawer.DICE: words.WHAT_DICE,
    Drawer.BOX: words.WHERE_BOX,
    Drawer.CUBE: words.WHAT_CUBE,
    Drawer.I_DOUBLED: words.HOW_DOUBLED,
    Drawer.THEY_DOUBLED: words.HOW_WAS_DOUBLED,
    Drawer.ANSWERED: words.HOW_ANSWERED,
    Drawer.EXTRA: words.WHICH_EXTRA,
    Drawer.LIES: words.WHOSE_CUBE,
    Drawer.CLOCK: words.WHAT_CLOCK,
    Drawer.STOP: words.STOP_FOR,
    Drawer.SCORE: words.WHAT_SCORE,
    Drawer.OBJECT: words.WHAT_OBJECTION,
}
