"""A clear die's own pips, brought out from those of its far face; painted, and drawn by ours."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.calibration import Calibration
from vision.lab.truth import calibration_of
from vision.reader import read
from vision.reader.candidate_score import Look, Seen
from vision.reader.decision.face import certain, is_sure
from vision.reader.face import Face
from vision.reader.square import Outline
from vision.reader.top_pips import brought_out
from vision.scene import DiePath, DiePose, Renderer, Rig, Scene, showing, truth
from vision.view import darkest

SQUARE = Outline((40.0,) * 4, (0.5,) * 4)


def clear_rig(seed: int, body: tuple[float, ...], pip: tuple[float, ...]) -> Rig:
    rig = Rig.draw(seed, 2304, 1296)
    return replace(rig, style=replace(rig.style, body=body, pip=pip, clear=True))


def laid(rig: Rig, values: tuple[int, int]) -> tuple[np.ndarray, Calibration, Scene]:
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    poses = [
        DiePose(
            (x0 + x1) / 2 + off,
            (y0 + y1) / 2,
            -rig.style.die_mm / 2,
            showing(value, rig.style.chirality, 0.4 * value),
        )
        for value, off in zip(values, (-40.0, 40.0), strict=True)
    ]
    scene = Scene((), tuple(DiePath.resting(pose) for pose in poses))
    picture = Renderer(rig).frame(scene, 0.0, np.random.default_rng(rig.seed))
    return picture, calibration_of(truth(rig, scene, 0.0), with_die_size=True), scene


GREEN, BLACK = (60.0, 190.0, 70.0), (22.0, 22.0, 22.0)
BLUE, WHITE = (200.0, 80.0, 80.0), (235.0, 235.0, 235.0)


@pytest.mark.parametrize(("body", "pip"), [(GREEN, BLACK), (BLUE, WHITE)])
def test_clear_dice_are_read_by_their_own_pips(
    body: tuple[float, ...], pip: tuple[float, ...]
) -> None:
    """Most of them, and none by those of the far face."""
    told = 0
    for seed, values in ((770, (1, 2)), (771, (1, 3)), (772, (2, 1))):
        picture, world, _ = laid(clear_rig(seed, body, pip), values)
        seen = [die.value for die in read(picture, world) if die.value is not None]
        assert sorted(seen) == sorted(set(seen) & set(values))
        told += len(seen)
    assert told >= 4


def face_of(scene: Scene, rig: Rig) -> Face:
    rest = scene.dice[0].rest
    yaw = float(np.degrees(0.4))
    return Face(rest.x_mm, rest.y_mm, yaw, rig.style.die_mm, True, (0.0,) * 7, 40.0)


def test_what_is_left_on_a_face_stands_out_and_the_rest_of_the_picture_stays() -> None:
    rig = clear_rig(770, BLUE, WHITE)
    picture, world, scene = laid(rig, (1, 2))
    face = face_of(scene, rig)
    shown = brought_out(picture, world, face)
    assert shown is not None
    x, y = world.project(np.array([[face.x, face.y, -face.side_mm]]))[0].round().astype(int)
    half = round(face.side_mm * world.px_per_mm / 2)
    changed = np.argwhere((shown != picture).any(axis=2))
    assert (np.abs(changed - (y, x)) <= 1.5 * half).all()
    before, after = (
        darkest(one)[y - half // 2 : y + half // 2, x - half // 2 : x + half // 2].astype(float)
        for one in (picture, shown)
    )
    spread = [np.quantile(one, 0.75) - np.median(one) for one in (before, after)]
    assert spread[1] <= spread[0]
    assert after.max() >= before.max() - 12


def test_an_even_face_and_one_that_is_not_all_in_view_have_nothing_to_bring_out() -> None:
    rig = clear_rig(770, BLUE, WHITE)
    picture, world, scene = laid(rig, (1, 2))
    face = face_of(scene, rig)
    even = np.full_like(picture, 90)
    assert brought_out(even, world, face) is None
    cv2.circle(even, (0, 0), 3, (255, 255, 255), -1)
    assert brought_out(even, world, replace(face, x=-60.0)) is None


def seen_as(value: int, *, brought: bool, sure: bool = True) -> Seen:
    fits = [0.0, *(0.3,) * 6]
    fits[value] = 0.9
    face = Face(0.0, 0.0, 0.0, 14.0, True, tuple(fits), 40.0, clean=True)
    look = Look(face, SQUARE, edges=0.7, rival=0.0, proposed=True)
    assert is_sure(look) is sure
    return Seen(look, np.zeros((1, 1, 3), np.uint8), brought)


@pytest.mark.parametrize(
    ("other", "share", "brought", "told"),
    [
        (6, 0.02, True, True),  # the far face, which the net does not see
        (6, 0.3, True, False),
        (6, 0.02, False, False),
        (5, 0.02, True, False),  # no face opposite a 1
    ],
)
def test_only_the_far_face_of_a_clear_die_raises_no_doubt(
    other: int, share: float, brought: bool, told: bool
) -> None:
    one, larger = seen_as(1, brought=brought), seen_as(other, brought=False)
    assert (certain([one, larger], [0.99, share]) is one) is told
