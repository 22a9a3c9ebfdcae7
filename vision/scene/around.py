"""What lies around a die, as far as the picture shows it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.pose import Floats
from vision.scene.rig import Camera
from vision.scene.trace import Array

_BESIDE = 1.5
"""Distance, in half sizes of a solid, at which the field is bare and lights its sides."""
_FARTHEST_MM = 300.0
"""Farthest that a nearly level ray is followed."""
_FOLD = 1024
"""Places in a row: OpenCV looks up 32,766 at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """light (h, w, 3): of a part of the picture, over what falls on level ground; left, top: its
    first pixel."""

    camera: Camera
    light: Array
    left: int
    top: int

    def field(self, place_mm: Floats, way: Array) -> Array:
        """Light (3, n) that comes back along rays which leave places (3, n) down to the field; of
        what lies beyond the picture's part, its edge."""
        length = np.clip(-place_mm[2] / way[2], 0, _FARTHEST_MM)
        met = place_mm + way * length
        px = (self.camera.project(met.T) - (self.left, self.top)).astype(np.float32)
        u, v = np.pad(px, ((0, -len(px) % _FOLD), (0, 0))).T.reshape(2, -1, _FOLD)
        edge = cv2.BORDER_REPLICATE
        seen = cv2.remap(self.light, u, v, cv2.INTER_LINEAR, borderMode=edge)
        return np.asarray(seen.reshape(-1, 3)[: len(px)].T, np.float32)

    def ground(self, corners_mm: Floats) -> Array:
        """Light (3,) of the field around a solid's corners (n, 3), mean."""
        middle = corners_mm.mean(axis=0)
        out = np.array([middle + _BESIDE * (corner - middle) for corner in corners_mm])
        down = np.broadcast_to(np.array([[0.0], [0.0], [1.0]]), (3, len(out)))
        return np.asarray(self.field(out.T, down).mean(axis=1), np.float32)
