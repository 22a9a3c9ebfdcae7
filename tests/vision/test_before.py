"""What lay on the board, or beside it, before the roll."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from kits.laid import flat, middle, shot, white, world_of
from kits.rigs import rig_of

import vision.reader
from vision.calibration import Calibration
from vision.reader import see
from vision.reader.die_shape import die_at
from vision.reading import DieSeen
from vision.scene import opening


def test_spare_dice_beside_the_board_are_none_of_the_roll_though_before_nobody_read_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = rig_of(711)
    world = world_of(rig)
    x, y = middle(rig)
    spare = flat(rig, 4, -30.0, y)
    before = shot(rig, (spare,), opening(rig.board))
    now = shot(rig, (spare, flat(rig, 3, x, y), flat(rig, 6, x + 40, y + 30)))
    look = vision.reader.read

    def without_the_spare(image: np.ndarray, calibration: Calibration) -> tuple[DieSeen, ...]:
        """In the picture before it is overlooked, later it is not."""
        if image is before:
            return ()
        off = DieSeen(4, 4, "off", None, None, 1.0, (0, 0), (-30.0, y), (0, 0, 9, 9))
        dice = look(image, calibration)
        return (*(die for die in dice if die.half != "off"), off)

    monkeypatch.setattr(vision.reader, "read", without_the_spare)
    dice = see(now, world, before).dice
    assert [die.value for die in dice if die.value is not None] == [3, 6]
    assert all(die.half != "off" for die in dice)


def test_a_die_on_the_field_that_lay_there_before_is_told_as_such() -> None:
    rig = white()
    x, y = middle(rig)
    one, other = flat(rig, 3, x, y), flat(rig, 6, x - 60, y + 20)
    both, alone, world = shot(rig, (one, other)), shot(rig, (one,)), world_of(rig)
    bare = shot(rig, ())
    for before, lay in ((None, False), (bare, False), (alone, True), (both, True)):
        seen = see(both, world, before)
        assert ([die.value for die in seen.dice], seen.lay_before) == ([6, 3], lay)


@pytest.mark.parametrize("gain", [0.88, 1.12])
def test_a_die_that_lay_there_before_is_the_same_in_a_little_other_light(gain: float) -> None:
    rig = white()
    x, y = middle(rig)
    one, other = flat(rig, 3, x, y), flat(rig, 6, x - 60, y + 20)
    both, alone, world = shot(rig, (one, other)), shot(rig, (one,)), world_of(rig)
    seen = see(both, world, np.clip(alone * gain, 0, 255).astype(np.uint8))
    assert ([die.value for die in seen.dice], seen.lay_before) == ([6, 3], True)


@pytest.mark.parametrize("gain", [0.7, 1.3])
def test_a_board_before_in_other_light_says_nothing_of_the_roll(gain: float) -> None:
    rig = white()
    x, y = middle(rig)
    dice, world = (flat(rig, 3, x, y), flat(rig, 6, x - 60, y + 20)), world_of(rig)
    now, before = shot(rig, dice, opening(rig.board)), shot(rig, (), opening(rig.board))
    lit = np.clip(before * gain, 0, 255).astype(np.uint8)
    shifted = np.roll(before, 3, axis=1)
    for other in (lit, shifted):
        assert [die.value for die in see(now, world, other).dice] == [6, 3]


def test_where_more_came_than_is_rolled_a_picture_is_read_as_if_nothing_were_known_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = white()
    x, y = middle(rig)
    dice, world = (flat(rig, 3, x, y), flat(rig, 6, x - 60, y + 20)), world_of(rig)
    now, before = shot(rig, dice, opening(rig.board)), shot(rig, (), opening(rig.board))
    came = [die_at(world, x + far, y, rig.style.die_mm) for far in (30.0, 50.0, 70.0)]
    lit = np.clip(before * 0.7, 0, 255).astype(np.uint8)
    for count, alike in ((3, True), (2, False)):
        monkeypatch.setattr("vision.reader.read_at_rest", lambda *_, n=count: came[:n])
        assert (see(now, world, lit) == see(now, world)) is alike


def test_a_long_shadow_of_two_dice_is_no_third() -> None:
    """A lamp that stands low draws it out over more than a die's side, darker than the field."""
    rig = white()
    x, y = middle(rig)
    dice, world = (flat(rig, 3, x, y), flat(rig, 6, x - 60, y + 20)), world_of(rig)
    now, before = shot(rig, dice), shot(rig, ())
    length = 2.6 * rig.style.die_mm
    for place in ((x, y), (x - 60, y + 20)):
        side = rig.style.die_mm / 2
        ends = [
            (-side, side),
            (side, -side),
            (side + length, length - side),
            (length - side, length),
        ]
        outline = np.array([(place[0] + dx, place[1] + dy, 0.0) for dx, dy in ends])
        shade = np.zeros(now.shape[:2], np.uint8)
        cv2.fillConvexPoly(shade, world.project(outline).round().astype(np.int32), 1)
        lit = now.copy()
        lit[shade > 0] = lit[shade > 0] // 2
        for die in see(now, world).dice:  # no shadow falls on them
            left, top, wide, high = die.bbox_px
            lit[top : top + high, left : left + wide] = now[top : top + high, left : left + wide]
        now = lit
    assert [die.value for die in see(now, world, before).dice] == [6, 3]
