"""The outline of a face: how strong its four sides are and where they really lie."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration import Floats
from vision.reader.face import Face, turn
from vision.reader.view import Singles, View

# All over the die's side: places along a side, and outwards from the face's middle.
_ALONG = np.linspace(-0.33, 0.33, 9)
_OUT = np.linspace(0.26, 0.80, 28)
_STEP = float(_OUT[1] - _OUT[0])
_WHERE = _OUT[2:-2]
_NEAR = np.flatnonzero((_WHERE > 0.40) & (_WHERE < 0.60))
_EXPECTED = np.exp(-(((_WHERE[_NEAR] - 0.5) / 0.05) ** 2) / 2)
_NORMALS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


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
    found = []
    for sides in step:
        at = [_side_at(side) for side in sides]
        # The whole height of the step, over a blurred edge of six samples.
        strength = tuple(
            float(side[max(0, i - 2) : i + 3].sum() / 2) for side, i in zip(sides, at, strict=True)
        )
        reach = tuple(_peak(side, i) for side, i in zip(sides, at, strict=True))
        found.append(Outline(strength, reach))
    return found


def _side_at(step: Singles) -> int:
    """Index of the step that is the side: strong, and near where the die's size puts it.

    A row of pips ends 0.37 of a side off the middle with a step as strong as the side's own.
    """
    peak = (step[_NEAR] >= step[_NEAR - 1]) & (step[_NEAR] >= step[_NEAR + 1])
    return int(_NEAR[(step[_NEAR] * peak * _EXPECTED).argmax()])


def _peak(step: Singles, i: int) -> float:
    """The place of the maximum near i, between samples by a parabola."""
    before, here, after = (float(step[k]) for k in (i - 1, i, i + 1))
    bend = before - 2 * here + after
    shift = 0.5 * (before - after) / bend if bend < -1e-6 else 0.0
    return float(_WHERE[i]) + float(np.clip(shift, -0.5, 0.5)) * _STEP


def _profiles(view: View, face: Face, yaws_deg: Floats) -> Singles:
    """Colour along each side's normal, the middle value over the side, (N, 4, out, 3)."""
    points = []
    for nx, ny in _NORMALS:
        out = _OUT[:, None, None] * np.array([nx, ny])
        along = _ALONG[None, :, None] * np.array([-ny, nx])
        points.append(out + along)
    unit = np.array(points).reshape(-1, 2) * face.side_mm
    turned = np.concatenate([unit @ turn(float(yaw)).T for yaw in yaws_deg])
    px = view.to_px(turned + np.array([face.x, face.y])).astype(np.float32)
    px = px.reshape(len(yaws_deg) * 4 * len(_OUT), len(_ALONG), 2)
    assert view.colour is not None
    got = cv2.remap(
        view.colour, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    middle = np.median(got, axis=1)
    return np.asarray(middle, np.float32).reshape(len(yaws_deg), 4, len(_OUT), 3)
