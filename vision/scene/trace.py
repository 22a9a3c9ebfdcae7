"""Rays against the solids on a table: rounded boxes (dice, cube, baffle box) and checkers.

Rays leave one point; directions have shape (3, n), float32, scaled so that their length along the
line of sight is 1: the parameter of a hit is the camera depth in millimetres.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

_ALONG = np.float32(1e-9)
"""Least component of a ray across a face, so that it can be a divisor."""
_EDGE = 0.16
"""Part of the half side over which a box's normal bends at its edges."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Rays that met the solid: `hit` (n,), `depth` (n,), `place` and `normal` (3, n)."""

    hit: Mask
    depth: Array
    place: Array
    normal: Array


def furthest(ways: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.intp]:
    """The axis along which each of (3, n) reaches furthest, (n,); of equals the first."""
    x, y, z = ways
    return np.where(z > np.maximum(x, y), 2, np.where(y > x, 1, 0))


def box(origin: Array, rays: Array, half: Array, ball: float, edge: float | None = None) -> Hits:
    """Meet the box |x_i| <= half_i cut with a ball of radius ball * half_0, in the box's axes.

    edge: half sides over which its edges are round, to their normals alone.
    """
    to_planes = 1.0 / np.where(rays == 0.0, _ALONG, rays)
    middle = -origin[:, None] * to_planes
    reach = np.abs(half[:, None] * to_planes)
    enter, leave = (middle - reach).max(axis=0), (middle + reach).min(axis=0)
    hit = enter < leave
    if ball < 1.73:
        radius = ball * float(half[0])
        a = np.einsum("ij,ij->j", rays, rays)
        b = origin @ rays
        inner = b * b - a * (float(origin @ origin) - radius * radius)
        root = np.sqrt(np.maximum(inner, 0.0))
        on_ball = (-b - root) / a
        hit &= (inner > 0) & (np.maximum(enter, on_ball) < np.minimum(leave, (-b + root) / a))
        curved = on_ball > enter
        enter = np.where(curved, on_ball, enter)
    place = origin[:, None] + rays * enter
    part = place / half[:, None]
    face = np.abs(part) >= np.abs(part).max(axis=0) - 1e-6
    bend = _bend(np.abs(part), edge)
    normal = np.sign(part) * np.where(face, 1.0, bend)
    if ball < 1.73:
        normal = np.where(curved, place, normal)
    normal /= np.linalg.norm(normal, axis=0) + 1e-9
    return Hits(hit, enter, place, normal)


def _bend(part: Array, edge: float | None) -> Array:
    """How far normals lean over an edge, of places so near it, shape as part; 1 half way round."""
    width = _EDGE if edge is None else edge
    over = np.clip((part - (1 - width)) / width, 0, 1)
    if edge is None:
        return np.asarray(over**2 * 0.8, np.float32)
    sine = np.minimum(over, np.float32(np.sqrt(0.5)))
    return np.asarray(sine / np.sqrt(1 - sine * sine), np.float32)


def checker(
    origin: Array, rays: Array, middle: Array, radius: float, thickness: float, dish: float
) -> tuple[Hits, Mask]:
    """Meet an upright cylinder; also which hits are on its top. Places are board millimetres."""
    top_z = float(middle[2]) - thickness / 2
    at_top = (top_z - origin[2]) / rays[2]
    place = origin[:, None] + rays * at_top
    out = place[:2] - middle[:2, None]
    rho = np.sqrt((out * out).sum(axis=0)) / radius
    on_top = rho <= 1.0
    toward = (origin[:2] - middle[:2])[:, None]
    a = np.maximum((rays[:2] ** 2).sum(axis=0), 1e-12)
    b = (toward * rays[:2]).sum(axis=0)
    inner = b * b - a * ((toward * toward).sum() - radius * radius)
    side_depth = (-b - np.sqrt(np.maximum(inner, 0.0))) / a
    side_z = origin[2] + rays[2] * side_depth
    on_side = ~on_top & (inner > 0) & (side_z >= top_z) & (side_z <= top_z + thickness)
    depth = np.where(on_top, at_top, side_depth)
    place = np.where(on_top, place, origin[:, None] + rays * side_depth)
    out = (place[:2] - middle[:2, None]) / radius
    slope = np.clip((rho - 0.88) / 0.12, 0, 1) ** 2 * 0.9
    slope -= dish * 0.35 * np.exp(-(((rho - 0.68) / 0.06) ** 2))
    flat = np.stack([out[0] * slope, out[1] * slope, -np.ones_like(rho)])
    wall = np.stack([out[0], out[1], np.zeros_like(rho)])
    normal = np.where(on_top, flat, wall)
    normal /= np.linalg.norm(normal, axis=0) + 1e-9
    return Hits(on_top | on_side, depth, place, normal), on_top
