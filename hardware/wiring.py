"""The wiring diagrams, drawn from the pins that a table's configuration names.

Two pictures of A4, in millimetres: the table's own, and the baffle box's. Every circuit ends in
named pins instead of wires across the page, so that any choice of pins can be drawn and read.
`tests/hardware/write_wiring.py` writes them into `hardware/pictures/`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape

from hardware.header import HEADER, header_pin

PULL_UP_OHM, SERIES_OHM, FILTER_F = 10_000, 1_000, 100e-9
"""A button's: the external pull-up, the resistor before the pin, the capacitor at the pin."""
LED_OHM, BASE_OHM, BEAM_OHM, SWITCHED_BEAM_OHM = 330, 1_000, 150, 220
"""A sender on VBUS has 24 mA; one on a pin of the Pico, which gives 12 mA at most, has 9."""
FALL_MS = SERIES_OHM * FILTER_F * 1e3
RISE_MS = (PULL_UP_OHM + SERIES_OHM) * FILTER_F * 1e3
"""Time constants at the pin: as the contact shuts, and as it opens."""

WIDE_MM, HIGH_MM = 297.0, 210.0

_INK, _SOFT = "#222222", "#666666"
_FILLS = {
    "3V3": "#ffd9a8",
    "5V": "#ffb3ad",
    "GND": "#d5d5d5",
    "button": "#bfe3c8",
    "light": "#bcd7f2",
    "status": "#e2d0f0",
    "buzzer": "#f3e3a3",
    "": "#ffffff",
}
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
    """The pins in the text of a table.toml, from devices that are commented out, too.

    Raises KeyError for a device that the text lacks, TOMLDecodeError.
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
    page = _Drawing()
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


def _header(page: _Drawing, x: float, y: float, used: Mapping[int, tuple[str, str]]) -> None:
    row = 6.2
    page.text(x + 26.5, y - 1, "40-pin header", 3.4, bold=True, anchor="middle")
    page.box(x + 17, y + 1, 19, 20 * row + 1, "#f4f4f4")
    for pin in HEADER:
        odd = pin.position % 2 == 1
        at_x = x + (22 if odd else 31)
        at_y = y + 4.5 + (pin.position - 1) // 2 * row
        what, kind = ("", pin.name) if pin.bcm is None else used.get(pin.bcm, ("", ""))
        page.circle(at_x, at_y, 2.3, _FILLS[kind])
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
            ink=_INK if what or pin.bcm is None else _SOFT,
        )
    page.text(x + 26.5, y + 130, "Hold the Pi with its USB sockets", 2.9, anchor="middle")
    page.text(x + 26.5, y + 133.6, "down: the header is at the right.", 2.9, anchor="middle")


def _kilo(ohm: int) -> str:
    return f"{ohm / 1000:g} kΩ"


def _terminal(page: _Drawing, x: float, y: float, position: int, kind: str) -> None:
    """A named pin, 24 mm wide, its wire leaving at (x + 24, y)."""
    page.box(x, y - 3, 24, 6, _FILLS[kind])
    page.text(x + 1.5, y + 1, f"pin {position}", 2.9, bold=True)
    page.text(x + 22.5, y + 1, HEADER[position - 1].name, 2.7, anchor="end")


def _block(page: _Drawing, x: float, y: float, high: float, title: str) -> None:
    page.box(x, y, 94, high, "none", _SOFT, 0.2)
    page.text(x + 2.5, y + 4.8, title, 3.4, bold=True)


def _button(
    page: _Drawing, x: float, y: float, title: str, bcm: int, power: int, ground: int
) -> None:
    _block(page, x, y, 43, title)
    _terminal(page, x + 3, y + 10.5, power, "3V3")
    _terminal(page, x + 3, y + 22.5, header_pin(bcm).position, "button")
    _terminal(page, x + 3, y + 37, ground, "GND")
    pin_x, node_x, switch_x = x + 33, x + 57, x + 84
    up, mid, low = y + 10.5, y + 22.5, y + 37
    page.wire((x + 27, up), (node_x, up))
    page.resistor_down(node_x, up, mid, _kilo(PULL_UP_OHM))
    page.wire((x + 27, mid), (pin_x + 2, mid))
    page.resistor(pin_x + 2, node_x, mid, _kilo(SERIES_OHM))
    page.capacitor(pin_x, mid, low, f"{FILTER_F * 1e9:.0f} nF")
    page.wire((node_x, mid), (switch_x, mid), dashed=True)
    page.switch(switch_x, mid, low)
    page.wire((pin_x, low), (switch_x, low), dashed=True)
    page.wire((x + 27, low), (pin_x, low))
    for at in ((node_x, mid), (pin_x, mid), (pin_x, low)):
        page.dot(*at)
    page.text(x + 60, y + 28.5, "cable, at most", 2.7, ink=_SOFT)
    page.text(x + 60, y + 32, "1 m, twisted", 2.7, ink=_SOFT)
    page.text(switch_x + 2, y + 20.8, "contact", 2.7, ink=_SOFT, anchor="middle")


def _led(page: _Drawing, x: float, y: float, title: str, bcm: int, kind: str, ground: int) -> None:
    _block(page, x, y, 26, title)
    _terminal(page, x + 3, y + 11, header_pin(bcm).position, kind)
    _terminal(page, x + 3, y + 21, ground, "GND")
    page.resistor(x + 27, x + 51, y + 11, f"{LED_OHM} Ω")
    page.wire((x + 51, y + 11), (x + 62, y + 11))
    page.led(x + 62, y + 11, y + 21)
    page.wire((x + 62, y + 21), (x + 27, y + 21))
    page.text(x + 69, y + 15, "long leg up;", 2.7, ink=_SOFT)
    page.text(x + 69, y + 18.5, "red or yellow", 2.7, ink=_SOFT)


def _driven(page: _Drawing, x: float, y: float, ground: int) -> tuple[float, float]:
    """An NPN transistor that pulls a load down; where the load's lower end goes."""
    page.resistor(x + 27, x + 50, y + 25, _kilo(BASE_OHM))
    page.wire((x + 50, y + 25), (x + 56, y + 25))
    page.transistor(x + 56, y + 25)
    page.wire((x + 61, y + 31), (x + 61, y + 36))
    page.wire((x + 27, y + 36), (x + 61, y + 36))
    _terminal(page, x + 3, y + 36, ground, "GND")
    page.wire((x + 61, y + 19), (x + 61, y + 17))
    return x + 61, y + 17


