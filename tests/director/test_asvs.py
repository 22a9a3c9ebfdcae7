"""The checklist of OWASP ASVS is whole, and what it names is there."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kits.asvs_kit import LEVELS, REQUIREMENTS

ROOT = Path(__file__).resolve().parents[2]
CHECKLIST = ROOT / "kiosk/director/ASVS.md"

Id = tuple[int, ...]


class Line(NamedTuple):
    """What one line of a table says; `ids` are all that it speaks of."""

    first: str
    ids: tuple[Id, ...]
    about: str
    shown: str

    @property
    def named(self) -> list[str]:
        return re.findall(r"`((?:[\w.]+/)+[\w.]+(?:::\w+)?)`", self.shown)


def lines() -> list[Line]:
    found = []
    for row in re.findall(r"^\| (\d.*) \|$", CHECKLIST.read_text(), re.MULTILINE):
        first, about, shown = row.split(" | ")
        found.append(Line(first, ids(first), about, shown))
    return found


def ids(text: str) -> tuple[Id, ...]:
    """`1.2.3`, or `1.2.3 to 1.2.5`: of level 1 and 2 all there are from one to the other."""
    ends = [tuple(map(int, each.split("."))) for each in text.split(" to ")]
    return tuple(each for each in asked() if ends[0] <= each <= ends[-1])


def asked() -> list[Id]:
    return [requirement for requirement, level in LEVELS.items() if level <= 2]


def is_there(name: str) -> bool:
    file, _, test = name.partition("::")
    return (ROOT / file).is_file() and (not test or test in named_tests(file))


@cache
def named_tests(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text())
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_the_facts_are_owasps() -> None:
    assert len(LEVELS) == REQUIREMENTS
    assert Counter(LEVELS.values()) == {1: 70, 2: 183, 3: 92}


def test_every_requirement_is_there_once_and_in_order() -> None:
    assert [each for line in lines() for each in line.ids] == asked()
    assert [line.first for line in lines() if not line.ids] == []


def test_every_line_says_what_shows_it_or_why_not() -> None:
    silent = [
        line.first
        for line in lines()
        if not line.about
        or not (line.named or re.match(r"(not applicable|not met): \w", line.shown))
    ]
    assert silent == []


def test_every_test_and_file_named_is_there() -> None:
    assert len([line for line in lines() if "::" in line.shown]) > 80
    missing = {
        line.first: [name for name in line.named if not is_there(name)]
        for line in lines()
        if not line.shown.startswith("coming: ")
    }
    assert {first: names for first, names in missing.items() if names} == {}


def test_what_has_come_is_not_coming_any_more() -> None:
    """Such a line is read again: its test is named, or what is still not met."""
    come = [
        line.first
        for line in lines()
        if line.shown.startswith("coming: ") and all(map(is_there, line.named))
    ]
    assert come == []
