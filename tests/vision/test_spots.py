"""The second opinion on a face: it must not vouch for a value that is not there."""

import numpy as np
import pytest

from vision.lab.truth import calibration_of
from vision.reader.spots import vouches
from vision.scene import Rig, Scene, opening, render, truth
from vision.scene.throw import plan_throw

STILL_MS = 60_000.0


@pytest.fixture(scope="module")
def faces() -> list[tuple]:
    """Pictures of flat dice over several rigs: picture, calibration, centre, die side, value."""
    found = []
    for seed in range(700, 712):
        rig, rng = Rig.draw(seed), np.random.default_rng(seed)
        scene = Scene(opening(rig.board))
        values = (seed % 6 + 1, (seed // 2 + 3) % 6 + 1)
        paths = plan_throw(rig, scene, values=values, half="picture_left", outcome="flat", rng=rng)
        scene = Scene(scene.checkers, paths)
        facts = truth(rig, scene, STILL_MS)
        picture, calibration = (
            render(rig, scene, STILL_MS, rng),
            calibration_of(facts, with_die_size=True),
        )
        found += [
            (picture, calibration, tuple(die["center_mm"]), die["size_mm"], die["top"])
            for die in facts["dice"]
        ]
    return found


def test_it_vouches_for_what_is_there(faces: list[tuple]) -> None:
    told = [vouches(*where, value) for *where, value in faces]

    assert {value for *_, value in faces} == {1, 2, 3, 4, 5, 6}
    assert sum(told) >= 0.85 * len(told), [
        f[-1] for f, ok in zip(faces, told, strict=True) if not ok
    ]


def test_it_never_vouches_for_another_value(faces: list[tuple]) -> None:
    wrong = [
        (top, value)
        for *where, top in faces
        for value in range(1, 7)
        if value != top and vouches(*where, value)
    ]

    assert wrong == []


def test_two_pips_of_a_four_are_no_two_wherever_the_centre_is_taken(faces: list[tuple]) -> None:
    fours = [face for face in faces if face[-1] == 4]
    wrong = [
        (dx, dy)
        for picture, calibration, (x, y), side, _top in fours
        for dx in np.linspace(-0.35, 0.35, 8)
        for dy in np.linspace(-0.35, 0.35, 8)
        if vouches(picture, calibration, (x + dx * side, y + dy * side), side, 2)
    ]

    assert len(fours) >= 2
    assert wrong == []
