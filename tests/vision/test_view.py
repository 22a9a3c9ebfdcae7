"""The board from straight above, through lenses that bend straight lines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from vision.calibration import Calibration
from vision.lab.truth import calibration_of
from vision.reader import see
from vision.scene import DiePath, DiePose, Scene, opening, showing, truth
from vision.view import Piece, darkest, from_above, likeness, overview

HEIGHT_MM, MARGIN_MM, SCALE = 14.0, 5.0, 1.4


def world(bend: float) -> Calibration:
    rig = rig_of(905, 1920, 1080)
    return replace(
        calibration_of(truth(rig, Scene(), 0.0)), dist=np.array([bend, 0.0, 0.0, 0.0, 0.0])
    )


@pytest.mark.parametrize("bend", [0.0, -0.2, 0.1])
@pytest.mark.parametrize(
    ("shrunk", "scale"),
    [(1, (SCALE, SCALE)), (3, (SCALE, SCALE)), (1, (SCALE, SCALE / 3)), (1, (SCALE / 3, SCALE))],
)
def test_what_is_seen_lies_where_it_is(
    bend: float, shrunk: int, scale: tuple[float, float]
) -> None:
    camera = world(bend)
    wide, high = camera.board.size_mm
    places = np.array([(x * wide, y * high) for x in (0.1, 0.5, 0.9) for y in (0.05, 0.5, 0.95)])
    px = camera.project(np.column_stack([places, np.full(len(places), -HEIGHT_MM)]))
    size = round((wide + 2 * MARGIN_MM) * scale[0]), round((high + 2 * MARGIN_MM) * scale[1])
    piece = Piece((-MARGIN_MM, -MARGIN_MM), size, scale, HEIGHT_MM)
    y, x = np.mgrid[: 1080 // shrunk, : 1920 // shrunk]
    for at, mm in zip(px, places, strict=True):
        middle = (at + 0.5) / shrunk - 0.5
        spot = 255 * np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * 4.0**2))
        seen = from_above(spot.astype(np.uint8), camera, piece, shrunk).astype(float)
        rows, columns = np.indices(seen.shape)
        found = np.array([(columns * seen).sum(), (rows * seen).sum()]) / seen.sum()
        assert found / scale - MARGIN_MM == pytest.approx(mm, abs=0.3)


def test_an_overview_shows_its_dice_where_they_are_through_a_strong_lens() -> None:
    """Rolls along the middle of the long sides, where lines are bent most."""
    told = []
    for seed in (905, 906, 908):
        rig = rig_of(seed, 1920, 1080)
        rig = replace(rig, camera=replace(rig.camera, dist=np.array([-0.12, 0.02, 0.0, 0.0, 0.0])))
        x0, y0, x1, _ = rig.board.halves["picture_right"]
        z, turns = rig.style.die_mm / 2, rig.style.chirality
        dice = tuple(
            DiePath.resting(DiePose(x, y0 + 30.0, -z, showing(value, turns, 0.4 * value)))
            for value, x in ((5, x0 + 45.0), (3, (x0 + x1) / 2))
        )
        scene = Scene(opening(rig.board)[:0], dice)
        camera = calibration_of(truth(rig, scene, 0.0), with_die_size=True)
        picture = renderer_of(rig).frame(scene, 0.0, np.random.default_rng(seed))
        told.append(sorted(die.value or 0 for die in see(picture, camera).dice))
    assert told.count([3, 5]) >= 2


def test_the_grey_of_an_overview_is_the_darkest_channel() -> None:
    camera = world(-0.03)
    image = np.zeros((1080, 1920, 3), np.uint8)
    image[:] = (90, 40, 200)
    seen = overview(image, camera, HEIGHT_MM, MARGIN_MM, SCALE).grey
    assert np.median(seen) == 40


@pytest.mark.parametrize("rows", [5, 128, 300])
def test_the_darkest_is_the_least_of_every_channel(rows: int) -> None:
    image = np.random.default_rng(rows).integers(0, 256, (rows, 37, 3), np.uint8)
    assert (darkest(image) == image.min(axis=2)).all()


@pytest.mark.parametrize("rows", [5, 128, 300])
def test_pictures_are_as_unlike_as_their_most_different_channel(rows: int) -> None:
    one, other = np.random.default_rng(rows).integers(0, 256, (2, rows, 37, 3), np.uint8)
    apart = np.abs(one.astype(int) - other).max(axis=2)
    assert (likeness(one, other) == 255 - apart).all()
