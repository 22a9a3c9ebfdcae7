"""Report to the table when a device stops or starts to answer, and only then.

A loose plug changes it again and again. `DeviceDebouncer` stands between all devices and the
table's inbox: a loss is reported at once, a return only once the device has answered for a while.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kiosk.rules.command import Command
from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceFailed, DeviceRecovered
from kiosk.rules.units import SECOND_NS, Instant
from kiosk.table.inbox import PostedCommand

LONGEST_WHY = 500

PARTS = frozenset({DeviceName.CAMERA, DeviceName.TOWER, DeviceName.BUTTONS, DeviceName.DIRECTOR})
"""Devices that can fail silently; the other names are troubles of a part that answers, such as a
jam.
"""

STEADY_S = (3.0, 10.0, 30.0)
"""How long a part must answer before it counts as working: at first, then after it was lost again
soon, and again.
"""

TROUBLE_OVER_S = (0.0, 3.0, 10.0, 30.0)
"""The same for a trouble that is over; 0 s at first, so that dice of a cleared jam are read at
once.
"""

SOON_NS = 60 * SECOND_NS
"""A part lost again within this time was not steady; a new reason is reported at most this often.
"""


class DeviceMonitor:
    """Reports one device's losses and returns. `lost`: it was lost when the journal ended. One
    thread only.
    """

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
    """What was reported last of one device, and what waits to be reported."""

    lost: bool
    why: str = ""
    why_ns: int = -SOON_NS
    back_ns: int | None = None
    relapses: int = 0
    waiting: PostedCommand | None = None
    since_ns: int = 0


class DeviceDebouncer:
    """Pass on the reports of devices, and coalesce those that flap. Any thread; call `tick` often.

    `lost`: devices lost according to the journal; `now_ns`: the monotonic clock.
    """

    def __init__(
        self,
        post: Callable[[PostedCommand], None],
        lost: frozenset[str],
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._post = post
        self._now_ns = now_ns
        self._statuses = {name: _Status(lost=True) for name in lost}
        self._lock = threading.Lock()

    def post(self, posted: PostedCommand) -> None:
        """Report a device command, or hold it back. Raises InboxFull."""
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
        """Report the devices that have answered long enough. Raises InboxFull."""
        with self._lock:
            for status in self._statuses.values():
                self._report_if_steady(status)

    def _failed(self, status: _Status, posted: PostedCommand, command: DeviceFailed) -> None:
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

    def _back(self, waiting: PostedCommand, now_ns: int) -> None:
        """Report it as working from now, not from its first answer."""
        self._post(replace(waiting, command=replace(waiting.command, at=Instant(now_ns))))


def _steady_s(command: Command, relapses: int) -> float:
    part = isinstance(command, DeviceRecovered) and command.device in PARTS
    times: Sequence[float] = STEADY_S if part else TROUBLE_OVER_S
    return times[min(relapses, len(times) - 1)]
