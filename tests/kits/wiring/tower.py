"""The baffle box's wiring diagram, drawn from the pins that its firmware names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kits.wiring.drawing import FILLS, INK, SOFT, Drawing, block, terminal
from kits.wiring.table import LED_OHM, PULL_UP_OHM, format_ohm

BEAM_OHM = 150
"""A sender on VBUS has 24 mA."""
SWITCHED_BEAM_OHM = 220
"""One on a pin of the Pico, which gives 12 mA at most, has 9."""

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
    page = Drawing()
    page.text(8, 10, "Table Kiosk: wiring of the baffle box", 5, bold=True)
    page.text(
        8,
        15.5,
        "Drawn from the firmware's pins. Two light barriers and a lamp on a Raspberry Pi Pico, "
        "powered by its USB cable.",
        3.2,
    )
    used = {
        f"GP{gp}": label
        for gp, label in (
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


def _pico(page: Drawing, x: float, y: float, used: Mapping[str, tuple[str, str]]) -> None:
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
        page.circle(at_x, at_y, 2.3, FILLS[kind or power])
        page.text(at_x, at_y + 0.95, f"{n + 1}", 2.6, anchor="middle")
        page.text(
            x + (12 if left else 48),
            at_y + 1,
            f"{what} {name}" if what else name,
            2.6,
            bold=bool(what),
            anchor="end" if left else "start",
            ink=INK if what or power else SOFT,
        )


def _pin(page: Drawing, x: float, y: float, position: int, kind: str) -> None:
    terminal(page, x, y, position, PICO[position - 1], kind)


def _beam(
    page: Drawing,
    x: float,
    y: float,
    title: str,
    gps: tuple[int, int | None],
    kind: str,
    grounds: tuple[int, int],
) -> None:
    block(page, x, y, 66, title)
    page.text(x + 2.5, y + 10, "receiver: phototransistor", 2.9, ink=SOFT)
    _pin(page, x + 3, y + 16, 36, "3V3")
    receiver, sender = gps
    _pin(page, x + 3, y + 26, _pico_pin(receiver), kind)
    _pin(page, x + 3, y + 36, grounds[0], "GND")
    node_x = x + 55
    page.wire((x + 27, y + 16), (node_x, y + 16))
    page.resistor_down(node_x, y + 16, y + 26, format_ohm(PULL_UP_OHM))
    page.wire((x + 27, y + 26), (node_x, y + 26))
    page.dot(node_x, y + 26)
    page.receiver(node_x, y + 26, y + 36)
    page.wire((x + 27, y + 36), (node_x, y + 36))
    page.text(node_x + 6, y + 30.5, "collector up;", 2.7, ink=SOFT)
    page.text(node_x + 6, y + 34, "high = beam broken", 2.7, ink=SOFT)
    page.text(x + 2.5, y + 44.5, "sender: infrared LED, 940 nm", 2.9, ink=SOFT)
    if sender is None:
        _pin(page, x + 3, y + 51, 40, "5V")
    else:
        _pin(page, x + 3, y + 51, _pico_pin(sender), kind)
    _pin(page, x + 3, y + 61, grounds[1], "GND")
    ohm = BEAM_OHM if sender is None else SWITCHED_BEAM_OHM
    page.resistor(x + 27, x + 48, y + 51, f"{ohm} Ω")
    page.wire((x + 48, y + 51), (node_x, y + 51))
    page.led(node_x, y + 51, y + 61)
    page.wire((x + 27, y + 61), (node_x, y + 61))
    page.text(node_x + 8, y + 57, "long leg up", 2.7, ink=SOFT)


def _tower_lamp(page: Drawing, x: float, y: float, gp: int) -> None:
    block(page, x, y, 28, "Lamp: a roll is due")
    _pin(page, x + 3, y + 12, _pico_pin(gp), "light")
    _pin(page, x + 3, y + 23, 38, "GND")
    page.resistor(x + 27, x + 51, y + 12, f"{LED_OHM} Ω")
    page.wire((x + 51, y + 12), (x + 62, y + 12))
    page.led(x + 62, y + 12, y + 23)
    page.wire((x + 62, y + 23), (x + 27, y + 23))
    page.text(x + 69, y + 17, "long leg up", 2.7, ink=SOFT)


def _lid(page: Drawing, x: float, y: float, gp: int) -> None:
    block(page, x, y, 28, "Lid: a switch that is closed while the lid is")
    _pin(page, x + 3, y + 11, _pico_pin(gp), "buzzer")
    _pin(page, x + 3, y + 23, 28, "GND")
    page.wire((x + 27, y + 11), (x + 62, y + 11))
    page.switch(x + 62, y + 11, y + 23)
    page.wire((x + 62, y + 23), (x + 27, y + 23))


def _pico_pin(gp: int) -> int:
    """The Pico's pin of a GP number. Raises ValueError."""
    if f"GP{gp}" not in PICO:
        raise ValueError(f"GP{gp} is no pin of a Pico: choose one of GP0 to GP22, GP26 to GP28")
    return PICO.index(f"GP{gp}") + 1


def _beam_facts(page: Drawing, x: float, y: float) -> None:
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
