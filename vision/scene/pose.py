"""Where a die is and how it moves: poses, unit quaternions, paths of keyframes.

Board frame as in the pictures' truth: millimetres, x right, y down, z into the table; the felt is
z = 0 and up is -z. A quaternion (w, x, y, z) turns die axes into board axes.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Quaternion = tuple[float, float, float, float]

UNTURNED: Quaternion = (1.0, 0.0, 0.0, 0.0)
MOVING_MM_S = 20.0
"""A die whose fastest corner beats this is in motion."""


def about(axis: tuple[float, float, float], angle_rad: float) -> Quaternion:
    """Turn by `angle_rad` about `axis` (any length but zero)."""
    s = math.sin(angle_rad / 2) / math.hypot(*axis)
    return (math.cos(angle_rad / 2), axis[0] * s, axis[1] * s, axis[2] * s)


def after(a: Quaternion, b: Quaternion) -> Quaternion:
    """The product a*b: first turn by b, then by a, both about board axes."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def matrix(q: Quaternion) -> Floats:
    """The 3x3 rotation of a unit quaternion."""
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def slerp(a: Quaternion, b: Quaternion, part: float) -> Quaternion:
    """The turn `part` (0..1) of the way from a to b, along the shorter arc."""
    dot = sum(p * q for p, q in zip(a, b, strict=True))
    if dot < 0:
        b, dot = (-b[0], -b[1], -b[2], -b[3]), -dot
    if dot > 0.9995:
        wa, wb = 1 - part, part
    else:
        angle = math.acos(dot)
        wa, wb = (math.sin((1 - part) * angle), math.sin(part * angle))
    mixed = [wa * p + wb * q for p, q in zip(a, b, strict=True)]
    length = math.hypot(*mixed)
    w, x, y, z = (m / length for m in mixed)
    return (w, x, y, z)


@dataclass(frozen=True, slots=True)
class DiePose:
    """Centre of the die in board millimetres and its turn."""

    x_mm: float
    y_mm: float
    z_mm: float
    quaternion: Quaternion = UNTURNED

    @property
    def centre_mm(self) -> Floats:
        """Centre as an array of shape (3,)."""
        return np.array([self.x_mm, self.y_mm, self.z_mm])

    def corners_mm(self, size_mm: float) -> Floats:
        """The eight corners of a cube of this size, shape (8, 3); bit i of the row is axis i."""
        return self.centre_mm + (CORNERS * (size_mm / 2)) @ matrix(self.quaternion).T


CORNERS = np.array([[1 if i >> axis & 1 else -1 for axis in range(3)] for i in range(8)], float)


@dataclass(frozen=True, slots=True)
class DiePath:
    """A die over time: keyframes (t_ms, pose) in rising order. One keyframe is a die at rest.

    Raises ValueError when there is no keyframe or the times do not rise.
    """

    keyframes: tuple[tuple[float, DiePose], ...]

    def __post_init__(self) -> None:
        times = [t for t, _ in self.keyframes]
        if not times or any(b <= a for a, b in pairwise(times)):
            raise ValueError(f"a die path needs keyframes at rising times, not {times}")

    @classmethod
    def resting(cls, pose: DiePose) -> DiePath:
        """A die that lies where it is."""
        return cls(((0.0, pose),))

    @property
    def rest(self) -> DiePose:
        """The last pose."""
        return self.keyframes[-1][1]

    def pose_at(self, t_ms: float) -> DiePose:
        """Pose at a time: straight lines and slerp between keyframes, held at both ends."""
        i = bisect_right(self.keyframes, t_ms, key=lambda k: k[0])
        if i == 0:
            return self.keyframes[0][1]
        if i == len(self.keyframes):
            return self.rest
        (t0, a), (t1, b) = self.keyframes[i - 1], self.keyframes[i]
        p = (t_ms - t0) / (t1 - t0)
        return DiePose(
            a.x_mm + p * (b.x_mm - a.x_mm),
            a.y_mm + p * (b.y_mm - a.y_mm),
            a.z_mm + p * (b.z_mm - a.z_mm),
            slerp(a.quaternion, b.quaternion, p),
        )

    def speed_mm_s(self, t_ms: float, size_mm: float, over_ms: float = 4.0) -> float:
        """Speed of the fastest corner, from the poses half of `over_ms` before and after."""
        a = self.pose_at(t_ms - over_ms / 2).corners_mm(size_mm)
        b = self.pose_at(t_ms + over_ms / 2).corners_mm(size_mm)
        return float(np.linalg.norm(b - a, axis=1).max() / over_ms * 1000)
