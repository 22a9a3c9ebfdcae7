"""Camera and board from one picture of the board with markers at its corners, little else known.

The markers lie upright at the outer corners of the frame; their size, their distance from the
edges and the board's size may all be unknown. Their pattern gives the pose in marker widths; what
boards usually measure turns it into millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import BoardPlan, Calibration, CalibrationError, Floats, Rect
from vision.calibration.least_squares import least_squares
from vision.calibration.markers import find_markers, too_few
from vision.calibration.partial_calibration import FAR_MM, HALVES, Given
from vision.calibration.plan import CHECKERS_WIDE, measured_plan
from vision.calibration.pose import usual_lens

# Tournament boards: WBF and USBGF ask for a playing field of at least 44 x 55 cm with its frame.
USUAL_HEIGHT_MM = 549.0
USUAL_RIM_MM = 17.5
USUAL_MARKER_MM = 20.6
"""A marker's black square on a board of that height: the mean of the dice pictures with truth."""
USUAL_INSET = 0.225
"""White margin of a sticker in the corner, over the marker's width."""
FOCAL_SPREAD = 0.03
"""Spread of the focal length among cameras of one kind."""
CORNER_PX = 0.5
"""Spread of a found marker's corner."""
MISS_LIMIT = 0.15
"""A corner that misses the pose by more, in marker widths, is of a marker that slipped."""
LEAST_ABOVE_MM = 100.0
"""Least height of a camera over a board."""
MOST_WIDE = 3.0
"""Least part of a board's width that a camera shows."""
NO_SUCH_CAMERA = "No camera sees the markers so; check K and dist in the calibration."


@dataclass(frozen=True, slots=True, eq=False)
class _Pose:
    """In units of a marker's width. apart: between the first corners of markers 0 and 2, x and
    y; z = 0 is the markers' plane, its origin the first corner of marker 0."""

    K: Floats
    R: Floats
    t: Floats
    apart: tuple[float, float]
    miss_px: float


def estimate(image: NDArray[np.uint8], given: Given | None = None) -> Calibration:
    """A calibration from a BGR or grey picture (h, w[, 3]) uint8 and whatever is given.

    Raises CalibrationError when fewer than three markers are seen and the file lacks what they
    would give, or when they contradict each other.
    """
    given = given or Given()
    height, width = image.shape[:2]
    dist = np.zeros(5) if given.dist is None else given.dist
    refuse_another_size(given, image)
    if given.is_whole:
        assert given.K is not None
        assert given.R is not None
        assert given.t_mm is not None
        assert given.size_mm is not None
        plan = bare_plan(given.size_mm, given.size_mm[1] * USUAL_MARKER_MM / USUAL_HEIGHT_MM, given)
        found = Calibration(given.K, dist, given.R, given.t_mm, plan, width, height)
    else:
        markers = find_markers(image)
        if len(markers) < 3:
            raise CalibrationError(f"{too_few(markers)}, or give a calibration.")
        pose = _solve(markers, given.K, dist, (width, height))
        found = _in_mm(pose, given, dist, (width, height))
    refuse_nonsense(found, given)
    return replace(found, board=_planned(image, found, given))


def from_corners(
    corners_px: Floats, image: NDArray[np.uint8], given: Given | None = None
) -> Calibration:
    """A calibration from the frame's four outer corners (4, 2) px as clicked, clockwise from the
    top-left. Raises CalibrationError when they are no such four points, or what is given cannot
    hold of this camera."""
    given = given or Given()
    height, width = image.shape[:2]
    dist = np.zeros(5) if given.dist is None else given.dist
    refuse_another_size(given, image)
    corners = np.asarray(corners_px, np.float64).reshape(-1, 2)
    hull = cv2.convexHull(corners.astype(np.float32))
    area = cv2.contourArea(corners.astype(np.float32), oriented=True)
    if len(corners) != 4 or len(hull) != 4 or area < 0.02 * width * height:
        raise CalibrationError(
            "The clicked points are not the board's four outer corners, clockwise from its "
            "top-left; click them again in that order."
        )
    pose = _fit_pose(
        lambda sx, sy: _spread(np.zeros((4, 2)), range(4), sx, sy),
        corners,
        given.K,
        dist,
        (width, height),
    )
    across = given.size_mm or _sized(pose.apart)
    scale = across[1] / pose.apart[1]
    found = Calibration(
        pose.K,
        dist,
        pose.R,
        _lowered(pose, scale, 0.0, _rim(given)),
        bare_plan(across, 0.0, given),
        width,
        height,
    )
    refuse_nonsense(found, given)
    return replace(found, board=_planned(image, found, given))


def _planned(image: NDArray[np.uint8], found: Calibration, given: Given) -> BoardPlan:
    """The board with its bar and halves: as given, else as the picture shows them."""
    if given.halves_mm is None:
        return measured_plan(image, found, given.bar_mm)
    return plan_from_halves(found.board, given.halves_mm, given.bar_mm)


