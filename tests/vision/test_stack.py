"""A die on the other one, and dark pips on a strong colour, on our own renders."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.calibration import Calibration
from vision.calibration_truth import calibration_of
from vision.reader import read, see
from vision.reader.face import Face
from vision.reader.stack import shows_more
from vision.scene import DiePath, DiePose, Renderer, Rig, Scene, showing, truth

SEEDS = range(760, 765)


def die(rig: Rig, value: int, x: float, y: float, yaw: float, lifted: float = 0.0) -> DiePath:
    pose = DiePose(x, y, -rig.style.die_mm / 2 - lifted, showing(value, rig.style.chirality, yaw))
    return DiePath.resting(pose)


def middle(rig: Rig) -> tuple[float, float]:
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    return (x0 + x1) / 2, (y0 + y1) / 2


def shot(rig: Rig, dice: tuple[DiePath, ...]) -> np.ndarray:
    return Renderer(rig).frame(Scene((), dice), 0.0, np.random.default_rng(rig.seed))


def upper(rig: Rig, world: Calibration, lifted: float) -> Face:
    """The face of a 5 in the middle, as the reader would place it."""
    side = rig.style.die_mm
    top = np.array([(*middle(rig), -side - lifted)])
    x, y = world.field_points(world.project(top), side)[0, :2]
    return Face(float(x), float(y), float(np.degrees(0.3)), side, True, (0.0,) * 7, 0.0)


def test_the_lower_of_two_dice_looks_out() -> None:
    told = {"alone": 0, "on": 0}
    for seed in SEEDS:
        rig = Rig.draw(seed, 1920, 1080)
        (x, y), side = middle(rig), rig.style.die_mm
        alone = (die(rig, 5, x, y, 0.3),)
        on = (die(rig, 5, x, y, 0.3, lifted=side), die(rig, 3, x + 5, y + 4, 0.9))
        world = calibration_of(truth(rig, Scene((), alone), 0.0), die_told=True)
        told["alone"] += shows_more(shot(rig, alone), world, upper(rig, world, 0.0))
        picture = shot(rig, on)
        told["on"] += shows_more(picture, world, upper(rig, world, side))
        assert see(picture, world).all_seen is not True, seed
    assert told["alone"] <= 1
    assert told["on"] >= 4


def test_dark_pips_on_a_strong_colour_are_read() -> None:
    """Where the darkest channel shows none, as the body has as little of it as they."""
    found = 0
    for seed in (770, 771, 772):
        drawn = Rig.draw(seed, 2304, 1296)
        body, pip = (25.0, 190.0, 60.0), (22.0, 22.0, 22.0)
        rig = replace(drawn, style=replace(drawn.style, body=body, pip=pip, clear=False))
        x, y = middle(rig)
        dice = (die(rig, 5, x - 30, y, 0.3), die(rig, 2, x + 30, y + 20, 1.1))
        world = calibration_of(truth(rig, Scene((), dice), 0.0), die_told=True)
        values = [one.value for one in read(shot(rig, dice), world)]
        assert set(values) <= {5, 2, None}
        found += sorted(value or 0 for value in values) == [2, 5]
    assert found >= 2
