"""A switched lamp: the whole board brighter or darker, and everything where it was."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.tracker import thresholds as at
from vision.tracker.change import Blob, Change, covers
from vision.tracker.ground import Ground

Picture = npt.NDArray[np.uint8]
Grey = npt.NDArray[np.float32]

CELLS = (12, 20)
"""Rows and columns of the grid on which light is compared."""
SMOOTH_CELLS = 1.5
ON_BOARD = 128
"""Of 255: a cell covered this much by the board is part of it."""
DETAIL_PX = (15, 15)
"""Finer structure belongs to the board, not to its light."""
DARK_GREY = 2.0
"""Added to both, so that noise does not dominate the ratio in dark places."""


def switched(view: Picture, was: Picture, ground: Ground) -> bool:
    """Whether the light on the board changed from `was` to `view`, both (h, w) uint8."""
    mask = cv2.resize(ground.board, CELLS[::-1], interpolation=cv2.INTER_AREA) > ON_BOARD
    gain = _gain(view, was)[mask]
    if not gain.size or (np.abs(np.log(gain)) > at.SWITCHED).mean() < at.SWITCHED_CELLS:
        return False
    relit = np.clip(was * _gain_at(view, was, was.shape), 0, 255)
    on_board = ground.board > 0
    detail = [_detail(picture)[on_board] for picture in (view.astype(np.float32), relit)]
    return float(np.corrcoef(detail[0], detail[1])[0, 1]) > at.SWITCHED_ALIKE


def relit(picture: Picture, view: Picture, was: Picture) -> Picture:
    """A main picture (h, w, 3) taken in the light of `was`, as it would look in that of `view`."""
    gain = _gain_at(view, was, picture.shape[:2])
    return np.asarray(np.clip(picture * gain[..., None], 0, 255), np.uint8)


def is_lit(seen: Change, view: Picture, was: Picture, ground: Ground) -> bool:
    """Whether everything that seems to cover the field is sun or shade: both views, (h, w) uint8,
    show the same there, some of it brighter or darker."""
    over = [blob for blob in seen.blobs if covers(blob, ground)]
    now, then = view.astype(np.float32), was.astype(np.float32)
    strange_px = at.HAND_DICE * ground.die_px2
    return bool(over) and all(
        _is_same(now, then, blob) and _strange_px(now, seen.gain * then, blob) < strange_px
        for blob in over
    )


def _is_same(now: Grey, then: Grey, blob: Blob) -> bool:
    one, other = (_pixels_of(blob, _detail(picture)) for picture in (now, then))
    if one.std() < at.LIT_EVEN or other.std() < at.LIT_EVEN:
        return False
    return float(np.corrcoef(one, other)[0, 1]) > at.LIT_ALIKE


def _strange_px(now: Grey, then: Grey, blob: Blob) -> int:
    """Pixels of a blob that its own change of light, or less of it, does not explain. then: in the
    light of most of the picture."""
    gain = float(
        np.median((_pixels_of(blob, now) + DARK_GREY) / (_pixels_of(blob, then) + DARK_GREY))
    )
    lit = gain * then
    outside = (now < np.minimum(then, lit) - at.CHANGED) | (
        now > np.maximum(then, lit) + at.CHANGED
    )
    return int(_pixels_of(blob, outside).sum())


def _pixels_of(blob: Blob, picture: npt.NDArray[Any]) -> npt.NDArray[Any]:
    x, y, w, h = blob.box
    return picture[y : y + h, x : x + w][blob.own > 0]


def _gain(view: Picture, was: Picture) -> npt.NDArray[np.float32]:
    """How many times brighter each cell became."""
    now, then = (
        np.asarray(cv2.resize(picture, CELLS[::-1], interpolation=cv2.INTER_AREA), np.float32)
        for picture in (view, was)
    )
    return (now + DARK_GREY) / (then + DARK_GREY)


def _gain_at(view: Picture, was: Picture, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    smooth = cv2.GaussianBlur(_gain(view, was), (0, 0), SMOOTH_CELLS)
    wide = cv2.resize(smooth, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(wide, np.float32)


def _detail(picture: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray(picture - cv2.blur(picture, DETAIL_PX), np.float32)
