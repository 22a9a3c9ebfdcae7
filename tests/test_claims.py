"""The pages that say what checks them are true: claims, the night, threats, OWASP's checklist,
killed processes, rules, and the breaks that no test notices."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from kits.asvs_kit import LEVELS, REQUIREMENTS
from kits.mutations import mutants
from kits.tracked_files import ROOT, tracked_files

CLAIMS = (ROOT / "tests/CLAIMS.md").read_text("utf-8")


def rows_of(text: str) -> list[list[str]]:
    """The cells of each row of a page's tables, their heads left out."""
    tables = re.findall(r"^\|.*\n\|[-|]+\n((?:\|.*\n)*)", text, re.MULTILINE)
    return [line.strip("| ").split(" | ") for table in tables for line in table.splitlines()]


@cache
def named_tests(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def is_there(name: str) -> bool:
    """A file, or `file::test`."""
    file, _, test = name.partition("::")
    return (ROOT / file).is_file() and (not test or test in named_tests(file))


# --- claims


def runs(source: str) -> set[str]:
    """In which of the two a file's tests run, of "test" and "night"."""
    tree = ast.parse(source)
    marks = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    tests = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]
    day = [
        test for test in tests if "pytest.mark.night" not in map(ast.unparse, test.decorator_list)
    ]
    whole = any(ast.unparse(node) == "pytestmark = pytest.mark.night" for node in tree.body)
    where = {"night"} if "pytest.mark.night" in marks else set()
    return where | ({"test"} if day and not whole else set())


def test_every_claim_has_its_tests_and_says_where_they_run() -> None:
    rows = rows_of(CLAIMS.partition("## Claims")[2].partition("\n## ")[0])
    assert rows
    for what, held, where in rows:
        files = re.findall(r"`(tests/[\w/]+\.py)`", held)
        if not files:
            assert where in {"by hand", "nobody yet"}, what
            assert where == "by hand" or "not yet run on hardware" in held, what
            continue
        there = [runs((ROOT / name).read_text()) for name in files]
        assert set(where.split(", ")) == set().union(*there), what
        assert "test" in where.split(", "), f"no sample of it in `make test`: {what}"


def test_the_night_is_told_whole() -> None:
    """Every file with tests of the night stands in the list of them, and no other."""
    night = CLAIMS.partition("## The night")[2].partition("\n## ")[0]
    listed = set(re.findall(r"`(tests/[\w/]+\.py)`", night))
    files = tracked_files("tests/**/test_*.py")

    assert listed == {str(f.relative_to(ROOT)) for f in files if "night" in runs(f.read_text())}


def test_where_tests_run_is_seen() -> None:
    mark = "@pytest.mark.night\ndef test_a(): pass\n"

    assert runs("def test_a(): pass") == {"test"}
    assert runs(mark) == {"night"}
    assert runs(mark + "def test_b(): pass") == {"test", "night"}
    assert runs("pytestmark = pytest.mark.night\ndef test_a(): pass") == {"night"}
    each = "@pytest.mark.parametrize('n', [1, pytest.param(2, marks=pytest.mark.night)])\n"
    assert runs(each + "def test_a(n): pass") == {"test", "night"}


# --- what shows that a killed process, a threat or a requirement is met


def test_every_line_of_killed_processes_is_a_test() -> None:
    page = (ROOT / "kiosk/demo/FAULTS.md").read_text("utf-8")
    table = page.partition("## When a process is killed")[2].partition("\n## ")[0]
    survival = {name for name in named_tests("tests/demo/test_survival.py") if "test_" in name[:5]}
    assert survival == set(re.findall(r"`(test_\w+)`", table))


def test_every_threat_names_tests_that_are_in_their_files() -> None:
    """A name without a file is in the one named before it; a line that shows none owns up to it."""
    tests: dict[str, set[str]] = {}
    for file in tracked_files("tests/**/test_*.py"):
        tests.setdefault(file.name, set()).update(named_tests(str(file.relative_to(ROOT))))
    rows = rows_of((ROOT / "kiosk/director/THREATS.md").read_text("utf-8"))
    assert rows
    for *_, shown in rows:
        found = re.findall(r"`(?:[\w/]*?(test_\w+\.py))?(?:::)?(test_\w+)?`", shown)
        assert found or shown.startswith("not shown"), shown
        where = ""
        for file, test in found:
            where = file or where
            assert where in tests, shown
            assert not test or test in tests[where], (where, test)


Id = tuple[int, ...]
ASKED: list[Id] = [requirement for requirement, level in LEVELS.items() if level <= 2]


