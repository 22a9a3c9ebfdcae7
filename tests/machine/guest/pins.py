"""Fingers on the clock buttons of gpio-sim. A button is wired to ground: pressed is low."""

import os
import time
from functools import cache
from pathlib import Path

CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
LINES = {"left": 17, "right": 27}
BETWEEN_NS = 1_500_000
HELD_S = 0.12


def level(button: str, up: bool) -> None:
    """Set the line, as the contact does."""
    os.pwrite(_pull(button), b"pull-up" if up else b"pull-down", 0)


@cache
def _pull(button: str) -> int:
    """Kept open: an emulated processor is slow enough without."""
    return os.open(CHIP / f"sim_gpio{LINES[button]}/pull", os.O_WRONLY)


def shake(button: str, up: bool, bounces: int) -> int:
    """Bounce to and fro and end at `up`; the longest gap between two edges, in ns."""
    longest, last = 0, time.monotonic_ns()
    for _ in range(bounces):
        for each in (not up, up):
            due = time.monotonic_ns() + BETWEEN_NS
            while time.monotonic_ns() < due:  # a sleep would take tens of ms here
                pass
            level(button, each)
            now = time.monotonic_ns()
            longest, last = max(longest, now - last), now
    return longest


def press(button: str, bounces: int, held_s: float = HELD_S) -> dict[str, object]:
    """One press and its release: when its first edge was written, its bounce's longest gap."""
    before = time.monotonic_ns()
    level(button, False)
    after = time.monotonic_ns()
    gap = shake(button, False, bounces)
    time.sleep(held_s)
    level(button, True)
    gap = max(gap, shake(button, True, bounces))
    time.sleep(HELD_S)
    return {"button": button, "before_ns": before, "after_ns": after, "longest_gap_ns": gap}


def both() -> list[dict[str, object]]:
    """Left, and at once right, and both go."""
    pressed = []
    for button in ("left", "right"):
        before = time.monotonic_ns()
        level(button, False)
        pressed.append({"button": button, "before_ns": before, "after_ns": time.monotonic_ns()})
    time.sleep(HELD_S)
    for button in ("right", "left"):
        level(button, True)
    time.sleep(HELD_S)
    return pressed
