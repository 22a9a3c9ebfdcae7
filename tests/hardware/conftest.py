"""Mock pins on a clock the test turns by hand."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

PINS = {"left": 17, "right": 27}


class ClockedFactory(MockFactory):
    """Ticks only when the test says so. Starts far from zero, as a machine's clock does."""

    def __init__(self) -> None:
        super().__init__(revision="d03115", pin_class=ClockedPin)
        self.now_ns = 5_000_000_000_000

    def ticks(self) -> float:
        return self.now_ns / 1e9

    def clock_ns(self) -> int:
        return self.now_ns

    def edge(self, name: str, *, down: bool, at_ns: int) -> None:
        self.now_ns = at_ns
        pin = self.pin(f"GPIO{PINS[name]}")
        pin.drive_low() if down else pin.drive_high()


class ClockedPin(MockPin):
    """The stock mock pin stamps with the machine's clock; this one with its factory's."""

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)


@pytest.fixture
def factory() -> Iterator[ClockedFactory]:
    made = ClockedFactory()
    yield made
    made.close()


@pytest.fixture
def pins() -> dict[str, int]:
    return dict(PINS)
