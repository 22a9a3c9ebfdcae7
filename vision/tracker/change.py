"""What differs between a view and the one it is compared with, as blobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.tracker import thresholds as at
from vision.tracker.ground import Ground

Picture = npt.NDArray[np.uint8]
Box = tuple[int, int, int, int]

STEP_PX = 6
"""Brightness is compared on every STEP_PX-th pixel of both axes."""


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """One connected change. box: x, y, width, height in the view; area: pixels, those on the
    two halves of the field, and those that move just now. edge: it touches the picture's edge.
    own: its pixels in the box, uint8, else 0."""

    box: Box
    area: int
    on_field: int
    moving: int
    edge: bool
    own: Picture

    @property
    def middle(self) -> tuple[float, float]:
        return middle_of(self.box)


def middle_of(box: Box) -> tuple[float, float]:
    x, y, w, h = box
    return x + w / 2, y + h / 2


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """share: the part of the board that differs, 0 to 1. mask (h, w) uint8, 255 where it does.
    gain: how many times brighter all of it became."""

    blobs: tuple[Blob, ...]
    share: float
    mask: Picture
    gain: float


def change(view: Picture, was: Picture, ground: Ground, noise: float, moving: Picture) -> Change:
    """How `view` differs from `was`, both (h, w) uint8, in more than brightness as a whole."""
    gain = gain_of(view, was)
    even = was if abs(gain - 1) < at.SAME_LIGHT else cv2.convertScaleAbs(was, alpha=gain)
    apart = cv2.absdiff(view, np.asarray(even, np.uint8))
    _limit, mask = cv2.threshold(
        apart, max(at.CHANGED, at.CHANGED_NOISE * noise), 255, cv2.THRESH_BINARY
    )
    closed = np.asarray(
        cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8
    )
    board = max(1, cv2.countNonZero(ground.board))
    share = cv2.countNonZero(cv2.bitwise_and(closed, ground.board)) / board
    blobs = () if share > at.WHOLE else _blobs(closed, ground, moving)
    return Change(blobs, share, closed, gain)


def gain_of(view: Picture, was: Picture) -> float:
    """How many times brighter most of the picture became."""
    now, then = view[::STEP_PX, ::STEP_PX], was[::STEP_PX, ::STEP_PX]
    return float(np.median((now + 4.0) / (then + 4.0)))


def _blobs(mask: Picture, ground: Ground, moving: Picture) -> tuple[Blob, ...]:
    count, labels, stats, _middles = cv2.connectedComponentsWithStats(mask)
    high, wide = mask.shape
    least = at.SPECK * ground.die_px2
    found = []
    for label in range(1, count):
        x, y, w, h, area = (int(part) for part in stats[label])
        if area < least:
            continue
        rows, columns = slice(y, y + h), slice(x, x + w)
        own = labels[rows, columns] == label
        on_field = int(np.count_nonzero(own & (ground.halves[rows, columns] > 0)))
        moved = int(np.count_nonzero(own & (moving[rows, columns] > 0)))
        edge = x <= 1 or y <= 1 or x + w >= wide - 1 or y + h >= high - 1
        found.append(Blob((x, y, w, h), area, on_field, moved, edge, own.astype(np.uint8)))
    return tuple(found)


def is_hand(blob: Blob, ground: Ground) -> bool:
    """Whether a hand or the like reaches over the board."""
    if blob.edge:
        return blob.area > at.HAND_DICE * ground.die_px2
    return blob.area > at.HAND_CHECKERS * ground.checker_px2


def covers(blob: Blob, ground: Ground) -> bool:
    """Whether it hides enough of the field for a die to lie under it."""
    return is_hand(blob, ground) and blob.on_field > ground.die_px2


def is_loose(blob: Blob, ground: Ground, dice: float = at.LOOSE_MOST) -> bool:
    """As large as one die or `dice` of them, blurred or with shadow, and free of any hand."""
    enough = blob.area > at.LOOSE_LEAST * ground.die_px2
    longest = max(blob.box[2:]) ** 2 < ground.dice_px2(at.LOOSE_LONG * dice)
    return not blob.edge and enough and blob.area < ground.dice_px2(dice) and longest


def near(blob: Blob, box_px: Box, scale: float, room: float) -> bool:
    """Whether it comes within `room` sides of a die's box, which is in main pixels."""
    x, y, w, h = (scale * side for side in box_px)
    left, top, wide, high = blob.box
    return (
        left < x + (1 + room) * w
        and left + wide > x - room * w
        and top < y + (1 + room) * h
        and top + high > y - room * h
    )


def hides(seen: Change, ground: Ground) -> bool:
    """Whether something lies over the field, or all of it changed."""
    return seen.share > at.WHOLE or any(covers(blob, ground) for blob in seen.blobs)


def buries(seen: Change, blob: Blob, box_px: Box, scale: float) -> bool:
    """Whether it covers all of a die's box, in main pixels, and most of that box changed."""
    x, y, w, h = (scale * side for side in box_px)
    left, top, wide, high = blob.box
    if not (left <= x and top <= y and left + wide >= x + w and top + high >= y + h):
        return False
    here = seen.mask[round(y) : round(y + h) + 1, round(x) : round(x + w) + 1]
    return 2 * int(np.count_nonzero(here)) > here.size


def checkers_moved(seen: Change, dice_px: Sequence[Box], ground: Ground) -> bool:
    """Whether as much of the field changed as a checker covers, besides dice that came or went."""
    area = sum(
        blob.on_field
        for blob in seen.blobs
        if not any(near(blob, box_px, ground.scale, at.BESIDE_DIE) for box_px in dice_px)
    )
    return area > at.CHECKER_MOVED * ground.checker_px2
