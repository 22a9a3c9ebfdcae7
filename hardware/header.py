"""The 40-pin header: BCM numbers by position.

One table for every Raspberry Pi with the header, 4 and 5 alike. Position 1 is the corner with the
square solder pad, at the end far from the USB sockets; odd positions are the inner row, even ones
stand at the board's edge. Source: Raspberry Pi's documentation, "GPIO and the 40-pin header".
"""

from dataclasses import dataclass

PINS = 40


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """`position`: 1 to 40. `name`: 3V3, 5V, GND, or GPIO with the BCM number.

    `also`: the pin's other function on the Pi; empty for most.
    """

    position: int
    name: str
    also: str = ""

    @property
    def bcm(self) -> int | None:
        """The BCM number; None for power and ground."""
        return int(self.name.removeprefix("GPIO")) if self.name.startswith("GPIO") else None


_ROWS = (
    ("3V3", "5V"),
    ("GPIO2", "5V"),
    ("GPIO3", "GND"),
    ("GPIO4", "GPIO14"),
    ("GND", "GPIO15"),
    ("GPIO17", "GPIO18"),
    ("GPIO27", "GND"),
    ("GPIO22", "GPIO23"),
    ("3V3", "GPIO24"),
    ("GPIO10", "GND"),
    ("GPIO9", "GPIO25"),
    ("GPIO11", "GPIO8"),
    ("GND", "GPIO7"),
    ("GPIO0", "GPIO1"),
    ("GPIO5", "GND"),
    ("GPIO6", "GPIO12"),
    ("GPIO13", "GND"),
    ("GPIO19", "GPIO16"),
    ("GPIO26", "GPIO20"),
    ("GND", "GPIO21"),
)
"""Rows from position 1 down: odd positions left, even ones right."""

_ALSO = {
    "GPIO0": "HAT EEPROM",
    "GPIO1": "HAT EEPROM",
    "GPIO2": "I2C SDA, fixed pull-up",
    "GPIO3": "I2C SCL, fixed pull-up",
    "GPIO4": "1-Wire",
    "GPIO7": "SPI CE1",
    "GPIO8": "SPI CE0",
    "GPIO9": "SPI MISO",
    "GPIO10": "SPI MOSI",
    "GPIO11": "SPI clock",
    "GPIO14": "serial console TX",
    "GPIO15": "serial console RX",
}

HEADER = tuple(
    HeaderPin(position, name, _ALSO.get(name, ""))
    for position, name in enumerate((name for row in _ROWS for name in row), start=1)
)
"""Pins in order of position: `HEADER[0]` is position 1."""

_BY_BCM = {pin.bcm: pin for pin in HEADER if pin.bcm is not None}


def format_pin(bcm: int) -> str:
    """Format a BCM number: `BCM 17 (header pin 11)`, or that the header lacks it."""
    pin = _BY_BCM.get(bcm)
    if pin is None:
        return f"BCM {bcm} (not on the header)"
    return f"BCM {bcm} (header pin {pin.position})"