def plan_from_halves(board: BoardPlan, halves: tuple[Rect, Rect], bar: Rect | None) -> BoardPlan:
    """The board with measured halves; the bar is what lies between them where it was not measured,
    too."""
    left, right = halves
    between = Rect(left.right, max(left.top, right.top), right.left, min(left.bottom, right.bottom))
    widths = left.right - left.left, right.right - right.left
    return replace(
        board,
        picture_left=left,
        picture_right=right,
        bar=bar or between,
        checker_mm=sum(widths) / 2 / CHECKERS_WIDE,
    )


def refuse_another_size(given: Given, image: NDArray[np.uint8]) -> None:
    """Raises CalibrationError where a lens is for other pictures than this one (h, w[, 3])."""
    if given.K is None:
        return
    height, width = image.shape[:2]
    if given.picture_px is not None and given.picture_px != (width, height):
        raise CalibrationError(
            f"The calibration is for pictures of {given.picture_px[0]} x {given.picture_px[1]}, "
            f"this one is {width} x {height}; calibrate at this size."
        )
    if not (0 < given.K[0, 2] < width and 0 < given.K[1, 2] < height):
        raise CalibrationError(
            f"K in the calibration has its middle at {given.K[0, 2]:.0f}, {given.K[1, 2]:.0f}, "
            f"outside the picture of {width} x {height}; it is for pictures of another size."
        )


def refuse_nonsense(found: Calibration, given: Given) -> None:
    """Raises CalibrationError on a camera that cannot see the board so, or a bar beside it."""
    wide, high = found.board.size_mm
    above_mm = -found.camera_mm[2] - found.board.rim_height_mm
    if not LEAST_ABOVE_MM <= above_mm <= FAR_MM:
        raise CalibrationError(
            f"The calibration puts the camera {above_mm:.0f} mm above the rim; K wants pixels, R "
            "and t_mm the board's pose in millimetres."
        )
    x, y = found.project(np.array([(wide / 2, high / 2, 0.0)]))[0]
    across_px = wide * found.px_per_mm
    if not (0 <= x < found.width and 0 <= y < found.height and across_px < MOST_WIDE * found.width):
        raise CalibrationError(
            f"The calibration puts the board's middle at {x:.0f}, {y:.0f} and makes it "
            f"{across_px:.0f} pixels wide in a picture of {found.width} x {found.height}; K, R and "
            "t_mm, or the corners, must be this camera's."
        )
    bar = given.bar_mm
    if bar is not None and not (
        bar.left > 0 and bar.right < wide and bar.top >= 0 and bar.bottom <= high
    ):
        raise CalibrationError(
            f"bar_mm in the calibration is {bar.left:g}, {bar.top:g}, {bar.right:g}, "
            f"{bar.bottom:g}; it lies on the board of {wide:g} x {high:g} mm."
        )
    for key, half in zip(HALVES, given.halves_mm or (), strict=False):
        if not (half.left >= 0 and half.right <= wide and half.top >= 0 and half.bottom <= high):
            raise CalibrationError(
                f"{key} in the calibration is {half.left:g}, {half.top:g}, {half.right:g}, "
                f"{half.bottom:g}; it lies on the board of {wide:g} x {high:g} mm."
            )


def _solve(
    markers: Mapping[int, Floats], lens: Floats | None, dist: Floats, size_px: tuple[int, int]
) -> _Pose:
    ids = sorted(markers)
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    inside = np.tile(square, (len(ids), 1))
    which = [i for i in ids for _ in range(4)]
    seen = np.vstack([markers[i] for i in ids])
    pose = _fit_pose(lambda sx, sy: _spread(inside, which, sx, sy), seen, lens, dist, size_px)
    side = float(np.mean([np.linalg.norm(markers[i][0] - markers[i][1]) for i in ids]))
    if pose.miss_px > MISS_LIMIT * side:
        raise CalibrationError(
            f"The markers contradict each other by {pose.miss_px:.1f} px; "
            "put them back upright into the corners of the board."
        )
    return pose


def _spread(inside: Floats, which: object, sx: float, sy: float) -> Floats:
    """Points (N, 3): `inside` a square at each of the four places, sx and sy apart."""
    at = np.array([(0.0, 0.0), (sx, 0.0), (sx, sy), (0.0, sy)])[list(which)]  # type: ignore[call-overload]
    return np.column_stack([inside + at, np.zeros(len(inside))])


