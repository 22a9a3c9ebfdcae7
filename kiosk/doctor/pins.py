"""Checks and tries the pins of clock buttons, lights, status light and buzzer."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

from gpiozero import DigitalInputDevice, Factory

from hardware.buzzer import TableBuzzer
from hardware.errors import DeviceMissing, HardwareError
from hardware.lights import StatusLight, TurnLights
from hardware.pins import claim_pin
from kiosk.doctor.facts import ButtonFacts, PinFacts

Wait = Callable[[float], object]
Prompt = Callable[[str], None]
LOOK_S = 0.005
SHOWN_S = 0.5
SOUND_NS = 200_000_000


@contextmanager
def _inputs(pins: Mapping[str, int], factory: Factory) -> Iterator[dict[str, DigitalInputDevice]]:
    """The buttons as pulled-up inputs, released on exit. Raises PinUnusable."""
    with ExitStack() as stack:
        devices: dict[str, DigitalInputDevice] = {}
        for name, pin in pins.items():
            with claim_pin(f"button {name}", pin):
                devices[name] = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
            stack.callback(devices[name].close)
        yield devices


def buttons(
    pins: Mapping[str, int],
    opened: Callable[[], Factory],
    prompt: Prompt | None,
    *,
    press_s: float,
    wait: Wait = time.sleep,
) -> ButtonFacts:
    """Read which buttons are down. With `prompt`, ask for each press and wait `press_s` for it.

    Only levels are read, not edges.
    """
    try:
        with opening(opened) as factory, _inputs(pins, factory) as devices:
            down = frozenset(name for name, device in devices.items() if device.is_active)
            if prompt is None or down:
                return ButtonFacts(PinFacts(pins), down)
            pressed = tuple(
                (name, _await_press(name, devices, prompt, press_s, wait)) for name in devices
            )
            return ButtonFacts(PinFacts(pins), down, pressed)
    except DeviceMissing as error:
        return ButtonFacts(PinFacts(pins, no_gpio=str(error)))
    except HardwareError as error:
        return ButtonFacts(PinFacts(pins, refused=str(error)))


def _await_press(
    asked: str,
    devices: Mapping[str, DigitalInputDevice],
    prompt: Prompt,
    press_s: float,
    wait: Wait,
) -> str | None:
    """The first button that goes down after it was up; None if none does in time."""
    was = {name for name, device in devices.items() if device.is_active}
    prompt(asked)
    deadline = time.monotonic() + press_s
    while True:
        now = {name for name, device in devices.items() if device.is_active}
        if now - was:
            return min(now - was)
        was &= now
        if time.monotonic() >= deadline:
            return None
        wait(LOOK_S)


def lights(
    pins: Mapping[str, int], opened: Callable[[], Factory], *, tried: bool, wait: Wait = time.sleep
) -> PinFacts:
    """Claim the turn lights; with `tried`, light one after another."""

    def use(factory: Factory) -> None:
        device = TurnLights(pins, factory)
        try:
            for name in pins if tried else ():
                device.show(name)
                wait(SHOWN_S)
        finally:
            device.close()

    return _use_pins(pins, opened, use, tried=tried)


def status(
    pins: Mapping[str, int], opened: Callable[[], Factory], *, tried: bool, wait: Wait = time.sleep
) -> PinFacts:
    """Claim the status light; with `tried`, light it for SHOWN_S."""

    def use(factory: Factory) -> None:
        device = StatusLight(next(iter(pins.values())), factory)
        try:
            if tried:
                device.show("ready")
                wait(SHOWN_S)
        finally:
            device.close()

    return _use_pins(pins, opened, use, tried=tried)


def buzzer(
    pins: Mapping[str, int], opened: Callable[[], Factory], *, tried: bool, wait: Wait = time.sleep
) -> PinFacts:
    """Claim the buzzer; with `tried`, sound it once."""

    def use(factory: Factory) -> None:
        device = TableBuzzer(next(iter(pins.values())), factory, enabled=tried)
        try:
            if tried:
                device.pulse(SOUND_NS)
                wait(SHOWN_S)
        finally:
            device.close()

    return _use_pins(pins, opened, use, tried=tried)


def _use_pins(
    pins: Mapping[str, int],
    opened: Callable[[], Factory],
    use: Callable[[Factory], None],
    *,
    tried: bool,
) -> PinFacts:
    try:
        with opening(opened) as factory:
            use(factory)
    except DeviceMissing as error:
        return PinFacts(pins, no_gpio=str(error))
    except HardwareError as error:
        return PinFacts(pins, refused=str(error))
    return PinFacts(pins, tried=tried)


@contextmanager
def opening(opened: Callable[[], Factory]) -> Iterator[Factory]:
    """Open a factory for one check only, so that no check holds another's pins."""
    factory = opened()
    try:
        yield factory
    finally:
        factory.close()
