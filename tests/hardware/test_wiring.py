"""The wiring diagrams: what is committed is what the code draws, and it names the right pins."""

import re
from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from kits.wiring.drawing import HIGH_MM, WIDE_MM
from kits.wiring.table import FALL_MS, RISE_MS, pins_of, table_wiring
from kits.wiring.tower import PICO, TowerPins, tower_wiring
from kits.wiring_kit import PICTURES, ROOT, drawn, tower_pins

from hardware.buttons import LOCKOUT_NS

TABLE = (ROOT / "config/table.toml").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"
LETTER = 0.55
"""Of its size a letter is so wide, in most fonts without serifs."""


@dataclass(frozen=True)
class Label:
    words: str
    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other: "Label") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def labels(picture: str) -> Iterator[Label]:
    for text in ElementTree.fromstring(picture).iter(f"{SVG}text"):
        words = text.text or ""
        x, y, size = (float(text.get(key, "0")) for key in ("x", "y", "font-size"))
        wide = LETTER * size * len(words)
        left = x - {"end": wide, "middle": wide / 2}.get(text.get("text-anchor", ""), 0.0)
        yield Label(words, left, left + wide, y - 0.75 * size, y + 0.15 * size)


def terminals(picture: str) -> list[tuple[int, str]]:
    """Each `pin N` with the name beside it."""
    words = [label.words for label in labels(picture)]
    return [
        (int(one.removeprefix("pin ")), name)
        for one, name in pairwise(words)
        if re.fullmatch(r"pin \d+", one)
    ]


@pytest.mark.parametrize("name", ["wiring.svg", "tower-wiring.svg"])
def test_the_picture_is_what_the_code_draws(name: str) -> None:
    assert (PICTURES / name).read_text(encoding="utf-8") == drawn()[name], (
        "draw it anew: PYTHONPATH=.:tests python tests/hardware/write_wiring.py"
    )


@pytest.mark.parametrize("name", ["wiring.svg", "tower-wiring.svg"])
def test_nothing_written_overlaps_or_leaves_the_paper(name: str) -> None:
    written = list(labels(drawn()[name]))
    assert len(written) > 60
    for label in written:
        assert 5 < label.left < label.right < WIDE_MM - 5, label
        assert 5 < label.top < label.bottom < HIGH_MM - 2, label
    assert [pair for pair in combinations(written, 2) if pair[0].meets(pair[1])] == []


def test_every_pin_of_the_table_stands_where_gpiozero_has_it() -> None:
    header = MockFactory(revision="d03115", pin_class=MockPin).board_info.headers["J8"].pins
    named = terminals(drawn()["wiring.svg"])
    assert len(named) == 17
    for position, name in named:
        assert header[position].name == name
    pins = pins_of(TABLE)
    wanted = [pins.left_button, pins.right_button, pins.left_light, pins.right_light]
    drawn_as = [name for _, name in named if name.startswith("GPIO")]
    assert drawn_as == [f"GPIO{pin}" for pin in (*wanted, pins.status_light, pins.buzzer)]


def test_no_ground_and_no_supply_of_a_button_carries_two_circuits() -> None:
    used = [position for position, name in terminals(drawn()["wiring.svg"]) if name != "5V"]
    assert len(set(used)) == len(used)


def test_other_pins_are_drawn_as_other_pins() -> None:
    moved = replace(pins_of(TABLE), left_button=5, buzzer=12)
    named = terminals(table_wiring(moved))
    assert (29, "GPIO5") in named
    assert (32, "GPIO12") in named
    assert (11, "GPIO17") not in named
    with pytest.raises(KeyError):
        table_wiring(replace(moved, buzzer=28))


def test_pins_come_from_devices_that_are_commented_out_too() -> None:
    text = (
        '[table]\nnumber = 1\n[devices]\nkind = "real"\n'
        "[devices.buttons]\nleft_pin = 5\nright_pin = 6\n"
        "# Prose about lights.\n[devices.lights]\nleft_pin = 7\nright_pin = 8\n"
        "# [devices.status_light]\n# pin = 9\n\n[devices.buzzer]\npin = 10\n"
        "# enabled = true  # so\n"
    )
    pins = pins_of(text)
    assert (pins.left_button, pins.right_light, pins.status_light, pins.buzzer) == (5, 8, 9, 10)
    with pytest.raises(KeyError, match="buzzer"):
        pins_of(text.partition("[devices.buzzer]")[0])


def test_the_baffle_boxs_pins_are_the_firmwares() -> None:
    named = terminals(drawn()["tower-wiring.svg"])
    pins = tower_pins()
    for gp in astuple(pins):
        assert [name for _, name in named].count(f"GP{gp}") == (0 if gp is None else 1)
    for position, name in named:
        assert PICO[position - 1] == name


def test_a_box_with_every_part_has_every_circuit_and_one_with_few_has_few() -> None:
    every = tower_wiring(TowerPins(0, 1, 28, lid=22, top_sender=14, bottom_sender=15))
    gps = [(position, name) for position, name in terminals(every) if name.startswith("GP")]
    assert set(gps) == {
        (1, "GP0"),
        (2, "GP1"),
        (19, "GP14"),
        (20, "GP15"),
        (29, "GP22"),
        (34, "GP28"),
    }
    assert "VBUS" not in [name for _, name in terminals(every)]
    written = list(labels(every))
    assert [pair for pair in combinations(written, 2) if pair[0].meets(pair[1])] == []
    bare = [label.words for label in labels(tower_wiring(TowerPins(2, 3, None)))]
    assert "Lamp: a roll is due" not in bare
    with pytest.raises(ValueError, match="GP23"):
        tower_wiring(TowerPins(2, 23, None))


def test_the_picos_pins_are_numbered_as_its_datasheet_numbers_them() -> None:
    """Some that the datasheet's own figure names, and every GPIO once."""
    known: Any = {1: "GP0", 3: "GND", 4: "GP2", 20: "GP15", 21: "GP16", 30: "RUN", 34: "GP28"}
    known |= {36: "3V3", 38: "GND", 40: "VBUS"}
    assert {n: PICO[n - 1] for n in known} == known
    assert len(PICO) == 40
    gpios = [name for name in PICO if name.startswith("GP")]
    assert sorted(gpios) == sorted(f"GP{n}" for n in (*range(23), 26, 27, 28))


def test_the_filter_is_over_long_before_the_lock_out() -> None:
    """Three time constants, by which a level has settled to 5 %, beside the software's 30 ms."""
    assert pytest.approx((0.1, 1.1)) == (FALL_MS, RISE_MS)
    assert 3 * RISE_MS * 1e6 < LOCKOUT_NS / 5
