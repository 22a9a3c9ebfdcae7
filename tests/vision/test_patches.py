"""What came onto the board and was not read, told from shadows, on painted masks of change."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest
from kits.laid import middle, white, world_of

from vision.reader import thresholds as at
from vision.reader.colour_patch import NO_PATCH
from vision.reader.decision.picture import Faceless, PictureEvidence, decide
from vision.reader.die_shape import die_at
from vision.reader.find import SEARCH_PX_PER_MM
from vision.reader.patches import patches_of
from vision.reader.unreadable_dice import Unread
from vision.reading import DieSeen, Support
from vision.view import View, overview

ROOM_MM = 5.0
OFF_MM = (0.0, 45.0)


def unchanged() -> tuple[View, np.ndarray]:
    """An overview, and a mask of it where nothing came."""
    rig = white()
    world = world_of(rig)
    picture = np.zeros((world.height, world.width, 3), np.uint8)
    view = overview(picture, world, rig.style.die_mm, ROOM_MM, SEARCH_PX_PER_MM)
    return view, np.zeros(view.grey.shape, np.uint8)


def told_of(mask: np.ndarray, read: list[DieSeen]) -> int:
    """How many dice are told beside these of a mask of change."""
    rig = white()
    world, side = world_of(rig), rig.style.die_mm
    view, _ = unchanged()

    def not_asked(die: DieSeen) -> Unread:
        raise AssertionError(die)

    faceless = Faceless(
        not_asked,
        list,
        lambda _: (),
        lambda *_: False,
        lambda *_: NO_PATCH,
        partial(patches_of, mask, view, world, side),
    )
    shown = PictureEvidence(
        (), list, list, world.px_per_mm, float, new_dice=read, faceless=faceless
    )
    return len(decide(shown).dice) - len(read)


def came(read: list[DieSeen], off_mm: tuple[float, float], *, joined: bool) -> int:
    """How many unread dice are told where a patch of a die's size came so far off the first of
    those read; joined: all between them changed, too."""
    side = white().style.die_mm
    view, mask = unchanged()
    first = read[0].center_mm
    assert first is not None
    start, at = (view.to_px(np.add(first, to)).round().astype(int) for to in ((0, 0), off_mm))
    cv2.circle(mask, at, round(0.5 * side * view.scale), 255, -1)
    if joined:
        cv2.line(mask, start, at, 255, round(0.4 * side * view.scale))
    return told_of(mask, read)


def crescent(by_mm: float) -> np.ndarray:
    """Where a checker lay and lies no more, pushed so far along a diagonal."""
    rig = white()
    view, mask = unchanged()
    radius = round(rig.board.checker_diameter_mm / 2 * view.scale)
    x, y = middle(rig)
    for off_mm, colour in ((0.0, 255), (by_mm, 0)):
        middle_mm = np.array((x, y)) + off_mm / np.sqrt(2)
        at = view.to_px(middle_mm).round().astype(int)
        cv2.circle(mask, at, radius, colour, -1)
    return mask


@pytest.mark.parametrize("by_mm", [4.0, 5.0, 6.0])
def test_the_crescent_of_a_pushed_checker_is_no_die(by_mm: float) -> None:
    view, _ = unchanged()
    mask, side_px = crescent(by_mm), white().style.die_mm * view.scale
    assert at.CAME_LEAST < cv2.countNonZero(mask) / side_px**2 < at.CAME_MOST
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    assert max(cv2.boundingRect(opened)[2:]) / side_px <= at.CAME_LONGEST
    assert not told_of(mask, [])


@pytest.mark.parametrize("turned_deg", [0.0, 30.0, 45.0])
def test_a_die_half_hidden_is_told(turned_deg: float) -> None:
    rig = white()
    side = rig.style.die_mm
    view, mask = unchanged()
    middle_px = view.to_px(np.array(middle(rig)))
    size_px = (side * view.scale, 0.6 * side * view.scale)
    corners = cv2.boxPoints((middle_px.tolist(), size_px, turned_deg))
    cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 255)
    assert told_of(mask, []) == 1


def die_there(off_mm: float = 0.0, support: Support | None = None) -> DieSeen:
    rig = white()
    x, y = middle(rig)
    seen = die_at(world_of(rig), x + off_mm, y, rig.style.die_mm)
    return replace(seen, flat=False, guess=4, support=support)


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
