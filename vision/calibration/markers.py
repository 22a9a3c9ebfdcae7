"""The four ArUco markers on the rim, looked up in a picture."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats

MARKERS = 4
NEEDED_MARKERS = 3
DICTIONARY = cv2.aruco.DICT_4X4_50
"""4 x 4 cells within a black border of one; `kiosk.dice.marker_sheet` prints them."""
# Thresholds of three kinds by default; one finds nearly every marker in a third of the time.
USUAL_WINDOWS = (3, 23)
ONE_WINDOW = (13, 13)
# Around a marker, over the picture's width. With the second a look in half the size takes two
# thirds of the time and found as many in 186 pictures: markers of 20 px of 2304 have as much.
LEAST_AROUND = 0.02
MORE_AROUND = 0.03
# Of 369 markers of the shared pictures 365 lay in place, once settled, and closed within 1.2 px;
# four had a corner astray and missed by 2.7 and more.
ASTRAY_PX = 2.0
SMALL_PICTURE_PX = 1600
SETTLED_PX = 4


def too_few(seen: Collection[int]) -> str:
    """The message, without its full stop, when fewer than three of the four were found."""
    found = f"Only markers {', '.join(map(str, sorted(seen)))}" if seen else "No markers"
    return (
        f"{found} of 0-3 were found, three are needed; "
        "clear the corners of the board and light them evenly"
    )


def find_markers(image: NDArray[np.uint8]) -> dict[int, Floats]:
    """Markers 0-3 in a BGR or grey picture: id to corners (4, 2) px, clockwise from top-left.

    Where they are too small to be read, the picture is enlarged to twice its size and turned into
    linear light: in grey levels bright paper spreads over thin black lines.
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
    found = _markers_in(half, 3, ONE_WINDOW, MORE_AROUND)
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
    """The corners of a marker, refined in the picture around them."""
    room = float(np.ptp(corners, axis=0).max())
    low = np.maximum(corners.min(axis=0) - room, 0).astype(int)
    high = (corners.max(axis=0) + room).astype(int)
    near = _markers_in(np.ascontiguousarray(grey[low[1] : high[1], low[0] : high[0]]), 3)
    return near[marker] + low if marker in near else corners


def _markers_in(
    grey: NDArray[np.uint8],
    reach_px: int,
    windows_px: tuple[int, int] = USUAL_WINDOWS,
    least_around: float = LEAST_AROUND,
) -> dict[int, Floats]:
    """A corner is refined within so many pixels to each side. windows_px: the least and the most
    compared with its surroundings to separate black and white; least_around: smaller outlines are
    none."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # Markers are 20-60 px wide; a window past a third of one would pull corners off their marker.
    parameters.cornerRefinementWinSize = reach_px
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = windows_px
    parameters.minMarkerPerimeterRate = least_around
    # Cells of three blurred pixels: sampled finely, and only in their middles, they can be read.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.2
    words = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    corners, ids, _ = cv2.aruco.ArucoDetector(words, parameters).detectMarkers(grey)
    if ids is None:
        return {}
    found = zip(ids.ravel().tolist(), corners, strict=True)
    return {int(i): np.asarray(c, np.float64).reshape(4, 2) for i, c in found if i <= 3}
