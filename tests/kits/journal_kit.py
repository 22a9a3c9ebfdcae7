"""A journal to write in, and what is written."""

from pathlib import Path
from typing import Any

from kiosk.journal import (
    Journal,
)
from kiosk.rules.devices import DeviceBack, DeviceLost
from kiosk.rules.fact import Event
from kiosk.wire.row import Row

LOST, BACK = DeviceLost("tower", "no answer"), DeviceBack("tower")

STAMP: dict[str, Any] = {
    "by": "table",
    "at_ns": 5,
    "wall_utc": "2026-05-09T14:03:07.123Z",
    "match_id": None,
}


def opened(path: Path, boot_id: str = "boot-1") -> Journal:
    return Journal.open(path, boot_id=boot_id)


def append(journal: Journal, command_id: str, *events: Event) -> tuple[Row, ...]:
    return journal.append(command_id=command_id, events=events, **STAMP)


def without_head(path: Path) -> None:
    """As a copy of the journal's file alone is."""
    for suffix in (".head-a", ".head-b"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