def _lamp(page: _Drawing, x: float, y: float) -> None:
    _block(page, x, y, 41, "Instead of an LED: a button's own lamp of 5 V")
    _terminal(page, x + 3, y + 11, 4, "5V")
    page.box(x + 3, y + 22, 24, 6, _FILLS["light"])
    page.text(x + 4.5, y + 26, "light's pin", 2.9, bold=True)
    load_x, load_y = _driven(page, x, y, 39)
    page.wire((x + 27, y + 11), (load_x, y + 11))
    page.load(load_x, y + 11, load_y, "")
    page.text(load_x + 5, y + 13, "lamp with its", 2.7, ink=_SOFT)
    page.text(load_x + 5, y + 16.3, "own resistor", 2.7, ink=_SOFT)
    page.text(load_x + 8, y + 26, "NPN, BC337", 2.7, ink=_SOFT)


def _buzzer(page: _Drawing, x: float, y: float, bcm: int) -> None:
    _block(page, x, y, 46, "Buzzer (active, 5 V)")
    _terminal(page, x + 3, y + 11, 4, "5V")
    _terminal(page, x + 3, y + 25, header_pin(bcm).position, "buzzer")
    load_x, load_y = _driven(page, x, y, 34)
    page.wire((x + 27, y + 11), (load_x, y + 11))
    page.load(load_x, y + 11, load_y, "+")
    page.wire((load_x, y + 9.5), (load_x, y + 11))
    page.diode(load_x + 9, y + 9.5, y + 18.2)
    page.wire((load_x, y + 9.5), (load_x + 9, y + 9.5))
    page.wire((load_x, y + 18.2), (load_x + 9, y + 18.2))
    page.text(load_x + 12, y + 15, "1N4148,", 2.7, ink=_SOFT)
    page.text(load_x + 12, y + 18.4, "ring up", 2.7, ink=_SOFT)
    page.text(load_x + 8, y + 26, "NPN, BC337", 2.7, ink=_SOFT)
    page.text(
        x + 3, y + 43.5, "Silent unless enabled = true stands in its section.", 2.7, ink=_SOFT
    )


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


