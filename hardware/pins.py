"""The pin factory: the one the configuration names, without guess or fallback."""

import atexit
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from gpiozero import Factory, GPIOPinInUse, GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.errors import DeviceMissing, PinUnusable
from hardware.header import format_pin

FactoryName = Literal["lgpio", "mock"]

MOCK_BOARD = "d03115"  # Raspberry Pi 4B rev 1.5: every BCM number of the 40-pin header


def open_factory(name: FactoryName) -> Factory:
    """Open the gpiozero factory `name`, without gpiozero's own fallback.

    Raises DeviceMissing if lgpio or its chip is missing, ValueError for another name.
    """
    if name == "mock":
        return MockFactory(revision=MOCK_BOARD, pin_class=MockPin)
    if name == "lgpio":
        return _open_lgpio()
    raise ValueError(f'pin factory "{name}" is unknown: choose "lgpio" or "mock"')


def _open_lgpio() -> Factory:
    try:
        lgpio = _import_lgpio()
        gpiozeros = importlib.import_module("gpiozero.pins.lgpio")
    except Exception as error:  # lgpio's import may fail in any way
        raise DeviceMissing(
            f"GPIO library lgpio cannot be imported ({error}): "
            "install python3-lgpio from Raspberry Pi OS"
        ) from error
    try:
        factory: Factory = gpiozeros.LGPIOFactory()
    except (lgpio.error, GPIOZeroError, OSError) as error:
        raise DeviceMissing(
            f"GPIO chip cannot be opened ({error}): run on a Raspberry Pi "
            "as a user in the group gpio"
        ) from error
    return factory


def _import_lgpio() -> Any:
    """Import lgpio, which only a Raspberry Pi has.

    At import it makes a pipe in the folder LG_WD and changes into it; without the variable it fails
    if the current folder is not writable, such as / (lgpio 0.2.2).
    """
    if "LG_WD" not in os.environ:
        folder = tempfile.mkdtemp(prefix="kiosk-gpio-", dir=os.environ.get("RUNTIME_DIRECTORY"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["LG_WD"] = folder
    here = os.getcwd()
    try:
        return importlib.import_module("lgpio")
    finally:
        os.chdir(here)


@contextmanager
def claim_pin(name: str, pin: int) -> Iterator[None]:
    """Turn a refusal of BCM number `pin` into PinUnusable, naming the device `name` and the pin.

    gpiozero refuses pins that this process holds or the board lacks. Pins held by another process
    or the kernel (1-Wire, SPI) are refused by lgpio, with its own error.
    """
    refusals = (GPIOZeroError, *_lgpio_errors())
    try:
        yield
    except refusals as error:
        raise PinUnusable(
            f"{name} cannot use {format_pin(pin)}: {_cause(error)}; "
            "choose another pin in the configuration, or free this one"
        ) from error


def _lgpio_errors() -> tuple[type[Exception], ...]:
    """lgpio's error class, if a factory has imported lgpio; it must not be imported here."""
    lgpio = sys.modules.get("lgpio")
    return () if lgpio is None else (lgpio.error,)


def _cause(error: Exception) -> str:
    """The cause as a short clause; gpiozero's own text for a taken pin has an object's repr."""
    if isinstance(error, GPIOPinInUse):
        return "another device of this table holds it"
    return str(error).strip("'")
