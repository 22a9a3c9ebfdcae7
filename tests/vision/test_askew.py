"""Dice askew beyond reading, on rigs of the repository's renderer that nobody fitted to."""

from __future__ import annotations

import numpy as np
import pytest

from vision.calibration_truth import calibration_of
from vision.reader.askew import LEAST_ASKEW, askew_dice
from vision.reader.suspects import suspects
from vision.reading import DieSeen, Half
from vision.scene import CubeAt, DiePath, DiePose, Renderer, Rig, Scene, opening, showing, truth
from vision.throw import plan_throw

SEEDS = range(920, 926)


def called(rig: Rig, scene: Scene) -> list[DieSeen]:
    picture = Renderer(rig).frame(scene, 0.0, np.random.default_rng(rig.seed))
    world = calibration_of(truth(rig, scene, 0.0), die_told=True)
    around = suspects(picture, world, rig.style.die_mm)
    return askew_dice(picture, world, around, rig.style.die_mm)


def test_dice_that_lean_on_a_checker_are_told_and_show_no_value() -> None:
    told = 0
    for seed in SEEDS:
        rig = Rig.draw(seed, 1920, 1080)
        bare = Scene(opening(rig.board))
        rng = np.random.default_rng(seed)
        paths = plan_throw(
            rig, bare, values=(3, 5), half="picture_right", outcome="lean_checker", rng=rng
        )
        level, leaning = (path.rest for path in paths)
        dice = tuple(DiePath.resting(pose) for pose in (level, leaning))
        for die in called(rig, Scene(bare.checkers, dice)):
            assert die.center_mm is not None
            off = np.subtract(die.center_mm, (leaning.x_mm, leaning.y_mm))
            assert np.hypot(*off) < 15.0, seed
            assert (die.value, die.guess, die.flat) == (None, None, False)
            assert die.half is Half.PICTURE_RIGHT
            told += 1
    assert told >= len(SEEDS) // 3


def test_level_dice_and_the_doubling_cube_are_not_askew() -> None:
    for seed in SEEDS:
        rig = Rig.draw(seed, 1920, 1080)
        x0, y0, x1, y1 = rig.board.halves["picture_right"]
        x, y, size = (x0 + x1) / 2, (y0 + y1) / 2, rig.style.die_mm
        dice = tuple(
            DiePath.resting(
                DiePose(x + 30 * i, y, -size / 2, showing(i + 3, rig.style.chirality, 0.7 * i))
            )
            for i in (-1, 1)
        )
        cube = CubeAt(4, x - 80.0, y, 25.0)
        assert called(rig, Scene(opening(rig.board), dice, cube)) == [], seed


@pytest.mark.parametrize("askew", [LEAST_ASKEW - 0.05, LEAST_ASKEW])
def test_it_must_look_askew_however_it_is_turned(
    monkeypatch: pytest.MonkeyPatch, askew: float
) -> None:
    """One way in which it looks level is enough."""
    rig = Rig.draw(SEEDS[0], 1920, 1080)
    monkeypatch.setattr(
        "vision.learned.lean.look_at_board",
        lambda _image, _world, poses, _mm: [0.99] * (len(poses) - 1) + [askew],
    )
    x0, y0, x1, y1 = rig.board.halves["picture_left"]
    pose = DiePose(
        (x0 + x1) / 2, (y0 + y1) / 2, -rig.style.die_mm / 2, showing(4, rig.style.chirality, 0.3)
    )
    found = called(rig, Scene(opening(rig.board), (DiePath.resting(pose),)))
    assert bool(found) is (askew >= LEAST_ASKEW)
