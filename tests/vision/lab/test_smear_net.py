"""Faces that slid a short way while the shutter was open, on rigs that nobody fitted to."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from vision.lab.train import leaning, sliding
from vision.lab.truth import calibration_of
from vision.learned.smear import INPUT_PX, smears, smears_at
from vision.reader import scene_state
from vision.reader.decision.scene import beside_two
from vision.reader.scene_state import motion_of
from vision.reader.thresholds import DRAWN_OUT
from vision.reading import DieSeen, Support
from vision.scene import DiePath, DiePose, Rig, Scene, opening, showing, truth

SEED = 931
HALF_MS = 40.0


@pytest.fixture(
    scope="module", params=[range(930, 934), pytest.param(range(934, 938), marks=pytest.mark.night)]
)
def seeds(request: pytest.FixtureRequest) -> range:
    """Of rigs: some, and by night others."""
    drawn: range = request.param
    return drawn


def shown(rig: Rig, px: float) -> tuple[list[float], bool | None]:
    """Of two dice, of which the first slides so many pixels while the shutter is open, how drawn
    out each is, and whether they move."""
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    size = rig.style.die_mm
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    ends = rig.camera.project(np.array([(x, y, -size), (x + 1.0, y, -size)]))
    far = px / float(np.hypot(*(ends[1] - ends[0]))) * HALF_MS / rig.sensor.exposure_ms
    way = float(np.random.default_rng(rig.seed).uniform(0, 2 * np.pi))
    turn = showing(5, rig.style.chirality, 0.9)
    slides = [
        (t, DiePose(x + k * np.cos(way), y + k * np.sin(way), -size / 2, turn))
        for t, k in ((-HALF_MS, -far), (HALF_MS, far))
    ]
    lies = DiePose(x - 40.0, y + 15.0, -size / 2, showing(3, rig.style.chirality, 0.4))
    dice = (DiePath(tuple(slides)), DiePath.resting(lies))
    scene = Scene(opening(rig.board), dice)
    picture = renderer_of(rig).frame(scene, 0.0, np.random.default_rng(rig.seed))
    world = calibration_of(truth(rig, scene, 0.0), with_die_size=True)
    tops = world.project(np.array([(x, y, -size), (lies.x_mm, lies.y_mm, -size)]))
    places = world.field_points(tops, size)
    dice = tuple(map(seen_at, places))
    moving = beside_two(dice, motion_of(picture, world, size, dice)).moving
    return smears_at(picture, world, places, size), moving


def seen_at(place: np.ndarray) -> DieSeen:
    at = (float(place[0]), float(place[1]))
    px, box = (0.0, 0.0), (0, 0, 1, 1)
    return DieSeen(5, 5, "picture_right", True, Support.SURFACE, 0.9, px, at, box)


def test_a_short_slide_is_told_from_rest_and_is_not_taken_for_it(seeds: range) -> None:
    slid, lay = [], []
    for seed in seeds:
        (one, other), moving = shown(rig_of(seed, 1920, 1080), 4.0)
        slid.append(one >= DRAWN_OUT)
        lay.append(other >= DRAWN_OUT)
        assert not (slid[-1] and moving is False), seed
    assert sum(slid) >= 0.6 * len(seeds)
    assert not any(lay)


def test_dice_at_rest_do_not_move(seeds: range) -> None:
    for seed in seeds[:2]:
        assert shown(rig_of(seed, 1920, 1080), 0.01)[1] is False, seed


@pytest.mark.parametrize(
    ("width", "height", "share", "moving"),
    [
        (2304, 1296, 0.7, False),
        (2304, 1296, 0.8, None),
        (1280, 720, 0.8, False),
        (1280, 720, 0.95, None),
    ],
)
def test_a_small_die_must_look_more_drawn_out(
    width: int, height: int, share: float, moving: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene_state.smear, "smears_at", lambda *_: [share, 0.1])
    assert shown(rig_of(SEED, width, height), 0.01)[1] is moving


def test_what_is_seen_with_few_pixels_is_soft_without_having_moved() -> None:
    drawn = leaning.crops(900_101)
    edge = (leaning.STORED_PX - INPUT_PX) // 2
    level = drawn.image[drawn.tilt_deg < 1, edge:-edge, edge:-edge].astype(np.float32)
    few = [cv2.resize(face, (14, 14), interpolation=cv2.INTER_AREA) for face in level]
    soft = np.array([cv2.resize(face, (INPUT_PX, INPUT_PX)) for face in few])
    of_few, of_many = (np.array(smears(soft, np.full(len(soft), px))) for px in (12.0, 33.0))
    assert len(soft) > 30
    assert (of_few < of_many).all()
    assert not (of_few >= DRAWN_OUT).any()


def test_what_may_be_drawn_out_is_told_alike_from_every_side() -> None:
    """A single look at a face takes a gleam for a smear one way round."""
    drawn = sliding.faces(900_777)
    edge = (sliding.STORED_PX - INPUT_PX) // 2
    faces = drawn.image[:, edge:-edge, edge:-edge].astype(np.float32)
    said = np.array(smears(faces, drawn.seen_px))
    assert (said > DRAWN_OUT).sum() > 10
    for turned in (
        np.rot90(faces, 1, axes=(1, 2)),
        np.rot90(faces, 2, axes=(1, 2)),
        faces[:, ::-1],
    ):
        other = np.array(smears(np.ascontiguousarray(turned), drawn.seen_px))
        both = np.minimum(said, other) > DRAWN_OUT
        assert both.sum() > 10
        assert other[both] == pytest.approx(said[both], abs=1e-3)


def test_no_faces_are_no_question() -> None:
    assert smears(np.zeros((0, INPUT_PX, INPUT_PX, 3), np.float32), np.zeros(0)) == []
