"""The build guide burns no Pi: what it has a builder measure before power, against pins by hand.

The tables here are written down from the makers' pinouts, apart from those of the product.
"""

import re
from itertools import pairwise

import pytest
from kits.wiring.table import LED_OHM
from kits.wiring_kit import ROOT

GUIDE = ROOT / "hardware/guide"
WIRING = (GUIDE / "wiring.md").read_text(encoding="utf-8")
TOWER = (GUIDE / "tower.md").read_text(encoding="utf-8")
PICTURE = (ROOT / "hardware/pictures/wiring.svg").read_text(encoding="utf-8")

_PI = """
3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 3V3
GPIO24 GPIO10 GND GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 GPIO0 GPIO1 GPIO5 GND GPIO6 GPIO12 GPIO13
GND GPIO19 GPIO16 GPIO26 GPIO20 GND GPIO21
"""
PI = dict(enumerate(_PI.split(), start=1))
"""The 40-pin header of a Raspberry Pi 4 and 5; 1 and 2 lie beside each other."""

_PICO = """
GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 GP16 GP17
GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 VREF 3V3 EN GND VSYS VBUS
"""
PICO = dict(enumerate(_PICO.split(), start=1))
"""A Raspberry Pi Pico; 1 and 40 lie opposite each other."""

BURNS = {(1, 2), (3, 4), (13, 14)}
"""Pairs that stripboard joined when somebody built from an older guide."""


def measured(page: str) -> dict[tuple[int, int], tuple[str, str]]:
    """The rows of a page's table of opposite pins."""
    rows = re.findall(r"^\| (\d+) – (\d+) \| (\w+) \| (\w+) \|$", page, re.MULTILINE)
    return {(int(one), int(other)): (here, there) for one, other, here, there in rows}


def steps() -> list[str]:
    """The numbered steps of the order of work."""
    return re.split(r"(?m)^\d+\. ", WIRING.partition("## Order of work")[2].partition("\n## ")[0])


def test_every_pair_of_the_header_whose_pins_differ_is_measured_before_power() -> None:
    pairs = {(n, n + 1): (PI[n], PI[n + 1]) for n in range(1, 41, 2)}
    assert all(one != other for one, other in pairs.values())
    assert measured(WIRING) == pairs
    assert pairs.keys() >= BURNS
    before = [n for n, step in enumerate(steps()) if "all twenty rows of the table" in step]
    on = [n for n, step in enumerate(steps()) if step.startswith("Switch on")]
    plugged = [n for n, step in enumerate(steps()) if step.startswith("Plug the board")]
    assert [*before, *plugged, *on] == [3, 4, 5]


def test_down_a_row_two_pins_alone_carry_the_same() -> None:
    rows = [range(1, 41, 2), range(2, 41, 2)]
    alike = [pair for row in rows for pair in pairwise(row) if PI[pair[0]] == PI[pair[1]]]
    assert alike == [(2, 4)]
    assert "No two pins that lie side by side carry the same, but for 2 and 4." in WIRING
    assert "2 to 4 alone does no harm" in steps()[3]


def test_every_pair_of_the_pico_whose_pins_differ_is_measured() -> None:
    assert measured(TOWER) == {(n, 41 - n): (PICO[n], PICO[41 - n]) for n in range(1, 21)}
    alike = [pair for pair, (one, other) in measured(TOWER).items() if one[-3:] == other[-3:]]
    assert alike == [(3, 38), (8, 33), (13, 28), (18, 23)]
    assert "Four pairs are grounds" in TOWER
    for name, position in re.findall(r"(3V3|VBUS|5 V|ground) \(Pico pin (\d+)\)", TOWER):
        assert PICO[int(position)] == {"5 V": "VBUS", "ground": "GND"}.get(name, name)


def test_no_part_of_the_guide_asks_for_stripboard() -> None:
    for page in GUIDE.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for named in re.finditer("stripboard", text, re.IGNORECASE):
            before = text[: named.start()].rpartition(". ")[2]
            assert re.search(r"\b(no|never on|strips of a)\W*$", before, re.IGNORECASE), page.name
    parts = (GUIDE / "parts.md").read_text(encoding="utf-8")
    for row in (line for line in parts.splitlines() if "stripboard" in line):
        assert row.split("|")[1 if "board for" not in row else 2].strip().startswith("perfboard")


def test_a_board_that_sits_askew_or_mirrored_is_found_before_power() -> None:
    """No ground the board uses lies opposite, beside or one row off another ground's place."""
    said = re.search(r"each ground of the board: pins ([\d, ]+) and, with lamps, (\d+)", WIRING)
    assert said
    grounds = {int(pin) for pin in said[1].split(", ")} | {int(said[2])}
    drawn = {int(pin) for pin in re.findall(r">pin (\d+)<", PICTURE) if PI[int(pin)] == "GND"}
    assert grounds == drawn
    assert said.start() < WIRING.index("5. Switch on")

    def mirrored(pin: int) -> int:
        return pin + 1 if pin % 2 else pin - 1

    for moved in (mirrored, lambda pin: pin + 2, lambda pin: pin - 2):
        assert any(PI.get(moved(pin)) != "GND" for pin in grounds)


def clauses() -> list[str]:
    """What each circuit is joined by, in words, a line a clause."""
    told = WIRING.partition("## Connection by connection")[2].partition("\n## ")[0]
    cells = [cell for line in told.splitlines() for cell in line.split("|") if "pin" in cell]
    return [clause for cell in cells for clause in cell.split(";")]


def test_no_gpio_pin_is_joined_to_anything_but_through_a_part() -> None:
    found = 0
    for clause in clauses():
        nets = [PI[int(pin)] for pin in re.findall(r"header pin (\d+)", clause)]
        if any(net.startswith("GPIO") for net in nets):
            found += 1
            assert re.search(r"\d+ k?Ω|\d+ nF", clause), clause
            assert not {"5V", "3V3"} & set(nets), clause
    assert found == 2 * 2 + 3 + 1
    lit = [clause for clause in clauses() if "long leg" in clause]
    assert len(lit) == 3
    assert all(f"{LED_OHM} Ω" in clause for clause in lit)
    assert f"some {LED_OHM} Ω between its header pin and the LED's long leg" in steps()[3]


def test_a_displays_power_comes_in_the_order_it_is_marked() -> None:
    pins, names = "header pins 2, 4 and 6", "mark them 5 V, 5 V and ground"
    assert pins in steps()[2]
    assert names in steps()[2]
    assert [PI[pin] for pin in (2, 4, 6)] == ["5V", "5V", "GND"]


@pytest.mark.parametrize("page", [WIRING, TOWER])
def test_the_measurements_say_that_no_pi_has_shown_them(page: str) -> None:
    first = page.index(" – ")
    near = page[page.rindex("## ", 0, first) :]
    assert "not yet run on hardware" in near.casefold()
