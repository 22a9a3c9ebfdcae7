"""Simulated fingers on stock mock pins, real monotonic time, the real button class."""

import time

from hardware.buttons import ClockButtons, Press
from hardware.pins import open_factory
from hardware.simulated import SimulatedPins

HOUR_NS = 3_600_000_000_000


def test_a_simulated_press_with_bounces_is_one_press_stamped_now(pins: dict[str, int]) -> None:
    factory = open_factory("mock")
    presses: list[Press] = []
    waits: list[float] = []
    # However long a stall comes between two bounces.
    with ClockButtons(pins, presses.append, factory, lockout_ns=HOUR_NS) as buttons:
        fingers = SimulatedPins(factory, pins, wait=waits.append)
        before_ns = time.monotonic_ns()
        fingers.press("left", hold_ns=60_000_000, bounces=5)
        after_ns = time.monotonic_ns()
        assert buttons.held == frozenset()
    assert [press.name for press in presses] == ["left"]
    assert before_ns - 1_000 <= presses[0].at_ns <= after_ns + 1_000
    assert waits == [0.06]


def test_both_buttons_down_at_once_are_both_held(pins: dict[str, int]) -> None:
    factory = open_factory("mock")
    with ClockButtons(pins, lambda _: None, factory) as buttons:
        fingers = SimulatedPins(factory, pins)
        fingers.down("left")
        fingers.down("right", bounces=2)
        assert buttons.held == {"left", "right"}
        fingers.up("left", bounces=3)
        assert buttons.held == {"right"}
