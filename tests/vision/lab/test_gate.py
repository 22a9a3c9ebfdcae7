"""The gate for the reader: rolls thrown and drawn now, on rigs, with dice and in lights nobody
fitted to.

It asks for no wrong roll accepted, and for far fewer accepted ones than are measured
(`python -m vision.lab.measure --natural`): it is there to notice that something broke.
"""

from __future__ import annotations

import pytest

from vision.lab import thrown
from vision.lab.answered import read_shot
from vision.lab.figures import Shot
from vision.lab.natural import rolls

SEED = 7_778
A_FEW = range(2)
MORE = range(2, 7)
"""Rigs of the gate, and of the night."""
FLOOR = 0.5
"""Of the valid rolls, the part that must be accepted."""


@pytest.fixture(
    scope="module",
    params=[(A_FEW, 5), pytest.param((MORE, rolls.MOST_THROWS), marks=pytest.mark.night)],
)
def shots(request: pytest.FixtureRequest) -> list[Shot]:
    """Rolls that are sought are thrown so often at most."""
    rigs, throws = request.param
    with pytest.MonkeyPatch.context() as few:
        for name, count in (("POSITIONS", 1), ("DICE_SETS", 3), ("ROLLS", 3)):
            few.setattr(thrown, name, count)
        few.setattr(rolls, "MOST_THROWS", throws)
        return [
            read_shot(roll.file, roll.image, roll.facts, "file")
            for number in rigs
            for roll in thrown.rolls(thrown.rig_seed(SEED, number), (1920, 1080))
        ]


def told(shots: list[Shot]) -> str:
    return "\n".join(
        f"{one.file} {one.truth}/{one.kind} {one.true_values} {one.tilt_deg:.1f} deg {one.light}: "
        f"{one.answer} {one.values} {one.why} {one.found}"
        for one in shots
    )


def test_no_wrong_roll_is_accepted(shots: list[Shot]) -> None:
    """Level dice that slide less than 3 pixels are measured apart; all else counts."""
    apart = [one for one in shots if one.slight and one.truth == "in_motion"]
    wrong = [one for one in shots if one.wrong and one not in apart]
    assert not wrong, told(wrong)


def test_most_valid_rolls_are_accepted(shots: list[Shot]) -> None:
    valid = [one for one in shots if one.truth == "valid"]
    assert len(valid) >= 5
    missed = [one for one in valid if one.answer != "valid"]
    assert len(missed) <= (1 - FLOOR) * len(valid), told(missed)


def test_the_gate_sees_more_than_valid_rolls(shots: list[Shot]) -> None:
    assert {"valid", "cocked"} < {one.truth for one in shots}
    assert len({one.colour for one in shots}) >= 3
    assert len({one.light for one in shots}) >= 2
