"""Whether a device answers, reported to the table when that changes, and only then.

A loose plug changes it again and again. `Steady` stands between all devices and the table's inbox:
what is lost is told at once, what is back only once it has answered for a while.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kiosk.rules.command import Command
from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceFailed, DeviceRecovered
from kiosk.rules.units import SECOND_NS, Instant
from kiosk.table.inbox import Posted

LONGEST_WHY = 500

PARTS = frozenset({DeviceName.CAMERA, DeviceName.TOWER, DeviceName.BUTTONS, DeviceName.DIRECTOR})
"""What can be without a word; the other names are troubles of a part that answers, such as a jam.
"""

STEADY_S = (3.0, 10.0, 30.0)
"""How long a part must have answered until it counts as working: at first, lost again soon, again.
"""

TROUBLE_OVER_S = (0.0, 3.0, 10.0, 30.0)
"""The same of a trouble that is over: dice that come out of a cleared jam are read at once."""

SOON_NS = 60 * SECOND_NS
"""Lost again within this it was not steady enough; another reason is told this often at most."""


class DeviceMonitor:
    """`lost`: it did not answer when the table's journal ended. Not for several threads."""

    def __init__(self, name: DeviceName, post: Callable[[Command], None], *, lost: bool) -> None:
        self.name = name
        self._post = post
        self._lost = lost

    def fails(self, why: str) -> None:
        if not self._lost:
            self._lost = True
            self._post(DeviceFailed(_monotonic_instant(), self.name, why[:LONGEST_WHY]))

    def answers(self) -> None:
        if self._lost:
            self._lost = False
            self._post(DeviceRecovered(_monotonic_instant(), self.name))


def _monotonic_instant() -> Instant:
    return Instant(time.monotonic_ns())


@dataclass(slots=True)
class _Status:
    """What the table was told last of one device, and what waits to be told."""

    lost: bool
    why: str = ""
    why_ns: int = -SOON_NS
    back_ns: int | None = None
    relapses: int = 0
    waiting: Posted | None = None
    since_ns: int = 0


class Steady:
    """Passes on what devices say, and coalesces what flaps. Any thread; `tick` at short intervals.

    `lost` is what the journal says is lost; `now_ns` the monotonic clock.
    """

    def __init__(
        self,
        post: Callable[[Posted], None],
        lost: frozenset[str],
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._post = post
        self._now_ns = now_ns
        self._statuses = {name: _Status(lost=True) for name in lost}
        self._lock = threading.Lock()

    def post(self, posted: Posted) -> None:
        """Raises InboxFull."""
        command = posted.command
        if not isinstance(command, DeviceFailed | DeviceRecovered):
            self._post(posted)
            return
        with self._lock:
            status = self._statuses.setdefault(command.device, _Status(lost=False))
            if isinstance(command, DeviceFailed):
                self._failed(status, posted, command)
            elif status.lost:
                status.waiting, status.since_ns = posted, self._now_ns()
                self._report_if_steady(status)

    def tick(self) -> None:
        """Tell what has answered long enough by now. Raises InboxFull."""
        with self._lock:
            for status in self._statuses.values():
                self._report_if_steady(status)

    def _failed(self, status: _Status, posted: Posted, command: DeviceFailed) -> None:
        now = self._now_ns()
        waited, status.waiting = status.waiting, None
        if status.lost:
            another = waited is not None and command.why != status.why
            if waited is None or not another or now - status.why_ns < SOON_NS:
                return
            self._back(waited, now)
        elif status.back_ns is not None and now - status.back_ns < SOON_NS:
            status.relapses += 1
        else:
            status.relapses = 0
        status.lost, status.why, status.why_ns = True, command.why, now
        self._post(posted)

    def _report_if_steady(self, status: _Status) -> None:
        waiting, now = status.waiting, self._now_ns()
        if waiting is None:
            return
        if now - status.since_ns >= _steady_s(waiting.command, status.relapses) * SECOND_NS:
            status.lost, status.waiting, status.back_ns = False, None, now
            self._back(waiting, now)

    def _back(self, waiting: Posted, now_ns: int) -> None:
        """It counts as working from now on, and not from when it first answered."""
        self._post(replace(waiting, command=replace(waiting.command, at=Instant(now_ns))))


def _steady_s(command: Command, relapses: int) -> float:
    part = isinstance(command, DeviceRecovered) and command.device in PARTS
    times: Sequence[float] = STEADY_S if part else TROUBLE_OVER_S
    return times[min(relapses, len(times) - 1)]
