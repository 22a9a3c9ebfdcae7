"""The numbers that decide: each says what it is, and each decides."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from kits.tracked_files import ROOT, tracked_files

from vision.lab.thresholds import ROOMS, lines, table
from vision.reader import thresholds as reader
from vision.reader.thresholds import Bar
from vision.threshold import Count, Threshold
from vision.tracker import thresholds as tracker

ALL = {
    f"{room}.{name}": one for room, module in ROOMS.items() for name, one in table(module).items()
}


def names_in(path: Path) -> set[str]:
    return {
        node.attr if isinstance(node, ast.Attribute) else node.id
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, (ast.Attribute, ast.Name))
    }


USED = {
    f"{room}.{name}"
    for room, module in ROOMS.items()
    for path in tracked_files(f"{module.__name__.rpartition('.')[0].replace('.', '/')}/**/*.py")
    if path.name != "thresholds.py"
    for name in names_in(path)
}


READER = Path(str(reader.__file__)).parent
SEARCHES = {
    *("candidate_score", "checkers", "crop", "detections", "face", "find", "lattice", "look"),
    *("net_proposals", "pips", "places", "pose_search", "search", "square", "top_pips"),
}
"""Where the reader looks, and what explains a picture best: they accept and ask about nothing."""
MEASURES = {
    *(
        "blown",
        "colour_patch",
        "foreign_objects",
        "candidate_score",
        "checkers",
        "contact",
        "cover",
        "detections",
        "face",
    ),
    *(
        "occlusion",
        "reach",
        "scene_state",
        "spots",
        "patches",
        "unreadable_dice",
        "acceptance",
        "body",
    ),
}
"""What of the evidence counts as a checker, as changed, as a body, as a pip, as too bright."""
STRUCTURE = {
    *("DICE", "PAIR", "SEVERAL", "OPPOSITE", "MIDDLE", "AROUND_MM", "ON_FACE", "POSE_CHECK_NS"),
    *("ENOUGH_PX", "WIDEST_PX", "ON_BOARD", "CELLS"),
}
"""How many are thrown, what opposite faces add up to, how far a net was taught to look, where pips
lie, how often the camera is looked for, how fine a picture is compared."""


def own_numbers(tree: ast.Module) -> set[str]:
    """Names of a module's constants that hold numbers."""
    given = [node for node in tree.body if isinstance(node, ast.Assign)]
    return {
        target.id
        for node in given
        if any(isinstance(one, ast.Constant) and _is_number(one) for one in ast.walk(node.value))
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _is_number(node: ast.Constant) -> bool:
    return isinstance(node.value, float | int) and not isinstance(node.value, bool)


def compared(path: Path) -> set[str]:
    """A module's own numbers, fractions written out too, that it compares anything with."""
    tree = ast.parse(path.read_text())
    own, found = own_numbers(tree), set[str]()
    for compare in (node for node in ast.walk(tree) if isinstance(node, ast.Compare)):
        for node in ast.walk(compare):
            if isinstance(node, ast.Name) and node.id in own:
                found.add(node.id)
            if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value % 1:
                found.add(str(node.value))
    return found - STRUCTURE


TRACKER = Path(str(tracker.__file__)).parent
OTHERS = [
    path
    for room in (READER, TRACKER)
    for path in tracked_files(f"{room.relative_to(ROOT)}/**/*.py")
    if path.name != "thresholds.py"
]


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: str(path.relative_to(READER.parent)))
def test_what_is_no_search_compares_with_the_table_alone(path: Path) -> None:
    if path.stem not in SEARCHES or path.parent.name in {"decision", "tracker"}:
        assert not compared(path)


def test_the_decision_alone_and_what_measures_know_the_table() -> None:
    asking = {
        path
        for path in OTHERS
        if READER in path.parents
        and any(
            isinstance(node, ast.ImportFrom)
            and "thresholds" in {node.module, *(name.name for name in node.names)}
            for node in ast.walk(ast.parse(path.read_text()))
        )
    }
    measuring = {path.stem for path in asking if path.parent.name != "decision"}
    assert measuring == MEASURES | {"__init__"}


def test_a_number_that_is_compared_is_found(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text("LEAST = 0.5\nPX = 3\n\ndef f(x):\n    return x > LEAST or x * 2 < 0.25\n")
    assert compared(path) == {"LEAST", "0.25"}


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
