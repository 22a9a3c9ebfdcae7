"""Where in a photograph dice may lie, and about how large they are there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.calibration import Floats
from vision.learned import find
from vision.reader.boardless.crop import Copies
from vision.view import Picture

STEP = 1.3
"""Factor between sizes looked for: the finder knows a die at three of them."""
SMALLEST_PX = 16.0
"""Least side of dice looked for, px."""
SMALLEST = 1 / 80
"""Least side of dice looked for, over the picture's longer side."""
LARGEST = 0.95
"""Largest side, over the picture's shorter one: a cropped die."""
GIVEN = (0.87, 1.0, 1.15)
"""Factors of a known size."""
LEAST = 0.25
SUPPORT = 0.9
MOST = 40
SAME_PLACE = 0.35
"""Distance, over the side, within which places mean one die."""
SAME_SIZE = 1.8
"""Largest factor between sizes that mean one die."""
APART = 0.5


@dataclass(frozen=True, slots=True)
class Place:
    """x, y: where a top face may have its middle, px; side: of the die; support: the finder's
    shares at all sizes, added: one size alone does not convince."""

    x: float
    y: float
    side: float
    support: float


def sides(image: Picture) -> list[float]:
    """The sizes of dice worth looking for in a picture."""
    short, long = sorted(image.shape[:2])
    least, most = max(SMALLEST_PX, SMALLEST * long), LARGEST * short
    if least >= most:
        return [most]
    steps = int(np.log(most / least) / np.log(STEP)) + 1
    return [least * STEP**i for i in range(steps)]


def find_places(copies: Copies, sizes: Sequence[float]) -> list[Place]:
    """Places where dice of about such sizes may lie, the likeliest first."""
    seen = np.concatenate([_places_of_size(copies, side) for side in sizes])
    if not len(seen):
        return []
    x, y, side, share = seen.T
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    near = apart < SAME_PLACE * np.sqrt(side[:, None] * side)
    near &= np.abs(np.log(side[:, None] / side)) < np.log(SAME_SIZE)
    support = np.zeros(len(seen))
    for size in sizes:
        support += np.where(near & (side == size), share, 0.0).max(axis=1)
    found: list[Place] = []
    free = support >= SUPPORT
    for i in np.lexsort((-share, -support)):
        if free[i]:
            weight = share[near[i]] ** 2
            mean = np.exp((np.log(side[near[i]]) * weight).sum() / weight.sum())
            found.append(Place(float(x[i]), float(y[i]), float(mean), float(support[i])))
            free &= (apart[i] > APART * side[i]) | ~(
                np.abs(np.log(side / side[i])) < np.log(SAME_SIZE)
            )
    return found[:MOST]


def _places_of_size(copies: Copies, side: float) -> Floats:
    """Places (N, 4) of dice of one size: x, y, the size, how likely."""
    whole, k = copies.pictures[0], 0
    while k + 1 < len(copies.pictures) and side / 2 ** (k + 1) >= find.DIE_PX:
        k += 1
    copy = copies.pictures[k]
    down, along = (of / all_ for of, all_ in zip(copy.shape[:2], whole.shape[:2], strict=True))
    found = find.places(copy, side * along, LEAST)
    middles = (found[:, :2] + 0.5) / (along, down) - 0.5
    return np.column_stack([middles, np.full(len(found), side), found[:, 2]])
