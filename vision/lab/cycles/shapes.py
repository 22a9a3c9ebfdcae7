"""Meshes of what lies on and around a board, in millimetres about their own middle, z up.

Pure numbers: `blender/placed.py` hands them to Blender.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
STEPS = 3
"""Rows of points over a quarter of a round edge."""
AROUND = 56
"""Points around what is turned on a lathe."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """points (n, 3) mm; faces: rows of four of them, counter-clockwise seen from outside (m, 4);
    outward (n, 3), how the surface looks at each point; chart (m, 4, 2), where each corner of a
    face lies on a picture, 0-1, x right and y up."""

    points: Floats
    faces: NDArray[np.int64]
    outward: Floats
    chart: Floats


def rounded_box(half_mm: tuple[float, float, float], edge_mm: float) -> Mesh:
    """A box whose edges and corners are round, by half its sides and the edges' radius.

    Its six faces lie on the chart side by side, as `FACES` names them, each with its whole width:
    of a die, the face whose outward way is FACES[k] has the k-th sixth of a picture.
    """
    half = np.array(half_mm)
    edge = min(edge_mm, float(half.min()) * 0.98)
    points: list[Floats] = []
    outward: list[Floats] = []
    charts: list[Floats] = []
    faces: list[NDArray[np.int64]] = []
    for number, (axis, sign) in enumerate(FACES):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        along, across = (_steps(float(half[k]), edge) for k in (u, v))
        grid = np.zeros((len(along), len(across), 3))
        grid[..., axis] = sign * half[axis]
        grid[..., u], grid[..., v] = along[:, None], across[None, :]
        core = np.clip(grid, -(half - edge), half - edge)
        out = grid - core
        out /= np.linalg.norm(out, axis=-1, keepdims=True)
        start = sum(map(len, points))
        index = start + np.arange(grid[..., 0].size).reshape(grid.shape[:2])
        around = [index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]]
        if sign < 0:
            around.reverse()
        corners = np.stack(around, axis=-1).reshape(-1, 4)
        chart = np.stack(
            np.broadcast_arrays(
                (number + 0.5 + 0.5 * along[:, None] / half[u]) / len(FACES),
                0.5 + 0.5 * across[None, :] / half[v],
            ),
            axis=-1,
        ).reshape(-1, 2)
        points.append((core + edge * out).reshape(-1, 3))
        outward.append(out.reshape(-1, 3))
        faces.append(corners)
        charts.append(chart[corners - start])
    together = np.concatenate
    return Mesh(together(points), together(faces), together(outward), together(charts))


FACES = ((0, 1), (1, 1), (2, 1), (2, -1), (1, -1), (0, -1))
"""Axis and side of a box's faces, in the order of a "ccw" die's values."""


def _steps(half: float, edge: float) -> Floats:
    """From side to side: close together where the edge is round."""
    bend = np.tan(np.linspace(0, math.pi / 4, STEPS + 1)) * edge
    inner = half - edge
    return np.concatenate([-(inner + bend)[::-1], inner + bend])


def turned(profile_mm: list[tuple[float, float]], around: int = AROUND) -> Mesh:
    """What a lathe makes of a line of (radius, height), from its lower middle to its upper one.

    The chart looks down on it: its widest circle fills the picture.
    """
    radius, height = np.array(profile_mm, np.float64).T
    angle = np.linspace(0, 2 * math.pi, around, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    points = np.empty((len(radius), around, 3))
    points[..., :2] = radius[:, None, None] * ring
    points[..., 2] = height[:, None]
    index = np.arange(len(radius) * around).reshape(len(radius), around)
    after = np.roll(index, -1, axis=1)
    faces = np.stack([index[:-1], after[:-1], after[1:], index[1:]], axis=-1).reshape(-1, 4)
    out, up = _slopes(radius, height)
    outward = np.empty_like(points)
    outward[..., :2] = out[:, None, None] * ring
    outward[..., 2] = up[:, None]
    flat = points.reshape(-1, 3)
    chart = 0.5 + 0.5 * flat[faces][..., :2] / radius.max()
    return Mesh(flat, faces, outward.reshape(-1, 3), chart)


def _slopes(radius: Floats, height: Floats) -> tuple[Floats, Floats]:
    """How a profile looks outward and upward at each of its points."""
    ways = [
        np.array([b[1] - a[1], a[0] - b[0]]) for a, b in pairwise(zip(radius, height, strict=True))
    ]
    ways = [way / max(float(np.hypot(*way)), 1e-9) for way in ways]
    mean = [ways[0], *(a + b for a, b in pairwise(ways)), ways[-1]]
    unit = np.array([way / max(float(np.hypot(*way)), 1e-9) for way in mean])
    return unit[:, 0], unit[:, 1]


def bone(length_mm: float, first_mm: float, last_mm: float) -> list[tuple[float, float]]:
    """The profile of a rod with round ends that is first_mm thick (a radius) at height 0 and
    last_mm at its length."""
    low = [
        (first_mm * math.sin(a), -first_mm * math.cos(a)) for a in np.linspace(0, math.pi / 2, 6)
    ]
    high = [
        (last_mm * math.cos(a), length_mm + last_mm * math.sin(a))
        for a in np.linspace(0, math.pi / 2, 6)
    ]
    return [(max(r, 0.01), h) for r, h in low + high]
