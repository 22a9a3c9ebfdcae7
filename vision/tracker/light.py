"""A lamp switched: the whole board brighter or darker, and everything where it was."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.tracker.ground import Ground

Picture = npt.NDArray[np.uint8]

CELLS = (12, 20)
"""Rows and columns of the grid on which light is compared."""
SWITCHED = 0.10
"""Relative change of brightness that is a lamp, in most cells; daylight drifts more slowly."""
MOST = 0.6
ALIKE = 0.6
"""Correlation of what the board shows before and after."""
SMOOTH_CELLS = 1.5


def switched(view: Picture, was: Picture, ground: Ground) -> bool:
    """Whether the light on the board changed from `was` to `view`, both (h, w) uint8."""
    mask = cv2.resize(ground.board, CELLS[::-1], interpolation=cv2.INTER_AREA) > 128
    gain = _gain(view, was)[mask]
    if not gain.size or (np.abs(np.log(gain)) > SWITCHED).mean() < MOST:
        return False
    relit = np.clip(was * _gain_at(view, was, was.shape), 0, 255)
    on_board = ground.board > 0
    detail = [_detail(picture)[on_board] for picture in (view.astype(np.float32), relit)]
    return float(np.corrcoef(detail[0], detail[1])[0, 1]) > ALIKE


def relit(picture: Picture, view: Picture, was: Picture) -> Picture:
    """A main picture (h, w, 3) taken in the light of `was`, as it would look in that of `view`."""
    gain = _gain_at(view, was, picture.shape[:2])
    return np.asarray(np.clip(picture * gain[..., None], 0, 255), np.uint8)


def _gain(view: Picture, was: Picture) -> npt.NDArray[np.float32]:
    """How many times brighter each cell became."""
    now, then = (
        np.asarray(cv2.resize(picture, CELLS[::-1], interpolation=cv2.INTER_AREA), np.float32)
        for picture in (view, was)
    )
    return (now + 2) / (then + 2)


def _gain_at(view: Picture, was: Picture, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    smooth = cv2.GaussianBlur(_gain(view, was), (0, 0), SMOOTH_CELLS)
    wide = cv2.resize(smooth, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(wide, np.float32)


def _detail(picture: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray(picture - cv2.blur(picture, (15, 15)), np.float32)
