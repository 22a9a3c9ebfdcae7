"""More of a body than one die has, on our own renders."""

from __future__ import annotations

import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from vision.calibration import Calibration
from vision.lab.truth import calibration_of
from vision.reader import read_at_rest, see
from vision.reader import thresholds as at
from vision.reader.face import Face
from vision.reader.occlusion import body_beside
from vision.reading import Support
from vision.scene import DiePath, DiePose, Rig, Scene, opening, showing, truth
from vision.scene.throw import plan_throw


@pytest.fixture(
    scope="module", params=[range(760, 763), pytest.param(range(763, 768), marks=pytest.mark.night)]
)
def seeds(request: pytest.FixtureRequest) -> range:
    """Of rigs: some, and by night others."""
    drawn: range = request.param
    return drawn


def die(rig: Rig, value: int, x: float, y: float, yaw: float, lifted: float = 0.0) -> DiePath:
    pose = DiePose(x, y, -rig.style.die_mm / 2 - lifted, showing(value, rig.style.chirality, yaw))
    return DiePath.resting(pose)


def middle(rig: Rig) -> tuple[float, float]:
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    return (x0 + x1) / 2, (y0 + y1) / 2


def table(seed: int) -> tuple[Rig, Calibration]:
    rig = rig_of(seed, 1920, 1080)
    alone = Scene((), (die(rig, 5, *middle(rig), 0.3),))
    return rig, calibration_of(truth(rig, alone, 0.0), with_die_size=True)


def shot(rig: Rig, dice: tuple[DiePath, ...]) -> np.ndarray:
    return renderer_of(rig).frame(Scene((), dice), 0.0, np.random.default_rng(rig.seed))


def upper(rig: Rig, world: Calibration, lifted: float) -> Face:
    """The face of a 5 in the middle, as the reader would place it."""
    side = rig.style.die_mm
    top = np.array([(*middle(rig), -side - lifted)])
    x, y = world.field_points(world.project(top), side)[0, :2]
    return Face(float(x), float(y), float(np.degrees(0.3)), side, True, (0.0,) * 7, 0.0)


def test_the_lower_of_two_dice_looks_out(seeds: range) -> None:
    told = {"alone": 0, "on": 0}
    for seed in seeds:
        rig, world = table(seed)
        (x, y), side = middle(rig), rig.style.die_mm
        alone = (die(rig, 5, x, y, 0.3),)
        on = (die(rig, 5, x, y, 0.3, lifted=side), die(rig, 3, x + 5, y + 4, 0.9))
        told["alone"] += (
            body_beside(shot(rig, alone), world, upper(rig, world, 0.0)) > at.BODY_BESIDE
        )
        picture = shot(rig, on)
        told["on"] += body_beside(picture, world, upper(rig, world, side)) > at.BODY_BESIDE
        assert see(picture, world).all_seen is not True, seed
    assert told["alone"] <= 1
    assert told["on"] >= len(seeds) - 1


def test_a_die_that_touches_looks_out_too(seeds: range) -> None:
    told = 0
    for seed in seeds:
        rig, world = table(seed)
        (x, y), side = middle(rig), rig.style.die_mm
        dice = (die(rig, 5, x, y, 0.3), die(rig, 3, x + 1.05 * side, y + 0.4 * side, 0.3))
        told += body_beside(shot(rig, dice), world, upper(rig, world, 0.0)) > at.BODY_BESIDE
    assert told >= len(seeds) - 1


def test_a_die_on_the_other_is_told_and_hides_none_for_good(seeds: range) -> None:
    told = 0
    for seed in seeds:
        rig, world = table(seed)
        (x, y), side = middle(rig), rig.style.die_mm
        alone = (die(rig, 5, x, y, 0.3),)
        on = (die(rig, 5, x, y, 0.3, lifted=side), die(rig, 3, x + 3, y + 2, 0.9))
        lone = see(shot(rig, alone), world).dice
        assert all(one.support is not Support.DIE for one in lone), seed
        seen = see(shot(rig, on), world)
        assert seen.all_seen is not True, seed
        assert all(one.flat is not True for one in seen.dice), seed
        told += any(one.flat is False and one.support is Support.DIE for one in seen.dice)
    assert told >= len(seeds) // 2


def test_a_die_that_leans_on_what_nobody_sees_is_not_accepted(seeds: range) -> None:
    """A checker carried it and is taken away, as if it had been overlooked."""
    read = level = 0
    for seed in seeds:
        rig = rig_of(seed, 1920, 1080)
        bare = Scene(opening(rig.board))
        rng = np.random.default_rng(seed)
        paths = plan_throw(
            rig, bare, values=(6, 5), half="picture_right", outcome="lean_checker", rng=rng
        )
        dice = tuple(DiePath.resting(path.rest) for path in paths)
        world = calibration_of(truth(rig, Scene((), dice), 0.0), with_die_size=True)
        for die in read_at_rest(shot(rig, dice), world):
            assert die.center_mm is not None
            places = ((path.rest.x_mm, path.rest.y_mm) for path in dice)
            flat, leaning = (np.hypot(*np.subtract(die.center_mm, place)) for place in places)
            if leaning < flat:
                assert die.value is None or die.flat is not True, seed
                read += die.value is not None
            else:
                level += (die.value, die.flat) == (6, True)
    assert read
    assert level >= len(seeds) - 1
