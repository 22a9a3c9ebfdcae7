"""The outline of a face: how strong its four sides are and where they really lie."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats
from vision.reader.face import Face, turn
from vision.view import Singles, View

# All over the die's side: places along a side, and outwards from the face's middle.
_ALONG = np.linspace(-0.33, 0.33, 9)
_OUT = np.linspace(0.26, 0.80, 28)
_STEP = float(_OUT[1] - _OUT[0])
_WHERE = _OUT[2:-2]
_NEAR = np.flatnonzero((_WHERE > 0.37) & (_WHERE < 0.63))
_EXPECTED = np.exp(-(((_WHERE[_NEAR] - 0.5) / 0.05) ** 2) / 2)
_NORMALS = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])
_SIDES = np.array([(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)])
_GRID = (
    _OUT[:, None, None] * _NORMALS[:, None, None] + _ALONG[:, None] * _SIDES[:, None, None]
).reshape(-1, 2)
"""Where colour is looked up: outwards from each of four sides, at each place along it."""


@dataclass(frozen=True, slots=True)
class Outline:
    """strength (4,): grey levels stepped across each side, in the order right, down, left, up
    of the face's own frame; reach (4,): the sides' distance from its middle over the die's
    side, 0.5 where they should be."""

    strength: tuple[float, ...]
    reach: tuple[float, ...]

    @property
    def weakest(self) -> float:
        return min(self.strength)

    @property
    def width(self) -> float:
        """Over the die's side: 1 for a flat die of the expected size."""
        return self.reach[0] + self.reach[2]

    @property
    def height(self) -> float:
        return self.reach[1] + self.reach[3]

    @property
    def off_centre(self) -> float:
        """How far the pips' middle lies from the square's middle, over the die's side."""
        across, down = self.reach[0] - self.reach[2], self.reach[1] - self.reach[3]
        return max(abs(across), abs(down)) / 2


def outlines(view: View, face: Face, yaws_deg: Floats) -> list[Outline]:
    """The outlines of a face at each yaw (N,); the view must have colour."""
    profiles = _profiles(view, face, yaws_deg)  # (N, 4, out, 3)
    soft = (profiles[:, :, :-2] + 2 * profiles[:, :, 1:-1] + profiles[:, :, 2:]) / 4
    # Over two samples, 0.04 of a side: narrower than the blurred edge, so it peaks on it.
    step = np.abs(soft[:, :, 2:] - soft[:, :, :-2]).max(axis=3)
    at = _sides_at(step)  # (N, 4)
    around = np.clip(at[..., None] + np.arange(-2, 3), 0, step.shape[2] - 1)
    close = np.take_along_axis(step, around, axis=2)
    # The whole height of the step, over a blurred edge of six samples.
    strength = close.sum(axis=2) / 2
    before, here, after = close[..., 1], close[..., 2], close[..., 3]
    bend = np.minimum(before - 2 * here + after, -1e-6)
    shift = np.clip((before - after) / (2 * bend), -0.5, 0.5)
    reach = _WHERE[at] + shift * _STEP
    return [
        Outline(tuple(map(float, one)), tuple(map(float, far)))
        for one, far in zip(strength, reach, strict=True)
    ]


def _sides_at(step: Singles) -> NDArray[np.intp]:
    """Index (N, 4) of the step that is the side: strong, and near where the die's size puts it.

    A row of pips ends 0.37 of a side off the middle with a step as strong as the side's own.
    """
    near = step[..., _NEAR]
    peak = (near >= step[..., _NEAR - 1]) & (near >= step[..., _NEAR + 1])
    return np.asarray(_NEAR[(near * peak * _EXPECTED).argmax(axis=2)])


def _profiles(view: View, face: Face, yaws_deg: Floats) -> Singles:
    """Colour along each side's normal, the middle value over the side, (N, 4, out, 3)."""
    turned = [_GRID @ (face.side_mm * turn(float(yaw)).T) for yaw in yaws_deg]
    px = view.to_px(np.array(turned) + (face.x, face.y)).astype(np.float32)
    px = px.reshape(-1, len(_ALONG), 2)
    assert view.colour is not None
    got = cv2.remap(
        view.colour, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    # The middle one of three thirds of a side: no single pip or shadow tip decides.
    parts = got.reshape(len(got), 3, 3, 3)
    first, second, third = (
        (parts[:, i, 0] + parts[:, i, 1] + parts[:, i, 2]) / 3 for i in range(3)
    )
    middle = np.maximum(np.minimum(first, second), np.minimum(np.maximum(first, second), third))
    return np.asarray(middle, np.float32).reshape(len(yaws_deg), 4, len(_OUT), 3)
