"""What a table lights and sounds after a commit: turn lights, status light, buzzer, tower lamp."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from gpiozero import Factory

from hardware.buzzer import CLICK_NS, LONGEST_PULSE_NS, TableBuzzer
from hardware.lights import StatusLight, TurnLights
from kiosk.rules.match import Match
from kiosk.rules.phases import ROLLING
from kiosk.rules.table import SetUp
from kiosk.rules.units import Side
from kiosk.table.settings import DevicesSection

Lamp = Callable[[bool], None]


@dataclass(frozen=True, slots=True)
class _Shown:
    running: Side | None
    stopped: bool


class Indicators:
    """Those that the table has; `lamp` switches the baffle box's. Closed by `stack`.

    Raises PinUnusable.
    """

    def __init__(
        self,
        section: DevicesSection,
        factory: Factory,
        stack: contextlib.ExitStack,
        lamp: Lamp | None,
    ) -> None:
        self._lamp = lamp
        self._lights: TurnLights | None = None
        self._status: StatusLight | None = None
        self._buzzer: TableBuzzer | None = None
        self._shown: _Shown | None = None
        self._refused: frozenset[Side] = frozenset()
        if (lights := section.lights) is not None:
            pins = {"left": lights.left_pin, "right": lights.right_pin}
            self._lights = TurnLights(pins, factory)
            stack.callback(self._lights.close)
        if (status := section.status_light) is not None:
            self._status = StatusLight(status.pin, factory)
            stack.callback(self._status.close)
        if (buzzer := section.buzzer) is not None:
            self._buzzer = TableBuzzer(buzzer.pin, factory, enabled=buzzer.enabled)
            stack.callback(self._buzzer.close)

    def blink(self, refused: frozenset[Side]) -> None:
        """Whose press was just refused: its light blinks as the match is shown next, and the buzzer
        clicks once, where the director lets it sound.
        """
        if refused - self._refused and self._buzzer is not None:
            self._buzzer.pulse(CLICK_NS)
        self._refused = refused

    def show(self, match: Match, halted: str | None) -> None:
        """Show the match as it stands. Showing the same again changes nothing."""
        if self._lights is not None:
            running, setup = match.clock.running, match.setup
            refused = (_button(setup, side) for side in self._refused)
            blinking = {name for name in refused if name is not None}
            self._lights.show(_button(setup, running), blinking=blinking)
        if self._status is not None:
            self._status.show("fault" if halted is not None or match.lost_devices else "ready")
        if self._lamp is not None:
            self._lamp(match.phase in ROLLING and match.stop is None)
        self._sound(_Shown(match.clock.running, match.stop is not None or halted is not None))

    def _sound(self, now: _Shown) -> None:
        """Short as the clock changes hands, long as play stops."""
        before, self._shown = self._shown, now
        if self._buzzer is None or before is None:
            return
        if now.stopped and not before.stopped:
            self._buzzer.pulse(LONGEST_PULSE_NS)
        elif now.running not in (None, before.running):
            self._buzzer.pulse()


def _button(setup: SetUp | None, side: Side | None) -> str | None:
    return setup.seats.of(side).clock.value if setup and side else None
