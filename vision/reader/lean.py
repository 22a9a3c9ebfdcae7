"""How a die leans: the pose of a cube that explains its pips and its edges best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader.cube import Seam, evidence, seam, shown_mean, silhouette, top_points, without
from vision.reader.face import COARSE, Face, correlate, rough_templates, templates
from vision.reader.look import PATCH_PX_PER_MM
from vision.reader.view import Picture, patch

WIDE_SIDES = 3.2
STEEP_DEG = 8.0


@dataclass(frozen=True, slots=True)
class Lean:
    """flat: how much of a flat cube's edges shows, 0..1; gain: how much better edges and pips
    together are explained by a cube that leans 8 degrees or more, negative when worse; tilt_deg:
    of the best of those; edges, pips: how well it explains them alone, 0..1."""

    flat: float
    gain: float
    tilt_deg: float
    edges: float
    pips: float

    @property
    def upright(self) -> bool:
        """It looks like a flat die, and no leaning one explains it much better."""
        return self.flat >= 0.58 and self.gain <= 0.06 + 0.7 * (self.flat - 0.58)

    @property
    def steep(self) -> bool:
        """It shows what only a leaning die shows."""
        return self.gain >= 0.12 and self.tilt_deg >= 12 and self.edges > 0.55

    @property
    def clear(self) -> bool:
        """No flat die looks like it."""
        return self.steep and self.gain >= 0.15 and self.edges >= 0.6

    @property
    def plain(self) -> bool:
        """Anyone can see that it is flat."""
        return self.flat >= 0.7 and self.gain <= -0.03

    @property
    def maybe(self) -> bool:
        """A leaning die explains it far better."""
        return self.gain >= 0.12 and not self.upright

    @property
    def fair(self) -> bool:
        """It looks like a flat die: the fainter its edges, the less may speak for another pose."""
        return self.possible and self.gain <= 0.05 + 0.3 * (self.flat - 0.5)

    @property
    def possible(self) -> bool:
        """Nothing speaks against a flat die."""
        return self.flat >= 0.42 and self.gain <= 0.08

    def lies(self, gain: float) -> bool:
        """It looks like a flat die, though a leaning one may explain it better by so much: the
        fainter its edges, the less."""
        return self.flat >= 0.42 and self.gain <= gain + 0.3 * (self.flat - 0.6)


def _leans() -> Floats:
    """Leans (N, 2) about a die's own axes, degrees; the first is none."""
    found = [(0.0, 0.0)]
    for tilt in (8, 12, 16, 20, 25, 30, 35, 40, 45):
        for way in np.radians(np.arange(0, 360, 30)):
            found.append((tilt * np.cos(way), tilt * np.sin(way)))
    return np.array(found)


_LEANS = _leans()
_TILT = np.hypot(*_LEANS.T)
_NUDGES = np.array([(0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 2), (0, 0, -2)])
_NUDGE_MM = 0.35
_STARTS = 2
"""So many of each way are looked at closely."""
_ON_EDGE = np.array(
    [
        (tilt * x, tilt * y)
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
        for tilt in (10.0, 15.0, 20.0, 25.0, 32.0, 40.0)
    ]
)
_STEPS = np.array([0.6, 0.6, 3.0, 4.0, 4.0])
GROWN_MM = 0.6
"""Around another die its edges' blur is not this one's."""


def lean_of(image: Picture, calibration: Calibration, face: Face) -> Lean:
    """The lean of the die whose face was found, of the size it was found at."""
    side = face.side_mm
    steps = _steps(image, calibration, face)
    nudges = np.zeros((len(_NUDGES), 5))
    nudges[:, :3] = (face.x, face.y, face.yaw_deg) + _NUDGES * (_NUDGE_MM, _NUDGE_MM, 1.0)
    flat = shown_mean(*evidence(steps, nudges, side))
    poses = np.zeros((len(_LEANS), 5))
    poses[:, :3] = nudges[int(flat.argmax()), :3]
    poses[:, 3:] = _LEANS
    edges = shown_mean(*evidence(steps, poses, side))
    known = templates(COARSE)
    px = top_points(steps, poses, side, known.unit).astype(np.float32)
    grey = cv2.remap(steps.view.grey, px[..., 0], px[..., 1], cv2.INTER_LINEAR)
    pips = correlate(np.asarray(grey, np.float32), face.bright, known).max(axis=1)
    both = edges + pips
    best = 1 + int(both[1:].argmax())
    return Lean(
        flat=float(edges[0]),
        gain=float(both[best] - both[0]),
        tilt_deg=float(_TILT[best]),
        edges=float(edges[best]),
        pips=float(pips[best]),
    )


