"""The end of a throw for one die, as one word."""

from __future__ import annotations

from vision.lab.natural.throws import ThrownDie

CARRIERS = ("checker", "rim", "bar", "die", "cube", "box")
"""What a die can lean on or lie on, besides the field."""

ENDS = (
    "free",
    "beside",
    *(f"leans_{name}" for name in CARRIERS),
    "leans_several",
    "leans_nothing",
    *(f"on_{name}" for name in CARRIERS),
    "on_several",
    "in_tray",
    "off_board",
)
"""free: level, touching the field alone; beside: level on the field, touching something;
leans_: askew, on what besides the field; on_: level, and not on the field."""


def end_of(die: ThrownDie) -> str:
    """The end of a die, one of ENDS."""
    carriers = [name for name in CARRIERS if name in die.touches]
    if "table" in die.touches:
        return "off_board"
    if die.flat and die.zone == "off":
        return "in_tray"
    if die.flat:
        return "beside" if carriers else "free"
    if not carriers:
        return "leans_nothing"
    on = carriers[0] if len(carriers) == 1 else "several"
    return f"on_{on}" if die.level else f"leans_{on}"
