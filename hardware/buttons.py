"""Two clock buttons: pin edges to presses, stamped by the kernel.

gpiozero's debounce reports a press its bounce time after the *last* edge, too late for a clock. So
edges come in raw, and the first one counts.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from queue import Empty, Full, Queue
from types import TracebackType
from typing import Self

from gpiozero import DigitalInputDevice, Factory

from hardware.errors import EdgesLost, HardwareError, StrayClock
from hardware.pins import claim_pin

LOCKOUT_NS = 30_000_000
SETTLE_NS = 2_000_000
"""A contact closed for less is a spike on the wire or a bounce."""
STUCK_NS = 10_000_000_000
"""A button held for this long is stuck."""
CHECK_NS = 1_000_000_000
"""Interval of level checks while no edge comes."""
EPOCH_TOLERANCE_NS = 50_000_000
# Delivery may lag on a busy machine; more than this means another epoch.
LATEST_DELIVERY_NS = 10_000_000_000
EDGES_KEPT = 4096
CLOSE_S = 5.0


@dataclass(frozen=True, slots=True, order=True)
class ButtonPress:
    """One press, ordered by its stamp. `sequence` counts the presses of all buttons from 1."""

    at_ns: int
    name: str
    sequence: int


class FirstEdge:
    """Decides which edges of one button are presses. Pure: edges and level checks bring their time.

    A press is stamped with its first edge, and counts once the contact has been closed for
    SETTLE_NS; less is a spike. That is known from the release's stamp or, if none came, from a
    level check at `check_at_ns`. Until then it may bounce: each press edge within `lockout_ns` of
    the first puts the check off. No press counts within `lockout_ns` of the last counted press or
    of the last release edge, as contacts also bounce on opening. A press need not follow a release,
    so a release lost by the kernel can't silence the button.
    """

    def __init__(self, lockout_ns: int) -> None:
        if lockout_ns < 0:
            raise ValueError(f"lockout_ns is {lockout_ns}: it must be 0 or more")
        self.lockout_ns = lockout_ns
        self.down_since_ns: int | None = None
        self.check_at_ns: int | None = None
        self._first_ns: int | None = None  # first edge of an undecided press
        self._quiet_from_ns: int | None = None

    @property
    def unsure_ns(self) -> int | None:
        """First edge of an undecided press; None if there is none."""
        return None if self.check_at_ns is None else self._first_ns

    def take_edge(self, *, at_ns: int, down: bool) -> int | None:
        """Take one edge; return the stamp of the press it confirms, if any."""
        shut_ns, self.down_since_ns = self.down_since_ns, at_ns if down else None
        if down:
            self._press_edge(at_ns)
            return None
        waits = self._first_ns is not None
        sure = waits and shut_ns is not None and at_ns - shut_ns >= SETTLE_NS
        press_ns = self._count() if sure else None
        if sure or not waits:
            self._quiet_from_ns = at_ns
        return press_ns

    def check_level(self, *, down: bool) -> int | None:
        """Take the level at `check_at_ns` or later; return the stamp of the press it confirms, if
        any.

        An open contact decides nothing: its release edge may still be pending.
        """
        self.check_at_ns = None
        return self._count() if down and self._first_ns is not None else None

    def _press_edge(self, at_ns: int) -> None:
        quiet_ns = self._quiet_from_ns
        bounces = self._first_ns is not None and at_ns - self._first_ns < self.lockout_ns
        if bounces:
            self.check_at_ns = at_ns + SETTLE_NS
        elif quiet_ns is None or at_ns - quiet_ns >= self.lockout_ns:
            self._first_ns, self.check_at_ns = at_ns, at_ns + SETTLE_NS
        else:
            self._first_ns = self.check_at_ns = None

    def _count(self) -> int | None:
        press_ns, self._first_ns, self.check_at_ns = self._first_ns, None, None
        self._quiet_from_ns = press_ns
        return press_ns


class _EdgeInput(DigitalInputDevice):
    """A pulled-up, active-low pin that passes on every edge with its tick.

    gpiozero does not give the tick to `when_pressed`, only to `_fire_events`.
    """

    def __init__(self, pin: int, on_edge: Callable[[float, bool], None], factory: Factory) -> None:
        self._on_edge: Callable[[float, bool], None] | None = None
        super().__init__(pin, pull_up=True, pin_factory=factory)
        self._on_edge = on_edge  # set last: construction reports the resting level as an edge

    def _fire_events(self, ticks: float, new_active: bool) -> None:
        super()._fire_events(ticks, new_active)
        if self._on_edge is not None:
            self._on_edge(ticks, bool(new_active))


@dataclass(slots=True)
class _Button:
    device: _EdgeInput
    edges: FirstEdge
    stuck: bool | None = None  # not known yet


class ClockButtons:
    """The clock buttons on `pins` (name -> BCM number).

    The pin driver's thread only queues edges; `step` decides them, on a thread of its own after
    `start`. The callbacks `on_press`, `on_stuck` and `on_fault` run on that thread and must return
    quickly. Presses are reported in order of their stamps: one waits while an earlier edge of the
    other button is undecided. `on_stuck(name, True)` reports a button held for STUCK_NS, False that
    it is up; the first `step` reports each button's state.
    Raises PinUnusable, and StrayClock if the factory's ticks are not monotonic time.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        on_press: Callable[[ButtonPress], None],
        factory: Factory,
        lockout_ns: int = LOCKOUT_NS,
        *,
        on_fault: Callable[[HardwareError], None],
        on_stuck: Callable[[str, bool], None] = lambda _name, _stuck: None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._on_press = on_press
        self._on_fault = on_fault
        self._on_stuck = on_stuck
        self._clock_ns = clock_ns
        self._sequence = count(1)
        self._buttons: dict[str, _Button] = {}
        self._edges: Queue[tuple[str, int, bool] | None] = Queue(maxsize=EDGES_KEPT)
        self._overflowed = False
        self._sure: list[tuple[int, str]] = []
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        _check_epoch(factory, clock_ns())
        try:
            for name, pin in pins.items():
                self._add_button(name, pin, factory, lockout_ns)
        except HardwareError:
            self.close()
            raise

    @property
    def held(self) -> frozenset[str]:
        """Names of the buttons held down now."""
        return frozenset(name for name, button in self._buttons.items() if button.device.is_active)

    def start(self) -> None:
        """Decide edges on the thread `buttons` until `close`."""
        self._thread.start()

    def step(self, wait_ns: int = 0) -> None:
        """Decide the queued edges, waiting `wait_ns` for the first; then do due level checks."""
        edge = self._next_edge(wait_ns)
        while edge is not None:
            self._take_edge(*edge)
            edge = self._next_edge(0)
        if self._overflowed:
            self._overflowed = False
            self._on_fault(
                EdgesLost(
                    f"the clock buttons sent more than {EDGES_KEPT} edges at once: "
                    "look for a loose wire"
                )
            )
        for name, button in self._buttons.items():
            self._check_button(name, button)
        self._report_presses()

    def close(self) -> None:
        """Release the pins; no press is reported after this."""
        self._closing.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._edges.put(None)
            self._thread.join(CLOSE_S)
        for button in self._buttons.values():
            button.device.close()
        self._buttons.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _add_button(self, name: str, pin: int, factory: Factory, lockout_ns: int) -> None:
        def on_edge(ticks: float, down: bool) -> None:
            try:
                self._edges.put_nowait((name, round(ticks * 1e9), down))
            except Full:
                self._overflowed = True

        edges = FirstEdge(lockout_ns)
        with claim_pin(f"button {name}", pin):
            device = _EdgeInput(pin, on_edge, factory)
        if device.is_active:
            edges.down_since_ns = self._clock_ns()
        self._buttons[name] = _Button(device, edges)

    def _run(self) -> None:
        while not self._closing.is_set():
            due = [b.edges.check_at_ns for b in self._buttons.values()]
            wait_ns = min((at_ns - self._clock_ns() for at_ns in due if at_ns), default=CHECK_NS)
            self.step(max(wait_ns, 0))

    def _next_edge(self, wait_ns: int) -> tuple[str, int, bool] | None:
        try:
            return self._edges.get(timeout=wait_ns / 1e9) if wait_ns else self._edges.get_nowait()
        except Empty:
            return None

    def _take_edge(self, name: str, at_ns: int, down: bool) -> None:
        fault = _stray_error(name, at_ns, self._clock_ns())
        if fault is not None:
            self._on_fault(fault)
        else:
            self._count(name, self._buttons[name].edges.take_edge(at_ns=at_ns, down=down))

    def _check_button(self, name: str, button: _Button) -> None:
        edges, now_ns = button.edges, self._clock_ns()
        if edges.check_at_ns is not None and now_ns >= edges.check_at_ns:
            self._count(name, edges.check_level(down=bool(button.device.is_active)))
        since_ns = edges.down_since_ns
        if since_ns is not None and now_ns - since_ns >= STUCK_NS and not button.device.is_active:
            since_ns = edges.down_since_ns = None  # the kernel lost its release
        if since_ns is not None and now_ns - since_ns < STUCK_NS:
            return
        stuck = since_ns is not None
        if stuck is not button.stuck:
            button.stuck = stuck
            self._on_stuck(name, stuck)

    def _count(self, name: str, at_ns: int | None) -> None:
        if at_ns is not None:
            self._sure.append((at_ns, name))

    def _report_presses(self) -> None:
        firsts = (button.edges.unsure_ns for button in self._buttons.values())
        unsure_ns = min((at_ns for at_ns in firsts if at_ns is not None), default=None)
        self._sure.sort()
        while self._sure and (unsure_ns is None or self._sure[0][0] < unsure_ns):
            at_ns, name = self._sure.pop(0)
            self._on_press(ButtonPress(at_ns, name, next(self._sequence)))


def _check_epoch(factory: Factory, now_ns: int) -> None:
    """Raise StrayClock if the factory's ticks are not monotonic time.

    Edge stamps can be checked only once there is an edge (`_stray`); none can be caused at the
    start without a wired loop-back.
    """
    off_ns = round(factory.ticks() * 1e9) - now_ns
    if abs(off_ns) > EPOCH_TOLERANCE_NS:
        raise StrayClock(
            f"pin factory ticks are {off_ns / 1e9:+.3f} s off the monotonic clock: "
            "use the lgpio factory on Linux 5.7 or later"
        )


def _stray_error(name: str, at_ns: int, now_ns: int) -> StrayClock | None:
    if -EPOCH_TOLERANCE_NS <= now_ns - at_ns <= LATEST_DELIVERY_NS:
        return None
    return StrayClock(
        f"button {name} stamped an edge {(at_ns - now_ns) / 1e9:+.3f} s off the monotonic clock: "
        "stop the clock and use Linux 5.7 or later"
    )