class Line(NamedTuple):
    """One line of the checklist; `ids` are all that it speaks of."""

    first: str
    ids: tuple[Id, ...]
    about: str
    shown: str

    @property
    def named(self) -> list[str]:
        return re.findall(r"`((?:[\w.]+/)+[\w.]+(?:::\w+)?)`", self.shown)


def ids(text: str) -> tuple[Id, ...]:
    """`1.2.3`, or `1.2.3 to 1.2.5`: of level 1 and 2 all there are from one to the other."""
    ends = [tuple(map(int, each.split("."))) for each in text.split(" to ")]
    return tuple(each for each in ASKED if ends[0] <= each <= ends[-1])


LINES = [
    Line(first, ids(first), about, shown)
    for first, about, shown in rows_of((ROOT / "kiosk/director/ASVS.md").read_text("utf-8"))
    if first[0].isdigit()
]


def test_the_facts_are_owasps() -> None:
    assert len(LEVELS) == REQUIREMENTS
    assert Counter(LEVELS.values()) == {1: 70, 2: 183, 3: 92}


def test_every_requirement_is_there_once_and_in_order() -> None:
    assert [each for line in LINES for each in line.ids] == ASKED
    assert [line.first for line in LINES if not line.ids] == []


def test_every_requirement_says_what_shows_it_or_why_not() -> None:
    silent = [
        line.first
        for line in LINES
        if not line.about
        or not (line.named or re.match(r"(not applicable|not met): \w", line.shown))
    ]
    assert silent == []


def test_every_test_and_file_of_the_checklist_is_there() -> None:
    missing = {
        line.first: [name for name in line.named if not is_there(name)]
        for line in LINES
        if not line.shown.startswith("coming: ")
    }
    assert {first: names for first, names in missing.items() if names} == {}


def test_what_has_come_is_not_coming_any_more() -> None:
    """Such a line is read again: its test is named, or what is still not met."""
    come = [
        line.first
        for line in LINES
        if line.shown.startswith("coming: ") and all(map(is_there, line.named))
    ]
    assert come == []


# --- rules

KINDS = {"enforced", "prompted", "recorded", "director's", "later", "not the table's"}
SHOWN = {"enforced", "prompted"}
"""Kinds of which something must turn red when the rule is broken."""

SECTIONS = ((1, 49), (50, 67), (70, 100), (110, 146), (150, 166), (170, 188), (200, 225))
"""Governance and schedule, equipment, clock, dice and moves, cube, endings, formats."""
IDS = [f"R{number:03d}" for low, high in SECTIONS for number in range(low, high + 1)]


class Rule(NamedTuple):
    id: str
    rule: str
    kind: str
    shown_by: tuple[str, ...]


def rules() -> Iterator[Rule]:
    for line in (ROOT / "tests/scenarios/MATRIX.md").read_text("utf-8").splitlines():
        if re.match(r"\| R\d", line):
            name, rule, kind, shown = (cell.strip() for cell in line.strip("|").split("|"))
            yield Rule(name, rule, kind, tuple(filter(None, shown.split(", "))))


RULES = tuple(rules())


def test_every_rule_of_the_books_has_one_line() -> None:
    assert [row.id for row in RULES] == IDS
    assert [row.id for row in RULES if not row.rule or row.kind not in KINDS] == []


def test_what_is_enforced_or_prompted_is_shown() -> None:
    assert [row.id for row in RULES if row.kind in SHOWN and not row.shown_by] == []
    assert [row.id for row in RULES if row.kind == "later" and row.shown_by] == []


def test_what_a_rule_names_exists_and_every_case_shows_a_rule() -> None:
    named = {name for row in RULES for name in row.shown_by}
    cases = {file.stem for file in tracked_files("tests/scenarios/*.toml")}
    assert cases - named == set()
    assert [name for name in named - cases if "::" not in name or not is_there(name)] == []


# --- breaks that no test notices

SURVIVORS = rows_of((ROOT / "tests/SURVIVORS.md").read_text("utf-8").partition("## Who lives")[2])


@pytest.mark.parametrize("file", sorted({row[0] for row in SURVIVORS}))
def test_every_survivor_is_a_break_of_the_file_as_it_is(file: str) -> None:
    source = (ROOT / f"{file}.py").read_bytes()
    made = {f"{file} | `{m.function}` | {m.change}" for m in mutants(f"{file}.py", source)}
    told = {" | ".join(row[:-1]) for row in SURVIVORS if row[0] == file}
    assert told - made == set()


def test_every_survivor_has_a_reason_and_one_row() -> None:
    reasons = [row[-1] for row in SURVIVORS]
    assert [why for why in reasons if not re.match(r"(equivalent|untested): \S", why)] == []
    assert max(Counter(" | ".join(row[:-1]) for row in SURVIVORS).values()) == 1
