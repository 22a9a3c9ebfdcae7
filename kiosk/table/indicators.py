"""What a table lights and sounds after a commit: turn lights, status light, buzzer, tower lamp."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from gpiozero import Factory

from hardware.buzzer import CLICK_NS, LONGEST_PULSE_NS, TableBuzzer
from hardware.lights import StatusLight, TurnLights
from kiosk.rules import clock as clocks
from kiosk.rules.match import Match
from kiosk.rules.phases import ROLLING
from kiosk.rules.table import SetUp
from kiosk.rules.units import SECOND_NS, Instant, Side
from kiosk.table.settings import DevicesSection

Lamp = Callable[[bool], None]

TICKS_FROM_S = 10
"""The buzzer sounds in each of this many last seconds of a reserve."""


@dataclass(frozen=True, slots=True)
class _ClockState:
    running: Side | None
    stopped: bool


class Indicators:
    """The indicators that the table has; `lamp` switches the baffle box's. Closed by `stack`.

    `now_ns` is the clock by which a reserve runs. Raises PinUnusable.
    """

    def __init__(
        self,
        section: DevicesSection,
        factory: Factory,
        stack: contextlib.ExitStack,
        lamp: Lamp | None,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._lamp, self._now_ns = lamp, now_ns
        self._ticked: tuple[Side, int] | None = None
        self.lights: TurnLights | None = None
        self._status: StatusLight | None = None
        self.buzzer: TableBuzzer | None = None
        self._shown: _ClockState | None = None
        self._refused: frozenset[Side] = frozenset()
        if (lights := section.lights) is not None:
            pins = {"left": lights.left_pin, "right": lights.right_pin}
            self.lights = TurnLights(pins, factory)
            stack.callback(self.lights.close)
        if (status := section.status_light) is not None:
            self._status = StatusLight(status.pin, factory)
            stack.callback(self._status.close)
        if (buzzer := section.buzzer) is not None:
            self.buzzer = TableBuzzer(buzzer.pin, factory, enabled=buzzer.enabled)
            stack.callback(self.buzzer.close)

    def blink(self, refused: frozenset[Side]) -> None:
        """Set the sides whose press was just refused: their light blinks when the match is shown
        next, and the buzzer clicks once if it is enabled.
        """
        if refused - self._refused and self.buzzer is not None:
            self.buzzer.pulse(CLICK_NS)
        self._refused = refused

    def show(self, match: Match, halted: str | None) -> None:
        """Show the match as it stands; called each second too. Showing the same state again changes
        nothing.
        """
        if self.lights is not None:
            running, setup = match.clock.running, match.setup
            refused = (_button(setup, side) for side in self._refused)
            blinking = {name for name in refused if name is not None}
            self.lights.show(_button(setup, running), blinking=blinking)
        if self._status is not None:
            self._status.show("fault" if halted is not None or match.lost_devices else "ready")
        if self._lamp is not None:
            self._lamp(match.phase in ROLLING and match.stop is None)
        self._sound(_ClockState(match.clock.running, match.stop is not None or halted is not None))
        self._tick(match)

    def _tick(self, match: Match) -> None:
        """Sound a short pulse once in each of the last seconds of the running reserve."""
        before, self._ticked = self._ticked, self._last_second(match)
        if self.buzzer is not None and self._ticked not in (None, before):
            self.buzzer.pulse()

    def _last_second(self, match: Match) -> tuple[Side, int] | None:
        """The side whose reserve runs in its last seconds, and the seconds left, rounded up."""
        side = match.clock.running
        if side is None:
            return None
        left = clocks.remaining(match.clock, side, Instant(self._now_ns()))
        seconds = -(-left.reserve // SECOND_NS)
        return (side, seconds) if not left.delay and 0 < seconds <= TICKS_FROM_S else None

    def _sound(self, now: _ClockState) -> None:
        """Sound a short pulse when the clock changes hands, a long one when play stops."""
        before, self._shown = self._shown, now
        if self.buzzer is None or before is None:
            return
        if now.stopped and not before.stopped:
            self.buzzer.pulse(LONGEST_PULSE_NS)
        elif now.running not in (None, before.running):
            self.buzzer.pulse()


def _button(setup: SetUp | None, side: Side | None) -> str | None:
    return setup.seats.of_side(side).clock.value if setup and side else None
