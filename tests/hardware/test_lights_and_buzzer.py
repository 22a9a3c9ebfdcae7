from threading import Event

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.buzzer import TableBuzzer
from hardware.errors import PinUnusable
from hardware.lights import StatusLight, TurnLights

LIGHTS = {"left": 5, "right": 6}


def lit(factory: MockFactory) -> set[str]:
    return {name for name, pin in LIGHTS.items() if factory.pin(f"GPIO{pin}").state}


def test_at_most_one_turn_light_is_lit(factory) -> None:
    lights = TurnLights(LIGHTS, factory)
    assert lit(factory) == set()
    for name in ("left", "right", "right"):
        lights.show(name)
        assert lit(factory) == {name}
    lights.show(None)
    assert lit(factory) == set()


def test_a_light_that_is_not_wired_changes_nothing(factory) -> None:
    lights = TurnLights(LIGHTS, factory)
    lights.show("left")
    with pytest.raises(KeyError):
        lights.show("middle")
    assert lit(factory) == {"left"}


def test_closing_darkens_the_lights_and_frees_the_pins(factory) -> None:
    lights = TurnLights(LIGHTS, factory)
    lights.show("left")
    lights.close()
    TurnLights(LIGHTS, factory).close()


def test_two_lights_on_one_pin_are_refused(factory) -> None:
    with pytest.raises(PinUnusable, match=r"turn light right.*5"):
        TurnLights({"left": 5, "right": 5}, factory)


def test_the_status_light_is_steady_when_ready_and_blinks_on_a_fault(factory) -> None:
    light = StatusLight(13, factory)
    pin = factory.pin("GPIO13")
    light.show("ready")
    assert pin.state
    changed = Event()

    class Watched(type(pin)):
        def _change_state(self, value: bool) -> bool:
            if not value:
                changed.set()
            return super()._change_state(value)

    pin.__class__ = Watched
    light.show("fault")
    assert changed.wait(10), "a fault blinks: the light must go dark in between"
    light.show("off")
    assert not pin.state
    light.close()


class SoundingPin(MockPin):
    """Says when it has sounded and fallen silent again."""

    silent = Event()

    def _change_state(self, value: bool) -> bool:
        changed = super()._change_state(value)
        if changed and not value and len(self.states) > 2:
            self.silent.set()
        return changed


def test_the_buzzer_is_silent_until_enabled_then_sounds_once(factory) -> None:
    SoundingPin.silent.clear()
    factory.pin_class = SoundingPin
    buzzer = TableBuzzer(19, factory)
    pin = factory.pin("GPIO19")
    pin.clear_states()
    buzzer.pulse()
    assert [state.state for state in pin.states] == [False]
    buzzer.enabled = True
    buzzer.pulse(length_ns=1_000_000)
    assert SoundingPin.silent.wait(10)
    pin.assert_states([False, True, False])
    buzzer.close()


@pytest.mark.parametrize("length_ns", [0, 200_000_001])
def test_a_long_pulse_is_refused(factory, length_ns) -> None:
    buzzer = TableBuzzer(19, factory)
    with pytest.raises(ValueError, match=str(length_ns)):
        buzzer.pulse(length_ns)
