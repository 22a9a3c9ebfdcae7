"""A small net for one die: its value, or that it shows no face.

It uses no pips or edges, and `vision.reader` finds values without it: agreement of both is worth
more than either.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.learned import net
from vision.view import Picture

MODEL = Path(__file__).with_name("face.onnx")
CLOSE_UP = Path(__file__).with_name("close.onnx")
"""The same net fitted further to dice close up, many of them clear, of unknown view."""
INPUT_PX = 40
SIDE_PX = 24
"""The die's side in a crop."""
DOUBTFUL = (0.5, 0.9)
"""Shares of its likeliest value between which the first net sees one, but is in doubt."""
TURNS = 4
"""Quarter turns a crop is looked at in; a value seen in one turn only does not count."""
OPPOSITE = (0, 2)
OTHERS = (1, 3)
CLEAR = 0.96
"""What has such a share from OPPOSITE sides has it from the OTHERS."""


def look_at_board(
    image: Picture,
    calibration: Calibration,
    places_mm: Floats,
    die_mm: float | Floats,
    together: bool = False,
) -> Floats:
    """Shares (N, 7) of 0, no face, and 1-6, for the faces whose middles lie at places (N, 2) on
    the plane one die high.

    die_mm: the side of all, or of each (N,); together: as `look_together`.
    """
    sides = np.broadcast_to(np.asarray(die_mm, np.float64), len(places_mm))
    eye = calibration.camera_mm
    crops = net.crops_at(image, calibration, places_mm, sides, SIDE_PX, INPUT_PX)
    views = (places_mm - eye[:2]) / (-eye[2] - sides[:, None])
    return (look_together if together else look_at_crops)(crops, views)


def look_together(crops: NDArray[np.float32] | Picture, views: Floats) -> Floats:
    """The same of crops, from two opposite sides and, where these leave any doubt, from all.

    Where the first net then sees a value and is in doubt, that for close-ups is asked, too, and
    the mean of their log-shares counts. Their doubts differ; where the first sees no value, the
    second must not make one.
    """
    if not len(crops):
        return np.empty((0, 7))
    two = _shares(MODEL, crops, views, OPPOSITE)
    shares = np.asarray(two.mean(axis=0), np.float64)
    left = np.flatnonzero(two.min(axis=0).max(axis=1) < CLEAR)
    if len(left):
        more = _shares(MODEL, crops[left], views[left], OTHERS)
        shares[left] = np.concatenate([two[:, left], more]).mean(axis=0)
    value, (least, most) = shares[left, 1:].max(axis=1), DOUBTFUL
    doubt = left[(value >= least) & (value < most)]
    both = np.sqrt(shares[doubt] * look_at_crops(crops[doubt], None, model=CLOSE_UP))
    shares[doubt] = both / both.sum(axis=1, keepdims=True)
    return shares


def look_at_crops(
    crops: NDArray[np.float32] | Picture,
    views: Floats | None,
    turns: int = TURNS,
    model: Path = MODEL,
) -> Floats:
    """The same of crops (N, 40, 40, 3) BGR 0..255 of dice whose side is 24 px; views (N, 2): how
    far the picture looks sideways, mm a mm of height. turns: from how many sides, 1-4."""
    if not len(crops):
        return np.empty((0, 7))
    return np.asarray(_shares(model, crops, views, tuple(range(turns))).mean(axis=0), np.float64)


def _shares(
    model: Path,
    crops: NDArray[np.float32] | Picture,
    views: Floats | None,
    sides: tuple[int, ...],
) -> Floats:
    """A net's shares for crops turned by each of `sides` quarters, (T, N, 7)."""
    n = len(crops)
    turned = np.concatenate([np.rot90(crops, k, axes=(1, 2)) for k in sides])
    views_given = np.zeros((n, 3)) if views is None else np.column_stack([views, np.ones(n)])
    facing = np.concatenate([_turned(views_given, k) for k in sides])
    odds = (
        net.outputs_of(model, turned, facing)
        .astype(np.float64)
        .reshape(len(sides), n, -1)[:, :, :7]
    )
    share = np.exp(odds - odds.max(axis=2, keepdims=True))
    return np.asarray(share / share.sum(axis=2, keepdims=True), np.float64)


def _turned(view: Floats, quarters: int) -> Floats:
    """The view's direction after the crop was turned as np.rot90 turns it."""
    x, y, views_given = view.T
    for _ in range(quarters):
        x, y = y, -x
    return np.column_stack([x, y, views_given])
