"""The match record: what the table saw of one match, as one JSON document.

The table does not see the checkers, so there are no plays in it.
"""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from kiosk.record.errors import MatchMissing
from kiosk.record.scribe import Scribe
from kiosk.rules.result import EarlierResultCorrected
from kiosk.wire.disk import sync_folder
from kiosk.wire.row import Row


def record(rows: Iterable[Row], match_id: str) -> dict[str, Any]:
    """The record of one match in verified rows, as plain lists and objects.

    Raises MatchMissing, and what `Row.event` raises for a row of a newer program.
    """
    scribe = Scribe()
    for row in rows:
        if _about(row) == match_id:
            scribe.take(row)
    if scribe.record is None:
        raise MatchMissing(f"no match {match_id!r} was opened in these rows: name one they hold")
    return msgspec.json.decode(msgspec.json.encode(scribe.record), type=dict[str, Any])


def _about(row: Row) -> str | None:
    """The match a row tells of: a result corrected later stands beside another match."""
    if row.kind != EarlierResultCorrected.__name__:
        return row.match_id
    event = row.event()
    return event.of_match if isinstance(event, EarlierResultCorrected) else row.match_id


def write(document: dict[str, Any], path: Path) -> None:
    """Write a record as JSON; there whole or not at all, whenever the power goes."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
    descriptor, new = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        Path(new).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
