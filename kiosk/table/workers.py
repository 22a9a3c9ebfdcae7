"""Clock buttons and dice tower: each device's reports become commands, on its own thread."""

import logging
from collections.abc import Callable

from hardware.buttons import ButtonPress
from hardware.errors import HardwareError
from hardware.tower.link import TowerReport, TowerState, TowerStatus, TowerTrouble
from hardware.tower.trouble import TroubleKind
from kiosk.rules.command import Command
from kiosk.rules.device_names import BUTTON_NAMES, DeviceName
from kiosk.rules.dice.acts import TowerReported
from kiosk.rules.table import ClockButton, SetUp
from kiosk.rules.turn import ClockPressed
from kiosk.rules.units import Instant
from kiosk.table.device import DeviceMonitor

_TROUBLES = {
    TroubleKind.JAM: DeviceName.TOWER_JAM,
    TroubleKind.LID_OPEN: DeviceName.TOWER_LID,
    TroubleKind.DROP_BEAM_STUCK: DeviceName.TOWER_BEAM,
    TroubleKind.OUT_BEAM_STUCK: DeviceName.TOWER_BEAM,
}
"""The device name under which each lasting trouble is reported."""

_log = logging.getLogger(__name__)


class ButtonCommands:
    """Turns presses into commands; the button's side is the side of the player who sits there."""

    def __init__(
        self,
        post: Callable[[Command], None],
        setup: Callable[[], SetUp | None],
        *,
        lost: frozenset[str],
    ) -> None:
        self._post = post
        self._setup = setup
        self._device = DeviceMonitor(DeviceName.BUTTONS, post, lost=DeviceName.BUTTONS in lost)
        self._stuck = {
            button.value: DeviceMonitor(name, post, lost=name in lost)
            for button, name in BUTTON_NAMES.items()
        }

    def pressed(self, press: ButtonPress) -> None:
        """Post a press. Before the table is set up there is no player at a button, and a press is
        ignored.
        """
        self._device.answers()
        setup = self._setup()
        if setup is not None:
            side = setup.side_at(ClockButton(press.name))
            self._post(ClockPressed(Instant(press.at_ns), side))

    def stuck(self, name: str, down: bool) -> None:
        """A stuck button can't be pressed: its side presses by touch until it is released."""
        if down:
            self._stuck[name].fails("it is down since 10 seconds; free it")
        else:
            self._stuck[name].answers()

    def fault(self, error: HardwareError) -> None:
        """An edge with an unusable time: the buttons count as lost until a press can be trusted
        again.
        """
        self._device.fails(str(error))


class TowerCommands:
    """Turns the tower's counts and troubles into commands."""

    def __init__(self, post: Callable[[Command], None], *, lost: frozenset[str]) -> None:
        self._post = post
        self._device = DeviceMonitor(DeviceName.TOWER, post, lost=DeviceName.TOWER in lost)
        self._ailing = {
            name: DeviceMonitor(name, post, lost=name in lost) for name in _TROUBLES.values()
        }
        self._standing: set[TroubleKind] = set()
        self._met = False

    def report(self, report: TowerReport) -> None:
        self._post(TowerReported(Instant(report.last_at_ns), report.dropped, report.came_out))

    def state(self, state: TowerState) -> None:
        if state.status is TowerStatus.LOST:
            self._device.fails(str(state.error))
        elif state.status is TowerStatus.READY:
            self._device.answers()
            if not self._met:  # troubles that still stand from before are reported later
                self._met = True
                for device in self._ailing.values():
                    device.answers()
            if state.error is not None:
                _log.warning("%s", state.error)  # the players are asked for the roll it missed

    def trouble(self, trouble: TowerTrouble) -> None:
        """Report a lasting trouble of a tower that answers; a momentary one is only logged."""
        name = _TROUBLES.get(trouble.kind)
        if name is not None:
            (self._standing.discard if trouble.over else self._standing.add)(trouble.kind)
            if not trouble.over:
                self._ailing[name].fails(trouble.why)
            elif not any(_TROUBLES[kind] == name for kind in self._standing):
                self._ailing[name].answers()
        if trouble.over and trouble.since_ns != trouble.at_ns:
            lasted_s = (trouble.at_ns - trouble.since_ns) / 1e9
            _log.warning("over after %.1f s: %s", lasted_s, trouble.why)
        else:
            _log.warning("%s", trouble.why)
