"""The table's papers say what the code says: keys with their ranges, requests, threads."""

import re
from typing import Any

import pytest
from kits.table_kit import ROOT

from kiosk.table.control import KillSwitch, SimulatedDevices
from kiosk.table.keys import keys
from kiosk.table.settings import TableSettings

THREADS = (ROOT / "kiosk/table/THREADS.md").read_text(encoding="utf-8")
CONTROL = (ROOT / "kiosk/table/CONTROL.md").read_text(encoding="utf-8")
CONFIGURATION = (ROOT / "kiosk/table/CONFIGURATION.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.split("|")[1:-1]]
    for line in CONFIGURATION.splitlines()
    if "|" in line
]
TOLD = {key: row for row in ROWS for key in re.findall(r"`([a-z_]+\.[a-z_.]+)`", row[0])}
KEYS = {path: (words, needed) for path, words, needed in keys(TableSettings)}


def test_every_key_is_told_and_no_other() -> None:
    assert set(TOLD) == set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_keys_range_and_whether_it_may_be_left_out_are_told(key: str) -> None:
    words, needed = KEYS[key]
    _names, range_, left_out, meaning = TOLD[key]
    assert range_ == words
    assert bool(left_out) is not needed
    assert meaning


def test_every_request_of_a_driver_is_told_and_no_other() -> None:
    nothing: Any = None
    acts = SimulatedDevices(nothing, None, None, nothing, KillSwitch()).acts
    assert set(re.findall(r'\{"do": "(\w+)"', CONTROL)) == set(acts)


def test_every_thread_is_told() -> None:
    files = (*(ROOT / "kiosk/table").glob("*.py"), ROOT / "kiosk/wire/control.py")
    sources = [file.read_text(encoding="utf-8") for file in files]
    pattern = r'"(screens?[ a-z]*|sync[ a-z]*|orders|control)"'
    names = {name for text in sources for name in re.findall(pattern, text)}
    assert {"screens", "screen reader", "screen writer", "control"} <= names
    assert {"sync", "sync line", "orders"} <= names
    assert all(f"**{name}**" in THREADS for name in names | {"main", "tower", "camera"})
