"""Follow each die that lay there by its own patch of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import DieSeen
from vision.tracker import thresholds as at
from vision.tracker.outcome import PAIR

Picture = npt.NDArray[np.uint8]

FIELD = frozenset({"picture_left", "picture_right"})
SHADOW_SIDES = 1.0
"""Reach of a die's shadow around its place."""
FAR_SIDES = 2.5
"""Reach of the search for a hand around it."""


class PatchState(Enum):
    """What the place of a die shows."""

    DIE = "die"
    FIELD = "field"
    OTHER = "other"


def patch(
    die: DieSeen, now: Picture, with_die: Picture | None, without: Picture | None
) -> PatchState:
    """The state of a die's place now. with_die: the picture in which it lay; without: the board
    without dice, if known."""
    changed = patch_change(die, with_die, now)
    bared = patch_change(die, without, now)
    to_field = bared is not None and bared < at.FIELD_SHOWS
    nearer = changed is not None and not (to_field and bared is not None and bared < changed)
    if nearer and changed is not None and changed < at.STILL_THERE:
        return PatchState.DIE
    if alike(die, with_die, now) and not (changed and alike(die, without, now)):
        return PatchState.DIE
    return PatchState.FIELD if to_field else PatchState.OTHER


def patch_change(die: DieSeen, was: Picture | None, now: Picture) -> float | None:
    """Mean change of a die's patch, grey levels; `None` without a picture to compare with."""
    if was is None or was.shape != now.shape:
        return None
    where = place(die)
    if not was[where].size:
        return None
    return float(cv2.absdiff(was[where], now[where]).mean())


def differs(die: DieSeen, was: Picture | None, now: Picture) -> bool:
    """Whether a die's place changed, or its former look is unknown."""
    changed = patch_change(die, was, now)
    return changed is None or changed >= at.CAME


def alike(die: DieSeen, was: Picture | None, now: Picture) -> bool:
    """Whether both patches show the same apart from the light on them."""
    if was is None or was.shape != now.shape:
        return False
    where = place(die)
    one, other = was[where].astype(np.float32), now[where].astype(np.float32)
    if not one.size or one.std() < at.EVEN_PATCH or other.std() < at.EVEN_PATCH:
        return False
    return float(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED)[0, 0]) > at.SAME_PATCH


def place(die: DieSeen, room: float = 0.0) -> tuple[slice, slice]:
    """Rows and columns of a die's box, wider by `room` sides all around."""
    x, y, w, h = die.bbox_px
    more_x, more_y = round(room * w), round(room * h)
    return (
        slice(max(0, y - more_y), max(0, y + h + more_y)),
        slice(max(0, x - more_x), max(0, x + w + more_x)),
    )


def is_clear(die: DieSeen, changed: Picture, scale: float) -> bool:
    """Whether no hand is near: little around a die's place and its shadow differs.

    changed (h, w): not 0 where it does, in a view of `scale` pixels per main pixel.
    """
    x, y, w, h = (scale * side for side in die.bbox_px)

    def count(room: float) -> tuple[int, int]:
        rows = slice(max(0, round(y - room * h)), max(0, round(y + (1 + room) * h)))
        columns = slice(max(0, round(x - room * w)), max(0, round(x + (1 + room) * w)))
        part = changed[rows, columns]
        return int(np.count_nonzero(part)), part.size

    (outer, wide), (inner, small) = count(FAR_SIDES), count(SHADOW_SIDES)
    return outer - inner < at.CLEAR_AROUND * max(1, wide - small)


def lie_clear(
    dice: Sequence[DieSeen], was: Picture, now: Picture, changed: Picture, scale: float
) -> bool:
    """Whether a whole roll came, certain and on the field, with everything else clear of it.

    was, now: main pictures; changed: mask of the view, `scale` of its pixels to one of theirs.
    """
    new_dice = [
        die
        for die in dice
        if die.value is not None
        and die.half in FIELD
        and differs(die, was, now)
        and is_clear(die, changed, scale)
    ]
    return len(new_dice) == PAIR


def without_dice(now: Picture, dice: tuple[DieSeen, ...], before: Picture) -> Picture:
    """The board as it lies now; where dice lie, as it was before."""
    bare = now.copy()
    for die in dice:
        where = place(die, SHADOW_SIDES)
        bare[where] = before[where]
    return bare
