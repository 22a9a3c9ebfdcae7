"""The header as we have it is the header as gpiozero has it, on a Pi 4 and on a Pi 5."""

import sys
from types import SimpleNamespace

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.errors import PinUnusable
from hardware.header import HEADER, PINS, format_pin
from hardware.pins import claim_pin, open_factory

PI_4B, PI_5B = "d03115", "c04170"


@pytest.mark.parametrize("revision", [PI_4B, PI_5B])
def test_every_position_is_gpiozeros(revision: str) -> None:
    theirs = MockFactory(revision=revision, pin_class=MockPin).board_info.headers["J8"].pins
    assert {pin.position: pin.name for pin in HEADER} == {n: p.name for n, p in theirs.items()}
    assert len(HEADER) == PINS == 40
    for pin in HEADER:
        assert ("I2C" in pin.also and "pull-up" in pin.also) is (theirs[pin.position].pull == "up")


def test_a_bcm_number_is_found_where_gpiozero_finds_it() -> None:
    board = MockFactory(revision=PI_4B, pin_class=MockPin).board_info
    for bcm in range(28):
        ((header, info),) = board.find_pin(f"GPIO{bcm}")
        assert header.name == "J8"
        assert format_pin(bcm) == f"BCM {bcm} (header pin {info.number})"
    assert format_pin(28) == "BCM 28 (not on the header)"
    assert {pin.bcm for pin in HEADER} == {None, *range(28)}


def test_a_pin_that_is_taken_is_told_by_device_number_and_position() -> None:
    factory = open_factory("mock")
    holder = LED(22, pin_factory=factory)
    with pytest.raises(PinUnusable) as told, claim_pin("turn light right", 22):
        LED(22, pin_factory=factory)
    holder.close()
    assert str(told.value) == (
        "turn light right cannot use BCM 22 (header pin 15): another device of this table holds "
        "it; choose another pin in the configuration, or free this one"
    )


def test_a_pin_the_board_lacks_is_told_the_same_way() -> None:
    factory = open_factory("mock")
    with pytest.raises(PinUnusable) as told, claim_pin("buzzer", 40):
        LED(40, pin_factory=factory)
    assert str(told.value).startswith(
        "buzzer cannot use BCM 40 (not on the header): 40 is not a valid pin name; "
    )


def test_a_pin_that_another_program_holds_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """lgpio 0.2.2 says so with an error that is none of gpiozero's."""

    class Refusal(Exception):
        pass

    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=Refusal))
    with pytest.raises(PinUnusable) as told, claim_pin("button left", 17):
        raise Refusal("'GPIO busy'")
    assert str(told.value).startswith("button left cannot use BCM 17 (header pin 11): GPIO busy; ")


def test_a_bug_stays_a_bug() -> None:
    with pytest.raises(ZeroDivisionError), claim_pin("button left", 17):
        raise ZeroDivisionError