def _sockets(page: _Drawing, y: float) -> None:
    page.text(6, y + 4, "The sockets of the Pi", 3.4, bold=True)
    for n, (title, lines) in enumerate(_SOCKETS):
        x = 6 + n * 57.6
        page.box(x, y + 7, 54, 27, "none", _SOFT, 0.2)
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
        "buzzers go through a transistor.",
        2.9,
        bold=True,
    )


# --- the baffle box

_PICO_ROWS = (
    ("GP0", "VBUS"),
    ("GP1", "VSYS"),
    ("GND", "GND"),
    ("GP2", "EN"),
    ("GP3", "3V3"),
    ("GP4", "VREF"),
    ("GP5", "GP28"),
    ("GND", "AGND"),
    ("GP6", "GP27"),
    ("GP7", "GP26"),
    ("GP8", "RUN"),
    ("GP9", "GP22"),
    ("GND", "GND"),
    ("GP10", "GP21"),
    ("GP11", "GP20"),
    ("GP12", "GP19"),
    ("GP13", "GP18"),
    ("GND", "GND"),
    ("GP14", "GP17"),
    ("GP15", "GP16"),
)
PICO = (*(left for left, _ in _PICO_ROWS), *(right for _, right in reversed(_PICO_ROWS)))
"""A Pico's pins 1 to 40; 1 to 20 down its left side, 21 to 40 up its right one, USB at the top.

Source: Raspberry Pi, "Raspberry Pi Pico datasheet", pinout."""


@dataclass(frozen=True, slots=True)
class TowerPins:
    """GP numbers. None: the box has no such part, or its senders are always lit."""

    top_beam: int
    bottom_beam: int
    lamp: int | None
    lid: int | None = None
    top_sender: int | None = None
    bottom_sender: int | None = None


def tower_wiring(pins: TowerPins) -> str:
    """The baffle box's diagram as SVG. Raises ValueError for a number the Pico lacks."""
    page = _Drawing()
    page.text(8, 10, "Table Kiosk: wiring of the baffle box", 5, bold=True)
    page.text(
        8,
        15.5,
        "Drawn from the firmware's pins. Two light barriers and a lamp on a Raspberry Pi Pico, "
        "powered by its USB cable.",
        3.2,
    )
    used = {
        f"GP{gp}": told
        for gp, told in (
            (pins.top_beam, ("top beam", "button")),
            (pins.bottom_beam, ("bottom beam", "status")),
            (pins.lamp, ("lamp", "light")),
            (pins.lid, ("lid", "buzzer")),
            (pins.top_sender, ("top sender", "button")),
            (pins.bottom_sender, ("bottom sender", "status")),
        )
        if gp is not None
    }
    _pico(page, 120, 26, used)
    top, bottom = (pins.top_beam, pins.top_sender), (pins.bottom_beam, pins.bottom_sender)
    _beam(page, 6, 24, "Top beam: dice going in", top, "button", (3, 8))
    _beam(page, 6, 96, "Bottom beam: dice coming out", bottom, "status", (13, 18))
    if pins.lamp is not None:
        _tower_lamp(page, 197, 24, pins.lamp)
    _beam_facts(page, 197, 57)
    if pins.lid is not None:
        _lid(page, 197, 124, pins.lid)
    return page.svg()


def _pico(page: _Drawing, x: float, y: float, used: Mapping[str, tuple[str, str]]) -> None:
    row = 6.6
    page.text(x + 30, y - 2, "Raspberry Pi Pico, from above", 3.4, bold=True, anchor="middle")
    page.box(x + 14, y, 32, 20 * row + 4, "#eef4ec")
    page.box(x + 25, y - 0.8, 10, 6, "#d5d5d5")
    page.text(x + 30, y + 3.4, "USB", 2.9, anchor="middle")
    for n, name in enumerate(PICO):
        left = n < 20
        at_x = x + (18 if left else 42)
        at_y = y + 5.2 + (n if left else 39 - n) * row
        what, kind = used.get(name, ("", ""))
        power = {"3V3": "3V3", "VBUS": "5V", "GND": "GND", "AGND": "GND"}.get(name, "")
        page.circle(at_x, at_y, 2.3, _FILLS[kind or power])
        page.text(at_x, at_y + 0.95, f"{n + 1}", 2.6, anchor="middle")
        page.text(
            x + (12 if left else 48),
            at_y + 1,
            f"{what} {name}" if what else name,
            2.6,
            bold=bool(what),
            anchor="end" if left else "start",
            ink=_INK if what or power else _SOFT,
        )


