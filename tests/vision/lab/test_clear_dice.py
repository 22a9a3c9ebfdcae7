"""Clear dice close up, whose far pips shine through: the drawing's optics, and what is read."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from vision.lab import clear
from vision.lab.train import closeup
from vision.lab.train.crop import NOTHING, STORED_PX
from vision.learned import face
from vision.reader.boardless import read_bare

SEEDS = range(910_000, 910_012)
"""Neither fitted to nor tuned on."""
OTHERS = range(910_012, 910_024)


def test_the_same_seed_is_the_same_picture_and_others_are_others() -> None:
    once, again, other = clear.take(5), clear.take(5), clear.take(6)
    assert np.array_equal(once.picture, again.picture)
    assert once.picture.shape != other.picture.shape or (once.picture != other.picture).any()


def test_every_value_is_taken_and_side_faces_lie_around_the_top() -> None:
    taken = [clear.take(seed) for seed in range(20)]
    assert set(Counter(one.value for one in taken)) == set(range(1, 7))
    for one in taken:
        assert 56 <= len(one.picture) <= 200
        assert len(one.beside_px) <= 3
        for place in one.beside_px:
            assert 0.05 < math.dist(place, one.center_px) / one.side_px < 1.0


def test_crops_hold_the_face_once_and_nothing_elsewhere() -> None:
    crops = closeup.crops(range(4))
    values = [clear.take(seed).value for seed in range(4)]
    assert [v for v in crops.value.tolist() if v != NOTHING] == values
    assert (crops.value == NOTHING).sum() >= 4


def test_the_net_of_clear_dice_knows_their_faces_and_what_is_none() -> None:
    """Faces of the sides and a die at wrong sizes are no faces: the net of the board takes a
    sixth of those for one."""
    crops = closeup.crops(range(910_100, 910_140))
    edge = (STORED_PX - face.INPUT_PX) // 2
    image = np.ascontiguousarray(crops.image[:, edge:-edge, edge:-edge], np.float32)
    looks = face.look_at_crops(image, None, model=face.CLOSE_UP)
    no_face = looks[:, NOTHING] > 0.5
    guess = looks[:, 1:].argmax(axis=1) + 1
    there = crops.value != NOTHING
    assert (guess == crops.value)[there].mean() > 0.95
    assert no_face[there].mean() < 0.05
    assert no_face[~there].mean() > 0.95


@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(OTHERS, marks=pytest.mark.night)])
def test_clear_dice_nobody_has_seen_are_read_right_or_asked_about(seeds: range) -> None:
    answered = forced = 0
    for seed in seeds:
        taken = clear.take(seed)
        dice = read_bare(taken.picture)
        known = {die.value for die in dice if die.value is not None}
        assert known <= {taken.value}, seed
        answered += bool(known)
        near = [
            die for die in dice if math.dist(die.center_px, taken.center_px) < taken.side_px / 2
        ]
        sure = max(near, key=lambda die: die.confidence, default=None)
        forced += sure is not None and sure.guess == taken.value
    assert answered >= 0.7 * len(seeds)
    assert forced >= 0.85 * len(seeds)
