"""The table dies a few times during a demo match, by night fifty times during many; each match is
played to its end.

Without a screen and a director: what a table's death does to them is told in test_survival.
"""

import os
import signal
import threading
from pathlib import Path
from random import Random

import msgspec
import pytest
from kits.short_match import SHORT_SEED

from kiosk.demo.core_match import play_on_core
from kiosk.demo.errors import ProcessGone, TableProcessGone
from kiosk.demo.links import ControlLink, ScreenLink
from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.run import digest
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import MatchSettings, TableProcess
from kiosk.demo.verdict import MatchVerdict
from kiosk.journal import fold_rows, read
from kiosk.rules.decide import evolve
from kiosk.rules.match import EMPTY, IN_GAME
from kiosk.table.settings import load_book
from kiosk.wire.snapshot import Snapshot, snapshot

LONGEST_LIFE_S = 2.5
MOST_COMMITS = 6


class MortalTable(TableProcess):
    """Each life ends when `rng` says: at an instant, or between a commit and what it would show."""

    def __init__(
        self, folder: Path, played: MatchSettings, sockets: Sockets, rng: Random, kills: int
    ) -> None:
        super().__init__(folder, played, sockets)
        self._rng = rng
        self._kills_left = kills
        self.killed = self.killed_between = 0
        self._between = False

    def start(self) -> tuple[ScreenLink, ControlLink]:
        screen, control = super().start()
        self._between = self._rng.random() < 0.4
        if self._kills_left and self._between:
            after = self._rng.randint(1, MOST_COMMITS)
            control.do("die", when="between_commit_and_show", after=after)
        elif self._kills_left and self.pid is not None:
            life_s = self._rng.uniform(0.0, LONGEST_LIFE_S)
            threading.Timer(life_s, os.kill, (self.pid, signal.SIGKILL)).start()
        return screen, control

    def died(self) -> None:
        """It is dead, and of nothing else."""
        assert self.wait() == -signal.SIGKILL, (self.folder / "table.log").read_text()
        self.killed += 1
        self.killed_between += self._between
        self._kills_left -= 1


class Witness:
    """Sees every death and what comes back."""

    def __init__(self) -> None:
        self.shown: Snapshot | None = None

    def tell(self, shown: Snapshot) -> None:
        self.shown = shown

    def gone(self, evening: MatchDriver, _error: ProcessGone) -> None:
        """Bring the table back, and hold what it shows first against its journal."""
        assert isinstance(evening.table, MortalTable)
        while True:
            evening.table.died()
            if self.shown is not None:
                assert self.shown.seq <= fold_rows(read(evening.table.journal)).last_seq
            before, dead_again = evening.shown, False
            try:
                evening.table_again()
            except TableProcessGone:
                dead_again = True
            if evening.shown is not before:  # it may die before it shows anything
                self._check(evening)
            if not dead_again:
                return

    def _check(self, evening: MatchDriver) -> None:
        shown = evening.shown
        rows = [row for row in read(evening.table.journal) if row.seq <= shown.seq]
        kept = snapshot(fold_rows(rows).match, shown.seq, shown.at_ns)
        assert shown == msgspec.structs.replace(kept, alone=True)  # no director is set up
        assert shown.running is None
        assert shown.stop is not None or shown.phase not in IN_GAME


def stood_still_while_stopped(journal: Path) -> bool:
    """From every stop until play is resumed no clock runs."""
    match = EMPTY
    for row in read(journal):
        match = evolve(match, row.event())
        if match.stop is not None and match.clock.running is not None:
            return False
    return True


@pytest.mark.parametrize(
    ("seed", "kills", "least_between"),
    [(SHORT_SEED, 5, 1), pytest.param(0, 50, 10, marks=pytest.mark.night)],
)
def test_kills_lose_nothing(tmp_path: Path, seed: int, kills: int, least_between: int) -> None:
    """Some of them between a commit and what it would show."""
    rng, killed, between = Random(50), 0, 0
    while killed < kills:
        folder = tmp_path / str(seed)
        folder.mkdir()
        played = MatchSettings(f"demo-{seed}", 1, "norway", "book", seed, 960, 540)
        with Sockets(folder) as sockets:
            table = MortalTable(folder, played, sockets, rng, kills - killed)
            evening, witness = MatchDriver(table, seed, float("inf")), Witness()
            try:
                evening.play(witness.tell, witness.gone)
            finally:
                evening.close()
                code = table.stop()
        assert code == 0
        assert digest(evening.players.log) == digest(
            play_on_core(seed, 1, load_book("norway", "book"))[0]
        )
        assert stood_still_while_stopped(table.journal)
        verdict = MatchVerdict()
        for row in read(table.journal):
            verdict.take(row, evening.stage.lays)
        assert verdict.winner is not None
        assert not verdict.wrong
        killed, between, seed = killed + table.killed, between + table.killed_between, seed + 1
    assert killed == kills
    assert between >= least_between
