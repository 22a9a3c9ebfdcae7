"""Round spots of a pip's size in a patch that holds one die, in every colouring pips may have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration import Floats
from vision.view import Picture, Singles

SIDE_PX = 32
"""The die's side in a patch."""
PATCH_PX = 73
MIDDLE_PX = (PATCH_PX - 1) / 2
RADII = (0.062, 0.084, 0.112)
"""Radii of pips, over the die's side."""
FAINTEST = 2.0  # grey levels of the response
REACH = 0.8  # from the middle of the patch, in sides: the top face and what may be mistaken for it
ON_FACE = 0.45
MOST = 20
FAINT_VIEW = 0.3  # of the clearest view's strongest spot: what shows no more shows nothing

_AXIS = (np.arange(PATCH_PX) - MIDDLE_PX) / SIDE_PX
_AWAY = np.hypot(*np.meshgrid(_AXIS, _AXIS))
_FACE = _AWAY < ON_FACE
_NEAR = _AWAY < REACH
_NEAR[[0, -1]] = _NEAR[:, [0, -1]] = False
_LEAST, _MOST, _OWN = range(3)
_VIEWS = ((_LEAST, 1), (_LEAST, -1), (_MOST, -1), (_OWN, 1), (_OWN, -1))
"""White pips stand out in the least colour, dark ones in the most; dark or red ones on a light
body in the least; gold on blue and the like along the die's own line of colours."""


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Bright spots of one view of a patch, strongest first.

    grey (PATCH_PX, PATCH_PX): the view, pips bright; at (n, 2): x, y from the patch's middle in
    sides; strength (n,) grey levels; roundness (n,): the weaker curvature over the stronger.
    """

    grey: Singles
    at: Floats
    strength: Floats
    roundness: Floats


def all_spots(patch: Picture) -> Iterator[Spots]:
    """Spots of each view and pip size that shows any clearly."""
    views = _views(patch)
    shown: list[tuple[Singles, Singles]] = []
    for radius in RADII:
        sigma = radius * SIDE_PX / np.sqrt(2)
        fine = cv2.GaussianBlur(views, (0, 0), sigma)
        response = np.asarray(fine - cv2.GaussianBlur(views, (0, 0), 1.6 * sigma), np.float32)
        shown += [
            (sign * views[:, :, view], np.ascontiguousarray(sign * response[:, :, view]))
            for view, sign in _VIEWS
        ]
    clearest = max(float(response[_FACE].max()) for _, response in shown)
    for grey, response in shown:
        if response[_FACE].max() >= max(FAINT_VIEW * clearest, FAINTEST):
            yield _spots(grey, response)


def _views(patch: Picture) -> Singles:
    """The patch (h, w, 3) in the least and the most of its colours and along the line on which
    the face's own colours differ most."""
    colours = patch.astype(np.float32)
    face = colours[_FACE]
    mean = face.mean(axis=0)
    _, axes = np.linalg.eigh(np.cov((face - mean).T) + 1e-3 * np.eye(3))
    own = (colours - mean) @ axes[:, 2].astype(np.float32)
    return np.dstack([colours.min(axis=2), colours.max(axis=2), own]).astype(np.float32)


def _spots(grey: Singles, response: Singles) -> Spots:
    top = (response >= cv2.dilate(response, np.ones((3, 3), np.uint8))) & _NEAR
    rows, columns = np.nonzero(top & (response > FAINTEST))
    order = np.argsort(-response[rows, columns])[:MOST]
    rows, columns = rows[order], columns[order]
    here = response[rows, columns]
    right, left = response[rows, columns + 1], response[rows, columns - 1]
    below, above = response[rows + 1, columns], response[rows - 1, columns]
    xx, yy = right + left - 2 * here, above + below - 2 * here
    xy = (
        response[rows + 1, columns + 1]
        + response[rows - 1, columns - 1]
        - response[rows + 1, columns - 1]
        - response[rows - 1, columns + 1]
    ) / 4
    half, root = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    x = columns - np.clip((right - left) / 2 / np.minimum(xx, -1e-3), -0.5, 0.5)
    y = rows - np.clip((below - above) / 2 / np.minimum(yy, -1e-3), -0.5, 0.5)
    at = (np.column_stack([x, y]) - MIDDLE_PX) / SIDE_PX
    return Spots(
        grey,
        at.astype(np.float64),
        here.astype(np.float64),
        ((half + root) / np.minimum(half - root, -1e-6)).astype(np.float64),
    )
