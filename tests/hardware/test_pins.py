import sys

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hardware.errors import DeviceMissing
from hardware.pins import open_factory


def test_a_missing_lgpio_is_said_and_never_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(DeviceMissing, match="install python3-lgpio from Raspberry Pi OS"):
        open_factory("lgpio")


def test_an_unknown_name_is_refused_with_the_choices() -> None:
    with pytest.raises(ValueError, match=r'"native".*lgpio.*mock'):
        open_factory("native")


def test_the_mock_is_made_on_request_and_is_nobodys_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    assert isinstance(open_factory("mock"), MockFactory)
    assert Device.pin_factory is None
