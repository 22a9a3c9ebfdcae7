"""Two clock buttons: from pin edges to presses, stamped by the kernel.

gpiozero's own debounce reports a press late by its bounce time after the *last* edge. A clock
cannot use that, so edges come in raw and the first one wins.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from types import TracebackType
from typing import Self

from gpiozero import DigitalInputDevice, Factory

from hardware.errors import HardwareError, StrayClock
from hardware.pins import claiming

LOCKOUT_NS = 30_000_000
EPOCH_TOLERANCE_NS = 50_000_000
# Delivery may lag behind the edge on a busy machine; more than this is another epoch.
LATEST_DELIVERY_NS = 10_000_000_000


@dataclass(frozen=True, slots=True, order=True)
class Press:
    """One press. Sorts by time stamp, whatever order the edges were delivered in.

    `sequence` counts the presses of all buttons from 1 in delivery order: a gap is a lost press.
    """

    at_ns: int
    name: str
    sequence: int


class FirstEdge:
    """Which edges of one button are presses. Pure: the edge brings its time.

    A press counts when `lockout_ns` have passed since the last press that counted and since the
    last release edge: contacts bounce when they part, too. It need not follow a release, so a
    release the kernel lost cannot silence the button.
    """

    def __init__(self, lockout_ns: int) -> None:
        if lockout_ns < 0:
            raise ValueError(f"lockout_ns is {lockout_ns}: it must be 0 or more")
        self.lockout_ns = lockout_ns
        self.is_down = False
        self._quiet_from_ns: int | None = None

    def edge(self, *, at_ns: int, down: bool) -> bool:
        """Take one edge; True when it is a press."""
        self.is_down = down
        quiet = self._quiet_from_ns is None or at_ns - self._quiet_from_ns >= self.lockout_ns
        if quiet or not down:
            self._quiet_from_ns = at_ns
        return down and quiet


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


class ClockButtons:
    """The clock buttons on `pins` (name -> BCM number).

    `on_press` and `on_fault` run on the pin driver's thread: hand over and return. Presses of two
    buttons may be delivered out of order by microseconds; their stamps decide, so sort them.
    Without `on_fault` a StrayClock is raised on that thread.
    Raises PinUnusable, and StrayClock when the factory does not tick monotonic time.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        on_press: Callable[[Press], None],
        factory: Factory,
        lockout_ns: int = LOCKOUT_NS,
        *,
        on_fault: Callable[[HardwareError], None] | None = None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._on_press = on_press
        self._on_fault = on_fault
        self._clock_ns = clock_ns
        self._sequence = count(1)
        self._filters: dict[str, FirstEdge] = {}
        self._inputs: list[_EdgeInput] = []
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
        return frozenset(name for name, edges in self._filters.items() if edges.is_down)

    def close(self) -> None:
        """Give the pins back; no press comes after this."""
        for device in self._inputs:
            device.close()
        self._inputs.clear()

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
        edges = FirstEdge(lockout_ns)
        self._filters[name] = edges

        def on_edge(ticks: float, down: bool) -> None:
            at_ns = round(ticks * 1e9)
            fault = _stray(name, at_ns, self._clock_ns())
            if fault is not None:
                self._report(fault)
            elif edges.edge(at_ns=at_ns, down=down):
                self._on_press(Press(at_ns, name, next(self._sequence)))

        with claiming(f"button {name}", pin):
            device = _EdgeInput(pin, on_edge, factory)
        edges.is_down = bool(device.is_active)
        self._inputs.append(device)

    def _report(self, fault: StrayClock) -> None:
        if self._on_fault is None:
            raise fault
        self._on_fault(fault)


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
