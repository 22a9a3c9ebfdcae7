"""The pin factory: named by the configuration, never guessed, never replaced by another."""

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
from hardware.header import in_words

FactoryName = Literal["lgpio", "mock"]

MOCK_BOARD = "d03115"  # Raspberry Pi 4B rev 1.5: every BCM number of the 40-pin header


def open_factory(name: FactoryName) -> Factory:
    """The gpiozero factory called `name`; gpiozero itself would fall back with only a warning.

    Raises DeviceMissing when lgpio or its chip is not there, ValueError for another name.
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
    except Exception as error:  # of what lgpio does at import anything may fail
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
    """A table on another machine has no lgpio.

    It makes a pipe when imported, in the folder LG_WD names, and stays in that folder: without the
    variable it fails where nothing may be written, as in / (lgpio 0.2.2).
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
def claiming(name: str, pin: int) -> Iterator[None]:
    """Turn the refusal of BCM number `pin` into PinUnusable naming the device `name` and the pin.

    gpiozero refuses what this process holds or the board lacks. What another process or the
    kernel holds (1-Wire, SPI) lgpio refuses, with an error of its own that gpiozero lets through.
    """
    refusals = (GPIOZeroError, *_lgpio_errors())
    try:
        yield
    except refusals as error:
        raise PinUnusable(
            f"{name} cannot use {in_words(pin)}: {_cause(error)}; "
            "choose another pin in the configuration, or free this one"
        ) from error


def _lgpio_errors() -> tuple[type[Exception], ...]:
    """lgpio's own error, where a factory has brought lgpio in; nothing else may import it."""
    lgpio = sys.modules.get("lgpio")
    return () if lgpio is None else (lgpio.error,)


def _cause(error: Exception) -> str:
    """One short clause. What gpiozero says of a taken pin holds an object's repr."""
    if isinstance(error, GPIOPinInUse):
        return "another device of this table holds it"
    return str(error).strip("'")
