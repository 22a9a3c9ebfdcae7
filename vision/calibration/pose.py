"""The camera's pose over a board whose plan is known, by its markers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import BoardPlan, Calibration, CalibrationError, Floats
from vision.calibration.markers import find_markers, too_few
from vision.calibration.partial_calibration import Given

# Raspberry Pi, "Camera Module 3" product brief: 66 degrees horizontal, standard lens.
FIELD_OF_VIEW_DEG = 66.0
# A marker whose middle misses the pose by more than this was misread or has moved.
REPROJECTION_LIMIT_PX = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known before a calibration: the board's plan and, if measured, the lens.

    Without K the published field of view of the camera is taken and the lens is taken as free
    of distortion.
    """

    board: BoardPlan
    K: Floats | None = None
    dist: Floats | None = None


def calibrate(image: NDArray[np.uint8], *, known: Known) -> Calibration:
    """The camera's pose from the markers in a picture; any three of the four are enough.

    Raises CalibrationError when fewer than three are seen or they contradict the board's plan.
    """
    height, width = image.shape[:2]
    markers = find_markers(image)
    if len(markers) < 3:
        raise CalibrationError(f"{too_few(markers)}.")
    lens = usual_lens(width, height) if known.K is None else known.K
    dist = np.zeros(5) if known.dist is None else np.asarray(known.dist, np.float64)
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


def stored_pose(image: NDArray[np.uint8], *, known: Known, given: Given) -> Calibration:
    """The pose that a calibration file holds, for a picture that shows too few markers.

    Raises CalibrationError when a marker that is seen lies elsewhere, and when none is seen of a
    board that was found by them: it may have moved.
    """
    height, width = image.shape[:2]
    markers = find_markers(image)
    if given.K is None or given.R is None or given.t_mm is None:
        raise CalibrationError(
            f"{too_few(markers)}, and the calibration holds no place of a board."
        )
    if given.picture_px not in (None, (width, height)):
        raise CalibrationError(
            f"{too_few(markers)}, and the calibration is for pictures of another size; calibrate "
            f"at {width} x {height}."
        )
    if not markers and given.marked:
        raise CalibrationError(f"{too_few(markers)}.")
    dist = np.zeros(5) if given.dist is None else given.dist
    world = Calibration(given.K, dist, given.R, given.t_mm, known.board, width, height)
    for number, corners_px in markers.items():
        corners_mm = known.board.marker_corners(number)
        miss_px = float(np.linalg.norm((world.project(corners_mm) - corners_px).mean(axis=0)))
        if miss_px > 3 * REPROJECTION_LIMIT_PX * max(1.0, width / 1280):
            raise CalibrationError(
                f"Marker {number} lies {miss_px:.0f} px from where the calibration has it, and too "
                "few others are seen; clear the corners or calibrate again."
            )
    return world


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


def usual_lens(width: int, height: int) -> Floats:
    """K (3, 3) of a camera that was not measured; its field of view is that of the longer side,
    whichever way the picture was turned."""
    focal = max(width, height) / 2 / math.tan(math.radians(FIELD_OF_VIEW_DEG) / 2)
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
