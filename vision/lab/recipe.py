"""The recipe hobby dice readers share, as a baseline: blur, find blobs, group them, count.

Written after the description at golsteyn.com/writing/dice: a median blur, OpenCV's
SimpleBlobDetector for round spots, DBSCAN over their centres with one neighbour as enough, and
each group's size is a die's value. With one neighbour as enough DBSCAN is nothing but chains of
centres nearer than eps, which takes no library.
"""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.view import Picture

BLUR_PX = 7
ROUND = 0.6
"""The least ratio of a blob's axes."""
EPS_PX = 40.0
PIP_PARTS = (0.12, 0.32)
"""A pip's width over the die's side, at least and at most."""
EPS_PARTS = 0.75
"""The two pips of a 2 lie 0.7 sides apart, no others of a die so far."""


def recipe(image: Picture) -> tuple[int, ...] | None:
    """The values high to low by the recipe's own numbers; None unless just two dice are seen."""
    wanted = cv2.SimpleBlobDetector.Params()
    wanted.filterByInertia = True
    wanted.minInertiaRatio = ROUND
    return _counted(np.asarray(cv2.medianBlur(image, BLUR_PX), np.uint8), (wanted,), EPS_PX)


def fitted_recipe(image: Picture, die_px: float) -> tuple[int, ...] | None:
    """The same for a picture of one half of a board, given the side of its dice: the best case for
    the recipe. Looks for dark and for light blobs, since dice have either."""
    kinds = []
    for shade in (0, 255):
        wanted = cv2.SimpleBlobDetector.Params()
        wanted.filterByInertia, wanted.minInertiaRatio = True, ROUND
        wanted.filterByColor, wanted.blobColor = True, shade
        wanted.filterByArea = True
        wanted.minArea, wanted.maxArea = (
            float(np.pi / 4 * (part * die_px) ** 2) for part in PIP_PARTS
        )
        wanted.minDistBetweenBlobs = 0.15 * die_px
        kinds.append(wanted)
    blur = 3 if die_px < 40 else 5
    return _counted(
        np.asarray(cv2.medianBlur(image, blur), np.uint8), tuple(kinds), EPS_PARTS * die_px
    )


def _counted(
    image: Picture, kinds: tuple[cv2.SimpleBlobDetector.Params, ...], eps_px: float
) -> tuple[int, ...] | None:
    """Values of two groups of one to six blobs; None for any other number of groups."""
    values: list[int] = []
    for wanted in kinds:
        points = [blob.pt for blob in cv2.SimpleBlobDetector.create(wanted).detect(image)]
        values += map(len, chains(np.array(points, np.float64).reshape(-1, 2), eps_px))
    values.sort(reverse=True)
    return tuple(values) if len(values) == 2 and values[0] <= 6 else None


def chains(points: NDArray[np.float64], eps: float) -> list[list[int]]:
    """Points (N, 2) in groups: each within eps of another of its group, and of no other's."""
    group = list(range(len(points)))
    for i in range(len(points)):
        near = np.hypot(*(points[:i] - points[i]).T) <= eps
        for k in np.flatnonzero(near):
            old, new = group[int(k)], group[i]
            group = [new if one == old else one for one in group]
    counts = Counter(group)
    return [[i for i, one in enumerate(group) if one == name] for name in counts]
