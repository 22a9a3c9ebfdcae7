"""A simulated tower: the firmware's own logic behind a pseudo-terminal.

A real serial port reads it; `drop` and `come_out` are the dice, `unplug` pulls the USB cable and
with it the tower's power. Beams, lid and jams go through the firmware's logic; dice enter it as
already counted, so that a script may be faster than dice fall.
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
from hardware.tower.firmware.tower_beams import DROP, OUT, PERIOD_US, BaffleBox, EdgeRing, Happening
from hardware.tower.firmware.tower_protocol import TICKS_PERIOD, VERSION, Tower, encode
from hardware.tower.protocol import BeamName

LOOK_S = 0.02  # interval of checks for something to send
ANSWER_S = 5.0
READ_BYTES = 256
PARTS = ("jam", "lamp", "lid", "selftest")
_BEAMS = {"drop": DROP, "out": OUT}


class SimulatedTower:
    """Plugged in from the start. `port` stays the same path through unplug and plug.

    `protocol`: any but ours is a later one. `tap`, if given, gets each chunk the tower
    sends, on the tower's thread.
    Raises TowerError for a die in a tower that is unplugged.
    """

    def __init__(
        self,
        clock_ns: Callable[[], int] = time.monotonic_ns,
        tap: Callable[[bytes], None] | None = None,
        *,
        serial_number: str = "E660583883724A32",
        protocol: int = VERSION,
    ) -> None:
        self._clock_ns = clock_ns
        self.serial_number = serial_number
        self._protocol = protocol
        self._box: BaffleBox | None = None
        self._ring = EdgeRing()
        self._blocked = [False, False]
        self._lid_open = False
        self._hangs = False
        self._tap = tap
        self._folder = Path(tempfile.mkdtemp(prefix="tower-"))
        self.port = str(self._folder / "port")
        self._tower: _Firmware | None = None
        self._ends: tuple[int, int] | None = None  # our end, the table's end
        self._ignores_acks = self._ignores_tests = False
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

    def jam(self, inside: int = 1) -> None:
        """Jam `inside` dice of the last roll; `come_out` frees them."""
        self._do(lambda: self._emit(self._wired().jam(inside, self._now_us())))

    def lid(self, *, is_open: bool) -> None:
        """Open or close the lid; reported after the switch's 50 ms."""
        self._do(lambda: setattr(self, "_lid_open", is_open))

    def stick(self, beam: BeamName) -> None:
        """Block a beam: counts as a die at once, as stuck after 2 s; kept through a reboot."""
        self._do(lambda: self._block(_BEAMS[beam], blocked=True))

    def free(self, beam: BeamName) -> None:
        """Clear a blocked beam."""
        self._do(lambda: self._block(_BEAMS[beam], blocked=False))

    def reboot(self, cause: str = "watchdog") -> None:
        """Restart the firmware with the cable in place; dice not yet reported are lost."""
        self._do(lambda: self._boot(cause))

    def flash(self, protocol: int) -> None:
        """Restart with firmware of this protocol, with the cable in place."""
        self._do(lambda: self._flash(protocol))

    def send(self, raw: bytes) -> None:
        """Send raw bytes: garbage, or a partial line."""
        self._do(lambda: self._write(raw))

    def half_frame(self) -> None:
        """Send only the first half of a line."""
        line = encode("drop", 1, 1, 1, 1)
        self.send(line[: len(line) // 2])

    def hang(self, *, hangs: bool) -> None:
        """Stop or resume the firmware, with the cable in place."""
        self._do(lambda: setattr(self, "_hangs", hangs))

    def unplug(self) -> None:
        """Pull the cable: the port goes away, and the tower loses its memory."""
        self._do(self._unplug)

    def plug(self) -> None:
        """Put the cable back: the port returns, and the tower restarts."""
        self._do(self._plug)

    def ignore_acks(self, ignore: bool) -> None:
        """Behave as if all acknowledgements were lost on the line."""

        def set_it() -> None:
            self._ignores_acks = ignore
            if self._tower is not None:
                self._tower.ignores_acks = ignore

        self._do(set_it)

    def ignore_self_tests(self, ignore: bool) -> None:
        """Answer no self-test, but do everything else."""
        self._do(lambda: setattr(self, "_ignores_tests", ignore))

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
        """Run `request` on the tower's thread, the only owner of its ends, and wait for it."""
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
                    heard = os.read(end, READ_BYTES)
                    if not self._hangs:
                        self._tower.receive(heard, self._now_ms())
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
        if self._tower is None or self._hangs:
            return
        box, drop, out = self._wired(), self._blocked[DROP], self._blocked[OUT]
        self._emit(box.observe(self._ring, drop, out, self._lid_open, self._now_us()))
        self._tower.set_troubles(box.troubles())
        if self._tower.asked_self_test is not None and not self._ignores_tests:
            self._tower.answer_self_test(self._self_test(), self._now_ms())
        lines = self._tower.outgoing(self._now_ms())
        if lines:
            self._write(lines)

    def _write(self, lines: bytes) -> None:
        if self._ends is None:
            raise TowerError(f"simulated tower is unplugged and can't send {lines!r}: plug it")
        if self._tap is not None:
            self._tap(lines)
        # Without a reader the line's buffer fills and the rest is lost, as on USB.
        with contextlib.suppress(BlockingIOError):
            os.write(self._ends[0], lines)

    def _self_test(self) -> tuple[str, ...]:
        drop, out = ("dark" if blocked else "ok" for blocked in self._blocked)
        lid = "open" if self._lid_open else "closed"
        return (f"drop={drop}", f"out={out}", f"lid={lid}", "lamp=blinked")

    def _wired(self) -> BaffleBox:
        if self._box is None:
            raise TowerError("simulated tower is unplugged and sees nothing: plug it")
        return self._box

    def _emit(self, happened: list[Happening]) -> None:
        assert self._tower is not None
        now_us, now_ms = self._now_us(), self._now_ms()
        for event in happened:
            self._tower.emit(event.kind, now_ms - event.age_ms(now_us), now_ms, *event.fields)

    def _block(self, beam: int, *, blocked: bool) -> None:
        self._blocked[beam] = blocked
        if self._tower is not None:
            self._ring.put(beam, blocked, self._now_us())

    def _pass(self, beam: str, dice: int) -> None:
        if self._tower is None:
            raise TowerError(f"simulated tower is unplugged and cannot take {dice} dice: plug it")
        for _ in range(dice):
            die = Happening(beam, self._now_us(), 1)
            self._emit([die, *self._wired().update_inside(die)])

    def _plug(self) -> None:
        if self._ends is not None:
            return
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        os.symlink(os.ttyname(theirs), self.port)
        self._ends = ours, theirs
        self._boot("power")

    def _boot(self, cause: str) -> None:
        if self._ends is None:
            raise TowerError("simulated tower is unplugged and cannot start: plug it")
        boot = secrets.randbelow(1 << 16)
        kind = _Firmware if self._protocol == VERSION else _NewFirmware
        self._tower = kind(boot, self._now_ms(), self.serial_number, PARTS, cause)
        self._tower.ignores_acks = self._ignores_acks
        self._ring = EdgeRing()
        self._box = BaffleBox(self._blocked[DROP], self._blocked[OUT], self._lid_open)
        self._emit(self._box.start(self._now_us()))

    def _flash(self, protocol: int) -> None:
        if self._ends is None:
            raise TowerError("simulated tower is unplugged and cannot be flashed: plug it")
        self._protocol = protocol
        self._boot("power")

    def _unplug(self) -> None:
        if self._ends is None:
            return
        os.unlink(self.port)
        for end in self._ends:
            os.close(end)
        self._ends = self._tower = self._box = None

    def _now_us(self) -> int:
        return self._clock_ns() // 1_000 % PERIOD_US

    def _now_ms(self) -> int:
        return self._clock_ns() // 1_000_000 % TICKS_PERIOD


class _Firmware(Tower):
    """The firmware's logic, with an option to ignore acknowledgements."""

    ignores_acks = False

    def acknowledged(self, number: int) -> None:
        if not self.ignores_acks:
            super().acknowledged(number)


class _NewFirmware(_Firmware):
    """A later protocol; all we know is that its hello begins like ours."""

    def _hello(self, now_ms: int) -> bytes:
        numbers = (self._first(), self.boot, now_ms, self._next, VERSION + 1)
        return encode("hello", *numbers, "9.0.0", "more")
