"""The firmware, main.py and all, unchanged under a real MicroPython, and the host's link.

`make test` installs MicroPython's WebAssembly build, which node runs; micropython/board.py stands
in for the pins and the clock of the board, and a pseudo-terminal for the USB cable.
"""

import contextlib
import os
import queue
import select
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Self

import pytest

from hardware.tower import firmware
from hardware.tower.firmware.tower_beams import EDGES
from hardware.tower.firmware.tower_protocol import FIRMWARE, HELD_EVENTS, VERSION
from hardware.tower.link import (
    SelfTest,
    TowerLink,
    TowerReport,
    TowerState,
    TowerStatus,
    TowerTrouble,
    TroubleKind,
)
from hardware.tower.protocol import DicePassed, Event, Message, TowerLines, ask_hello

HERE = Path(__file__).parent / "micropython"
MICROPYTHON = (
    Path(sys.prefix) / "micropython/node_modules/@micropython/micropython-webassembly-pyscript"
)
PATIENCE_S = 20  # a bound for a broken program, not a measure
DROP, OUT, LAMP, LID, EMITTER = 2, 3, 4, 5, 6
MS = 1_000


class Board:
    """A board that runs the firmware, from its power-on until the end of the block."""

    def __init__(self, *, parts: str = "", high: str = "") -> None:
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.port = os.ttyname(self._theirs)
        orders, self._orders = os.pipe()
        os.set_blocking(orders, False)
        bridge, board = HERE / "bridge.mjs", HERE / "board.py"
        fds = (self._ours, orders)
        given = [MICROPYTHON, Path(firmware.__file__).parent, board, *fds, f"\n{parts}\n", high]
        self._node = subprocess.Popen(
            ["node", bridge, *map(str, given)], pass_fds=fds, stdout=subprocess.PIPE, text=True
        )
        os.close(orders)
        self.said: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._node.stdout is not None
        for line in self._node.stdout:
            self._lines.put(line.rstrip())
        self._lines.put(None)

    def __enter__(self) -> Self:
        try:
            self.until_said(f"listens {OUT}")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._node.kill()
        self._node.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        assert self._node.stdout is not None
        self._node.stdout.close()
        for fd in (self._ours, self._theirs, self._orders):
            os.close(fd)
        with contextlib.suppress(queue.Empty):
            while True:
                self.said.append(self._lines.get_nowait() or "")
        faults = ("interrupt failed", "floats", "not a hard interrupt")
        assert [line for line in self.said if line.startswith(faults)] == []

    def order(self, *orders: str) -> None:
        os.write(self._orders, "".join(f"{order}\n" for order in orders).encode())

    def until_said(self, wanted: str) -> None:
        while True:
            line = self._lines.get(timeout=PATIENCE_S)
            assert line is not None, f"the board ended before {wanted}: {self.said}"
            self.said.append(line)
            if line == wanted:
                return

    def breaks(self, *breaks: tuple[int, int, int]) -> None:
        """Break beams at (pin, from, to) microseconds from now, and wait until it is done."""
        edges = [(at, pin, 1) for pin, at, _ in breaks] + [(at, pin, 0) for pin, _, at in breaks]
        self.order(*(f"pin {pin} {level} {at}" for at, pin, level in edges), "play")
        self.until_said("played")

    def level(self, pin: int, level: int) -> None:
        """A pin changes now."""
        self.order(f"pin {pin} {level} 0", "play")

    def messages(self) -> Iterator[Message]:
        """What the tower says to a table that asks for its hello and acknowledges nothing."""
        lines = TowerLines()
        os.write(self._theirs, ask_hello())
        while True:
            readable, _, _ = select.select([self._theirs], [], [], PATIENCE_S)
            assert readable, "the tower is silent"
            yield from lines.feed(os.read(self._theirs, 4096))


class Table:
    """The host's link to a board, and what it told."""

    def __init__(self, board: Board) -> None:
        self.reports: queue.Queue[TowerReport] = queue.Queue()
        self.states: queue.Queue[TowerState] = queue.Queue()
        self.troubles: queue.Queue[TowerTrouble] = queue.Queue()
        self.link = TowerLink(
            board.port,
            self.reports.put,
            self.states.put,
            on_trouble=self.troubles.put,
            ports=list,
            first_retry_ns=10_000_000,
        )

    def __enter__(self) -> Self:
        self.link.start()
        while self.states.get(timeout=PATIENCE_S).status is not TowerStatus.READY:
            pass
        return self

    def __exit__(self, *_: object) -> None:
        self.link.close()

    def report(self) -> TowerReport:
        return self.reports.get(timeout=PATIENCE_S)

    def trouble(self) -> TowerTrouble:
        return self.troubles.get(timeout=PATIENCE_S)

    def self_test(self) -> SelfTest:
        results: queue.Queue[SelfTest] = queue.Queue()
        self.link.self_test(results.put)
        return results.get(timeout=PATIENCE_S)


def test_the_board_says_who_it_is() -> None:
    with Board(parts=f"LID_PIN = {LID}") as board:
        hello = next(board.messages())
    said = SimpleNamespace(**{name: getattr(hello, name) for name in type(hello).__slots__})
    assert (said.version, said.firmware, said.cause) == (VERSION, FIRMWARE, "power")
    assert said.serial_number == "E660583883724A32"
    assert said.parts == {"jam", "lamp", "lid", "selftest"}


def test_two_dice_in_and_out_are_one_roll() -> None:
    with Board() as board, Table(board) as table:
        board.breaks(
            (DROP, 0, 6 * MS),
            (DROP, 20 * MS, 26 * MS),
            (OUT, 300 * MS, 312 * MS),
            (OUT, 340 * MS, 346 * MS),
        )
        report = table.report()
        assert (report.dropped, report.came_out) == (2, 2)
        assert report.first_at_ns < report.last_at_ns
        assert table.troubles.empty()


