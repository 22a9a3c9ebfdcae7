"""A tower made of software: the firmware's own logic behind a pseudo-terminal.

A real serial port reads it; `drop` and `come_out` are the dice, `unplug` pulls the USB cable and
with it the tower's power.
"""

import contextlib
import os
import secrets
import select
import shutil
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import Self

from hardware.errors import TowerError, TowerTimeout
from hardware.tower.firmware.tower_protocol import TICKS_PERIOD, Tower

LOOK_S = 0.02  # how often the twin looks for something to send
ANSWER_S = 5.0
READ_BYTES = 256


class SimulatedTower:
    """Plugged in from the start. `port` stays the same path through unplug and plug.

    `tap`, if given, sees every chunk the tower sends, on the tower's thread.
    Raises TowerError for a die in a tower that is unplugged.
    """

    def __init__(
        self,
        clock_ns: Callable[[], int] = time.monotonic_ns,
        tap: Callable[[bytes], None] | None = None,
    ) -> None:
        self._clock_ns = clock_ns
        self._tap = tap
        self._folder = Path(tempfile.mkdtemp(prefix="tower-"))
        self.port = str(self._folder / "port")
        self._tower: _Firmware | None = None
        self._ends: tuple[int, int] | None = None  # our end, the table's end
        self._ignores_acks = False
        self._requests: Queue[tuple[Callable[[], None], Future[None]]] = Queue(maxsize=64)
        self._wake_r, self._wake_w = os.pipe()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simulated tower", daemon=True)
        self._thread.start()
        self.plug()

    @property
    def lamp(self) -> bool:
        """Whether the tower's lamp is lit."""
        return self._tower is not None and self._tower.lamp

    def drop(self, dice: int = 2) -> None:
        """Drop `dice` dice through the top beam."""
        self._do(lambda: self._pass("drop", dice))

    def come_out(self, dice: int = 2) -> None:
        """Let `dice` dice leave through the bottom beam."""
        self._do(lambda: self._pass("out", dice))

    def unplug(self) -> None:
        """Pull the cable: the port is gone, and the tower forgets."""
        self._do(self._unplug)

    def plug(self) -> None:
        """Put the cable back: the port is there again, and the tower starts anew."""
        self._do(self._plug)

    def ignore_acks(self, ignore: bool) -> None:
        """Behave as if every acknowledgement were lost on the line."""

        def set_it() -> None:
            self._ignores_acks = ignore
            if self._tower is not None:
                self._tower.ignores_acks = ignore

        self._do(set_it)

    def close(self) -> None:
        """Unplug for good."""
        if self._stopping.is_set():
            return
        self.unplug()
        self._stopping.set()
        os.write(self._wake_w, b".")
        self._thread.join(ANSWER_S)
        os.close(self._wake_r)
        os.close(self._wake_w)
        shutil.rmtree(self._folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _do(self, request: Callable[[], None]) -> None:
        """Have the tower's thread, the only owner of its ends, do `request`; wait for it."""
        if self._stopping.is_set():
            raise TowerError("simulated tower is closed: make a new one")
        done: Future[None] = Future()
        self._requests.put((request, done), timeout=ANSWER_S)
        os.write(self._wake_w, b".")
        try:
            done.result(ANSWER_S)
        except TimeoutError as error:
            raise TowerTimeout(f"simulated tower did not act within {ANSWER_S} s") from error

    def _run(self) -> None:
        while not self._stopping.is_set():
            ours = [] if self._ends is None else [self._ends[0]]
            readable, _, _ = select.select([self._wake_r, *ours], [], [], LOOK_S)
            if self._wake_r in readable:
                os.read(self._wake_r, READ_BYTES)
            for end in ours:
                if end in readable and self._tower is not None:
                    self._tower.receive(os.read(end, READ_BYTES), self._now_ms())
            self._serve_requests()
            self._speak()

    def _serve_requests(self) -> None:
        with contextlib.suppress(Empty):
            while True:
                request, done = self._requests.get_nowait()
                try:
                    request()
                except OSError as error:
                    done.set_exception(error)
                else:
                    done.set_result(None)

    def _speak(self) -> None:
        if self._tower is None or self._ends is None:
            return
        lines = self._tower.outgoing(self._now_ms())
        if not lines:
            return
        if self._tap is not None:
            self._tap(lines)
        # With nobody reading, the line's buffer fills and the rest is lost, as on USB.
        with contextlib.suppress(BlockingIOError):
            os.write(self._ends[0], lines)

    def _pass(self, beam: str, dice: int) -> None:
        if self._tower is None:
            raise TowerError(f"simulated tower is unplugged and cannot take {dice} dice: plug it")
        for _ in range(dice):
            self._tower.passed(beam, 1, self._now_ms())

    def _plug(self) -> None:
        if self._ends is not None:
            return
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        os.symlink(os.ttyname(theirs), self.port)
        self._ends = ours, theirs
        self._tower = _Firmware(secrets.randbelow(1 << 16), self._now_ms())
        self._tower.ignores_acks = self._ignores_acks

    def _unplug(self) -> None:
        if self._ends is None:
            return
        os.unlink(self.port)
        for end in self._ends:
            os.close(end)
        self._ends = self._tower = None

    def _now_ms(self) -> int:
        return self._clock_ns() // 1_000_000 % TICKS_PERIOD


class _Firmware(Tower):
    """The firmware's logic, which can be told to lose acknowledgements."""

    ignores_acks = False

    def acknowledged(self, number: int) -> None:
        if not self.ignores_acks:
            super().acknowledged(number)
