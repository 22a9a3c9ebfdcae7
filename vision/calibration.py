"""The board in front of the camera: its plan in millimetres and the camera's pose over it.

Board frame: origin at the frame's outer top-left corner as the camera sees it, x right, y down,
z into the table. The field is z = 0; the top of the rim and the markers are z = -rim_height_mm.
Pixels: (0, 0) is the centre of the first pixel. `x_cam = R @ X_mm + t_mm`, then the lens model
of OpenCV (k1, k2, p1, p2, k3).
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.reading import Half

Floats = NDArray[np.float64]


class CalibrationError(VisionError):
    """The board's pose cannot be found or a stored one cannot be read."""


# Raspberry Pi, "Camera Module 3" product brief: 66 degrees horizontal, standard lens.
DEFAULT_FIELD_OF_VIEW_DEG = 66.0
# A marker whose middle misses the pose by more than this was misread or has moved.
REPROJECTION_LIMIT_PX = 3.0
MARKERS, NEEDED_MARKERS = 4, 3
# Thresholds of three kinds by default; one finds nearly every marker in a third of the time.
USUAL_WINDOWS, ONE_WINDOW = (3, 23), (13, 13)
# Of 369 markers of the shared pictures 365 lay in place, once settled, and closed within 1.2 px;
# four had a corner astray and missed by 2.7 and more.
ASTRAY_PX = 2.0
SMALL_PICTURE_PX = 1600
SETTLED_PX = 4


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
        points = np.ascontiguousarray(points_mm, np.float64).reshape(-1, 1, 3)
        rvec, _ = cv2.Rodrigues(self.R)
        pixels, _ = cv2.projectPoints(points, rvec, self.t_mm, self.K, self.dist)
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def field_points(self, points_px: Floats, height_mm: float = 0.0) -> Floats:
        """Picture points (N, 2) px to board (N, 2) mm on the plane height_mm above the field."""
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
                K=np.array(plain["K"], np.float64).reshape(3, 3),
                dist=np.array(plain["dist"], np.float64).reshape(5),
                R=np.array(plain["R"], np.float64).reshape(3, 3),
                t_mm=np.array(plain["t_mm"], np.float64).reshape(3),
                board=_board_from(plain["board"]),
                width=int(plain["width"]),
                height=int(plain["height"]),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise CalibrationError(
                f"The stored calibration cannot be read ({error!r}); calibrate again."
            ) from error


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known before a calibration: the board's plan and, if measured, the lens.

    Without K the published field of view of the camera is taken and the lens is taken as free
    of distortion.
    """

    board: Board
    K: Floats | None = None
    dist: Floats | None = None
    field_of_view_deg: float = DEFAULT_FIELD_OF_VIEW_DEG


def find_markers(image: NDArray[np.uint8]) -> dict[int, Floats]:
    """Markers 0-3 in a BGR or grey picture: id to corners (4, 2) px, clockwise from top-left.

    Where they are too small to be told in it, it is looked at in twice its size, and in light
    instead of grey levels: in these a bright paper spreads over thin black lines.
    """
    grey = np.asarray(
        image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8
    )
    if max(grey.shape) > SMALL_PICTURE_PX:
        found = _halved(grey)
        return found if len(found) >= NEEDED_MARKERS else _markers_in(_light(grey), 3) | found
    found = _markers_in(grey, 3)
    if len(found) >= NEEDED_MARKERS:
        return found
    twice = cv2.resize(_light(grey), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    again = _markers_in(np.asarray(twice, np.uint8), 5)
    return {i: (corners + 0.5) / 2 - 0.5 for i, corners in again.items()} | found


def _light(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture's levels, made proportional to the light that fell in, as closely as matters."""
    return np.asarray(cv2.LUT(grey, (np.arange(256) ** 2 / 255).astype(np.uint8)), np.uint8)


def _halved(grey: NDArray[np.uint8]) -> dict[int, Floats]:
    """Markers sought in half the size, their corners then settled in the whole."""
    half = np.asarray(
        cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
    )
    found = _markers_in(half, 3, ONE_WINDOW)
    if len(found) < MARKERS:
        found = _markers_in(half, 3) | found
    corners = {i: _settled(grey, 2 * rough + 0.5) for i, rough in found.items()}
    return {i: _looked_at(grey, i, at) if _astray(at) else at for i, at in corners.items()}


def _settled(grey: NDArray[np.uint8], rough: Floats) -> Floats:
    until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 0.05)
    corners = rough.astype(np.float32).reshape(-1, 1, 2)
    reach = (SETTLED_PX, SETTLED_PX)
    return cv2.cornerSubPix(grey, corners, reach, (-1, -1), until).reshape(4, 2).astype(np.float64)


