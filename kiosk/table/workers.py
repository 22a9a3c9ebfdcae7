"""Clock buttons and dice tower: what each device says becomes a command, on its own thread."""

import logging
import time
from collections.abc import Callable

from hardware.buttons import Press
from hardware.errors import HardwareError
from hardware.tower.link import TowerReport, TowerState, TowerStatus
from kiosk.rules.command import Command
from kiosk.rules.devices import DeviceFailed, DeviceRecovered
from kiosk.rules.dice.acts import TowerReported
from kiosk.rules.play import ClockPressed
from kiosk.rules.table import ClockButton, SetUp
from kiosk.rules.units import Instant

BUTTONS = "buttons"
TOWER = "tower"

_log = logging.getLogger(__name__)


class ButtonWords:
    """Presses in the rules core's words: the button's side is who sits there."""

    def __init__(
        self,
        post: Callable[[Command], None],
        setup: Callable[[], SetUp | None],
        *,
        lost: bool,
    ) -> None:
        self._post = post
        self._setup = setup
        self._lost = lost

    def pressed(self, press: Press) -> None:
        """Before the table is set up nobody sits at a button, and a press says nothing."""
        if self._lost:
            self._lost = False
            self._post(DeviceRecovered(_now(), BUTTONS))
        setup = self._setup()
        if setup is not None:
            side = setup.side_at(ClockButton(press.name))
            self._post(ClockPressed(Instant(press.at_ns), side))

    def fault(self, error: HardwareError) -> None:
        """An edge no time can be charged from: lost until a press can be trusted again."""
        if not self._lost:
            self._lost = True
            self._post(DeviceFailed(_now(), BUTTONS, str(error)))


class TowerWords:
    """The tower's counts and troubles in the rules core's words."""

    def __init__(self, post: Callable[[Command], None], *, lost: bool) -> None:
        self._post = post
        self._lost = lost

    def report(self, report: TowerReport) -> None:
        self._post(TowerReported(Instant(report.last_at_ns), report.dropped, report.came_out))

    def state(self, state: TowerState) -> None:
        if state.status is TowerStatus.LOST and not self._lost:
            self._lost = True
            self._post(DeviceFailed(_now(), TOWER, str(state.error)))
        elif state.status is TowerStatus.READY and self._lost:
            self._lost = False
            self._post(DeviceRecovered(_now(), TOWER))
        elif state.status is TowerStatus.READY and state.error is not None:
            _log.warning("%s", state.error)  # the roll it missed is put to the players


def _now() -> Instant:
    return Instant(time.monotonic_ns())
