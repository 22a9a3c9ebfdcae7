"""A cube of known side seen in a view: where its edges must show, and how much of them does.

The view is the plane of a flat die's top face. What lies deeper appears drawn towards the point
below the camera, so a flat die shows its top face and just those side faces that look at the
camera, each as wide as at its place; a tilted one shows other widths.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.reader.face import Face
from vision.view import Singles, View

SOFT_MM = 0.28
"""Edges are looked at through a blur of this width: a die's own are rounded."""
_ALONG = np.linspace(-0.72, 0.72, 7)
"""Places along an edge, over half the side: rounded corners stay out."""

_NORMALS = np.array(
    [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], np.float64
)
TOP = 5
"""The face that looks up: z runs into the table."""


def _edges() -> tuple[Floats, Floats, NDArray[np.int64]]:
    """The twelve edges of a cube of half side 1: middles (12, 3), directions (12, 3) and the
    two faces (12, 2) that meet there."""
    middles, ways, faces = [], [], []
    for a in range(6):
        for b in range(a + 1, 6):
            middle = _NORMALS[a] + _NORMALS[b]
            if np.abs(middle).sum() == 2:
                middles.append(middle)
                ways.append(np.cross(_NORMALS[a], _NORMALS[b]))
                faces.append((a, b))
    return np.array(middles), np.array(ways), np.array(faces)


_MIDDLES, _WAYS, _FACES = _edges()
_ON_EDGES = _MIDDLES[:, None, :] + _ALONG[None, :, None] * _WAYS[:, None, :]  # (12, K, 3)
_POINTS = _ON_EDGES.reshape(-1, 3).T.astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Seam:
    """The steps of brightness in a view, to be asked in any direction.

    steps (h, w, 3): xx, xy and yy of the structure tensor summed over the colours, grey levels
    squared a pixel squared; eye (3,): the camera, mm on the view's plane and mm above it; usual:
    a step that counts half.
    """

    view: View
    steps: Singles
    eye: Floats
    usual: float


def seam(view: View, calibration: Calibration, height_mm: float) -> Seam:
    """The steps in a view with colour of the plane height_mm above the field."""
    assert view.colour is not None
    soft = cv2.GaussianBlur(view.colour, (0, 0), SOFT_MM * view.scale)
    dx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=1 / 8)
    dy = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=1 / 8)
    together = np.ones((1, 3), np.float32)
    steps = cv2.merge([cv2.transform(part, together) for part in (dx * dx, dx * dy, dy * dy)])
    size = np.sqrt(steps[::2, ::2, 0] + steps[::2, ::2, 2])
    high = int(0.95 * size.size)
    usual = max(3.0, 0.25 * float(np.partition(size, high, axis=None)[high]))
    return Seam(view, np.asarray(steps, np.float32), eye_over(calibration, height_mm), usual)


def eye_over(calibration: Calibration, height_mm: float) -> Floats:
    """The camera (3,): mm on the plane so high above the field, and mm above that."""
    x, y, z = calibration.camera_mm
    return np.array([x, y, -z - height_mm])


def turned(poses: Floats) -> Floats:
    """Rotations (N, 3, 3) of poses (N, 5): x mm, y mm, yaw, and leans about the die's own x and
    y, degrees."""
    yaw, lean_x, lean_y = np.radians(poses[:, 2]), np.radians(poses[:, 3]), np.radians(poses[:, 4])
    zero, one = np.zeros(len(poses)), np.ones(len(poses))
    c, s = np.cos(yaw), np.sin(yaw)
    about_z = np.array([[c, -s, zero], [s, c, zero], [zero, zero, one]])
    c, s = np.cos(lean_x), np.sin(lean_x)
    about_x = np.array([[one, zero, zero], [zero, c, -s], [zero, s, c]])
    c, s = np.cos(lean_y), np.sin(lean_y)
    about_y = np.array([[c, zero, s], [zero, one, zero], [-s, zero, c]])
    return np.asarray(np.einsum("ijn,jkn,kln->nil", about_z, about_x, about_y))


