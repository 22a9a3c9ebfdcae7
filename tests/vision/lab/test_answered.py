"""The best values of two dice when forced, and where the rules are asked to judge."""

from __future__ import annotations

import numpy as np
import pytest
from kits.laid import flat, middle, shot
from kits.rigs import rig_of

from kiosk.dice.judged import RollerSetting
from kiosk.rules.table import Half, PictureSeat
from vision.calibration.pose import usual_lens
from vision.lab.answered import choose_calibration, forced, slid_px, table_of_truth
from vision.reading import DieSeen
from vision.scene import Scene, truth


def die(guess: int | None, *, flat: bool | None = None) -> DieSeen:
    return DieSeen(None, guess, "picture_right", flat, None, 0.5, (0, 0), None, (0, 0, 1, 1))


@pytest.mark.parametrize(
    ("dice", "values"),
    [
        ((die(2), die(5)), (5, 2)),
        ((die(2), die(5, flat=True)), (5, 2)),
        ((die(2), die(5, flat=False)), None),
        ((die(2), die(None)), None),
        ((die(2),), None),
        ((die(2), die(5), die(None)), None),
        ((die(2), die(5), die(1)), None),
    ],
)
def test_two_dice_that_may_lie_flat_are_forced(
    dice: tuple[DieSeen, ...], values: tuple[int, ...] | None
) -> None:
    assert forced(dice) == values


@pytest.mark.parametrize(
    ("facts", "table"),
    [
        ({"roller": "top"}, RollerSetting(PictureSeat.TOP)),
        ({"roller": "bottom", "mixer": None}, RollerSetting(PictureSeat.BOTTOM)),
        (
            {"roller": "bottom", "mixer": "picture_left"},
            RollerSetting(PictureSeat.BOTTOM, Half.PICTURE_LEFT),
        ),
    ],
)
def test_the_truth_says_who_rolls_and_where(
    facts: dict[str, str | None], table: RollerSetting
) -> None:
    assert table_of_truth(facts) == table


def test_a_table_knows_its_plan_and_finds_its_pose_with_a_usual_lens() -> None:
    rig = rig_of(711)
    x, y = middle(rig)
    die = flat(rig, 3, x, y)
    picture, facts = shot(rig, (die,)), truth(rig, Scene((), (die,)), 0.0)
    whole, table = (choose_calibration(picture, facts, told) for told in ("whole", "table"))
    assert table.board == whole.board
    usual = usual_lens(whole.width, whole.height)
    assert np.array_equal(table.K, usual)
    assert not np.array_equal(whole.K, usual)
    amid = np.array([[*(side / 2 for side in whole.board.size_mm), 0.0]])
    apart_px = np.linalg.norm(table.project(amid) - whole.project(amid))
    assert 0 < apart_px < whole.px_per_mm


def test_a_slide_is_as_long_as_the_shutter_is_open() -> None:
    face = [[0, 0], [28, 0], [28, 28], [0, 28]]
    die = {"speed_mm_s": 100.0, "size_mm": 14.0, "top_face_px": face}
    assert slid_px(die, 0.02) == pytest.approx(4.0)
