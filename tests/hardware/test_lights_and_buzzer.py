import threading
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.threads import GPIOThread

from hardware.buzzer import TableBuzzer
from hardware.errors import PinUnusable
from hardware.lights import StatusLight, TurnLights

PATIENCE_S = 20  # a bound, not a measure
LIGHTS = {"left": 5, "right": 6}


def lit(factory: MockFactory) -> set[str]:
    return {name for name, pin in LIGHTS.items() if factory.pin(f"GPIO{pin}").state}


def test_at_most_one_turn_light_is_lit(factory: Any) -> None:
    lights = TurnLights(LIGHTS, factory)
    assert lit(factory) == set()
    for name in ("left", "right", "right"):
        lights.show(name)
        assert lit(factory) == {name}
    lights.show(None)
    assert lit(factory) == set()


def test_a_light_that_is_not_wired_changes_nothing(factory: Any) -> None:
    lights = TurnLights(LIGHTS, factory)
    lights.show("left")
    with pytest.raises(KeyError):
        lights.show("middle")
    assert lit(factory) == {"left"}


def test_closing_gives_the_pins_back(factory: Any) -> None:
    lights = TurnLights(LIGHTS, factory)
    lights.show("left")
    lights.close()
    TurnLights(LIGHTS, factory).close()


def test_two_lights_on_one_pin_are_refused(factory: Any) -> None:
    with pytest.raises(PinUnusable, match=r"turn light right.*5"):
        TurnLights({"left": 5, "right": 5}, factory)
    TurnLights(LIGHTS, factory).close()


class WatchedPin(MockPin):
    """Says when it has gone low after having been high."""

    gone_low = threading.Event()

    def _change_state(self, value: bool) -> bool:
        changed = super()._change_state(value)
        if changed and not value and self.states[-2].state:
            self.gone_low.set()
        return changed


@pytest.fixture
def watched(factory: Any) -> Any:
    """A factory whose pins say when they go low."""
    WatchedPin.gone_low.clear()
    factory.pin_class = WatchedPin
    return factory


def test_a_turn_light_blinks_until_it_is_shown_otherwise(watched: Any) -> None:
    """Lit or dark before: it goes dark in between, and then is what is shown."""
    lights = TurnLights(LIGHTS, watched)
    for running in ("left", "right"):
        lights.show(running)
        WatchedPin.gone_low.clear()
        lights.show(running, blinking={"left"})
        assert lights.blinking == {"left"}
        assert WatchedPin.gone_low.wait(PATIENCE_S)
        lights.show(running)
        assert lights.blinking == set()
        assert lit(watched) == {running}
    with pytest.raises(KeyError):
        lights.show("left", blinking={"middle"})
    lights.close()


def test_the_status_light_is_steady_when_ready_and_blinks_on_a_fault(watched: Any) -> None:
    light = StatusLight(13, watched)
    pin = watched.pin("GPIO13")
    assert not pin.state
    light.show("ready")
    assert pin.state
    WatchedPin.gone_low.clear()
    light.show("fault")
    assert WatchedPin.gone_low.wait(PATIENCE_S), "a fault blinks: the light goes dark in between"
    light.show("off")
    assert not pin.state
    light.close()


def test_the_status_light_does_not_blink_when_ready(watched: Any) -> None:
    light = StatusLight(13, watched)
    pin = watched.pin("GPIO13")
    light.show("fault")
    light.show("ready")
    pin.clear_states()
    light.show("ready")
    pin.assert_states([True])
    assert len(pin.states) == 1
    light.close()


def test_the_buzzer_is_silent_until_enabled_then_sounds_once(watched: Any) -> None:
    buzzer = TableBuzzer(19, watched)
    pin = watched.pin("GPIO19")
    pin.clear_states()
    buzzer.pulse()
    assert [state.state for state in pin.states] == [False]
    buzzer.enabled = True
    buzzer.pulse(length_ns=1_000_000)
    for thread in threading.enumerate():
        if isinstance(thread, GPIOThread):
            thread.join(PATIENCE_S)
    assert [state.state for state in pin.states] == [False, True, False]
    buzzer.close()


@pytest.mark.parametrize("length_ns", [0, 200_000_001])
def test_a_long_pulse_is_refused(factory: Any, length_ns: int) -> None:
    buzzer = TableBuzzer(19, factory)
    with pytest.raises(ValueError, match=str(length_ns)):
        buzzer.pulse(length_ns)