def close_lean(
    image: Picture,
    calibration: Calibration,
    face: Face,
    others: Sequence[Face],
    least_deg: float = STEEP_DEG,
) -> Lean:
    """The same looked at closely: flat and leaning cubes each moved to where they explain most,
    and what other dice show left out. What leans on a thing rests on one of its lower edges,
    here by least_deg or more, 40 at most."""
    found = _steps(image, calibration, face)
    reach = 2 * WIDE_SIDES * face.side_mm
    near = [other for other in others if abs(other.x - face.x) + abs(other.y - face.y) < reach]
    found = without(found, [silhouette(found, other, GROWN_MM) for other in near])
    start = np.array([[face.x, face.y, face.yaw_deg, 0.0, 0.0]])
    upright = _climb(found, face, start, np.diag(_STEPS)[None, :3])
    ways = _ON_EDGE[np.hypot(*_ON_EDGE.T) >= least_deg]
    starts = np.repeat(upright.poses, len(ways), axis=0)
    starts[:, 3:] = ways
    edges, pips = _explained(found, face, starts)
    best = (edges + pips).reshape(4, -1).argsort(axis=1)[:, -_STARTS:]
    best = (best + np.arange(4)[:, None] * (len(ways) // 4)).ravel()
    steps = np.diag(_STEPS)[[(0, 1, 2, 3 if x else 4) for x, _ in ways[best]]]
    leaning = _climb(found, face, starts[best], steps, least_deg)
    i = int((leaning.edges + leaning.pips).argmax())
    return Lean(
        flat=float(upright.edges[0]),
        gain=float(leaning.edges[i] + leaning.pips[i] - upright.edges[0] - upright.pips[0]),
        tilt_deg=float(np.hypot(*leaning.poses[i, 3:])),
        edges=float(leaning.edges[i]),
        pips=float(leaning.pips[i]),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """poses (S, 5) and how well they explain edges and pips (S,)."""

    poses: Floats
    edges: Floats
    pips: Floats


def _steps(image: Picture, calibration: Calibration, face: Face) -> Seam:
    side = face.side_mm
    view = patch(image, calibration, (face.x, face.y), WIDE_SIDES * side, PATCH_PX_PER_MM, side)
    return seam(view, calibration, side)


def _explained(found: Seam, face: Face, poses: Floats) -> tuple[Floats, Floats]:
    """How well cubes at poses (N, 5) explain edges and pips, each 0..1 (N,)."""
    edges = shown_mean(*evidence(found, poses, face.side_mm))
    known = rough_templates(COARSE)
    px = top_points(found, poses, face.side_mm, known.unit).astype(np.float32)
    grey = cv2.remap(found.view.grey, px[..., 0], px[..., 1], cv2.INTER_LINEAR)
    fits = correlate(np.asarray(grey, np.float32), face.bright, known)
    return edges, np.asarray(fits.max(axis=1), np.float64)


def _climb(found: Seam, face: Face, starts: Floats, steps: Floats, least_deg: float = 0.0) -> _Fit:
    """Every start (S, 5) walked by its steps (S, K, 5), then halves and quarters of them, to
    where it explains most; it keeps leaning by least_deg."""
    poses = starts.copy()
    each = np.arange(len(poses))
    edges, pips = _explained(found, face, poses)
    for part in (1.0, 0.5, 0.25):
        ways = np.concatenate([steps, -steps], axis=1) * part
        for _ in range(3):
            tried = (poses[:, None] + ways).reshape(-1, 5)
            more_edges, more_pips = _explained(found, face, tried)
            both = more_edges + more_pips
            both[np.hypot(*tried[:, 3:].T) < least_deg] = -1.0
            pick = both.reshape(len(poses), -1).argmax(axis=1) + each * ways.shape[1]
            up = both[pick] > edges + pips + 1e-4
            if not up.any():
                break
            poses[up] = tried[pick[up]]
            edges[up], pips[up] = more_edges[pick[up]], more_pips[pick[up]]
    return _Fit(poses, edges, pips)
