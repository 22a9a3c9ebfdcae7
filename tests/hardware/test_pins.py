import os
import sys
from collections.abc import Iterator
from pathlib import Path
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


BUSY = """
import os
os.chdir(os.environ["LG_WD"])
open(".lgd-nfy0", "w").close()
class error(Exception): ...
"""
"""What lgpio 0.2.2 does when it is imported."""


@pytest.fixture
def lgpio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file to write an lgpio into, found by Python; and a folder to be in."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("LG_WD", raising=False)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=object))
    yield tmp_path / "lgpio.py"
    sys.modules.pop("lgpio", None)
    os.environ.pop("LG_WD", None)


def test_lgpio_leaves_nothing_where_the_table_runs_and_the_table_stays_there(lgpio: Path) -> None:
    lgpio.write_text(BUSY)
    open_factory("lgpio")
    assert Path.cwd() == lgpio.parent / "here"
    assert list(Path.cwd().iterdir()) == []


def test_its_pipe_lies_where_a_service_may_write(
    lgpio: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(lgpio.parent))
    lgpio.write_text(BUSY)
    open_factory("lgpio")
    assert list(lgpio.parent.glob("kiosk-gpio-*/.lgd-nfy0")) != []


def test_an_lgpio_that_fails_as_it_is_imported_is_a_missing_device(lgpio: Path) -> None:
    lgpio.write_text("raise FileNotFoundError(2, 'No such file or directory', '.lgd-nfy-3')")
    with pytest.raises(DeviceMissing, match=r"imported \(.*lgd-nfy-3"):
        open_factory("lgpio")
    assert Path.cwd() == lgpio.parent / "here"


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
