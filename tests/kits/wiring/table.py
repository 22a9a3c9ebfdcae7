"""The table's wiring diagram, drawn from the pins that its configuration names.

Circuits end in named pins instead of wires across the page, so that any choice of pins can be drawn
and read. `tests/hardware/write_wiring.py` writes it into `hardware/pictures/`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hardware.header import HEADER
from kits.wiring.drawing import FILLS, INK, SOFT, Drawing, block, terminal

# Of a button:
PULL_UP_OHM = 10_000
"""The external pull-up."""
SERIES_OHM = 1_000
"""Before the pin."""
FILTER_F = 100e-9
"""The capacitor at the pin."""
LED_OHM = 330
BASE_OHM = 1_000
FALL_MS = SERIES_OHM * FILTER_F * 1e3
RISE_MS = (PULL_UP_OHM + SERIES_OHM) * FILTER_F * 1e3
"""Time constants at the pin: as the contact shuts, and as it opens."""

_COMMENTED = re.compile(r"^# (?=\[devices\.[a-z_]+\]|[a-z_]+ = )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Pins:
    """BCM numbers."""

    left_button: int
    right_button: int
    left_light: int
    right_light: int
    status_light: int
    buzzer: int


def pins_of(table: str) -> Pins:
    """The pins in the text of a table.toml, also of devices that are commented out.

    Raises KeyError for a device missing from the text, and TOMLDecodeError.
    """
    devices: Mapping[str, Any] = {}
    for part in re.split(r"(?m)^(?=(?:# )?\[)", table):
        shown = _COMMENTED.sub("", part)
        if shown.startswith("[devices."):
            devices = {**devices, **tomllib.loads(shown)["devices"]}
    buttons, lights = devices["buttons"], devices["lights"]
    return Pins(
        buttons["left_pin"],
        buttons["right_pin"],
        lights["left_pin"],
        lights["right_pin"],
        devices["status_light"]["pin"],
        devices["buzzer"]["pin"],
    )


def table_wiring(pins: Pins) -> str:
    """The table's diagram as SVG. Raises KeyError for a number the header lacks."""
    page = Drawing()
    page.text(8, 10, "Table Kiosk: wiring of one table", 5, bold=True)
    page.text(
        8,
        15.5,
        "Drawn from config/table.toml. Left and right as the camera's picture has them. Wire with "
        "the power off. A box with a number is that pin of the 40-pin header.",
        3.2,
    )
    used = {
        pins.left_button: ("left button", "button"),
        pins.right_button: ("right button", "button"),
        pins.left_light: ("left light", "light"),
        pins.right_light: ("right light", "light"),
        pins.status_light: ("status light", "status"),
        pins.buzzer: ("buzzer", "buzzer"),
    }
    _header(page, 122, 24, used)
    _button(page, 6, 21, "Left clock button", pins.left_button, power=1, ground=9)
    _button(page, 6, 67, "Right clock button", pins.right_button, power=17, ground=14)
    _lamp(page, 6, 113)
    _led(page, 197, 21, "Left turn light", pins.left_light, "light", 20)
    _led(page, 197, 50, "Right turn light", pins.right_light, "light", 25)
    _led(page, 197, 79, "Status light", pins.status_light, "status", 30)
    _buzzer(page, 197, 108, pins.buzzer)
    _sockets(page, 158)
    return page.svg()


def _header(page: Drawing, x: float, y: float, used: Mapping[int, tuple[str, str]]) -> None:
    row = 6.2
    page.text(x + 26.5, y - 1, "40-pin header", 3.4, bold=True, anchor="middle")
    page.box(x + 17, y + 1, 19, 20 * row + 1, "#f4f4f4")
    for pin in HEADER:
        odd = pin.position % 2 == 1
        at_x = x + (22 if odd else 31)
        at_y = y + 4.5 + (pin.position - 1) // 2 * row
        what, kind = ("", pin.name) if pin.bcm is None else used.get(pin.bcm, ("", ""))
        page.circle(at_x, at_y, 2.3, FILLS[kind])
        page.text(at_x, at_y + 0.95, f"{pin.position}", 2.6, anchor="middle")
        name = pin.name if not what else f"{what} {pin.name}"
        side = x + 15.5 if odd else x + 37.5
        page.text(
            side,
            at_y + 1,
            name,
            2.6,
            bold=bool(what),
            anchor="end" if odd else "start",
            ink=INK if what or pin.bcm is None else SOFT,
        )
    page.text(x + 26.5, y + 130, "Hold the Pi with its USB sockets", 2.9, anchor="middle")
    page.text(x + 26.5, y + 133.6, "down: the header is at the right.", 2.9, anchor="middle")


