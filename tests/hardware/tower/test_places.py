"""Where a tower is looked for, and in which order."""

from types import SimpleNamespace

import pytest

from hardware.tower.places import TowerPort, TowerPorts, UsbPort, no_ports, usb_ports

OURS = "E660583883724A32"
PORTS = [
    UsbPort("/dev/ttyACM0", "0001"),
    UsbPort("/dev/ttyACM1", OURS.lower()),
    UsbPort("/dev/ttyUSB0", None),
]


def test_a_named_port_is_the_only_place_until_the_tower_has_told_its_number() -> None:
    places = TowerPorts("/dev/ttyACM9", lambda: PORTS)
    assert places.to_try() == [TowerPort("/dev/ttyACM9", None)]
    places.learn_serial_number(None)  # an old tower has no number
    assert places.to_try() == [TowerPort("/dev/ttyACM9", None)]


def test_then_it_is_looked_for_first_where_usb_has_its_number_and_last_where_not() -> None:
    places = TowerPorts("/dev/ttyACM0", lambda: PORTS)
    places.learn_serial_number(OURS)
    assert places.to_try() == [
        TowerPort("/dev/ttyACM1", OURS),
        TowerPort("/dev/ttyACM0", None),  # whatever is there: it was named
        TowerPort("/dev/ttyUSB0", OURS),
    ]


def test_a_number_that_is_configured_is_taken_anywhere_and_nothing_else_is() -> None:
    places = TowerPorts(f"serial:{OURS}", lambda: PORTS)
    places.learn_serial_number("0001")
    assert [place.serial_number for place in places.to_try()] == [OURS] * 3
    assert places.to_try()[0].path == "/dev/ttyACM1"
    assert str(places) == f"serial:{OURS}"


def test_another_tower_at_the_named_port_is_the_one_looked_for_from_then_on() -> None:
    places = TowerPorts("/dev/ttyACM9", lambda: PORTS)
    places.learn_serial_number("0001")
    places.learn_serial_number(OURS)
    assert places.to_try()[0] == TowerPort("/dev/ttyACM1", OURS)


def test_only_serial_devices_on_usb_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        SimpleNamespace(device="/dev/ttyS0", vid=None, serial_number=None),
        SimpleNamespace(device="/dev/ttyACM0", vid=0x2E8A, serial_number=OURS),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    assert usb_ports() == [UsbPort("/dev/ttyACM0", OURS)]
    assert no_ports() == []
