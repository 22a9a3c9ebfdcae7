"""The cases in tests/scenarios: every one passes, and is named after itself."""

from pathlib import Path

import pytest

from kiosk.scenario.reading import read
from kiosk.scenario.run import play

FILES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_case_passes(path: Path) -> None:
    assert play(read(path)) == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_file_is_named_after_its_case(path: Path) -> None:
    assert read(path).id == path.stem


def test_there_are_cases() -> None:
    assert FILES