def evidence(
    found: Seam, poses: Floats, side_mm: float | Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """How clearly each edge of the cubes at poses (N, 5), of one side or (N,) sides, shows, 0..1
    (N, 12), and which of them should (N, 12). A pose's x, y is the middle of the top face on the
    view's plane."""
    turns = turned(poses)
    half = np.broadcast_to(np.asarray(side_mm, np.float64) / 2, len(poses))[:, None]
    top = np.column_stack([poses[:, :2], np.zeros(len(poses))])
    centre = top + half * turns[:, :, 2]
    faces = np.einsum("nij,fj->nfi", turns, _NORMALS)
    eye = found.eye * (1, 1, -1)
    seen = np.einsum("nfi,nfi->nf", faces, eye - centre[:, None, :] - half[..., None] * faces) > 0
    shown = seen[:, _FACES].any(axis=2)
    cubes, at = turns * half[..., None], centre - (eye[0], eye[1], 0.0)
    steps = _steps_along(found, cubes, at)
    nx, ny = _across(cubes, at, found.eye[2]).transpose(1, 0, 2)[..., None]
    power = steps[..., 0] * (nx * nx) + steps[..., 1] * (2 * nx * ny) + steps[..., 2] * (ny * ny)
    step = np.sqrt(np.maximum(power, 0))
    clear = step / (step + np.float32(found.usual))
    return clear.mean(axis=2).astype(np.float64), shown


def _steps_along(found: Seam, cubes: Floats, at: Floats) -> Singles:
    """The steps (N, 12, K, 3) at the places along each edge. cubes (N, 3, 3): from half sides to
    mm on the view's plane and below it; at (N, 3): their middles, mm from the point below the
    eye."""
    points = cubes.astype(np.float32) @ _POINTS  # (N, 3, 12 K)
    points += at.astype(np.float32)[..., None]
    eye_x, eye_y, eye_z = found.eye
    reach = np.float32(eye_z * found.view.scale) / (np.float32(eye_z) + points[:, 2])
    below = found.view.to_px(np.array([eye_x, eye_y])).astype(np.float32)
    x, y = points[:, 0] * reach + below[0], points[:, 1] * reach + below[1]
    got = cv2.remap(found.steps, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(got, np.float32).reshape(len(cubes), len(_MIDDLES), len(_ALONG), 3)


def _across(cubes: Floats, at: Floats, height: float) -> Singles:
    """Unit normals (N, 2, 12) of the edges as they appear from so high above the view's plane."""
    middle = cubes @ _MIDDLES.T + at[..., None]
    ways = cubes @ _WAYS.T
    along = ways[:, :2] - middle[:, :2] / (height + middle[:, 2:]) * ways[:, 2:]
    long = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)
    return np.stack([-along[:, 1] / long, along[:, 0] / long], axis=1).astype(np.float32)


def silhouette(eye: Floats, face: Face, grown_mm: float) -> Floats:
    """Where a flat die shows, top and foot: corners (8, 2), mm on the plane that `eye` is over."""
    top = face.corners_mm(grown_mm)
    height = eye[2]
    foot = eye[:2] + (top - eye[:2]) * height / (height + face.side_mm)
    return np.vstack([top, foot])


def top_points(found: Seam, poses: Floats, side_mm: float, unit: Floats) -> Floats:
    """Where points (G, 2) of the top face, in die sides from its middle, show in the view for
    the poses (N, 5): pixels (N, G, 2)."""
    x, y, z = (turned(poses)[:, :, :2] @ (unit.T * side_mm)).transpose(1, 0, 2)
    eye_x, eye_y, eye_z = found.eye
    reach = eye_z / (eye_z + z)
    from_eye = (x + (poses[:, :1] - eye_x)) * reach, (y + (poses[:, 1:2] - eye_y)) * reach
    return found.view.to_px(np.stack(from_eye, axis=-1) + found.eye[:2])


def shown_mean(clear: Floats, shown: NDArray[np.bool_]) -> Floats:
    """How clearly those edges show that should, 0..1 (N,)."""
    return np.asarray((clear * shown).sum(axis=1) / np.maximum(shown.sum(axis=1), 1))
