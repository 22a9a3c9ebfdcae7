"""A rogue table of a rehearsal: its key is enrolled, and it signs rows about other tables' matches.

It has a real journal and the real link to the director. What it writes must not change how the
event ends.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

from kiosk.demo.rehearsal.light_table import APP, LightTable, Reached
from kiosk.journal.journal import Journal
from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.ending import MatchEnded
from kiosk.rules.fact import Event
from kiosk.rules.match import EMPTY, Match
from kiosk.rules.reasons import EndCause
from kiosk.rules.result import ResultAgreed
from kiosk.rules.score import ScoreChanged
from kiosk.rules.start import GameStarted, MatchOpened
from kiosk.rules.table import FormatKind, MatchFormat, Team
from kiosk.rules.units import SIDES, BySide, Instant, Side, require
from kiosk.table.boots import next_boot
from kiosk.table.director import DirectorLink
from kiosk.table.sync import TableIdentity
from kiosk.wire.row import utc_text
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import snapshot

LIE_S = 0.2
"""Seconds between two false rows."""
_BOOT = "rogue-boot"
_STOP_S = 20.0


class RogueTable:
    """A device at a number to which no match is called. `victims`: the tables it writes about."""

    def __init__(
        self,
        number: int,
        folder: Path,
        victims: Sequence[LightTable],
        reached: Callable[[], Reached],
        seed: int,
    ) -> None:
        self.number = number
        self.key = DeviceKey.generate()
        self.lies = 0
        self.failure: BaseException | None = None
        self._path = folder / "journal.db"
        self._pictures = folder / "pictures"
        self._victims = victims
        self._reached = reached
        self._chance = Random(f"rogue {seed} {number}")
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"rogue-{number}", daemon=True)

    def start(self) -> None:
        """Start writing."""
        self._thread.start()

    def close(self) -> None:
        """Stop. Raises the error that ended it before, if any."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(_STOP_S)
        if self.failure is not None:
            raise self.failure

    # --- its thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            with Journal.open(self._path, boot_id=_BOOT) as journal:
                self._write(journal)
        except Exception as error:  # noqa: BLE001 (the rehearsal names it)
            self.failure = error

    def _write(self, journal: Journal) -> None:
        reached = self._reached()
        me = TableIdentity(
            APP, journal.journal_id, _BOOT, next_boot(self._path, 0), self.key, reached.key
        )
        link = DirectorLink(
            reached.url,
            reached.certificate,
            me,
            self._path,
            self._pictures,
            lambda _order: None,  # it ignores orders
            screens=lambda: 2,
            halted=lambda: None,
            lost=frozenset(),
        )
        link.start()
        try:
            for number in count():
                if self._stopping.wait(LIE_S):
                    return
                link.note_turn()
                events = tuple(self._lie(self._chance.choice(self._victims)))
                if events:
                    self._append(journal, events, f"lie-{number}")
                    link.show(snapshot(EMPTY, journal.head[0], Instant(time.monotonic_ns())))
        finally:
            link.close()

    def _append(self, journal: Journal, events: Sequence[Event], command_id: str) -> None:
        named = next((each.match_id for each in events if isinstance(each, MatchOpened)), None)
        taken = next((each.state for each in events if isinstance(each, TableTakenOver)), None)
        journal.append(
            command_id=command_id,
            by="director:Kari",
            at_ns=time.monotonic_ns(),
            wall_utc=utc_text(time.time_ns()),
            match_id=named or (taken.match_id if taken is not None else None),
            events=events,
        )
        self.lies += 1

    def _lie(self, victim: LightTable) -> Iterator[Event]:
        """Write rows about a table's match: another length or other sides with a result, or a state
        never reached.
        """
        match = victim.match if victim.is_playing else EMPTY
        if match.opened is None:
            return
        if self._chance.random() < 0.5:
            yield self._has(match)
        else:
            yield from self._ends(match)

    def _has(self, match: Match) -> Event:
        score = BySide(self._chance.randrange(7), self._chance.randrange(7))
        state = replace(match, score=score, moved=9, earlier=(), settled=None)
        return TableTakenOver("journal-1", 1, "0" * 64, "journal-2", state, Instant(0))

    def _ends(self, match: Match) -> Iterator[Event]:
        opened, winner = require(match.opened), self._chance.choice(list(Side))
        stranger = Team("nobody", "Nobody", ())
        sides = self._chance.choice([opened.sides, replace(opened.sides, black=stranger)])
        score = BySide(*((1, 0) if winner is Side.WHITE else (0, 1)))
        form = MatchFormat(FormatKind.POINTS, 1)
        yield MatchOpened(
            *(opened.match_id, opened.event_id, self.number, opened.series, form, sides),
            *(require(match.book), opened.profile_hash),
        )
        yield GameStarted(1, crawford=False, cube_in_play=True, cites=())
        yield ScoreChanged(score, "director:Kari", "played", None, None)
        yield MatchEnded(winner, score, EndCause.PLAYED, ())
        for side in SIDES:
            yield ResultAgreed(side, score)
