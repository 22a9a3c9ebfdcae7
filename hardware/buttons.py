"""Two clock buttons: from pin edges to presses, stamped by the kernel.

gpiozero's own debounce reports a press late by its bounce time after the *last* edge. A clock
cannot use that, so edges come in raw and the first one wins.
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
from hardware.pins import claiming

LOCKOUT_NS = 30_000_000
SETTLE_NS = 2_000_000
"""A contact that is shut for less is a spike on the wire or a bounce."""
STUCK_NS = 10_000_000_000
"""No player holds a button down for so long."""
LOOK_NS = 1_000_000_000
"""How often the buttons are looked at while no edge comes."""
EPOCH_TOLERANCE_NS = 50_000_000
# Delivery may lag behind the edge on a busy machine; more than this is another epoch.
LATEST_DELIVERY_NS = 10_000_000_000
EDGES_KEPT = 4096
CLOSE_S = 5.0


@dataclass(frozen=True, slots=True, order=True)
class ButtonPress:
    """One press, sorted by its stamp. `sequence` counts the presses of all buttons from 1."""

    at_ns: int
    name: str
    sequence: int


class FirstEdge:
    """Which edges of one button are presses. Pure: edges and looks at the level bring their time.

    A press is stamped with its first edge, and counts once the contact has been shut for SETTLE_NS:
    a spike on the wire is no finger. That is known by the release's stamp or, if none came, by a
    look at the level at `look_at_ns`. It may bounce until then; each press edge within `lockout_ns`
    of the first is looked at. None counts within `lockout_ns` of the last press that did and of the
    last release edge: contacts bounce when they part, too. It need not follow a release, so a
    release the kernel lost cannot silence the button.
    """

    def __init__(self, lockout_ns: int) -> None:
        if lockout_ns < 0:
            raise ValueError(f"lockout_ns is {lockout_ns}: it must be 0 or more")
        self.lockout_ns = lockout_ns
        self.down_since_ns: int | None = None
        self.look_at_ns: int | None = None
        self._first_ns: int | None = None  # of a press that is not sure yet
        self._quiet_from_ns: int | None = None

    @property
    def unsure_ns(self) -> int | None:
        """The first edge of what may be a press and is still to be looked at."""
        return None if self.look_at_ns is None else self._first_ns

    def edge(self, *, at_ns: int, down: bool) -> int | None:
        """Take one edge; the stamp of the press that it makes sure, if it does."""
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
        """Take the level at `look_at_ns` or later; the stamp of the press that it makes sure.

        An open contact decides nothing: its release edge may still be on its way.
        """
        self.look_at_ns = None
        return self._count() if down and self._first_ns is not None else None

    def _press_edge(self, at_ns: int) -> None:
        quiet_ns = self._quiet_from_ns
        bounces = self._first_ns is not None and at_ns - self._first_ns < self.lockout_ns
        if bounces:
            self.look_at_ns = at_ns + SETTLE_NS
        elif quiet_ns is None or at_ns - quiet_ns >= self.lockout_ns:
            self._first_ns, self.look_at_ns = at_ns, at_ns + SETTLE_NS
        else:
            self._first_ns = self.look_at_ns = None

    def _count(self) -> int | None:
        press_ns, self._first_ns, self.look_at_ns = self._first_ns, None, None
        self._quiet_from_ns = press_ns
        return press_ns


class _EdgeInput(DigitalInputDevice):
    """A pulled-up, active-low pin that hands on every edge with its tick.

    gpiozero keeps the tick from `when_pressed`, but passes it to `_fire_events`.
    """

    def __init__(self, pin: int, on_edge: Callable[[float, bool], None], factory: Factory) -> None:
        self._on_edge: Callable[[float, bool], None] | None = None
        super().__init__(pin, pull_up=True, pin_factory=factory)
        self._on_edge = on_edge  # only now: construction reports the resting level as an "edge"

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

    The pin driver's thread only puts edges in line; `step` decides them, on a thread of its own
    after `start`. There `on_press`, `on_stuck` and `on_fault` are called: hand over and return.
    Presses come in the order of their stamps: one waits while an earlier edge of the other button
    is not yet sure. `on_stuck(name, True)` tells of a button that has been down for STUCK_NS, False
    that it is up, first of all at the first `step`.
    Raises PinUnusable, and StrayClock when the factory does not tick monotonic time.
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
                self._add(name, pin, factory, lockout_ns)
        except HardwareError:
            self.close()
            raise

    @property
    def held(self) -> frozenset[str]:
        """Names of the buttons that are down now."""
        return frozenset(name for name, button in self._buttons.items() if button.device.is_active)

    def start(self) -> None:
        """Decide edges as they come, on the thread `buttons`, until `close`."""
        self._thread.start()

    def step(self, wait_ns: int = 0) -> None:
        """Decide the edges in line, waiting so long for the first; then look at what is due."""
        edge = self._next_edge(wait_ns)
        while edge is not None:
            self._take(*edge)
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
        """Give the pins back; no press comes after this."""
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

    def _add(self, name: str, pin: int, factory: Factory, lockout_ns: int) -> None:
        def on_edge(ticks: float, down: bool) -> None:
            try:
                self._edges.put_nowait((name, round(ticks * 1e9), down))
            except Full:
                self._overflowed = True

        edges = FirstEdge(lockout_ns)
        with claiming(f"button {name}", pin):
            device = _EdgeInput(pin, on_edge, factory)
        if device.is_active:
            edges.down_since_ns = self._clock_ns()
        self._buttons[name] = _Button(device, edges)

    def _run(self) -> None:
        while not self._closing.is_set():
            due = [b.edges.look_at_ns for b in self._buttons.values()]
            wait_ns = min((at_ns - self._clock_ns() for at_ns in due if at_ns), default=LOOK_NS)
            self.step(max(wait_ns, 0))

    def _next_edge(self, wait_ns: int) -> tuple[str, int, bool] | None:
        try:
            return self._edges.get(timeout=wait_ns / 1e9) if wait_ns else self._edges.get_nowait()
        except Empty:
            return None

    def _take(self, name: str, at_ns: int, down: bool) -> None:
        fault = _stray(name, at_ns, self._clock_ns())
        if fault is not None:
            self._on_fault(fault)
        else:
            self._count(name, self._buttons[name].edges.edge(at_ns=at_ns, down=down))

    def _check_button(self, name: str, button: _Button) -> None:
        edges, now_ns = button.edges, self._clock_ns()
        if edges.look_at_ns is not None and now_ns >= edges.look_at_ns:
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
    """Refuse a factory whose ticks are not monotonic time.

    Edge stamps can be compared only when there is an edge (`_stray`): without a wired loop-back no
    line can be made to report one at the start.
    """
    off_ns = round(factory.ticks() * 1e9) - now_ns
    if abs(off_ns) > EPOCH_TOLERANCE_NS:
        raise StrayClock(
            f"pin factory ticks are {off_ns / 1e9:+.3f} s off the monotonic clock: "
            "use the lgpio factory on Linux 5.7 or later"
        )


def _stray(name: str, at_ns: int, now_ns: int) -> StrayClock | None:
    if -EPOCH_TOLERANCE_NS <= now_ns - at_ns <= LATEST_DELIVERY_NS:
        return None
    return StrayClock(
        f"button {name} stamped an edge {(at_ns - now_ns) / 1e9:+.3f} s off the monotonic clock: "
        "stop the clock and use Linux 5.7 or later"
    )
