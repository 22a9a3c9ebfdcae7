"""The camera or the board moved during play: noticed at the corners, the pose found again.

What lay at a known place of the board in the reference picture gives its millimetres through the
old pose, so nothing need be known of the markers but that they lie on the rim.
"""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration, Floats
from vision.calibration.markers import find_markers
from vision.tracker import thresholds as at

Picture = npt.NDArray[np.uint8]
Singles = npt.NDArray[np.float32]

FULL_WIDTH_PX = 2304
PATCH_PX = 64
"""At FULL_WIDTH_PX: the side of a patch."""
LEAST_PATCH_PX = 24
REACH_PX = 24
"""At FULL_WIDTH_PX: reach of the search for a patch around its place."""
LEAST_REACH_PX = 6
FLOW_WIDTH_PX = 1152
FLOW_CORNERS = 300
"""Most points followed."""
FLOW_QUALITY = 0.02
"""Least clearness of a point, over the clearest."""
FLOW_APART_PX = 6
FLOW_WINDOW_PX = (21, 21)
FLOW_LEVELS = 4
MISSED_WIDTH_PX = 1280


class Anchors:
    """Small patches at the corners of frame and field as they were when the pose was found."""

    def __init__(self, picture: Picture, calibration: Calibration) -> None:
        self.limit_px = max(at.NUDGED_LEAST, at.NUDGED * calibration.width / FULL_WIDTH_PX)
        side = round(PATCH_PX * calibration.width / FULL_WIDTH_PX)
        self._side = max(LEAST_PATCH_PX, side // 2 * 2)
        self._reach = max(LEAST_REACH_PX, round(REACH_PX * calibration.width / FULL_WIDTH_PX))
        places = np.round(_places(calibration)).astype(int) - self._side // 2
        found = [(place, _cut(picture, place, self._side)) for place in places]
        self._patches = [
            (place, patch)
            for place, patch in found
            if patch is not None and float(patch.std()) > at.ANCHOR_EVEN
        ]

    def moved_px(self, picture: Picture) -> float | None:
        """How far the board's corners moved at most; `None` where too few patches match."""
        then, now = [], []
        for place, patch in self._patches:
            around = _cut(picture, place - self._reach, self._side + 2 * self._reach)
            step = None if around is None else _step(patch, around)
            if step is not None:
                then.append(place.astype(np.float64))
                now.append(place + step - self._reach)
        if len(then) < at.ANCHORS_AGREE:
            return None
        return _rigid(np.array(then), np.array(now), self.limit_px)


def _step(patch: Singles, around: Singles) -> Floats | None:
    """Where a patch lies in a larger one, (x, y) px to a tenth; `None` if nowhere surely."""
    score = np.asarray(cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED), np.float32)
    _low, best, _at, (x, y) = cv2.minMaxLoc(score)
    if best < at.ANCHOR_ALIKE or not (0 < x < score.shape[1] - 1 and 0 < y < score.shape[0] - 1):
        return None
    return np.array([x + _peak(score[y, x - 1 : x + 2]), y + _peak(score[y - 1 : y + 2, x])])


def _peak(three: Singles) -> float:
    """Where the parabola through three values is highest, in steps from the middle."""
    bend = float(three[0] - 2 * three[1] + three[2])
    straight = bend >= 0 or math.isclose(bend, 0.0, abs_tol=1e-6)
    return 0.0 if straight else 0.5 * float(three[0] - three[2]) / bend


def _rigid(then: Floats, now: Floats, limit_px: float) -> float | None:
    """How far points moved at most, if most of them did so together."""
    warp, fits = cv2.estimateAffinePartial2D(
        then, now, method=cv2.RANSAC, ransacReprojThreshold=limit_px / 2
    )
    if warp is None or int(fits.sum()) < max(at.ANCHORS_AGREE, len(then) // 2):
        return None
    moved = then @ warp[:, :2].T + warp[:, 2] - then
    return float(np.linalg.norm(moved, axis=1).max())


def _places(calibration: Calibration) -> Floats:
    """Where two-dimensional texture is: markers, and the corners of the halves, (N, 2) px."""
    plan = calibration.board
    middles = [plan.marker_corners(i).mean(axis=0) for i in range(4)]
    field = [
        (x, y, 0.0)
        for half in (plan.picture_left, plan.picture_right)
        for x in (half.left, half.right)
        for y in (half.top, half.bottom)
    ]
    return calibration.project(np.array([*middles, *field], np.float64))


def _cut(picture: Picture, place: npt.NDArray[np.int_], side: int) -> Singles | None:
    x, y = int(place[0]), int(place[1])
    if x < 0 or y < 0 or y + side > picture.shape[0] or x + side > picture.shape[1]:
        return None
    part = picture[y : y + side, x : x + side]
    return cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32)


def recover(was: Picture, calibration: Calibration, now: Picture) -> Calibration | None:
    """The pose over the board in `now`, which held `calibration` in `was`; `None`: not found."""
    return _by_markers(was, calibration, now) or _by_flow(was, calibration, now)