def format_ohm(ohm: int) -> str:
    """Format a resistor's value."""
    return f"{ohm / 1000:g} kΩ"


_POSITIONS = {pin.bcm: pin.position for pin in HEADER}


def _pin(page: Drawing, x: float, y: float, position: int, kind: str) -> None:
    terminal(page, x, y, position, HEADER[position - 1].name, kind)


def _button(
    page: Drawing, x: float, y: float, title: str, bcm: int, power: int, ground: int
) -> None:
    block(page, x, y, 43, title)
    _pin(page, x + 3, y + 10.5, power, "3V3")
    _pin(page, x + 3, y + 22.5, _POSITIONS[bcm], "button")
    _pin(page, x + 3, y + 37, ground, "GND")
    pin_x, node_x, switch_x = x + 33, x + 57, x + 84
    up, mid, low = y + 10.5, y + 22.5, y + 37
    page.wire((x + 27, up), (node_x, up))
    page.resistor_down(node_x, up, mid, format_ohm(PULL_UP_OHM))
    page.wire((x + 27, mid), (pin_x + 2, mid))
    page.resistor(pin_x + 2, node_x, mid, format_ohm(SERIES_OHM))
    page.capacitor(pin_x, mid, low, f"{FILTER_F * 1e9:.0f} nF")
    page.wire((node_x, mid), (switch_x, mid), dashed=True)
    page.switch(switch_x, mid, low)
    page.wire((pin_x, low), (switch_x, low), dashed=True)
    page.wire((x + 27, low), (pin_x, low))
    for at in ((node_x, mid), (pin_x, mid), (pin_x, low)):
        page.dot(*at)
    page.text(x + 60, y + 28.5, "cable, at most", 2.7, ink=SOFT)
    page.text(x + 60, y + 32, "1 m, twisted", 2.7, ink=SOFT)
    page.text(switch_x + 2, y + 20.8, "contact", 2.7, ink=SOFT, anchor="middle")


def _led(page: Drawing, x: float, y: float, title: str, bcm: int, kind: str, ground: int) -> None:
    block(page, x, y, 26, title)
    _pin(page, x + 3, y + 11, _POSITIONS[bcm], kind)
    _pin(page, x + 3, y + 21, ground, "GND")
    page.resistor(x + 27, x + 51, y + 11, f"{LED_OHM} Ω")
    page.wire((x + 51, y + 11), (x + 62, y + 11))
    page.led(x + 62, y + 11, y + 21)
    page.wire((x + 62, y + 21), (x + 27, y + 21))
    page.text(x + 69, y + 15, "long leg up;", 2.7, ink=SOFT)
    page.text(x + 69, y + 18.5, "red or yellow", 2.7, ink=SOFT)


def _driven(page: Drawing, x: float, y: float, ground: int) -> tuple[float, float]:
    """Draw an NPN transistor that pulls a load down; return where the load's lower end goes."""
    page.resistor(x + 27, x + 50, y + 25, format_ohm(BASE_OHM))
    page.wire((x + 50, y + 25), (x + 56, y + 25))
    page.transistor(x + 56, y + 25)
    page.wire((x + 61, y + 31), (x + 61, y + 36))
    page.wire((x + 27, y + 36), (x + 61, y + 36))
    _pin(page, x + 3, y + 36, ground, "GND")
    page.wire((x + 61, y + 19), (x + 61, y + 17))
    return x + 61, y + 17


