"""The board in front of the camera: its plan in millimetres and the camera's pose over it.

Board frame: origin at the frame's outer top-left corner as the camera sees it, x right, y down,
z into the table. The field is z = 0; the top of the rim and the markers are z = -rim_height_mm.
Pixels: (0, 0) is the centre of the first pixel. `x_cam = R @ X_mm + t_mm`, then the lens model
of OpenCV (k1, k2, p1, p2, k3).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.reading import Half

Floats = NDArray[np.float64]

USUAL_DIE_MM = 14.0


class CalibrationError(VisionError):
    """The board's pose cannot be found or a stored one cannot be read."""


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
class Board:
    """The plan of a board, measured once with a ruler. All lengths in millimetres.

    The four ArUco markers (DICT_4X4_50, ids 0-3 from top-left clockwise) lie on the rim, upright,
    their black squares `marker_mm` wide and `marker_inset_mm` away from both outer edges.
    die_mm is the side of the dice in use, `None` when not known. Where it is not certain which of
    two walls bounds the field, the halves end at the inner one, the outer one lies doubt_mm
    further out.
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

    def half_of(self, x_mm: float, y_mm: float) -> Half:
        """The half a die's centre lies in; `Half.OFF` on the rim and beyond. What lies between
        two walls of which either may bound the field is in the half, beyond its room."""
        left, right, doubt = self.picture_left, self.picture_right, self.doubt_mm
        if replace(left, left=left.left - doubt).contains(x_mm, y_mm):
            return Half.PICTURE_LEFT
        if replace(right, right=right.right + doubt).contains(x_mm, y_mm):
            return Half.PICTURE_RIGHT
        return Half.BAR if self.bar.contains(x_mm, y_mm) else Half.OFF


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
    board: Board
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

    def half_of(self, x_mm: float, y_mm: float) -> Half:
        return self.board.half_of(x_mm, y_mm)

    def to_json(self) -> str:
        plain = {
            "K": self.K.tolist(),
            "dist": self.dist.tolist(),
            "R": self.R.tolist(),
            "t_mm": self.t_mm.tolist(),
            "board": asdict(self.board),
            "width": self.width,
            "height": self.height,
        }
        return json.dumps(plain, indent=1)

    @staticmethod
    def from_json(text: str) -> Calibration:
        """Read what `to_json` wrote. Raises CalibrationError on anything else."""
        try:
            plain = json.loads(text)
            return Calibration(
                K=_numbers(plain["K"], 3, 3),
                dist=_numbers(plain["dist"], 5),
                R=_numbers(plain["R"], 3, 3),
                t_mm=_numbers(plain["t_mm"], 3),
                board=_board_from(plain["board"]),
                width=int(plain["width"]),
                height=int(plain["height"]),
            )
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise CalibrationError(
                f"The stored calibration cannot be read ({error!r}); calibrate again."
            ) from error


def _board_from(plain: dict[str, Any]) -> Board:
    rects = ("picture_left", "picture_right", "bar")
    width, height = plain["size_mm"]
    parts: dict[str, Any] = {name: Rect(**_each(plain[name])) for name in rects}
    parts |= {"size_mm": (_number(width), _number(height))}
    if plain.get("die_mm") is None:
        parts |= {"die_mm": None}
    return Board(**_each({name: plain[name] for name in plain if name not in parts}), **parts)


def _each(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: _number(value) for name, value in plain.items()}


def _number(plain: object) -> float:
    return float(_numbers(plain))


def _numbers(plain: object, *shape: int) -> Floats:
    numbers = np.array(plain, np.float64).reshape(shape)
    if not np.isfinite(numbers).all():
        raise ValueError(f"{plain!r} is not finite")
    return numbers
