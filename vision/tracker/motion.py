"""Since when nothing moves, in a small grey picture of each frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Frame
from vision.tracker import thresholds as at
from vision.tracker.change import gain_of

Picture = npt.NDArray[np.uint8]

ENOUGH_PX = 320
"""A small picture this wide shows a die in five pixels and more; else the main one is used."""
WIDEST_PX = 640
SPREAD_PX = (5, 5)
"""Change is averaged over these pixels: a die's edge stays, noise does not."""
NOISE_RISE = 1.02
"""Factor a frame; motion adds to the change, so the recent least is noise."""


def view_of(frame: Frame) -> Picture:
    """The grey picture in which motion is looked for, uint8 (h, w), smoothed."""
    grey = frame.small
    if grey.shape[1] < ENOUGH_PX:
        grey = np.asarray(cv2.cvtColor(frame.main, cv2.COLOR_BGR2GRAY), np.uint8)
        if grey.shape[1] > WIDEST_PX:
            high = round(grey.shape[0] * WIDEST_PX / grey.shape[1])
            grey = np.asarray(cv2.resize(grey, (WIDEST_PX, high), interpolation=cv2.INTER_AREA))
    return np.asarray(cv2.blur(grey, (3, 3)), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """moving: this frame differs from the last, or from the first of this rest.

    quiet_ns: since the last frame that moved, itself included; quiet_frames: those after it.
    mask: (h, w) uint8, not 0 where it differs from the last frame. noise: mean change of still
    frames, grey levels.
    """

    moving: bool
    quiet_ns: int
    quiet_frames: int
    mask: Picture
    moved_px: int
    noise: float


class Stillness:
    """Takes every frame's view in order; compares a rest with its first frame, too, so that slow
    creeping or rocking is no rest."""

    def __init__(self) -> None:
        self._last: Picture | None = None
        self._first: Picture = np.zeros((0, 0), np.uint8)
        self._since_ns = 0
        self._frames = 0
        self._noise: float = at.NOISE_MOST

    def feed(self, at_ns: int, view: Picture, where: Picture) -> Motion:
        """where: (h, w) uint8, not 0 where motion counts."""
        last, self._last = self._last, view
        if last is None or last.shape != view.shape:
            return self._start(at_ns, view, np.zeros_like(view), 0)
        change = _apart(view, last)
        mean = float(cv2.mean(change)[0])
        if mean > 0:  # else the camera gave one picture twice
            self._noise = min(self._noise * NOISE_RISE, mean, at.NOISE_MOST)
        mask, moved = self._moving(change, where)
        if moved >= at.MOTION_PX:
            return self._start(at_ns, view, mask, moved)
        crept_mask, crept = self._moving(_apart(view, self._first), where)
        if crept >= at.MOTION_PX:
            return self._start(at_ns, view, crept_mask, crept)
        self._frames += 1
        return Motion(False, at_ns - self._since_ns, self._frames, mask, moved, self._noise)

    def _start(self, at_ns: int, view: Picture, mask: Picture, moved: int) -> Motion:
        """Begin a possible rest with this frame."""
        self._first, self._since_ns, self._frames = view, at_ns, 0
        return Motion(moved > 0, 0, 0, mask, moved, self._noise)

    def _moving(self, change: cv2.typing.MatLike, where: Picture) -> tuple[Picture, int]:
        limit = max(at.MOTION_NOISE * self._noise, at.MOTION_LEAST)
        spread = cv2.blur(change, SPREAD_PX)
        _limit, mask = cv2.threshold(spread, limit, 255, cv2.THRESH_BINARY)
        mask = cv2.bitwise_and(mask, where)
        return np.asarray(mask, np.uint8), cv2.countNonZero(mask)


def _apart(view: Picture, was: Picture) -> cv2.typing.MatLike:
    """The difference of two views beyond a lamp's flicker."""
    gain = gain_of(view, was)
    if at.SAME_LIGHT < abs(gain - 1) < at.FLICKER:
        even = cv2.absdiff(view, cv2.convertScaleAbs(was, alpha=gain))
        return cv2.min(even, cv2.absdiff(view, was))  # what is overexposed does not flicker
    return cv2.absdiff(view, was)
