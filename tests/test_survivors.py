"""The table of mutants that live is about breaks that can be made."""

import re
from pathlib import Path

import pytest
from kits.mutations import mutants

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_name("SURVIVORS.md").read_text("utf-8").partition("## Who lives")[2]
ROWS = [line.strip("| ") for line in TABLE.splitlines() if line.startswith("| ")][1:]
FILES = sorted({row.partition(" | ")[0] for row in ROWS})


@pytest.mark.parametrize("file", FILES)
def test_every_row_is_a_break_of_the_file_as_it_is(file: str) -> None:
    source = (ROOT / f"{file}.py").read_bytes()
    made = {f"{file} | `{m.function}` | {m.change}" for m in mutants(f"{file}.py", source)}
    told = {row.rpartition(" | ")[0] for row in ROWS if row.startswith(f"{file} | ")}
    assert told - made == set()


@pytest.mark.parametrize("row", ROWS)
def test_every_survivor_has_a_reason(row: str) -> None:
    assert re.match(r"(equivalent|untested): \S", row.rpartition(" | ")[2])


def test_no_row_stands_twice() -> None:
    told = [row.rpartition(" | ")[0] for row in ROWS]
    assert sorted(set(told)) == sorted(told)