def _astray(corners: Floats) -> bool:
    """One of them lies elsewhere: a small square is seen as a parallelogram, nearly."""
    first, second, third, fourth = corners
    return bool(np.linalg.norm(first - second + third - fourth) > ASTRAY_PX)


def _looked_at(grey: NDArray[np.uint8], marker: int, corners: Floats) -> Floats:
    """Its corners, as found again in the picture around them."""
    room = float(np.ptp(corners, axis=0).max())
    low = np.maximum(corners.min(axis=0) - room, 0).astype(int)
    high = (corners.max(axis=0) + room).astype(int)
    near = _markers_in(np.ascontiguousarray(grey[low[1] : high[1], low[0] : high[0]]), 3)
    return near[marker] + low if marker in near else corners


def _markers_in(
    grey: NDArray[np.uint8], reach_px: int, windows_px: tuple[int, int] = USUAL_WINDOWS
) -> dict[int, Floats]:
    """A corner is refined within so many pixels to each side. windows_px: the least and the most
    that is compared with its surroundings to tell black from white."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # Markers are 20-60 px wide; a window past a third of one would pull corners off their marker.
    parameters.cornerRefinementWinSize = reach_px
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = windows_px
    parameters.minMarkerPerimeterRate = 0.02
    # Cells of three blurred pixels: sampled finely, and only in their middles, they can be told.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.2
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(words, parameters).detectMarkers(grey)
    if ids is None:
        return {}
    found = zip(ids.ravel().tolist(), corners, strict=True)
    return {int(i): np.asarray(c, np.float64).reshape(4, 2) for i, c in found if i <= 3}


def calibrate(image: NDArray[np.uint8], *, known: Known) -> Calibration:
    """The camera's pose from the markers in a picture; any three of the four are enough.

    Raises CalibrationError when fewer than three are seen or they contradict the board's plan.
    """
    height, width = image.shape[:2]
    markers = find_markers(image)
    if len(markers) < 3:
        seen = f"Only markers {', '.join(map(str, sorted(markers)))}" if markers else "No markers"
        raise CalibrationError(
            f"{seen} of 0-3 were found, three are needed; "
            "clear the corners of the board and light them evenly."
        )
    lens = _default_k(width, height, known.field_of_view_deg) if known.K is None else known.K
    dist = np.zeros(5) if known.dist is None else np.resize(known.dist, 5).astype(np.float64)
    ids = sorted(markers)
    corners_mm = np.vstack([known.board.marker_corners(i) for i in ids])
    corners_px = np.vstack([markers[i] for i in ids])
    rotation, t_mm = _pose(corners_mm, corners_px, lens, dist)
    calibration = Calibration(lens, dist, rotation, t_mm, known.board, width, height)
    # A marker half in shadow is found a little too large or small: its middle is still right.
    apart = (calibration.project(corners_mm) - corners_px).reshape(-1, 4, 2).mean(axis=1)
    miss = float(np.linalg.norm(apart, axis=1).max())
    # An assumed lens may miss by a little everywhere; a wrong plan misses by far more.
    limit = REPROJECTION_LIMIT_PX * (1 if known.K is not None else 3) * max(1.0, width / 1280)
    if miss > limit:
        raise CalibrationError(
            f"The markers miss the board's plan by {miss:.1f} px; "
            "measure the board again or put the markers back in place."
        )
    return calibration


def _pose(mm: Floats, px: Floats, lens: Floats, dist: Floats) -> tuple[Floats, Floats]:
    """Rotation (3, 3) and translation (3,) of coplanar points seen from above the board."""
    _, rvecs, tvecs, _ = cv2.solvePnPGeneric(mm, px, lens, dist, flags=cv2.SOLVEPNP_IPPE)
    poses = []
    for first_r, first_t in zip(rvecs, tvecs, strict=True):
        rvec, tvec = cv2.solvePnPRefineLM(mm, px, lens, dist, first_r.copy(), first_t.copy())
        again, _ = cv2.projectPoints(mm, rvec, tvec, lens, dist)
        miss = float(np.square(again.reshape(-1, 2) - px).sum())
        poses.append((miss, cv2.Rodrigues(rvec)[0], tvec.reshape(3)))
    _, rotation, t_mm = min(poses, key=lambda pose: pose[0])
    return np.asarray(rotation, np.float64), np.asarray(t_mm, np.float64)


def _default_k(width: int, height: int, field_of_view_deg: float) -> Floats:
    focal = width / 2 / math.tan(math.radians(field_of_view_deg) / 2)
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])


def _board_from(plain: dict[str, Any]) -> Board:
    rects = {name: Rect(**plain[name]) for name in ("picture_left", "picture_right", "bar")}
    width, height = plain["size_mm"]
    return Board(**{**plain, **rects, "size_mm": (float(width), float(height))})
