"""Simulated fingers on mock pins and the real button class."""

from typing import Any

from hardware.buttons import ButtonPress, ClockButtons
from hardware.errors import HardwareError
from hardware.simulated import SimulatedPins


def test_a_simulated_press_with_bounces_is_one_press(factory: Any, pins: dict[str, int]) -> None:
    presses: list[ButtonPress] = []
    faults: list[HardwareError] = []
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        factory.now_ns += round(seconds * 1e9)

    before_ns = factory.now_ns
    clock_ns = factory.clock_ns
    made = ClockButtons(pins, presses.append, factory, on_fault=faults.append, clock_ns=clock_ns)
    with made as buttons:
        fingers = SimulatedPins(factory, pins, wait=wait)
        fingers.press("left", hold_ns=60_000_000, bounces=5)
        buttons.step()
        assert buttons.held == frozenset()
    assert presses == [ButtonPress(before_ns, "left", 1)]
    assert waits == [0.06]


def test_both_buttons_down_at_once_are_both_held(factory: Any, pins: dict[str, int]) -> None:
    faults: list[HardwareError] = []
    clock_ns = factory.clock_ns
    made = ClockButtons(pins, lambda _: None, factory, on_fault=faults.append, clock_ns=clock_ns)
    with made as buttons:
        fingers = SimulatedPins(factory, pins)
        fingers.down("left")
        fingers.down("right", bounces=2)
        assert buttons.held == {"left", "right"}
        fingers.up("left", bounces=3)
        assert buttons.held == {"right"}
