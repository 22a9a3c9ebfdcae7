"""The screen's pages say what the code says: files, threads, requests."""

import re
from pathlib import Path
from typing import Any

from kits.rules_kit import ROOT

from kiosk.screen.hands import ScreenHands

PACKAGE = ROOT / "kiosk/screen"
README = (PACKAGE / "README.md").read_text(encoding="utf-8")
TOUCH = (PACKAGE / "TOUCH.md").read_text(encoding="utf-8")


def test_every_request_of_a_driver_is_told_and_no_other() -> None:
    nothing: Any = None
    assert set(re.findall(r'\{"do": "(\w+)"', TOUCH)) == set(ScreenHands(nothing).acts)


def test_every_file_is_told_and_no_other() -> None:
    told = set(re.findall(r"`(\w+\.py)`", README))
    assert told == {file.name for file in PACKAGE.glob("*.py")} - {"__init__.py"}


def test_kivy_is_imported_only_where_it_is_told() -> None:
    pure, _line, drawing = README.partition("*from here on Kivy*")
    for name in re.findall(r"`(\w+\.py)`", pure.partition("| file |")[2]):
        assert not imports_kivy(PACKAGE / name), name
    for name in ("lettering.py", "shapes.py", "glass.py", "window.py", "hands.py"):
        assert name in drawing
        assert imports_kivy(PACKAGE / name), name


def imports_kivy(path: Path) -> bool:
    """At import time, that is: not inside a function."""
    return bool(re.search(r"^(from|import) kivy", path.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_thread_is_told() -> None:
    files = (*PACKAGE.glob("*.py"), ROOT / "kiosk/wire/control.py")
    sources = [file.read_text(encoding="utf-8") for file in files]
    names = {name for text in sources for name in re.findall(r'Thread\([^)]*name="(\w+)"', text)}
    assert names == {"link", "control", "speech"}
    assert all(f"**{name}**" in README for name in names)
