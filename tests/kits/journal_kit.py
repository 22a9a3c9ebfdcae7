"""A journal to write in, and what is written."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from kiosk.journal import (
    Journal,
)
from kiosk.rules.devices import DeviceBack, DeviceLost
from kiosk.rules.fact import Event
from kiosk.wire import codec
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
    """As an older program left a journal."""
    for suffix in (".head-a", ".head-b"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def made_version_1(path: Path, mark: tuple[str, int] | None) -> None:
    """A closed journal as the first format had it: no head, its clock mark in a table."""
    without_head(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as visitor:
        visitor.execute("PRAGMA user_version = 1")
        visitor.execute(
            "CREATE TABLE mark (one INTEGER PRIMARY KEY CHECK (one = 1), boot_id TEXT NOT NULL, "
            "at_ns INTEGER NOT NULL, hash TEXT NOT NULL) STRICT"
        )
        if mark is not None:
            vouched = codec.sha256(codec.canonical_json(list(mark)))
            visitor.execute("INSERT INTO mark VALUES (1, ?, ?, ?)", (*mark, vouched))
