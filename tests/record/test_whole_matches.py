"""Whole matches in each format are what other programs read: the gate's few, the night's many."""

from pathlib import Path

import pytest
from kits.gnubg_files import GNUBG
from kits.read_back import compare
from kits.whole_matches import whole_match

GATE, NIGHT = 20, 1000


def read_back(folder: Path, count: int) -> None:
    if not GNUBG.exists():
        pytest.fail(f"{GNUBG} is not here: make test installs it")
    found = compare(folder, {str(seed): whole_match(seed) for seed in range(count)})
    assert found.differences == ()
    assert found.matches == count
    assert found.turns > 100 * count
    assert found.cube_actions > 5 * count


def test_twenty_matches_read_the_same_everywhere(tmp_path: Path) -> None:
    read_back(tmp_path, GATE)


@pytest.mark.night
def test_a_thousand_matches_read_the_same_everywhere(tmp_path: Path) -> None:
    read_back(tmp_path, NIGHT)
