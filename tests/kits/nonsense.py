"""Rows that are read one by one, and make no match together."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace

from kiosk.wire.row import Row
from kits.tracked_files import tracked_files


def golden_rows() -> list[Row]:
    """Of matches that were played, an opening first."""
    found = []
    for file in tracked_files("tests/wire/golden/*.jsonl"):
        found += [Row(**json.loads(line)) for line in file.read_text().splitlines()]
    opening = next(row for row in found if row.kind == "MatchOpened")
    return [opening, *(row for row in found if row is not opening)]


def nonsense(rows: Sequence[Row], chance: random.Random, most: int = 30) -> list[Row]:
    """The first of them, then some of the others as chance has it, as of one match."""
    first, *others = rows
    some = [chance.choice(others) for _ in range(chance.randint(1, most))]
    return [
        replace(row, seq=seq, match_id=first.match_id, journal_id=first.journal_id)
        for seq, row in enumerate((first, *some), 1)
        if row.kind != "MatchOpened" or row is first
    ]
