"""Fingers for mock pins: button presses without a Raspberry Pi.

Mock pins stamp edges with the real monotonic clock, as the kernel does.
"""

import time
from collections.abc import Callable, Mapping

from gpiozero.pins.mock import MockFactory

HOLD_NS = 60_000_000


class SimulatedPins:
    """Presses the active-low buttons on `pins` (name -> BCM number) of a mock factory.

    `wait` takes seconds; it is called between a press and its release.
    """

    def __init__(
        self,
        factory: MockFactory,
        pins: Mapping[str, int],
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self._pins = {name: factory.pin(f"GPIO{pin}") for name, pin in pins.items()}
        self._wait = wait

    def down(self, name: str, bounces: int = 0) -> None:
        """Close the contact, after `bounces` bounces."""
        pin = self._pins[name]
        for _ in range(bounces):
            pin.drive_low()
            pin.drive_high()
        pin.drive_low()

    def up(self, name: str, bounces: int = 0) -> None:
        """Open the contact, after `bounces` bounces."""
        pin = self._pins[name]
        for _ in range(bounces):
            pin.drive_high()
            pin.drive_low()
        pin.drive_high()

    def press(self, name: str, hold_ns: int = HOLD_NS, bounces: int = 0) -> None:
        """Press, hold for `hold_ns`, release. Raises KeyError for a button that is not wired."""
        self.down(name, bounces)
        self._wait(hold_ns / 1e9)
        self.up(name, bounces)
