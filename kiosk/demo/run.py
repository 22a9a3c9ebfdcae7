"""`kiosk demo`: a whole match on simulated hardware, through every real device path."""

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kiosk.demo.board_scene import Stage
from kiosk.demo.errors import DemoMisused, TableGone
from kiosk.demo.hands import TableHands
from kiosk.demo.moves import Entry
from kiosk.demo.plan import Plan
from kiosk.demo.players import Players
from kiosk.demo.table_process import JOURNAL, Played, TableProcess
from kiosk.demo.verdict import Verdict
from kiosk.journal import Row, read
from kiosk.record import record, write
from kiosk.rules import events as e
from kiosk.rules.match import Phase
from kiosk.rules.units import Side
from kiosk.table.settings import load_book
from kiosk.wire.codec import canonical, sha256
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.words import sentence

LOOK_S = 0.5
FIRST_LOOK_S = 3.0
_TOLD = (e.GameStarted, e.Doubled, e.Taken, e.Passed, e.GameEnded, e.MatchEnded)


class Evening:
    """A table, its hands and its players, from the first snapshot to the last.

    `gone` is called when the table goes away; it starts it again or raises what it is given.
    """

    def __init__(self, table: TableProcess, seed: int, speed: float) -> None:
        plan = Plan(seed)
        self.table = table
        self.stage = Stage(table.played.rig(), plan)
        self.hands = TableHands(self.stage, speed, *self.table.start())
        self.players = Players(plan, self.hands, time.monotonic)
        self.shown = self._first()

    def play(
        self,
        tell: Callable[[Snapshot], None],
        gone: Callable[["Evening", TableGone], None],
    ) -> None:
        """Play until the match is over. Raises Stuck, DemoError."""
        while self.shown.phase is not Phase.MATCH_OVER:
            try:
                self.players.attend(self.shown)
                newer = self.hands.screen.newer(self.shown.seq, LOOK_S)
            except TableGone as error:
                gone(self, error)
                continue
            if newer is not None:
                self.shown = newer
                tell(newer)
        self.players.finish(self.shown)

    def start_again(self) -> None:
        """A table that died comes back on its journal and finds the board as it lies."""
        self.hands.screen.close()
        self.hands.control.close()
        self.hands.screen, self.hands.control = self.table.start()
        self.shown = self._first()
        self.hands.pose(self.stage.at_rest())
        self.players.reconnected()

    def close(self) -> int | None:
        """Stop the table; its exit code."""
        self.hands.screen.close()
        self.hands.control.close()
        return self.table.stop()

    def _first(self) -> Snapshot:
        shown = self.hands.screen.newer(-1, 20.0)
        if shown is None:
            raise TableGone("the table shows no snapshot 20 s after its start")
        return shown


def run(options: Namespace) -> int:
    """Play the demo; 0, or 1 when the table took a roll that was not there.

    Raises DemoMisused, SettingsError and OSError for wrong use, DemoError for a match that does
    not get on.
    """
    started = time.monotonic()
    load_book(options.rulebook, options.clock)
    folder = _folder(options.out or Path("demo-out") / str(options.seed))
    played = Played(
        match_id=f"demo-{options.seed}",
        points=options.points,
        rulebook=options.rulebook,
        clock=options.clock,
        rig_seed=abs(options.seed),
    )
    evening = Evening(TableProcess(folder, played), options.seed, options.speed)
    teller = _Teller(evening.table.journal)
    try:
        _write(folder / "processes.json", _processes(evening))
        evening.play(teller.tell, _give_up)
    finally:
        code = evening.close()
        _write(folder / "truth.json", evening.stage.truth())
    if code != 0:
        raise TableGone(f"the table stopped with exit code {code}; {folder / 'table.log'} says why")
    verdict = _verdict(folder, played.match_id, evening)
    for line in verdict.wrong:
        sys.stderr.write(f"kiosk: a roll was read wrong, {line}; see {folder / 'truth.json'}\n")
    seconds = time.monotonic() - started
    _say_end(verdict, folder, seconds)
    if options.json:
        figures = _figures(verdict, folder, evening.players.log, seconds)
        sys.stdout.write(json.dumps(figures) + "\n")
    return 1 if verdict.wrong else 0


def digest(log: list[Entry]) -> str:
    """sha256 of what the seed decides: dice, plays, planned bad rolls, cube actions, score."""
    return sha256(canonical([list(entry) for entry in log]))


def _folder(folder: Path) -> Path:
    """Raises DemoMisused for a folder that holds a journal: it is never written over."""
    if (folder / JOURNAL).exists():
        raise DemoMisused(f"{folder} holds a journal already: name another folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _processes(evening: Evening) -> dict[str, int | None]:
    evening.hands.pose(evening.stage.at_rest())  # answered once the camera's process runs
    # The tracker looks at the board once before anything moves, and says that no dice lie there.
    evening.hands.screen.newer(evening.shown.seq, FIRST_LOOK_S)
    named: dict[str, int | None] = evening.hands.control.do("processes")["processes"]
    return {**named, "demo": os.getpid()}


def _give_up(_evening: Evening, error: TableGone) -> None:
    raise error


def _verdict(folder: Path, match_id: str, evening: Evening) -> Verdict:
    """Check the journal against the truth, and write the record."""
    rows = list(read(folder / JOURNAL))
    verdict = Verdict()
    for row in rows:
        verdict.take(row, evening.stage.lays)
    write(record(rows, match_id), folder / "record.json")
    return verdict


def _figures(verdict: Verdict, folder: Path, log: list[Entry], seconds: float) -> dict[str, Any]:
    return {
        "winner": verdict.winner,
        "score": {side.value: verdict.score.of(side) for side in Side},
        "games": verdict.games,
        "rolls_read": verdict.rolls_read,
        "rolls_refused": dict(sorted(verdict.rolls_refused.items())),
        "unsure": verdict.unsure,
        "wrong_readings": len(verdict.wrong),
        "cube_actions": verdict.cube_actions,
        "events_journaled": verdict.events,
        "record": str(folder / "record.json"),
        "journal": str(folder / JOURNAL),
        "truth": str(folder / "truth.json"),
        "match_digest": digest(log),
        "seconds": round(seconds, 1),
    }


def _write(path: Path, plain: object) -> None:
    path.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")


def _say_end(verdict: Verdict, folder: Path, seconds: float) -> None:
    refused = sum(verdict.rolls_refused.values())
    sys.stdout.write(
        f"{verdict.rolls_read} rolls read, {refused} refused, {verdict.unsure} asked about, "
        f"{len(verdict.wrong)} wrong; {seconds:.0f} s. Everything is in {folder}\n"
    )


class _Teller:
    """Tells games and cube actions as they are journaled."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._told = 0
        self._moment: Entry = ()

    def tell(self, shown: Snapshot) -> None:
        """Tell what is new, if the snapshot looks as if something were."""
        game = shown.game
        moment = (shown.phase is Phase.MATCH_OVER, game and (game.number, game.cube))
        if moment == self._moment:
            return
        self._moment = moment
        for row in read(self._journal):
            if row.seq > self._told:
                self._told = row.seq
                self._say(row)

    def _say(self, row: Row) -> None:
        event = row.event()
        if isinstance(event, _TOLD):
            sys.stdout.write(f"{row.wall_utc[11:19]}  {sentence(event)}\n")
            sys.stdout.flush()
