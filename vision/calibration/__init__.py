"""The board in front of the camera: its plan in millimetres and the camera's pose over it.

Board frame: origin at the frame's outer top-left corner as the camera sees it, x right, y down,
z into the table. The field is z = 0; the top of the rim and the markers are z = -rim_height_mm.
Pixels: (0, 0) is the centre of the first pixel. `x_cam = R @ X_mm + t_mm`, then the lens model
of OpenCV (k1, k2, p1, p2, k3).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.reading import Zone

Floats = NDArray[np.float64]

USUAL_DIE_MM = 14.0
USUAL_CHECKER_HEIGHT_MM = 9.5


class CalibrationError(VisionError):
    """The board's pose cannot be found or a kept one cannot be read."""


@dataclass(frozen=True, slots=True)
class Rect:
    """An axis-aligned rectangle on the board, millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    def contains(self, x_mm: float, y_mm: float) -> bool:
        return self.left <= x_mm <= self.right and self.top <= y_mm <= self.bottom

    def room_mm(self, x_mm: float, y_mm: float) -> float:
        """How far inside the nearest edge a point lies; negative outside."""
        return min(x_mm - self.left, self.right - x_mm, y_mm - self.top, self.bottom - y_mm)


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """The plan of a board, measured once with a ruler. All lengths in millimetres.

    The four ArUco markers (DICT_4X4_50, ids 0-3 from top-left clockwise) lie on the rim, upright,
    their black squares `marker_mm` wide and `marker_inset_mm` away from both outer edges.
    die_mm is the side of the dice in use, `None` when not known; checker_height_mm how thick a
    checker is. Where it is not certain which of two walls bounds the field, the halves end at the
    inner one, the outer one lies doubt_mm further out.
    """

    size_mm: tuple[float, float]
    rim_height_mm: float
    picture_left: Rect
    picture_right: Rect
    bar: Rect
    marker_mm: float
    marker_inset_mm: float
    checker_mm: float
    die_mm: float | None = None
    doubt_mm: float = 0.0
    checker_height_mm: float = USUAL_CHECKER_HEIGHT_MM

    @property
    def usual_die_mm(self) -> float:
        """The side of the dice in use, or what it mostly is."""
        return self.die_mm or USUAL_DIE_MM

    def marker_corners(self, marker: int) -> Floats:
        """Corners of the black square of marker 0-3, clockwise from top-left, (4, 3) mm."""
        width, height = self.size_mm
        near, far = self.marker_inset_mm, self.marker_inset_mm + self.marker_mm
        x = width - far if marker in (1, 2) else near
        y = height - far if marker in (2, 3) else near
        z, side = -self.rim_height_mm, self.marker_mm
        return np.array([(x, y, z), (x + side, y, z), (x + side, y + side, z), (x, y + side, z)])

    def on_field(self, x_mm: float, y_mm: float) -> bool:
        """Between the walls of either half."""
        return any(half.contains(x_mm, y_mm) for half in (self.picture_left, self.picture_right))

    def half_of(self, x_mm: float, y_mm: float) -> Zone:
        """The half a die's centre lies in; `off` on the rim and beyond. What lies between
        two walls of which either may bound the field is in the half, beyond its room."""
        left, right, doubt = self.picture_left, self.picture_right, self.doubt_mm
        if replace(left, left=left.left - doubt).contains(x_mm, y_mm):
            return "picture_left"
        if replace(right, right=right.right + doubt).contains(x_mm, y_mm):
            return "picture_right"
        return "bar" if self.bar.contains(x_mm, y_mm) else "off"


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A board and the camera over it.

    K (3, 3); dist (5,) k1 k2 p1 p2 k3; R (3, 3); t_mm (3,); width and height of the picture the
    pose holds for, pixels.
    """

    K: Floats
    dist: Floats
    R: Floats
    t_mm: Floats
    board: BoardPlan
    width: int
    height: int

    @property
    def camera_mm(self) -> Floats:
        """Where the camera stands, board millimetres (3,)."""
        place: Floats = -self.R.T @ self.t_mm
        return place

    @property
    def px_per_mm(self) -> float:
        """Scale of the picture at the field below the camera."""
        return float(self.K[0, 0] / abs(self.camera_mm[2]))

    def project(self, points_mm: Floats) -> Floats:
        """Board points (N, 3) mm to picture points (N, 2) px."""
        if not len(points_mm):
            return np.zeros((0, 2))
        points = np.ascontiguousarray(points_mm, np.float64).reshape(-1, 1, 3)
        rvec, _ = cv2.Rodrigues(self.R)
        pixels, _ = cv2.projectPoints(points, rvec, self.t_mm, self.K, self.dist)
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def field_points(self, points_px: Floats, height_mm: float = 0.0) -> Floats:
        """Picture points (N, 2) px to board (N, 2) mm on the plane height_mm above the field."""
        if not len(points_px):
            return np.zeros((0, 2))
        pixels = np.ascontiguousarray(points_px, np.float64).reshape(-1, 1, 2)
        rays = cv2.undistortPoints(pixels, self.K, self.dist).reshape(-1, 2)
        directions = np.column_stack([rays, np.ones(len(rays))]) @ self.R
        camera = self.camera_mm
        reach = (-height_mm - camera[2]) / directions[:, 2]
        place: Floats = camera[:2] + reach[:, None] * directions[:, :2]
        return place

    def field_point(self, point_px: tuple[float, float], height_mm: float) -> tuple[float, float]:
        """One picture point to board (x, y) mm on the plane height_mm above the field."""
        x, y = self.field_points(np.array([point_px]), height_mm)[0]
        return float(x), float(y)

    def half_of(self, x_mm: float, y_mm: float) -> Zone:
        return self.board.half_of(x_mm, y_mm)
