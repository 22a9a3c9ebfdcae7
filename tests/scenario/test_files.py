"""The cases in tests/scenarios: every one passes, and is named after itself."""

from pathlib import Path

import pytest
from kits.tracked_files import tracked_files

from kiosk.scenario.reading import read
from kiosk.scenario.run import play

FILES = tracked_files("tests/scenarios/*.toml")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_case_passes(path: Path) -> None:
    assert play(read(path)) == ()


def test_a_file_is_named_after_its_case() -> None:
    assert FILES
    assert [path.stem for path in FILES] == [read(path).id for path in FILES]
