"""The outline of a die around a face: one closed line on which the colour steps all the way."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats
from vision.reader.boardless import thresholds as at
from vision.view import Picture, Singles

SIDE_PX = 32
PATCH_PX = 81
_RAYS = 64
_STEPS = 40
_TO = 0.9  # of a side, from the middle: how far an outline may run
_ENOUGH = 40.0  # grey levels: a stronger step is no better one
PIP_ROOM = 1.6  # least distance of an outline, over that of what it surrounds
_WAYS = np.arange(_RAYS) * 2 * np.pi / _RAYS
_AWAY = np.linspace(0.02, 1.0, _STEPS)


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """step: grey levels of colour across the outline where it is faint (its tenth part); alike:
    part of it across which the colour changes about the same way; least, mean: how far it runs
    from the middle, in sides: the nearest twentieth, and all; pip: how far what lies in the very
    middle reaches; off: how far its own middle lies off, over its mean radius; corners: how
    square it is, the fourth harmonic of its radius over the mean, 0 for a circle, about 0.1 for a
    square; box: its left, top, right, bottom from the middle, in sides."""

    step: float
    alike: float
    least: float
    mean: float
    pip: float
    off: float
    corners: float
    box: tuple[float, float, float, float]


def body_around(patch: Picture, inside: float | None = None) -> Body:
    """The likeliest outline around the middle of a patch (PATCH_PX, PATCH_PX, 3) uint8 in which
    a die's side measures SIDE_PX. inside: it runs at least so far from the middle, in sides;
    `None`: around what lies there."""
    along = _along_rays(patch)
    pip = _reach(along)
    steps = np.zeros_like(along)
    steps[:, 2:-2] = along[:, 4:] - along[:, :-4]
    strength = np.abs(steps).max(axis=2)
    from_ = inside if inside is not None else min(max(PIP_ROOM * pip, 0.2), 0.6)
    first, last = int(from_ * _STEPS), int(_TO * _STEPS)
    line = first + closed_line(np.minimum(strength[:, first:last], _ENOUGH))
    rays = np.arange(_RAYS)
    across = steps[rays, line]
    usual = across.mean(axis=0)
    length = np.linalg.norm(across, axis=1) * np.linalg.norm(usual)
    alike = 2 * (across @ usual) > length
    away = _AWAY[line]
    x, y = away * np.cos(_WAYS), away * np.sin(_WAYS)
    return Body(
        float(np.percentile(strength[rays, line], 10)),
        float(alike.mean()),
        float(np.percentile(away, 5)),
        float(away.mean()),
        pip,
        *_shape(np.column_stack([x, y])),
        (float(x.min()), float(y.min()), float(x.max()), float(y.max())),
    )


def has_body(body: Body, value: int) -> bool:
    """Whether an outline stands out as it does around dice. Nothing but dice has four pips and
    more in order; a single spot is everywhere, on every round counter that shines, and needs a
    die's square proportions, too."""
    step = at.STEP if value > 3 else at.STEP_FEW if value > 1 else at.STEP_ONE
    if body.step < step or body.alike < (at.ALIKE if value > 3 else at.ALIKE_FEW):
        return False
    proportioned = body.least >= at.NEAREST * body.mean and body.pip <= at.PIP * body.mean
    sized = at.MEAN_LEAST <= body.mean <= at.MEAN_MOST and body.off <= at.OFF
    return value > 1 or (proportioned and sized and body.corners >= at.CORNERS)


def _shape(line: Floats) -> tuple[float, float]:
    """The shape of a closed line (n, 2) around (0, 0): how far its centroid lies off, over its mean
    radius from there; its fourth harmonic over that radius."""
    after = np.roll(line, -1, axis=0)
    cross = line[:, 0] * after[:, 1] - after[:, 0] * line[:, 1]
    middle = ((line + after) * cross[:, None]).sum(axis=0) / (3 * cross.sum())
    x, y = (line - middle).T
    ways = np.arctan2(y, x)
    order = np.argsort(ways)
    radius = np.interp(_WAYS, ways[order], np.hypot(x, y)[order], period=2 * np.pi)
    harmonics = np.abs(np.fft.rfft(radius)) / len(radius)
    return float(np.hypot(*middle) / harmonics[0]), float(2 * harmonics[4] / harmonics[0])


def _reach(along: Singles) -> float:
    """Where the colour of the very middle ends: it has changed by half of what it changes within
    half a side."""
    rings = along.mean(axis=0)
    other = np.linalg.norm(rings - rings[:2].mean(axis=0), axis=1)[: _STEPS // 2]
    first = int(np.argmax(2 * other > other.max()))
    return float(_AWAY[first])


def _along_rays(patch: Picture) -> Singles:
    """The colours outwards along each ray, (_RAYS, _STEPS, 3)."""
    soft = cv2.GaussianBlur(patch.astype(np.float32), (0, 0), 0.02 * SIDE_PX)
    middle = (PATCH_PX - 1) / 2
    x = middle + np.cos(_WAYS)[:, None] * _AWAY * SIDE_PX
    y = middle + np.sin(_WAYS)[:, None] * _AWAY * SIDE_PX
    flags, edge = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    along = cv2.remap(soft, x.astype(np.float32), y.astype(np.float32), flags, borderMode=edge)
    return np.asarray(along, np.float32)


def closed_line(strength: Singles) -> NDArray[np.int64]:
    """The strongest line around, (rays,): for each ray of (rays, steps) a step, from ray to ray
    one further or nearer at most. It runs once and a half around, so that its ends meet."""
    rays = len(strength)
    around = np.vstack([strength, strength[: rays // 2]])
    total = around[0]
    came_from = np.zeros(around.shape, np.int64)
    for i in range(1, len(around)):
        edged = np.pad(total, 1, constant_values=-np.inf)
        ways = np.stack([edged[:-2], edged[1:-1], edged[2:]])
        came_from[i] = ways.argmax(axis=0) - 1
        total = ways.max(axis=0) + around[i]
    line = np.empty(len(around), np.int64)
    line[-1] = int(total.argmax())
    for i in range(len(around) - 1, 0, -1):
        line[i - 1] = line[i] + came_from[i, line[i]]
    quarter = rays // 4
    return np.roll(line[quarter : quarter + rays], quarter)
