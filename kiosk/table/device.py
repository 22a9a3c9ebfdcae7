"""Whether a device answers, reported to the table when that changes, and only then."""

import time
from collections.abc import Callable

from kiosk.rules.command import Command
from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceFailed, DeviceRecovered
from kiosk.rules.units import Instant


class Device:
    """`lost`: it did not answer when the table's journal ended. Not for several threads."""

    def __init__(self, name: DeviceName, post: Callable[[Command], None], *, lost: bool) -> None:
        self.name = name
        self._post = post
        self._lost = lost

    def fails(self, why: str) -> None:
        if not self._lost:
            self._lost = True
            self._post(DeviceFailed(_now(), self.name, why))

    def answers(self) -> None:
        if self._lost:
            self._lost = False
            self._post(DeviceRecovered(_now(), self.name))


def _now() -> Instant:
    return Instant(time.monotonic_ns())
