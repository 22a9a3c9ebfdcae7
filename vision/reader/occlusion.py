"""How much more of a die's body shows than a flat die has: another may touch it or lie below, or it
leans and shows sides that a flat one hides.

From above, the upper of two dice hides most of the lower one, and is no larger than its own
blur; but the lower one's corners look out beside it, in colours of its body. So does a die that
touches it and was not found.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.reader import thresholds as at
from vision.reader.cube import Seam, seam, silhouette
from vision.reader.face import Face
from vision.view import Picture, Singles, patch

PX_PER_MM = 2.0
SIDES = 3.4
# Of a side, beyond a flat die's outline:
WITHIN = -0.12  # its body
FROM = 0.08  # what lies beside it
TO = 0.45
AWAY = 0.75  # what is not it
COLOURS = {True: 5, False: 6}
"""Number of chief colours: of the body with its pips; of what lies around it."""
LIGHTNESS = 0.5
"""Weight of a step in lightness against one in colour: a body's sides are darker than its top."""


def body_beside(image: Picture, calibration: Calibration, face: Face) -> float:
    """How much of what lies beside a flat die of that face looks like its body, 0..1."""
    side = face.side_mm
    view = patch(image, calibration, (face.x, face.y), SIDES * side, PX_PER_MM, side, fine=False)
    assert view.colour is not None
    found = seam(view, calibration, side)
    soft = np.asarray(cv2.GaussianBlur(view.colour, (0, 0), 1.0) / 255, np.float32)
    weight = np.array((LIGHTNESS, 1, 1), np.float32)
    lab = np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2Lab) * weight, np.float32)
    body_px, near, to, away = (_inside(found, face, by * side) for by in (WITHIN, FROM, TO, AWAY))
    beside = lab[to & ~near]
    body, around = _colours(lab[body_px], COLOURS[True]), _colours(lab[~away], COLOURS[False])
    like, unlike = _off(beside, body), _off(beside, around)
    return float(((like < unlike) & (unlike > at.BODY_UNLIKE)).mean())


def _inside(found: Seam, face: Face, grown_mm: float) -> NDArray[np.bool_]:
    """Mask (h, w) of the view: where a flat die shows, grown."""
    outline = np.rint(found.view.to_px(silhouette(found.eye, face, grown_mm))).astype(np.int32)
    mask = np.zeros(found.view.grey.shape, np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(outline), 1)
    return mask > 0


def _colours(pixels: Singles, count: int) -> Singles:
    """The chief colours (count, 3) among pixels (N, 3), begun from the dark to the light ones."""
    labels = np.empty((len(pixels), 1), np.int32)
    labels[pixels[:, 0].argsort(), 0] = np.arange(len(pixels)) * count // len(pixels)
    ends = (cv2.TERM_CRITERIA_MAX_ITER | cv2.TERM_CRITERIA_EPS, 10, 1.0)
    how = cv2.KMEANS_USE_INITIAL_LABELS
    return np.asarray(cv2.kmeans(pixels, count, labels, ends, 1, how)[2], np.float32)


def _off(pixels: Singles, colours: Singles) -> Singles:
    """How far pixels (N, 3) are from the nearest of the colours, (N,)."""
    away = np.linalg.norm(pixels[:, None] - colours, axis=2)
    return np.asarray(away.min(axis=1), np.float32)
