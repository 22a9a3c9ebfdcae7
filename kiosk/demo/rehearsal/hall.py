"""The hall of a rehearsal: the director's process, the tables, and the players at them."""

import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from kiosk.demo.director_process import DirectorProcess
from kiosk.demo.errors import DemoError, DemoMisused
from kiosk.demo.rehearsal.late_players import LatePlayers
from kiosk.demo.rehearsal.light_table import LightTable, Reached
from kiosk.demo.rehearsal.options import Options
from kiosk.demo.rehearsal.pairs import Pairs
from kiosk.demo.rehearsal.rogue_table import RogueTable
from kiosk.demo.rehearsal.swing_order import SwingOrder

LOOK_S = 0.05
SETTLE_S = 10.0
"""Longest time for the last rows to reach the director."""


class RehearsalHall:
    """Director and tables of a rehearsal. `faults`: faults so far, in words."""

    def __init__(self, options: Options, stack: ExitStack) -> None:
        self.out = options.out
        self.faults: list[str] = []
        self.late = LatePlayers(options.seed if options.late else None)
        self.swing = SwingOrder()
        self._pace_s = options.pace_s
        self._pairs = Pairs(options.seed)
        self._director = RehearsedDirector(options.out, options.seed)
        self.tables = [self._table(number) for number in range(1, options.tables + 1)]
        self.rogues = [
            self._rogue(options.tables + nth, options.seed) for nth in range(1, options.rogues + 1)
        ]
        self._director.enrol_tables(self._all)
        self._url = self._director.start()
        stack.callback(self._director.stop)
        self.console = self._director.join("Kari")
        for table in self._all:
            table.start()
        if self.rogues:
            self.faults.append(f"{len(self.rogues)} rogue tables write about the others' matches")
        stack.callback(self._close)

    def _table(self, number: int) -> LightTable:
        folder = self.out / f"table-{number}"
        folder.mkdir(exist_ok=True)
        if (folder / "journal.db").exists():
            raise DemoMisused(f"{folder} holds a journal: name another folder with --out")
        return LightTable(
            number,
            folder,
            self._pairs,
            self._reached,
            late=self.late,
            may_sign=self.swing.may_sign,
            pace_s=self._pace_s,
        )

    def _rogue(self, number: int, seed: int) -> RogueTable:
        folder = self.out / f"rogue-{number}"
        folder.mkdir(exist_ok=True)
        return RogueTable(number, folder, self.tables, self._reached, seed)

    @property
    def _all(self) -> list[LightTable | RogueTable]:
        return [*self.tables, *self.rogues]

    @property
    def trusted(self) -> str:
        """The director's certificate, for a browser."""
        return self._director.trusted

    def _reached(self) -> Reached:
        return Reached(self._url, self._director.key, self._director.certificate)

    def _close(self) -> None:
        closing = [threading.Thread(target=table.close) for table in self._all]
        for each in closing:
            each.start()
        for each in closing:
            each.join()

    @property
    def rows(self) -> int:
        """Rows of all tables so far."""
        return sum(table.seq for table in self.tables)

    def check(self) -> None:
        """Raise DemoError if a table has ended by itself."""
        for table in self._all:
            if table.failure is not None:
                raise DemoError(f"table {table.number} ended: {table.failure}") from table.failure

    def revive_director(self) -> None:
        """Restart the killed director at its old address. Raises DirectorProcessGone."""
        self._url = self._director.start()

    def kill_director(self) -> None:
        """Kill the director, as a power cut would."""
        self._director.kill()

    def settle(self) -> None:
        """Wait until all results are posted and all rows are at the director. Raises DemoError."""
        until_s = time.monotonic() + SETTLE_S
        while True:
            numbers = {table.number for table in self.tables}
            cards = [card for card in self.console.cards() if card["table"] in numbers]
            behind = [card for card in cards if _is_unsettled(card)]
            if not behind:
                return
            if time.monotonic() > until_s:
                named = ", ".join(str(card["table"]) for card in behind)
                raise DemoError(f"{SETTLE_S:g} s after the event rows of table {named} are missing")
            time.sleep(LOOK_S)


def _is_unsettled(card: Any) -> bool:
    return bool(card["behind"]) or any(wait["key"] == "result" for wait in card["waits"])


class RehearsedDirector(DirectorProcess):
    """A director whose draws depend on a seed."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder)
        self._seed = seed

    @property
    def program(self) -> tuple[str, ...]:
        return "kiosk.demo.rehearsal.seeded_director", str(self._seed)

    def enrol_tables(self, tables: Sequence[LightTable | RogueTable]) -> None:
        """Enrol these tables; call before it starts."""
        self.enrol_all({table.key.public: table.number for table in tables})
