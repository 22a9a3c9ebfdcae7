"""What a table lights and sounds for a press that did not count."""

import contextlib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from gpiozero import Factory
from kits.rules_kit import BLACK, WHITE, Table
from kits.table_kit import CONFIG

from hardware.buzzer import CLICK_NS
from hardware.pins import open_factory
from kiosk.table.indicators import Indicators
from kiosk.table.settings import load


@pytest.fixture
def devices(tmp_path: Any) -> Any:
    file = tmp_path / "table.toml"
    more = """
[devices.lights]
left_pin = 5
right_pin = 6
[devices.buzzer]
pin = 12
enabled = true
"""
    file.write_text(CONFIG + more, "utf-8")
    return load(file).devices


@pytest.fixture
def factory() -> Iterator[Factory]:
    opened = open_factory("mock")
    yield opened
    opened.close()


def test_the_light_of_its_button_blinks_and_the_buzzer_clicks_once(
    devices: Any, factory: Any
) -> None:
    with contextlib.ExitStack() as stack:
        shown = Indicators(devices, factory, stack, None)
        clicks: list[int] = []
        shown.buzzer.pulse = clicks.append  # type: ignore[union-attr,method-assign,assignment]
        match = Table().open().start(5, 6).turn().match
        assert match.clock.running is WHITE
        lights = shown.lights
        assert lights is not None
        for _ in range(2):
            shown.blink(frozenset({BLACK}))
            shown.show(match, None)
            assert lights.blinking == {"left"}
        assert clicks == [CLICK_NS]
        assert factory.pin("GPIO6").state
        shown.blink(frozenset())
        shown.show(match, None)
        assert lights.blinking == set()
        assert not factory.pin("GPIO5").state


def test_a_buzzer_that_may_not_sound_is_silent(devices: Any, factory: Any) -> None:
    quiet = msgspec.structs.replace(devices.buzzer, enabled=False)
    with contextlib.ExitStack() as stack:
        silent = msgspec.structs.replace(devices, buzzer=quiet)
        shown = Indicators(silent, factory, stack, None)
        shown.blink(frozenset({WHITE}))
        assert not factory.pin("GPIO12").state