@pytest.mark.parametrize("turn_ms", [1, 40, 150])
def test_32_events_are_held_and_sent_again_while_no_die_of_6_ms_is_missed(turn_ms: int) -> None:
    """Every turn of the loop lasts `turn_ms`, and nobody acknowledges."""
    rolls = [(DROP, at * 12 * MS, at * 12 * MS + 6 * MS) for at in range(HELD_EVENTS // 2)]
    falls = [*rolls, *((OUT, a + 200 * MS, b + 200 * MS) for _, a, b in rolls)]
    with Board() as board:
        board.order(f"slow {turn_ms * MS}")
        board.breaks(*falls)
        held: dict[int, Event] = {}
        sent = 0
        for message in board.messages():
            if isinstance(message, Event):
                sent += 1
                held[message.number] = message
            if sent >= 3 * HELD_EVENTS:
                break
        assert sorted(held) == list(range(1, HELD_EVENTS + 1))
        dice = [held[number] for number in sorted(held)]
        assert all(isinstance(die, DicePassed) and die.count == 1 for die in dice)
        for beam in ("drop", "out"):
            ticks = [die.at_ms for die in dice if isinstance(die, DicePassed) and die.beam == beam]
            gaps = [later - ticks[0] for later in ticks]
            assert len(gaps) == HELD_EVENTS // 2
            assert all(abs(gap - 12 * n) <= 1 for n, gap in enumerate(gaps))
        with Table(board) as table:
            reports = [table.report()]
            while sum(report.came_out for report in reports) < HELD_EVENTS // 2:
                reports.append(table.report())
            assert sum(report.dropped for report in reports) == HELD_EVENTS // 2
            assert table.states.empty()  # no event was forgotten
            assert table.troubles.empty()


def test_more_edges_than_the_ring_holds_are_told() -> None:
    with Board() as board, Table(board) as table:
        board.order("slow 4000000")  # so all come in one turn of the loop
        begin = 2_000 * MS
        board.breaks(*((DROP, at, at + 40) for at in range(begin, begin + 80 * EDGES, 80)))
        lost = table.trouble()
        assert lost.kind is TroubleKind.EDGES_LOST
        assert f"lost {EDGES + 1} changes" in lost.why  # two for each break; one place stays free


def test_an_exception_starts_the_board_anew_and_the_next_hello_says_which() -> None:
    with Board() as board, Table(board) as table:
        board.order("raise")
        reset = table.trouble()
        assert (reset.kind, reset.over) == (TroubleKind.RESET, True)
        assert "(exception:OSError:" in reset.why
        board.breaks(*((pin, at, at + 6 * MS) for pin in (DROP, OUT) for at in (0, 50 * MS)))
        assert table.report().dropped == 2


def test_a_loop_that_hangs_is_ended_by_the_watchdog_and_said() -> None:
    with Board() as board, Table(board) as table:
        board.order("block")
        reset = table.trouble()
        assert (reset.kind, "(watchdog)" in reset.why) == (TroubleKind.RESET, True)
        assert table.self_test().results["drop"] == "lit"


def test_the_cause_of_a_reset_is_told_once() -> None:
    with Board() as board, Table(board) as table:
        board.order("raise")
        assert "exception" in table.trouble().why
        board.order("block")
        assert "(watchdog)" in table.trouble().why


def test_a_beam_blocked_at_power_on_is_told_and_is_no_die() -> None:
    with Board(high=f"{OUT}") as board, Table(board) as table:
        assert (table.trouble().kind, table.reports.empty()) == (TroubleKind.OUT_BEAM_STUCK, True)
        board.level(OUT, 0)
        over = table.trouble()
        assert (over.kind, over.over) == (TroubleKind.OUT_BEAM_STUCK, True)
        board.breaks(*((pin, at, at + 6 * MS) for pin in (DROP, OUT) for at in (0, 50 * MS)))
        report = table.report()
        assert (report.dropped, report.came_out) == (2, 2)


def test_jam_lid_and_a_stuck_beam_are_told_by_the_board_itself() -> None:
    with Board(parts=f"LID_PIN = {LID}") as board, Table(board) as table:
        board.order("slow 20000")
        board.breaks((DROP, 0, 6 * MS))
        assert (table.trouble().kind, table.report().dropped) == (TroubleKind.JAM, 1)
        board.level(LID, 1)
        told = [table.trouble() for _ in range(2)]
        assert {(trouble.kind, trouble.over) for trouble in told} == {
            (TroubleKind.LID_OPEN, False),
            (TroubleKind.JAM, True),
        }
        board.level(LID, 0)
        closed = table.trouble()
        assert (closed.kind, closed.over) == (TroubleKind.LID_OPEN, True)
        board.level(DROP, 1)
        stuck = table.trouble()
        assert (stuck.kind, stuck.over) == (TroubleKind.DROP_BEAM_STUCK, False)


def test_lamp_and_self_test() -> None:
    with Board(parts=f"DROP_EMITTER_PIN = {EMITTER}") as board, Table(board) as table:
        table.link.lamp(on=True)
        board.until_said(f"pin {LAMP} 1")
        assert table.self_test() == SelfTest({"drop": "ok", "out": "lit", "lamp": "blinked"})
        board.order("blind")
        assert table.self_test().results["drop"] == "blind"
        assert table.troubles.empty()  # what the test itself darkened is no stuck beam
        assert table.reports.empty()