def _by_markers(was: Picture, calibration: Calibration, now: Picture) -> Calibration | None:
    """From the markers in both pictures, three or more."""
    seen = find_markers(now)
    if len(seen) < at.POSE_MARKERS:
        return None
    then = find_markers(was)
    both = sorted(seen.keys() & then.keys())
    if len(both) < at.POSE_MARKERS:
        return None
    rim = calibration.board.rim_height_mm
    flat = calibration.field_points(np.vstack([then[i] for i in both]), rim)
    points = np.column_stack([flat, np.full(len(flat), -rim)])
    return _posed(calibration, points, np.vstack([seen[i] for i in both]))


def _by_flow(was: Picture, calibration: Calibration, now: Picture) -> Calibration | None:
    """From anything on the board that can be followed from one picture to the other."""
    scale = min(1.0, FLOW_WIDTH_PX / calibration.width)
    then, later = (_grey(picture, scale) for picture in (was, now))
    outer = calibration.board.size_mm
    corners = np.array([(0, 0), (outer[0], 0), outer, (0, outer[1])], np.float64)
    rim = calibration.board.rim_height_mm
    outline = calibration.project(np.column_stack([corners, np.full(4, -rim)])) * scale
    mask = np.zeros(then.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 255)
    points = cv2.goodFeaturesToTrack(then, FLOW_CORNERS, FLOW_QUALITY, FLOW_APART_PX, mask=mask)
    if points is None or len(points) < at.FLOW_POINTS:
        return None
    flowed, found, _error = cv2.calcOpticalFlowPyrLK(
        then, later, points, np.zeros_like(points), winSize=FLOW_WINDOW_PX, maxLevel=FLOW_LEVELS
    )
    good = found.ravel() > 0
    px = points.reshape(-1, 2)[good].astype(np.float64) / scale
    places = _on_board(calibration, px)
    flowed_px = flowed.reshape(-1, 2)[good].astype(np.float64) / scale
    return _posed(calibration, places, flowed_px, needed=at.FLOW_POINTS)


def _on_board(calibration: Calibration, px: Floats) -> Floats:
    """What lies under picture points: the field in the halves, else the top of frame or bar."""
    plan = calibration.board
    low = calibration.field_points(px)
    high = calibration.field_points(px, plan.rim_height_mm)
    halves = (plan.picture_left, plan.picture_right)
    inside = np.array([any(half.contains(x, y) for half in halves) for x, y in low], bool)
    flat = np.where(inside[:, None], low, high)
    return np.column_stack([flat, np.where(inside, 0.0, -plan.rim_height_mm)])


def _grey(picture: Picture, scale: float) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if scale < 1.0:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(grey, np.uint8)


def _posed(calibration: Calibration, mm: Floats, px: Floats, needed: int = 0) -> Calibration | None:
    """The calibration with the pose that puts board points (N, 3) at (N, 2) px."""
    if len(mm) < needed:
        return None
    lens = calibration.K, calibration.dist
    rvec, _ = cv2.Rodrigues(calibration.R)
    limit = at.POSE_MISSED * max(1.0, calibration.width / MISSED_WIDTH_PX)
    # Between two pictures of nearly one plane a homography separates what moved by itself.
    _plane, fits = cv2.findHomography(calibration.project(mm), px, cv2.RANSAC, limit)
    inner = np.zeros(len(mm), bool) if fits is None else fits.ravel() > 0
    if inner.sum() < max(needed, at.POSE_FITS * len(mm)):
        return None
    start = rvec, calibration.t_mm.reshape(3, 1).copy()
    rvec, tvec = cv2.solvePnPRefineLM(mm[inner], px[inner], *lens, *start)
    rotation = np.asarray(cv2.Rodrigues(rvec)[0], np.float64)
    found = replace(calibration, R=rotation, t_mm=np.asarray(tvec, np.float64).reshape(3))
    missed = np.linalg.norm(found.project(mm[inner]) - px[inner], axis=1)
    raised = found.camera_mm[2] / calibration.camera_mm[2]
    pushed = 1 / at.RAISED < raised < at.RAISED
    return found if pushed and float(np.median(missed)) < limit else None


def carried_over(picture: Picture, old: Calibration, new: Calibration, now: Picture) -> Picture:
    """A picture taken under the old pose as the new one shows its field; `now` fills the edges."""
    halves = old.board.picture_left, old.board.picture_right
    corners = np.array(
        [
            (x, y, 0.0)
            for x in (min(h.left for h in halves), max(h.right for h in halves))
            for y in (min(h.top for h in halves), max(h.bottom for h in halves))
        ],
        np.float64,
    )
    then, later = (pose.project(corners).astype(np.float32) for pose in (old, new))
    warp = cv2.getPerspectiveTransform(then, later)
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(
        cv2.warpPerspective(picture, warp, size, dst=now.copy(), borderMode=cv2.BORDER_TRANSPARENT),
        np.uint8,
    )
