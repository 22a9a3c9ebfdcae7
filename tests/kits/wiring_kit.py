"""The wiring diagrams as they are drawn from our own configuration and firmware."""

import ast
from pathlib import Path

from kits.tracked_files import tracked_files
from kits.wiring.table import pins_of, table_wiring
from kits.wiring.tower import TowerPins, tower_wiring

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "hardware/pictures"
FIRMWARE = ROOT / "hardware/tower/firmware"


def tower_pins() -> TowerPins:
    """As the firmware has them. It runs on MicroPython alone, so it is read and not imported."""
    held: dict[str, int | None] = {}
    for file in tracked_files("hardware/tower/firmware/*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                named = [each.id for each in node.targets if isinstance(each, ast.Name)]
                held |= {name: node.value.value for name in named if name.endswith("_PIN")}
    top, bottom = (
        held.get("DROP_PIN", held.get("TOP_PIN")),
        held.get("OUT_PIN", held.get("BOTTOM_PIN")),
    )
    assert top is not None
    assert bottom is not None
    return TowerPins(
        top,
        bottom,
        held["LAMP_PIN"],
        held.get("LID_PIN"),
        held.get("DROP_EMITTER_PIN"),
        held.get("OUT_EMITTER_PIN"),
    )


def drawn() -> dict[str, str]:
    """Each picture's name, and what must stand in it."""
    table = (ROOT / "config/table.toml").read_text(encoding="utf-8")
    return {
        "wiring.svg": table_wiring(pins_of(table)),
        "tower-wiring.svg": tower_wiring(tower_pins()),
    }