def _pico_terminal(page: _Drawing, x: float, y: float, position: int, kind: str) -> None:
    page.box(x, y - 3, 24, 6, _FILLS[kind])
    page.text(x + 1.5, y + 1, f"pin {position}", 2.9, bold=True)
    page.text(x + 22.5, y + 1, PICO[position - 1], 2.7, anchor="end")


def _beam(
    page: _Drawing,
    x: float,
    y: float,
    title: str,
    gps: tuple[int, int | None],
    kind: str,
    grounds: tuple[int, int],
) -> None:
    _block(page, x, y, 66, title)
    page.text(x + 2.5, y + 10, "receiver: phototransistor", 2.9, ink=_SOFT)
    _pico_terminal(page, x + 3, y + 16, 36, "3V3")
    receiver, sender = gps
    _pico_terminal(page, x + 3, y + 26, _at(receiver), kind)
    _pico_terminal(page, x + 3, y + 36, grounds[0], "GND")
    node_x = x + 55
    page.wire((x + 27, y + 16), (node_x, y + 16))
    page.resistor_down(node_x, y + 16, y + 26, "10 kΩ")
    page.wire((x + 27, y + 26), (node_x, y + 26))
    page.dot(node_x, y + 26)
    page.receiver(node_x, y + 26, y + 36)
    page.wire((x + 27, y + 36), (node_x, y + 36))
    page.text(node_x + 6, y + 30.5, "collector up;", 2.7, ink=_SOFT)
    page.text(node_x + 6, y + 34, "high = beam broken", 2.7, ink=_SOFT)
    page.text(x + 2.5, y + 44.5, "sender: infrared LED, 940 nm", 2.9, ink=_SOFT)
    if sender is None:
        _pico_terminal(page, x + 3, y + 51, 40, "5V")
    else:
        _pico_terminal(page, x + 3, y + 51, _at(sender), kind)
    _pico_terminal(page, x + 3, y + 61, grounds[1], "GND")
    ohm = BEAM_OHM if sender is None else SWITCHED_BEAM_OHM
    page.resistor(x + 27, x + 48, y + 51, f"{ohm} Ω")
    page.wire((x + 48, y + 51), (node_x, y + 51))
    page.led(node_x, y + 51, y + 61)
    page.wire((x + 27, y + 61), (node_x, y + 61))
    page.text(node_x + 8, y + 57, "long leg up", 2.7, ink=_SOFT)


def _tower_lamp(page: _Drawing, x: float, y: float, gp: int) -> None:
    _block(page, x, y, 28, "Lamp: a roll is due")
    _pico_terminal(page, x + 3, y + 12, _at(gp), "light")
    _pico_terminal(page, x + 3, y + 23, 38, "GND")
    page.resistor(x + 27, x + 51, y + 12, f"{LED_OHM} Ω")
    page.wire((x + 51, y + 12), (x + 62, y + 12))
    page.led(x + 62, y + 12, y + 23)
    page.wire((x + 62, y + 23), (x + 27, y + 23))
    page.text(x + 69, y + 17, "long leg up", 2.7, ink=_SOFT)


def _lid(page: _Drawing, x: float, y: float, gp: int) -> None:
    _block(page, x, y, 28, "Lid: a switch that is closed while the lid is")
    _pico_terminal(page, x + 3, y + 11, _at(gp), "buzzer")
    _pico_terminal(page, x + 3, y + 23, 28, "GND")
    page.wire((x + 27, y + 11), (x + 62, y + 11))
    page.switch(x + 62, y + 11, y + 23)
    page.wire((x + 62, y + 23), (x + 27, y + 23))


def _at(gp: int) -> int:
    """The Pico's pin of a GP number. Raises ValueError."""
    if f"GP{gp}" not in PICO:
        raise ValueError(f"GP{gp} is no pin of a Pico: choose one of GP0 to GP22, GP26 to GP28")
    return PICO.index(f"GP{gp}") + 1


