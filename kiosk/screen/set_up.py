"""A screen's set-up: layout, colours and brightness, which the director changes at the table.

The sheet is behind a PIN; three wrong PINs lock it for a minute.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path

from kiosk.catalogue.key import KeySheet
from kiosk.catalogue.text import Language, Text, format_text, text
from kiosk.rules.units import SECOND_NS
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.controls import SET_UP, Pad, ScreenControl
from kiosk.screen.errors import ScreenMisused
from kiosk.wire.secret_file import write_whole
from kiosk.wire.taps import Action

SHEET = (KeySheet.MORE, KeySheet.LANGUAGE, KeySheet.SET_UP)

DIMMEST = 20
BRIGHTEST = 100
STEP = 20
"""Brightness in per cent."""

PIN_LENGTHS = range(4, 9)
PIN_DIGITS = "12345678"
"""One for each key of a sheet."""

MOST_WRONG = 3
SHUT_NS = 60 * SECOND_NS
IDLE_NS = 60 * SECOND_NS
"""The sheet closes after this long without a touch."""


class SetUpChange(StrEnum):
    """Changes made by the keys of the sheet."""

    BRIGHTER = "brighter"
    DIMMER = "dimmer"
    DARK = "dark"
    LIGHT = "light"
    FACING = "facing"
    BESIDE_LEFT = "beside-left"
    BESIDE_RIGHT = "beside-right"


SHADES = (SetUpChange.DARK.value, SetUpChange.LIGHT.value)

WORDS: dict[SetUpChange, Text] = {
    SetUpChange.BRIGHTER: text("Brighter"),
    SetUpChange.DIMMER: text("Less bright"),
    SetUpChange.DARK: text("Dark colours"),
    SetUpChange.LIGHT: text("Light colours"),
    SetUpChange.FACING: text("Between the players"),
    SetUpChange.BESIDE_LEFT: text("At the board's left"),
    SetUpChange.BESIDE_RIGHT: text("At the board's right"),
}


@dataclass(frozen=True, slots=True)
class ScreenSetUp:
    """`theme`: dark or light. `brightness`: per cent. `language`: tag of the language for sides
    that chose none, empty for English.
    """

    layout: Arrangement = Arrangement.FACING
    theme: str = "dark"
    brightness: int = BRIGHTEST
    language: str = ""

    def changed(self, change: SetUpChange) -> "ScreenSetUp":
        match change:
            case SetUpChange.BRIGHTER:
                return replace(self, brightness=min(self.brightness + STEP, BRIGHTEST))
            case SetUpChange.DIMMER:
                return replace(self, brightness=max(self.brightness - STEP, DIMMEST))
            case SetUpChange.DARK | SetUpChange.LIGHT:
                return replace(self, theme=change.value)
            case _:
                return replace(self, layout=Arrangement(change.value))


MOST_AILMENTS = 3


def controls_of(
    set_up: ScreenSetUp, language: Language, ailments: Sequence[str] = ()
) -> tuple[ScreenControl, ...]:
    """A key for each change that has an effect, below the machine's faults (`kiosk doctor`)."""
    codes = ", ".join(ailments[:MOST_AILMENTS])
    wrong = format_text(text("The table's machine: {code}", code=codes), language) if codes else ""
    return tuple(
        ScreenControl(
            Action(SET_UP, choices=(change.value,)),
            format_text(WORDS[change], language),
            SHEET,
            place=(order, 0),
            asks=wrong,
        )
        for order, change in enumerate(SetUpChange)
        if set_up.changed(change) != set_up
    )


# --- the PIN -------------------------------------------------------------------------------------


class Lock(StrEnum):
    """Why the sheet stays closed."""

    WRONG = "wrong"
    SHUT = "shut"


@dataclass(frozen=True, slots=True)
class Gate:
    """Count of wrong PINs, and the monotonic ns until which no PIN is accepted."""

    pin: str
    wrong: int = 0
    shut_until_ns: int = 0


def check_pin(gate: Gate, pad: Pad | None, now_ns: int) -> tuple[Gate, Pad | None]:
    """Check the PIN on a pad that asks for it; return gate and pad afterwards."""
    if pad is None or pad.code is None:
        return gate, pad
    if now_ns < gate.shut_until_ns:
        return gate, replace(pad, code="", lock=Lock.SHUT)
    if len(pad.code) < len(gate.pin):
        return gate, replace(pad, lock="" if pad.code else pad.lock)
    if pad.code == gate.pin:
        return Gate(gate.pin), replace(pad, code=None, lock="")
    wrong = gate.wrong + 1
    if wrong < MOST_WRONG:
        return replace(gate, wrong=wrong), replace(pad, code="", lock=Lock.WRONG)
    return Gate(gate.pin, 0, now_ns + SHUT_NS), replace(pad, code="", lock=Lock.SHUT)


def read_pin(file: Path) -> str:
    """Read the PIN from a file. Raises ScreenMisused."""
    try:
        pin = file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ScreenMisused(f"{file}: the PIN can't be read ({error}); write it there") from None
    if len(pin) not in PIN_LENGTHS or not set(pin) <= set(PIN_DIGITS):
        raise ScreenMisused(
            f"{file}: that is no PIN; one is 4 to 8 digits from 1 to 8, in one line"
        )
    return pin


# --- what is remembered --------------------------------------------------------------------------


def load_set_up(file: Path, otherwise: ScreenSetUp) -> ScreenSetUp:
    """Load the stored set-up, `otherwise` without a file. Raises ScreenMisused if it is broken."""
    try:
        found = json.loads(file.read_text("utf-8"))
        set_up = ScreenSetUp(
            Arrangement(found["layout"]),
            str(found["theme"]),
            int(found["brightness"]),
            str(found.get("language", "")),
        )
    except FileNotFoundError:
        return otherwise
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ScreenMisused(f"{file}: can't be read ({error}); remove it") from None
    if set_up.theme not in SHADES or not DIMMEST <= set_up.brightness <= BRIGHTEST:
        raise ScreenMisused(
            f"{file}: the theme is {set_up.theme!r}, the brightness {set_up.brightness}; "
            f"a theme is {' or '.join(SHADES)}, a brightness {DIMMEST} to {BRIGHTEST}: remove it"
        )
    return set_up


def store_set_up(file: Path, set_up: ScreenSetUp) -> None:
    """Store the set-up atomically. Raises OSError."""
    content = json.dumps(asdict(set_up)).encode()
    write_whole(file, content, file.with_name(f".{file.name}.new"))
