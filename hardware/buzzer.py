"""The buzzer: off unless the configuration turns it on; short pulses only."""

from gpiozero import Buzzer, Factory

from hardware.pins import claim_pin

CLICK_NS = 10_000_000
"""Pulse for a press that did not count, shorter than for one that did."""
PULSE_NS = 40_000_000
LONGEST_PULSE_NS = 200_000_000


class TableBuzzer:
    """An active buzzer on a BCM pin. Silent while `enabled` is False. Raises PinUnusable."""

    def __init__(self, pin: int, factory: Factory, *, enabled: bool = False) -> None:
        self.enabled = enabled
        with claim_pin("buzzer", pin):
            self._buzzer = Buzzer(pin, pin_factory=factory)

    def pulse(self, length_ns: int = PULSE_NS) -> None:
        """Start one pulse and return. Raises ValueError for more than 200 ms."""
        if not 0 < length_ns <= LONGEST_PULSE_NS:
            raise ValueError(f"a pulse of {length_ns} ns is not within 1..{LONGEST_PULSE_NS} ns")
        if self.enabled:
            self._buzzer.beep(on_time=length_ns / 1e9, off_time=0, n=1)

    def close(self) -> None:
        """Turn the buzzer off and release the pin."""
        self._buzzer.close()
