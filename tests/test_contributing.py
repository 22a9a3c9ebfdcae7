"""What CONTRIBUTING.md teaches works: its act stands on the screen, in the console, on the timeline
and in scenarios, from its two files and their names in the two lists.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = dict(
    re.findall(
        r"`(kiosk/[\w/]+\.py)`\n\n```python\n(.*?)```",
        (ROOT / "CONTRIBUTING.md").read_text("utf-8"),
        re.DOTALL,
    )
)
SHOWN = """\
import json, sys
from pathlib import Path
from kits.rules_kit import WHITE, Table
from kits.controls_kit import half
from kits.screen_kit import seen
from kiosk.catalogue.tables import sentence, waits
from kiosk.catalogue.text import format_text
from kiosk.director.orders.forms import describe_forms
from kiosk.director.orders.orders import read_order
from kiosk.scenario.run import verdict
from kiosk.scenario.reading import read
from kiosk.wire.codec import COMMANDS, EVENTS, decode_event, encode

table = Table().open().start()
keys = [control.label for control in half(seen(table), WHITE).controls]
asked = table.ok(COMMANDS["SheetTapped"](table.at, WHITE))
form = next(form for form in describe_forms()["forms"] if form["kind"] == "sheet")
order = {"journal_id": "j", "kind": "sheet", "why": "so", "side": "white"}
new = read_order(json.dumps(order).encode(), "Kari")
json.dump(
    {
        "keys": keys,
        "sentences": [format_text(sentence(event)) for event in asked],
        "kept": [decode_event(type(e).__name__, 1, encode(e)) == e for e in asked],
        "form": [form["title"], [field["name"] for field in form["fields"]]],
        "order": type(new.order).__name__,
        "verdict": verdict(read(Path(sys.argv[1]))),
    },
    sys.stdout,
)
"""
SCENARIO = """\
id = "SHEET"
profile = "norway"
source = "norway §4.1(iii)"

[match]
turn = "A"

[[step]]
by = "A"
does = "asks for sheet"
expect = { told = "sheet_asked" }

[[step]]
by = "director"
does = "brings sheet"
side = "A"

[expect]
told = ["sheet_asked", "sheet_brought"]
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the product with the example in it."""
    for name in ("kiosk", "vision", "hardware", "config"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    for package, table in (("rules", "decide.py"), ("catalogue", "tables.py")):
        file = tmp_path / "kiosk" / package / table
        text = file.read_text("utf-8").replace("SUBJECTS = (\n", "SUBJECTS = (\n    sheets,\n", 1)
        line = f"from kiosk.{package} import sheets\n"
        file.write_text(text.replace("SUBJECTS = (", line + "SUBJECTS = (", 1), "utf-8")
    (tmp_path / "sheet.toml").write_text(SCENARIO, "utf-8")
    return tmp_path


def test_the_example_is_two_files() -> None:
    assert set(FILES) == {"kiosk/rules/sheets.py", "kiosk/catalogue/sheets.py"}


def test_the_example_stands_everywhere(house: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", SHOWN, str(house / "sheet.toml")],
        cwd=house,
        env=os.environ | {"PYTHONPATH": f"{house}:{ROOT / 'tests'}", "KIVY_NO_ARGS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    shown = json.loads(told.stdout)
    assert "A score sheet, please" in shown["keys"]
    assert shown["sentences"] == ["White asks for a score sheet."]
    assert shown["kept"] == [True]
    assert shown["form"] == ["Score sheet", ["side", "why"]]
    assert shown["order"] == "SheetOrdered"
    assert shown["verdict"] == ["PASS SHEET", True]
