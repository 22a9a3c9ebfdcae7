"""`make bench`, the rules core: commands decided, and an evening's journal replayed.

The commands are those of whole matches on the bare core: rolls read and refused, cube,
Crawford game, clocks. Figures are in processor time, the best of a few runs.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

from kiosk.demo.core_match import CoreTable, play
from kiosk.journal import Journal, fold_rows, read
from kiosk.rules.command import Command
from kiosk.rules.decide import decide
from kiosk.rules.fact import Event
from kiosk.rules.match import EMPTY, Match
from kiosk.rules.start import MatchOpened
from kiosk.table.settings import load_book
from kiosk.wire.row import Row

EVENTS = 10_000
POINTS = 7
RUNS = 3


def measure(folder: Path) -> Iterator[str]:
    """Yield the figures, a line each; the journal is in `folder`."""
    matches = _played()
    commands = sum(len(match.commands) for match in matches)
    spent_s = best_s(lambda: [_decided(match.commands) for match in matches])
    yield (
        f"commands decided: {commands / spent_s:,.0f} a processor second, "
        f"n {commands} of {len(matches)} matches to {POINTS} points"
    )
    path = folder / "evening.db"
    _keep([match.events for match in matches], path)
    rows = list(read(path))
    folded_s = best_s(lambda: fold_rows(rows))
    whole_s = best_s(lambda: fold_rows(read(path)))
    yield (
        f"replay of a journal of {len(rows):,} events: {whole_s:.2f} processor seconds "
        f"with reading and verifying, {folded_s:.2f} the fold alone"
    )


def played_rows(most: int, folder: Path) -> list[Row]:
    """The first rows of played matches, in one journal."""
    path = folder / "played.db"
    if not path.exists():
        _keep([match.events for match in _played()], path)
    return list(islice(read(path), most))


def best_s(work: Callable[[], object]) -> float:
    """Processor seconds of the work, the best of RUNS."""
    spans: list[float] = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        spans.append(time.process_time() - began)
    return min(spans)


def _played() -> list[CoreTable]:
    """Enough matches for EVENTS events."""
    book, matches, events = load_book("norway", "book"), list[CoreTable](), 0
    for seed in count():
        matches.append(CoreTable())
        play(matches[-1], seed, POINTS, book)
        events += len(matches[-1].events)
        if events >= EVENTS:
            break
    return matches


def _decided(commands: list[Command]) -> Match:
    """Decide the commands as the table's loop does."""
    match = EMPTY
    for command in commands:
        match = decide(match, command).match
    return match


def _keep(matches: list[list[Event]], path: Path) -> None:
    """Journal the first EVENTS events of these matches, one commit per match."""
    room = EVENTS
    with Journal.open(path, boot_id="bench") as journal:
        for number, events in enumerate(matches):
            match_id = f"match-{number}"
            journal.append(
                command_id=match_id,
                by="table",
                at_ns=number,
                wall_utc="2026-05-09T14:03:07.123Z",
                match_id=match_id,
                events=[_named(event, match_id) for event in events[:room]],
            )
            room -= len(events[:room])
        journal.checkpoint()


def _named(event: Event, match_id: str) -> Event:
    return replace(event, match_id=match_id) if isinstance(event, MatchOpened) else event
