"""Every profile a match is opened under: each base, each clock overlay on it, each clock system."""

from collections.abc import Iterator
from typing import Any

from kiosk.rules.rulebook import ClockSystem, RuleBook
from kits.books import load

BASES = ("italian-international", "london-club", "norway")
TIMETABLE = [[6 * max(row, column) for column in range(1, 26)] for row in range(1, 26)]
"""Made up: Michigan's own is not printed (D4-1)."""
OVERLAYS: dict[str, dict[str, Any]] = {
    "unified-2001": {},
    "michigan-2002": {"clock.timetable_min": TIMETABLE},
}
TIMES = {"clock.reserve_s_per_point": 60, "clock.delay_s": 10}
"""Short, so that flags fall."""
CLOCKED = ("italian-international", "norway")
"""Bases that play with a clock of their own, whose times the event may set."""


def _profiles() -> Iterator[RuleBook]:
    for base in BASES:
        yield load(base, TIMES) if base in CLOCKED else load(base)
        for overlay, settings in OVERLAYS.items():
            yield load(f"{base}+{overlay}", settings)
    for system in ClockSystem:
        for base in CLOCKED:
            book = load(base, TIMES).with_clock(system, "the event's invitation")
            credited = system in {ClockSystem.BRONSTEIN, ClockSystem.FISCHER}
            yield book.with_value("clock.first_turn_credit", credited)


PROFILES = {f"{book.profile}, {book.clock.system}": book for book in _profiles()}
PROFILES["no Crawford game"] = load("norway", TIMES).with_value("cube.crawford", False)
