"""Every code can be read over the phone, and is told somewhere."""

import ast
import re
from itertools import product
from pathlib import Path

from kits.tracked_files import tracked_files

from kiosk.doctor.examine import PARTS
from kiosk.doctor.facts import CalibrationTrouble, CameraTrouble, JournalTrouble, TowerLinkTrouble
from kiosk.health.codes import CODES
from kiosk.health.finding import PartState

ROOT = Path(__file__).parents[2]


def test_a_code_can_be_read_over_the_phone() -> None:
    for code in CODES:
        assert re.fullmatch(r"[a-z]+\.[a-z]+(-[a-z]+){0,2}", code), code


def told_in_words() -> set[str]:
    """Codes that stand whole in the source where findings are made."""
    files = [*tracked_files("kiosk/doctor/*.py"), *tracked_files("kiosk/health/*.py")]
    found: set[str] = set()
    for file in files:
        if file.name in {"codes.py", "faults.py"}:
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Constant) and node.value in CODES:
                found.add(node.value)
    return found


def test_every_code_is_told_by_something() -> None:
    parts = {name for part in PARTS for name in part.covers} | {"table"}
    owned = ("buttons", "lights", "status", "buzzer", "tower", "camera")
    outputs = ("lights", "status", "buzzer")
    made = {f"{part}.unseen" for part in parts}
    made |= {f"{part}.in-use" for part in owned}
    made |= {f"{part}.lost" for part in ("buttons", "tower", "camera")}
    made |= {f"{part}.{end}" for part, end in product(outputs, ("ok", "absent", "pin", "no-gpio"))}
    made |= {f"buttons.{end}" for end in ("pin", "no-gpio")}
    made |= {f"tower.{each.value}" for each in TowerLinkTrouble}
    made |= {f"camera.{each.value}" for each in CameraTrouble}
    made |= {f"calibration.{each.value}" for each in CalibrationTrouble}
    made |= {f"journal.{each.value}" for each in JournalTrouble}
    made |= {f"light.{end}" for end in ("dark", "bright", "glare", "blur", "motion", "cast")}
    made |= {"light.flicker"}
    assert set(CODES) - told_in_words() - made == set()


def test_every_part_can_be_unseen() -> None:
    parts = {code.partition(".")[0] for code in CODES}
    assert {
        code.partition(".")[0] for code, c in CODES.items() if c.state is PartState.UNSEEN
    } == parts