def _fit_pose(
    points: Callable[[float, float], Floats],
    seen: Floats,
    lens: Floats | None,
    dist: Floats,
    size_px: tuple[int, int],
) -> _Pose:
    """Pose, spread and, where it shows, focal length, by Levenberg and Marquardt's method.

    A board seen from straight above does not show the focal length: then the usual one stays.
    """
    usual = usual_lens(*size_px)

    def camera(zoom: float) -> Floats:
        if lens is not None:
            return lens
        return np.asarray(usual * [[math.exp(zoom), 1, 1], [1, math.exp(zoom), 1], [1, 1, 1]])

    def miss(x: Floats) -> tuple[Floats, Floats]:
        """How far the pose `x` misses, and how that changes with each of its numbers."""
        sx, sy = math.exp(x[6]), math.exp(x[7])
        mm, lens_now = points(sx, sy), camera(x[8])
        px, by = cv2.projectPoints(mm, x[:3], x[3:6], lens_now, dist)
        turn, by_place = cv2.Rodrigues(x[:3])[0], by[:, 3:6].reshape(-1, 2, 3)
        # Points go with their spread as straight as a body goes with its translation.
        spread = [
            (by_place @ (turn @ (wider - mm).T).T[..., None]).ravel()
            for wider in (points(2 * sx, sy), points(sx, 2 * sy))
        ]
        zoom = np.zeros(len(by)) if lens is not None else by[:, 6:8] @ np.diag(lens_now)[:2]
        slope = np.column_stack([by[:, :6], *spread, zoom]) / CORNER_PX
        usual_zoom = np.append(np.zeros(8), 1 / FOCAL_SPREAD)
        apart = (px.reshape(-1, 2) - seen).ravel() / CORNER_PX
        return np.append(apart, x[8] / FOCAL_SPREAD), np.vstack([slope, usual_zoom])

    try:
        x = least_squares(miss, _start(seen, points, camera(0.0), dist))
    except (OverflowError, np.linalg.LinAlgError) as error:
        raise CalibrationError(NO_SUCH_CAMERA) from error
    mm = points(math.exp(x[6]), math.exp(x[7]))
    px, _ = cv2.projectPoints(mm, x[:3], x[3:6], camera(x[8]), dist)
    worst = float(np.linalg.norm(px.reshape(-1, 2) - seen, axis=1).max())
    rotation = np.asarray(cv2.Rodrigues(x[:3])[0], np.float64)
    return _Pose(camera(x[8]), rotation, x[3:6], (math.exp(x[6]), math.exp(x[7])), worst)


def _start(
    seen: Floats, points: Callable[[float, float], Floats], lens: Floats, dist: Floats
) -> Floats:
    """rvec, t, log spread (2), log zoom (9,): a camera straight above."""
    side = float(np.linalg.norm(seen[0] - seen[1])) if len(seen) > 4 else 100.0
    low, high = seen.min(axis=0), seen.max(axis=0)
    sx, sy = np.maximum((high - low) / side - (1.0 if len(seen) > 4 else 0.0), 1.0)
    mm = points(float(sx), float(sy))
    _, rvecs, tvecs, _ = cv2.solvePnPGeneric(mm, seen, lens, dist, flags=cv2.SOLVEPNP_IPPE)
    if not rvecs:
        raise CalibrationError(NO_SUCH_CAMERA)
    return np.concatenate([rvecs[0].ravel(), tvecs[0].ravel(), np.log([sx, sy]), [0.0]])


def _in_mm(pose: _Pose, given: Given, dist: Floats, size_px: tuple[int, int]) -> Calibration:
    """Lengths by what is given, else by what boards usually measure."""
    outer = tuple(side + 1 + 2 * USUAL_INSET for side in pose.apart)
    size = given.size_mm or _sized((outer[0], outer[1]))
    scale = float(np.mean([size[0] / outer[0], size[1] / outer[1]]))
    t_mm = _lowered(pose, scale, USUAL_INSET * scale, _rim(given))
    plan = bare_plan(size, scale, given)
    return Calibration(pose.K, dist, pose.R, t_mm, plan, *size_px)


def _sized(outer: tuple[float, float]) -> tuple[float, float]:
    scale = USUAL_HEIGHT_MM / outer[1]
    return scale * outer[0], scale * outer[1]


def _rim(given: Given) -> float:
    return USUAL_RIM_MM if given.rim_height_mm is None else given.rim_height_mm


def _lowered(pose: _Pose, scale: float, inset_mm: float, rim_mm: float) -> Floats:
    """Translation of the board's frame, whose origin is the outer corner at the field's height."""
    first = np.array([-inset_mm, -inset_mm, rim_mm])
    return np.asarray(pose.t * scale + pose.R @ first, np.float64)


def bare_plan(size_mm: tuple[float, float], marker_mm: float, given: Given) -> BoardPlan:
    """A board known only by its size; `measured_plan` finds the rest."""
    nowhere = Rect(0.0, 0.0, *size_mm)
    return BoardPlan(
        size_mm=size_mm,
        rim_height_mm=_rim(given),
        picture_left=nowhere,
        picture_right=nowhere,
        bar=nowhere,
        marker_mm=marker_mm,
        marker_inset_mm=USUAL_INSET * marker_mm,
        checker_mm=0.0,
    )
