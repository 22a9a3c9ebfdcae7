"""How light falls: shadows of convex solids on level planes from a lamp with some size."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.scene.pose import Floats
from vision.scene.rig import Light
from vision.scene.style import Colour
from vision.scene.trace import Array

_SUNFLOWER = np.pi * (3 - np.sqrt(5))
_BITS = 4


def linear(colour: Colour) -> Array:
    """sRGB 0..255 to linear light 0..1, shape (3,)."""
    return np.asarray((np.array(colour) / 255) ** 2.2, np.float32)


def lamp_points(light: Light, count: int) -> Floats:
    """Points spread evenly over the lamp's disc, shape (count, 3)."""
    n = np.arange(count)
    r, a = light.radius_mm * np.sqrt((n + 0.5) / count), n * _SUNFLOWER
    spread: Floats = np.stack([r * np.cos(a), r * np.sin(a), 0 * r], axis=1)
    return light.position_mm + spread


def sky_ways(count: int) -> Floats:
    """Directions to the light from around, shape (count, 3), as dense as they light level ground;
    none below 27 degrees: the fifth of the light from there throws no shadow."""
    n = np.arange(count)
    r, a = np.sqrt(0.8 * (n + 0.5) / count), n * _SUNFLOWER
    ways: Floats = np.stack([r * np.cos(a), r * np.sin(a), -np.sqrt(1 - r * r)], axis=1)
    return ways


def cast(corners: Floats, lamp: Floats, plane_z: float) -> Floats:
    """Where the corners (n, 3) of a solid throw their shadow on z = plane_z: shape (n, 2).

    Corners below the plane are lifted onto it: only what stands above it throws a shadow.
    """
    z = np.minimum(corners[:, 2], plane_z)
    k = (plane_z - z) / (z - lamp[2])
    cast_xy: Floats = corners[:, :2] + (corners[:, :2] - lamp[:2]) * k[:, None]
    return cast_xy


def hull(points: Floats) -> npt.NDArray[np.int32]:
    """Convex outline as 1/16-pixel integers for cv2's polygon functions."""
    outline = cv2.convexHull(points.astype(np.float32))
    return np.rint(np.asarray(outline) * (1 << _BITS)).astype(np.int32)


def fill(mask: npt.NDArray[np.uint8], outline: npt.NDArray[np.int32], level: int = 255) -> None:
    """Fill a convex outline from `hull`, edges smoothed."""
    cv2.fillConvexPoly(mask, outline, level, cv2.LINE_AA, _BITS)


def dim(light: Array, part: Array) -> None:
    """Leave only a part (h, w) of some light (h, w, 3); each channel by itself is quicker."""
    for channel in range(light.shape[2]):
        light[..., channel] *= part


class ShadowMap:
    """Part of the lamp seen from each place of a level plane, drawn in millimetres."""

    def __init__(self, x0_mm: float, y0_mm: float, x1_mm: float, y1_mm: float, scale: float):
        self._origin = np.array([x0_mm, y0_mm])
        self._shape = (int((y1_mm - y0_mm) * scale), int((x1_mm - x0_mm) * scale))
        self._scale = scale

    def visible(
        self, solids: Sequence[Floats], lamps: Floats, plane_z: float
    ) -> npt.NDArray[np.uint8]:
        """255 where the whole lamp is seen, 0 where none of it is; solids are (n, 3) corners."""
        total = np.zeros(self._shape, np.uint16)
        above = [s for s in solids if s[:, 2].min() < plane_z - 0.2]
        for lamp in lamps:
            mask = np.full(self._shape, 255, np.uint8)
            for solid in above:
                fill(mask, hull((cast(solid, lamp, plane_z) - self._origin) * self._scale - 0.5), 0)
            total += mask
        return (total // len(lamps)).astype(np.uint8)

    def look_up(self, seen: npt.NDArray[np.uint8], x_mm: Array, y_mm: Array) -> Array:
        """Values of a map at places, 0..1, shape as x_mm; whole light outside."""
        u = ((x_mm - np.float32(self._origin[0])) * np.float32(self._scale)) - np.float32(0.5)
        v = ((y_mm - np.float32(self._origin[1])) * np.float32(self._scale)) - np.float32(0.5)
        found = cv2.remap(seen, u, v, cv2.INTER_LINEAR, borderValue=(255.0,))
        return (found * np.float32(1 / 255)).astype(np.float32)