def _beam_facts(page: _Drawing, x: float, y: float) -> None:
    lines = (
        "An unbroken beam lights its receiver, which pulls the pin",
        "low. A die, a torn wire or a dead LED lets the 10 kΩ pull",
        "it high: a fault looks like a beam that stays broken, and",
        "never like a die that was not there.",
        "",
        f"Sender: (5 V − 1.35 V) / {BEAM_OHM} Ω = {(5 - 1.35) / BEAM_OHM * 1e3:.0f} mA;",
        f"two of them take {2 * (5 - 1.35) / BEAM_OHM * 1e3:.0f} mA from USB.",
        "Receiver: on the same height, at most 75 mm away,",
        "in a black tube of 10 mm against lamps from above.",
        "",
        "The Pico takes 3.3 V on its pins. Only the senders'",
        "resistors go to VBUS, which is 5 V.",
    )
    for n, line in enumerate(lines):
        if line:
            page.text(x + 0.5, y + 5 + n * 4.6, line, 2.8)


# --- drawing


@dataclass(slots=True)
class _Drawing:
    """SVG of one page, in millimetres."""

    _parts: list[str] = field(default_factory=list)

    def svg(self) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE_MM:g}mm" height="{HIGH_MM:g}mm" '
            f'viewBox="0 0 {WIDE_MM:g} {HIGH_MM:g}" font-family="Helvetica, Arial, sans-serif">\n'
            f'<rect width="{WIDE_MM:g}" height="{HIGH_MM:g}" fill="#ffffff"/>\n'
        )
        return head + "\n".join(self._parts) + "\n</svg>\n"

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        bold: bool = False,
        anchor: str = "start",
        ink: str = _INK,
    ) -> None:
        weight = ' font-weight="bold"' if bold else ""
        where = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size:g}" fill="{ink}"{weight}{where}>'
            f"{escape(words)}</text>"
        )

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        fill: str,
        stroke: str = _INK,
        line: float = 0.25,
    ) -> None:
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}" rx="0.8" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="{line:g}"/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str) -> None:
        self._parts.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="{_INK}" '
            'stroke-width="0.25"/>'
        )

    def dot(self, x: float, y: float) -> None:
        self.circle(x, y, 0.6, _INK)

    def path(
        self, way: str, fill: str = "none", line: float = 0.35, *, dashed: bool = False
    ) -> None:
        dashes = ' stroke-dasharray="1.6 1"' if dashed else ""
        self._parts.append(
            f'<path d="{way}" fill="{fill}" stroke="{_INK}" stroke-width="{line:g}"{dashes}/>'
        )

    def wire(
        self, start: tuple[float, float], end: tuple[float, float], *, dashed: bool = False
    ) -> None:
        self.path(f"M{_n(start[0])} {_n(start[1])}L{_n(end[0])} {_n(end[1])}", dashed=dashed)

    def resistor(self, x: float, to_x: float, y: float, value: str) -> None:
        middle = (x + to_x) / 2
        self.wire((x, y), (middle - 4, y))
        self.wire((middle + 4, y), (to_x, y))
        self.box(middle - 4, y - 1.4, 8, 2.8, "#ffffff", line=0.35)
        self.text(middle, y - 2.4, value, 2.9, anchor="middle")

    def resistor_down(self, x: float, y: float, to_y: float, value: str) -> None:
        middle = (y + to_y) / 2
        self.wire((x, y), (x, middle - 3.2))
        self.wire((x, middle + 3.2), (x, to_y))
        self.box(x - 1.4, middle - 3.2, 2.8, 6.4, "#ffffff", line=0.35)
        self.text(x + 2.6, middle + 1, value, 2.9)

    def capacitor(self, x: float, y: float, to_y: float, value: str) -> None:
        middle = (y + to_y) / 2
        self.wire((x, y), (x, middle - 0.7))
        self.wire((x, middle + 0.7), (x, to_y))
        for plate in (middle - 0.7, middle + 0.7):
            self.path(f"M{_n(x - 2.6)} {_n(plate)}h5.2", line=0.6)
        self.text(x + 3.6, middle + 1, value, 2.9)

    def switch(self, x: float, y: float, to_y: float) -> None:
        self.wire((x, y), (x, y + 4))
        self.wire((x, to_y - 4), (x, to_y))
        self.circle(x, y + 4, 0.6, "#ffffff")
        self.circle(x, to_y - 4, 0.6, "#ffffff")
        self.wire((x + 0.4, to_y - 4.6), (x + 4.2, y + 4.6))

    def led(self, x: float, y: float, to_y: float) -> None:
        """Its anode up."""
        middle = (y + to_y) / 2
        self.wire((x, y), (x, middle - 1.8))
        self.wire((x, middle + 1.8), (x, to_y))
        self.path(f"M{_n(x - 2.2)} {_n(middle - 1.8)}h4.4L{_n(x)} {_n(middle + 1.8)}Z", "#ffffff")
        self.path(f"M{_n(x - 2.2)} {_n(middle + 1.8)}h4.4")
        for shift in (-0.9, 0.9):
            self.path(
                f"M{_n(x + 2.6)} {_n(middle + shift)}l2 -1.2m-0.9 0l0.9 0l-0.3 0.9", line=0.25
            )

    def diode(self, x: float, y: float, to_y: float) -> None:
        """Its cathode, the ring, up."""
        middle = (y + to_y) / 2
        self.wire((x, y), (x, middle - 1.6))
        self.wire((x, middle + 1.6), (x, to_y))
        self.path(f"M{_n(x - 1.9)} {_n(middle + 1.6)}h3.8L{_n(x)} {_n(middle - 1.6)}Z", "#ffffff")
        self.path(f"M{_n(x - 1.9)} {_n(middle - 1.6)}h3.8")

    def load(self, x: float, y: float, to_y: float, sign: str) -> None:
        middle = (y + to_y) / 2
        self.wire((x, y), (x, to_y))
        self.circle(x, middle, 2.4, "#ffffff")
        if sign:
            self.text(x, middle + 1, sign, 3, anchor="middle")
        else:
            self.path(f"M{_n(x - 1.7)} {_n(middle - 1.7)}l3.4 3.4m0 -3.4l-3.4 3.4", line=0.25)

    def transistor(self, x: float, y: float) -> None:
        """NPN, its base at (x, y), collector at (x + 5, y - 6), emitter at (x + 5, y + 6)."""
        self.circle(x + 3.2, y, 4.6, "#ffffff")
        self.wire((x - 1.4, y), (x + 1.6, y))
        self.path(f"M{_n(x + 1.6)} {_n(y - 2.8)}v5.6", line=0.6)
        self.path(f"M{_n(x + 1.6)} {_n(y - 1.2)}L{_n(x + 5)} {_n(y - 3.4)}V{_n(y - 6)}")
        self.path(f"M{_n(x + 1.6)} {_n(y + 1.2)}L{_n(x + 5)} {_n(y + 3.4)}V{_n(y + 6)}")
        self.path(f"M{_n(x + 4.6)} {_n(y + 3.1)}l-1.7 -0.1l0.9 -1.4Z", _INK, 0.1)

    def receiver(self, x: float, y: float, to_y: float) -> None:
        """A phototransistor, its collector up."""
        middle = (y + to_y) / 2
        self.circle(x - 1, middle, 3.6, "#ffffff")
        self.path(f"M{_n(x - 2.4)} {_n(middle - 2.2)}v4.4", line=0.6)
        self.path(f"M{_n(x)} {_n(y)}V{_n(middle - 2.4)}L{_n(x - 2.4)} {_n(middle - 0.8)}")
        self.path(f"M{_n(x)} {_n(to_y)}V{_n(middle + 2.4)}L{_n(x - 2.4)} {_n(middle + 0.8)}")
        self.path(f"M{_n(x - 0.4)} {_n(middle + 2.1)}l-1.5 -0.1l0.8 -1.2Z", _INK, 0.1)
        for shift in (-0.9, 0.9):
            self.path(
                f"M{_n(x - 7.4)} {_n(middle + shift - 1)}l2.4 1m-0.9 0.3l0.9 -0.3l-0.4 -0.8",
                line=0.25,
            )


def _n(value: float) -> str:
    return f"{round(value, 2):g}"
