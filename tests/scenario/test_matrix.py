"""Every rule the books know has its line in tests/scenarios/MATRIX.md, and what it names exists."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "scenarios"

KINDS = {"enforced", "prompted", "recorded", "director's", "later", "not the table's"}
SHOWN = {"enforced", "prompted"}
"""Kinds of which something must turn red when the rule is broken."""

SECTIONS = ((1, 49), (50, 67), (70, 100), (110, 146), (150, 166), (170, 188), (200, 225))
"""Governance and schedule, equipment, clock, dice and moves, cube, endings, formats."""
IDS = [f"R{number:03d}" for low, high in SECTIONS for number in range(low, high + 1)]


@dataclass(frozen=True)
class Row:
    id: str
    rule: str
    kind: str
    shown_by: tuple[str, ...]


def rows() -> Iterator[Row]:
    for line in (CASES / "MATRIX.md").read_text("utf-8").splitlines():
        if re.match(r"\| R\d", line):
            name, rule, kind, shown = (cell.strip() for cell in line.strip("|").split("|"))
            yield Row(name, rule, kind, tuple(filter(None, shown.split(", "))))


ROWS = tuple(rows())


def exists(name: str) -> bool:
    """A case of that name, or `tests/…/test_file.py::test_name`."""
    path, _, test = name.partition("::")
    if not test:
        return (CASES / f"{name}.toml").is_file()
    file = ROOT / path
    return file.is_file() and f"def {test}(" in file.read_text("utf-8")


def test_every_rule_of_the_matrix_has_one_line() -> None:
    assert [row.id for row in ROWS] == IDS
    assert len(IDS) == 197


def test_a_line_is_whole() -> None:
    assert [row.id for row in ROWS if not row.rule or row.kind not in KINDS] == []


def test_what_is_enforced_or_prompted_is_shown() -> None:
    assert [row.id for row in ROWS if row.kind in SHOWN and not row.shown_by] == []


def test_what_a_line_names_exists() -> None:
    assert [name for row in ROWS for name in row.shown_by if not exists(name)] == []


def test_every_case_shows_a_rule() -> None:
    named = {name for row in ROWS for name in row.shown_by}
    assert {path.stem for path in CASES.glob("*.toml")} - named == set()


def test_what_comes_later_shows_nothing_yet() -> None:
    assert [row.id for row in ROWS if row.kind == "later" and row.shown_by] == []
