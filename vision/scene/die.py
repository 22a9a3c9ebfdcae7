"""The die itself: which value sits on which axis, which one is up, how far it tilts.

Opposite faces sum to seven. Looking at the corner where 1, 2 and 3 meet, they run
counter-clockwise ("ccw", Western dice) or clockwise ("cw", Eastern dice).
"""

import math
from typing import Literal

import numpy as np

from vision.scene.pose import DiePose, Floats, Quaternion, about, after, matrix

Chirality = Literal["ccw", "cw"]

_X, _Y, _Z = np.eye(3)


def face_normals(chirality: Chirality) -> Floats:
    """Outward normals in die axes, shape (6, 3); row v-1 is the face of value v.

    The frame is right-handed, so x, y, z run counter-clockwise seen from outside the corner +++.
    """
    three = _Z if chirality == "ccw" else -_Z
    return np.array([_X, _Y, three, -three, -_Y, -_X])


def nearest_top(pose: DiePose, chirality: Chirality) -> tuple[int, float]:
    """(value most nearly up, its tilt from straight up in degrees)."""
    up = -(matrix(pose.quaternion) @ face_normals(chirality).T)[2]
    best = int(up.argmax())
    return best + 1, math.degrees(math.acos(min(1.0, float(up[best]))))


def showing(value: int, chirality: Chirality, yaw_rad: float) -> Quaternion:
    """A turn that lays the die flat with `value` up, turned by `yaw_rad` about the vertical."""
    normal = face_normals(chirality)[value - 1]
    if abs(normal[2]) > 0.5:
        upright = about((1.0, 0.0, 0.0), 0.0 if normal[2] < 0 else math.pi)
    else:
        # Turn the normal onto -z about the horizontal axis normal x (-z).
        axis = np.cross(normal, -_Z)
        upright = about((float(axis[0]), float(axis[1]), float(axis[2])), math.pi / 2)
    return after(about((0.0, 0.0, 1.0), yaw_rad), upright)


def support_height_mm(quaternion: Quaternion, size_mm: float) -> float:
    """Height of the centre above the lowest corner for a cube turned this way."""
    return float(np.abs(matrix(quaternion)[2]).sum() * size_mm / 2)
