"""Convert between the board's frame and the engine's: the one place where up changes its sign.

The board's: millimetres, x right, y down, z into the table. MuJoCo's: gravity along -z, so x right,
y up the picture, z up. They differ by half a turn about x: both are right-handed, and a quaternion
keeps its die axes.
"""

from __future__ import annotations

from collections.abc import Sequence

from vision.scene.pose import DiePose, Quaternion, after

HALF_TURN: Quaternion = (0.0, 1.0, 0.0, 0.0)
"""About x."""


def to_engine(x_mm: float, y_mm: float, z_mm: float) -> tuple[float, float, float]:
    """A place or a speed of the board's frame in the engine's."""
    return x_mm, -y_mm, -z_mm


def pose_of(place: Sequence[float], turn: Sequence[float]) -> DiePose:
    """A body of the engine, its place (3) and its quaternion (4: w, x, y, z), on the board."""
    x, y, z = (float(v) for v in place)
    w, i, j, k = (float(v) for v in turn)
    return DiePose(x, -y, -z, after(HALF_TURN, (w, i, j, k)))


def turn_to_engine(turn: Quaternion) -> Quaternion:
    """Place and quaternion of a die on the board, in the engine's frame."""
    return after((0.0, -1.0, 0.0, 0.0), turn)
