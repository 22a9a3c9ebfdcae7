"""Each page, or part of one, that the code writes is what it writes now."""

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
from kits import faults_kit
from kits.fault_list import FAULTS
from kits.tracked_files import ROOT


def writer(program: str) -> Callable[[str], str]:
    written: Callable[[str], str] = runpy.run_path(str(ROOT / "tests" / program))["written"]
    return written


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("kiosk/director/ROUTES.md", writer("director/write_routes.py")),
        ("config/rulebooks/README.md", writer("books/write_keys.py")),
        ("tests/scenarios/README.md", writer("scenario/write_readme.py")),
    ],
    ids=lambda each: Path(each).stem if isinstance(each, str) else "",
)
def test_the_page_is_what_make_regenerate_writes(page: str, written: Callable[[str], str]) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert written(text) == text, "run `make regenerate`"


def test_the_rows_of_faults_are_those_that_are_played() -> None:
    """`tests/demo/test_faults.py` plays them at night; here are their words."""
    page = faults_kit.PAGE.read_text("utf-8")
    told = [row.rsplit(" | ", 2)[0] for row in faults_kit.rows_in(page)]
    assert told == [faults_kit.words_of(fault) for fault in FAULTS]
