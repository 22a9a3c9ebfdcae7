import sys
from types import SimpleNamespace

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hardware.errors import DeviceMissing
from hardware.pins import open_factory


def test_a_missing_lgpio_is_said_and_never_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(DeviceMissing, match="install python3-lgpio from Raspberry Pi OS"):
        open_factory("lgpio")


def test_a_chip_that_can_not_be_opened_is_said_with_the_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As lgpio tells it away from a Pi, or without the right to the chip."""

    class Refusal(Exception):
        pass

    def refuse() -> None:
        raise Refusal("can not open gpiochip")

    factory = SimpleNamespace(LGPIOFactory=refuse)
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=Refusal))
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", factory)
    with pytest.raises(DeviceMissing) as told:
        open_factory("lgpio")
    assert str(told.value) == (
        "GPIO chip cannot be opened (can not open gpiochip): run on a Raspberry Pi "
        "as a user in the group gpio"
    )


def test_an_unknown_name_is_refused_with_the_choices() -> None:
    with pytest.raises(ValueError, match=r'"native".*lgpio.*mock'):
        open_factory("native")


def test_the_mock_is_made_on_request_and_is_nobodys_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    assert isinstance(open_factory("mock"), MockFactory)
    assert Device.pin_factory is None