def _lamp(page: Drawing, x: float, y: float) -> None:
    block(page, x, y, 41, "Instead of an LED: a button's own lamp of 5 V")
    _pin(page, x + 3, y + 11, 4, "5V")
    page.box(x + 3, y + 22, 24, 6, FILLS["light"])
    page.text(x + 4.5, y + 26, "light's pin", 2.9, bold=True)
    load_x, load_y = _driven(page, x, y, 39)
    page.wire((x + 27, y + 11), (load_x, y + 11))
    page.load(load_x, y + 11, load_y, "")
    page.text(load_x + 5, y + 13, "lamp with its", 2.7, ink=SOFT)
    page.text(load_x + 5, y + 16.3, "own resistor", 2.7, ink=SOFT)
    page.text(load_x + 8, y + 26, "NPN, BC337", 2.7, ink=SOFT)


def _buzzer(page: Drawing, x: float, y: float, bcm: int) -> None:
    block(page, x, y, 46, "Buzzer (active, 5 V)")
    _pin(page, x + 3, y + 11, 4, "5V")
    _pin(page, x + 3, y + 25, _POSITIONS[bcm], "buzzer")
    load_x, load_y = _driven(page, x, y, 34)
    page.wire((x + 27, y + 11), (load_x, y + 11))
    page.load(load_x, y + 11, load_y, "+")
    page.wire((load_x, y + 9.5), (load_x, y + 11))
    page.diode(load_x + 9, y + 9.5, y + 18.2)
    page.wire((load_x, y + 9.5), (load_x + 9, y + 9.5))
    page.wire((load_x, y + 18.2), (load_x + 9, y + 18.2))
    page.text(load_x + 12, y + 15, "1N4148,", 2.7, ink=SOFT)
    page.text(load_x + 12, y + 18.4, "ring up", 2.7, ink=SOFT)
    page.text(load_x + 8, y + 26, "NPN, BC337", 2.7, ink=SOFT)
    page.text(x + 3, y + 43.5, "Silent unless enabled = true stands in its section.", 2.7, ink=SOFT)


_SOCKETS = (
    (
        "Power, USB-C",
        ("Pi 4: 5.1 V, 3 A", "Pi 5: 5.1 V, 5 A", "the maker's own supply,", "nothing else on it"),
    ),
    (
        "Camera ribbon",
        (
            "Pi 4: socket CAMERA, 15 pins",
            "Pi 5: CAM/DISP 0, 22 pins,",
            "a cable from 22 to 15 pins",
            "power off before plugging",
        ),
    ),
    (
        "Display",
        (
            "ribbon: DISPLAY (Pi 4) or",
            "CAM/DISP 1 (Pi 5);",
            "HDMI panel: HDMI 0, and",
            "its touch on USB",
        ),
    ),
    (
        "USB: baffle box",
        (
            "data cable to the Pico;",
            "a screw clamp or a loop",
            "of cable takes the pull",
            "(tower-wiring.svg)",
        ),
    ),
    (
        "Network",
        (
            "Ethernet before Wi-Fi;",
            "no network at all is",
            "allowed: rows wait",
            "until there is one",
        ),
    ),
)


def _sockets(page: Drawing, y: float) -> None:
    page.text(6, y + 4, "The sockets of the Pi", 3.4, bold=True)
    for n, (title, lines) in enumerate(_SOCKETS):
        x = 6 + n * 57.6
        page.box(x, y + 7, 54, 27, "none", SOFT, 0.2)
        page.text(x + 2.5, y + 12, title, 3.2, bold=True)
        for k, line in enumerate(lines):
            page.text(x + 2.5, y + 17 + k * 4.1, line, 2.9)
    page.text(
        6,
        y + 41,
        f"Filter of a button: the level falls with {FALL_MS:.1f} ms as the contact shuts and "
        f"rises with {RISE_MS:.1f} ms as it opens; the Pi's own pull-up of some 50 kΩ lies beside "
        "the 10 kΩ.",
        2.9,
    )
    page.text(
        6,
        y + 45.5,
        "Never put 5 V on a GPIO pin. A pin gives 16 mA at most, all together 50 mA: lamps and "
        "buzzers go through a transistor. No stripboard: it joins 3V3 and 5V.",
        2.9,
        bold=True,
    )
