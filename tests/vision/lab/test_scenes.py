"""The dice pictures with truth, where they are at hand: some of the tuning part, and all of what
is hardest to judge."""

from __future__ import annotations

import pytest

from vision.lab.measure import DATA, shots

EVERY = {".": 6, "hires": 6, "low_tilt": 1, "on_die": 1}


@pytest.mark.night
@pytest.mark.parametrize("folder", EVERY)
def test_no_roll_is_accepted_wrongly(folder: str) -> None:
    place = DATA / "scenes" / folder
    if not place.is_dir():
        pytest.skip(f"no dice pictures at {place}")
    read = list(shots(place, "tune", "whole", EVERY[folder]))
    assert read
    assert not [one for one in read if one.wrong]
