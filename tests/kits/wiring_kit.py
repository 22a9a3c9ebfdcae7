"""The wiring diagrams as they are drawn from our own configuration and firmware."""

import ast
from pathlib import Path

from hardware.wiring import TowerPins, pins_of, table_wiring, tower_wiring

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "hardware/pictures"
FIRMWARE = ROOT / "hardware/tower/firmware/main.py"


def tower_pins() -> TowerPins:
    """As the firmware has them. It runs on MicroPython alone, so it is read and not imported."""
    held: dict[str, int] = {}
    for node in ast.parse(FIRMWARE.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            held |= {t.id: node.value.value for t in node.targets if isinstance(t, ast.Name)}
    return TowerPins(held["TOP_PIN"], held["BOTTOM_PIN"], held["LAMP_PIN"])


def drawn() -> dict[str, str]:
    """Each picture's name, and what must stand in it."""
    table = (ROOT / "config/table.toml").read_text(encoding="utf-8")
    return {
        "wiring.svg": table_wiring(pins_of(table)),
        "tower-wiring.svg": tower_wiring(tower_pins()),
    }
