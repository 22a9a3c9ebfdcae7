"""The numbers that decide: each says what it is, and each decides."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from vision.lab.thresholds import ROOMS, lines
from vision.reader import thresholds as reader
from vision.reader.thresholds import Bar
from vision.threshold import Count, Threshold
from vision.tracker import thresholds as tracker

MODULES = {"reader": reader, "tracker": tracker}
ALL = {f"{room}.{name}": one for room, table in ROOMS.items() for name, one in table().items()}


def names_in(path: Path) -> set[str]:
    return {
        node.attr if isinstance(node, ast.Attribute) else node.id
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, (ast.Attribute, ast.Name))
    }


USED = {
    f"{room}.{name}"
    for room, module in MODULES.items()
    for path in Path(str(module.__file__)).parent.rglob("*.py")
    if path.name != "thresholds.py"
    for name in names_in(path)
}


@pytest.mark.parametrize("name", ALL)
def test_each_says_its_unit_its_meaning_and_what_it_was_set_by(name: str) -> None:
    one = ALL[name]
    assert one.unit
    assert one.meaning
    assert one.set_by


def in_a_group(name: str) -> bool:
    groups = (value for value in vars(reader).values() if isinstance(value, tuple))
    return any(ALL[name] is one for group in groups for one in group)


@pytest.mark.parametrize("name", ALL)
def test_none_lies_about_unused(name: str) -> None:
    assert name in USED or in_a_group(name)


def test_the_printed_table_has_a_line_for_each() -> None:
    printed = list(lines())
    assert [line.split()[0] for line in printed] == list(ALL)
    assert any("0.97" in line and "1,158 level drawn dice" in line for line in printed)
    assert any("tracker.HOLD_NS" in line and " 200000000  ns" in line for line in printed)


def test_a_threshold_is_the_number_it_is() -> None:
    one = Threshold(0.5, "mm", "far", "by eye")
    assert one == 0.5
    assert one > 0.4
    assert f"{one:.1f}" == "0.5"
    bar = Bar(0.8, 0.1, 4.0, 0.2, "a face", "by eye")
    assert str(bar) == "0.8, 0.1, 4.0, 0.2"
    count = Count(3, "frames", "enough", "by eye")
    assert count == 3
    assert str(count) == "3"
