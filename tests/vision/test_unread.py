"""What came onto the board and was not read, told from shadows, on painted masks of change."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.laid import middle, white, world_of

from vision.reader.find import SEARCH_PX_PER_MM
from vision.reader.unread import unread, unread_dice
from vision.reading import DieSeen, Support
from vision.view import overview

ROOM_MM = 5.0
OFF_MM = (0.0, 45.0)


def came(read: list[DieSeen], off_mm: tuple[float, float], *, joined: bool) -> int:
    """How many unread dice are told where a patch of a die's size came so far off the first of
    those read; joined: all between them changed, too."""
    rig = white()
    world, side = world_of(rig), rig.style.die_mm
    picture = np.zeros((world.height, world.width, 3), np.uint8)
    view = overview(picture, world, side, ROOM_MM, SEARCH_PX_PER_MM)
    mask = np.zeros(view.grey.shape, np.uint8)
    first = read[0].center_mm
    assert first is not None
    start, at = (view.to_px(np.add(first, to)).round().astype(int) for to in ((0, 0), off_mm))
    cv2.circle(mask, at, round(0.5 * side * view.scale), 255, -1)
    if joined:
        cv2.line(mask, start, at, 255, round(0.4 * side * view.scale))
    return len(unread_dice(mask, view, world, side, read))


def die_there(off_mm: float = 0.0, support: Support | None = None) -> DieSeen:
    rig = white()
    x, y = middle(rig)
    seen = unread(world_of(rig), x + off_mm, y, rig.style.die_mm, flat=False, guess=4)
    return replace(seen, support=support)


def test_beside_one_die_whatever_came_may_be_the_other() -> None:
    for joined in (True, False):
        assert came([die_there()], OFF_MM, joined=joined) == 1


@pytest.mark.parametrize(
    "known", [[(0.0, None), (80.0, None)], [(0.0, Support.DIE)]], ids=["two", "on a die"]
)
def test_where_both_dice_are_known_what_begins_at_one_is_its_shadow(
    known: list[tuple[float, Support | None]],
) -> None:
    """The lower of two dice that lie on each other begins there, too, and what lies apart may be
    anything."""
    read = [die_there(off_mm, support) for off_mm, support in known]
    assert came(read, OFF_MM, joined=True) == 0
    assert came(read, OFF_MM, joined=False) == 1
