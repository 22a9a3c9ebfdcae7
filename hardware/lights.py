"""Turn lights, one by each clock button, and the table's status light."""

from collections.abc import Collection, Mapping
from typing import Literal

from gpiozero import LED, Factory

from hardware.errors import HardwareError
from hardware.pins import claim_pin

Status = Literal["off", "ready", "fault"]

FAULT_BLINK_S = 0.25
REFUSED_BLINK_S = 0.1


class TurnLights:
    """LEDs on `pins` (name -> BCM number, active high), dark at first.

    At most one is lit; others may blink. Raises PinUnusable.
    """

    def __init__(self, pins: Mapping[str, int], factory: Factory) -> None:
        self._leds: dict[str, LED] = {}
        self._blinking: set[LED] = set()
        try:
            for name, pin in pins.items():
                with claim_pin(f"turn light {name}", pin):
                    self._leds[name] = LED(pin, pin_factory=factory)
        except HardwareError:
            self.close()
            raise

    def show(self, name: str | None, *, blinking: Collection[str] = ()) -> None:
        """Light `name` alone, or none; those in `blinking` blink until the next change.

        Repeating a call does not restart the blinking. Raises KeyError for a light that is not
        wired.
        """
        chosen = None if name is None else self._leds[name]
        blink = [self._leds[each] for each in blinking]
        for led in self._leds.values():
            if led in blink:
                self._blink(led)
                continue
            self._blinking.discard(led)
            if led is not chosen:
                led.off()
        if chosen is not None and chosen not in blink:
            chosen.on()

    @property
    def blinking(self) -> set[str]:
        """Names of the lights that blink now."""
        return {name for name, led in self._leds.items() if led in self._blinking}

    def _blink(self, led: LED) -> None:
        if led not in self._blinking:
            self._blinking.add(led)
            led.blink(on_time=REFUSED_BLINK_S, off_time=REFUSED_BLINK_S)

    def close(self) -> None:
        """Turn the lights off and release the pins."""
        for led in self._leds.values():
            led.close()


class StatusLight:
    """One LED: dark = off, steady = ready, blinking = fault. Raises PinUnusable."""

    def __init__(self, pin: int, factory: Factory) -> None:
        with claim_pin("status light", pin):
            self._led = LED(pin, pin_factory=factory)
        self._status: Status = "off"

    def show(self, status: Status) -> None:
        """Show `status`; repeating one does not restart its blinking."""
        if status == self._status:
            return
        self._status = status
        if status == "fault":
            self._led.blink(on_time=FAULT_BLINK_S, off_time=FAULT_BLINK_S)
        elif status == "ready":
            self._led.on()
        else:
            self._led.off()

    def close(self) -> None:
        """Turn the light off and release the pin."""
        self._led.close()
