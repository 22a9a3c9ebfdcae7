"""How a die leans: the pose of a cube that explains its pips and its edges best."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader.candidate_score import PATCH_PX_PER_MM
from vision.reader.cube import Seam, evidence, seam, shown_mean, top_points
from vision.reader.face import COARSE, Face, correlate, templates
from vision.view import Picture, patch

WIDE_SIDES = 3.2
LEANS_DEG = (8, 12, 16, 20, 25, 30, 35, 40, 45)


@dataclass(frozen=True, slots=True)
class Lean:
    """flat: how much of a flat cube's edges shows, 0..1; gain: how much better edges and pips
    together are explained by a cube that leans as `LEANS_DEG`, negative when worse; edges, pips:
    how well the best of those explains them alone, 0..1; yaw_deg: at which a flat cube shows
    most."""

    flat: float
    gain: float
    edges: float
    pips: float
    yaw_deg: float


def _leans() -> Floats:
    """Leans (N, 2) about a die's own axes, degrees; the first is none."""
    found = [(0.0, 0.0)]
    for tilt in LEANS_DEG:
        for way in np.radians(np.arange(0, 360, 30)):
            found.append((tilt * np.cos(way), tilt * np.sin(way)))
    return np.array(found)


_LEANS = _leans()
_NUDGES = np.array([(0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 2), (0, 0, -2)])
_NUDGE_MM = 0.35
_EVERY_YAW = np.array([(0, 0, yaw) for yaw in range(0, 90, 2)])
"""One pip looks the same at each."""


def lean_of(image: Picture, calibration: Calibration, face: Face) -> Lean:
    """The lean of the die whose face was found, of the size it was found at."""
    side = face.side_mm
    steps = _steps(image, calibration, face)
    ways = _EVERY_YAW if face.value == 1 else _NUDGES
    nudges = np.zeros((len(ways), 5))
    nudges[:, :3] = (face.x, face.y, face.yaw_deg) + ways * (_NUDGE_MM, _NUDGE_MM, 1.0)
    flat = shown_mean(*evidence(steps, nudges, side))
    poses = np.zeros((len(_LEANS), 5))
    poses[:, :3] = nudges[int(flat.argmax()), :3]
    poses[:, 3:] = _LEANS
    edges = shown_mean(*evidence(steps, poses, side))
    patterns = templates(COARSE)
    px = top_points(steps, poses, side, patterns.unit).astype(np.float32)
    grey = cv2.remap(steps.view.grey, px[..., 0], px[..., 1], cv2.INTER_LINEAR)
    pips = correlate(np.asarray(grey, np.float32), face.bright, patterns).max(axis=1)
    both = edges + pips
    best = 1 + int(both[1:].argmax())
    return Lean(
        flat=float(edges[0]),
        gain=float(both[best] - both[0]),
        edges=float(edges[best]),
        pips=float(pips[best]),
        yaw_deg=float(poses[0, 2]),
    )


def _steps(image: Picture, calibration: Calibration, face: Face) -> Seam:
    side = face.side_mm
    view = patch(image, calibration, (face.x, face.y), WIDE_SIDES * side, PATCH_PX_PER_MM, side)
    return seam(view, calibration, side)
