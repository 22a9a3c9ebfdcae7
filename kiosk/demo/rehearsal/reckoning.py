"""Checks and figures of a rehearsal: each result once, all rows at the director, waiting times."""

import json
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from kiosk.demo.errors import DemoError
from kiosk.demo.rehearsal.assistant import Assistant
from kiosk.demo.rehearsal.hall import RehearsalHall
from kiosk.director.store.sqlite import SqliteStore
from kiosk.director.store.store import EventRow
from kiosk.journal.reading import read
from kiosk.tournament.decide import evolve
from kiosk.tournament.results import MatchTaken
from kiosk.tournament.tournament import NONE
from kiosk.wire.event_facts import decode_fact


@dataclass
class RehearsalFigures:
    """`acts`: count by kind. `waited_s`: longest wait for a table that was free."""

    seconds: float = 0.0
    matches: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    rows: int = 0
    faults: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    digest: str = ""
    waited_s: float = 0.0

    def format_summary(self) -> str:
        """The figures as lines of text."""
        acts = ", ".join(f"{count} {kind}" for kind, count in sorted(self.acts.items()))
        return (
            f"{self.matches} matches in {self.seconds:.0f} s, each result once; "
            f"{self.rows} rows, all at the director\n"
            f"acts: {acts}\n"
            f"faults: {', '.join(self.faults) or 'none'}\n"
            f"late: {', '.join(self.late) or 'nobody'}\n"
            f"nobody waited longer than {self.waited_s:.1f} s for a table that was free\n"
            f"event {self.digest[:16]}\n"
        )

    def json(self) -> str:
        """The figures as JSON."""
        return json.dumps({**vars(self), "acts": dict(self.acts)})


class Waits:
    """Longest time a pairing was proposed for a free table and not called, measured between
    updates. Time without a director is not counted.
    """

    def __init__(self) -> None:
        self.longest_s = 0.0
        self._since_s: dict[tuple[str, str], float] = {}

    def follow(self, event: Any) -> None:
        """Take the event as the console shows it."""
        now_s = time.monotonic()
        keys = (each["key"] for each in event["proposals"])
        waiting = ((key["division_id"], key["pairing_id"]) for key in keys)
        for since_s in self._since_s.values():  # including those called since
            self.longest_s = max(self.longest_s, now_s - since_s)
        self._since_s = {each: self._since_s.get(each, now_s) for each in waiting}

    def stop(self) -> None:
        """Stop counting: the director is gone."""
        self._since_s = {}


def compute_figures(
    hall: RehearsalHall, assistant: Assistant, event: Any, seconds: float, waits: Waits
) -> RehearsalFigures:
    """Compute the figures. Raises DemoError if a row is missing or a result did not count once."""
    rows = 0
    store = SqliteStore.open(hall.out / "director.db")
    try:
        for table in hall.tables:
            journal = list(read(table.path))
            rows += len(journal)
            there = store.rows(journal[0].journal_id, 0, len(journal) + 1) if journal else []
            if [row.hash for row in journal] != [row.hash for row in there]:
                raise DemoError(
                    f"table {table.number} has {len(journal)} rows, the director {len(there)}"
                )
        facts = list(store.event_rows(0, 10**9))
    finally:
        store.close()
    matches = matches_taken(facts)
    return RehearsalFigures(
        seconds=seconds,
        matches=matches,
        acts=assistant.acts,
        rows=rows,
        faults=tuple(hall.faults),
        late=hall.late.format_lateness(),
        digest=digest(event),
        waited_s=waits.longest_s,
    )


def matches_taken(rows: Iterable[EventRow]) -> int:
    """Count, by replay, the matches taken from the tables. Raises DemoError if one counted twice
    without being voided.
    """
    tournament, matches = NONE, 0
    for row in rows:
        fact = decode_fact(row.kind, row.v, row.body.encode())
        if isinstance(fact, MatchTaken):
            matches += 1
            before = len(tournament.sets.get(fact.key, ()))
            if fact.key in tournament.results or fact.nth != before + 1:
                raise DemoError(f"match {fact.nth} of {fact.key.pairing_id} was taken twice")
        tournament = evolve(tournament, fact)
    return matches


def count_results(event: Any) -> int:
    """Number of pairings with a result, as the console shows them."""
    return sum(each["result"] is not None for one in event["divisions"] for each in one["pairings"])


def digest(event: Any) -> str:
    """Digest of all pairings and their results; the same for the same seed."""
    names = {each["entry_id"]: each["name"] for each in event["entries"]}
    pairings = [
        (
            each["pairing_id"],
            [names.get(place["entry_id"], "") for place in each["places"]],
            names.get(each["winner"] or "", ""),
            (each["result"] or {}).get("score"),
        )
        for division in event["divisions"]
        for each in division["pairings"]
    ]
    return sha256(json.dumps(pairings).encode()).hexdigest()
