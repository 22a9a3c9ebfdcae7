"""What is really there: the fields of the dice pictures' truth, from a rig and a scene."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vision.scene.board import Board
from vision.scene.die import face_normals, nearest_top
from vision.scene.pose import MOVING_MM_S, DiePath, DiePose, Floats, matrix
from vision.scene.posed import CheckerAt, Scene
from vision.scene.rig import Rig

TOP_DEG = 3.0
"""A face within this angle of up is the top."""
_TOUCH_MM = 0.7
_NEAR_MM = 0.3 * np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])


def truth(rig: Rig, scene: Scene, t_ms: float) -> dict[str, Any]:
    """Camera, board, markers, dice and checkers at `t_ms`, in plain JSON types.

    Names, units and frames are those of the dice pictures; a die's `zone` is a half of the
    picture (`picture_left`, `picture_right`), `bar` or `off`.
    """
    camera, board = rig.camera, rig.board
    corners = board.marker_corners_mm()
    return {
        "seed": rig.seed,
        "camera": {
            "width": camera.width,
            "height": camera.height,
            "K": camera.K.tolist(),
            "dist": camera.dist.tolist(),
            "R": camera.R.tolist(),
            "t_mm": camera.t_mm.tolist(),
            "height_mm": float(-camera.centre_mm[2]),
            "tilt_deg": camera.tilt_deg,
        },
        "board": _board(rig),
        "markers": [
            {
                "id": i,
                "corners_px": camera.project(corners[i]).tolist(),
                "corners_mm": corners[i, :, :2].tolist(),
                "size_mm": board.marker_mm,
            }
            for i in range(4)
        ],
        "dice": [_die(rig, scene, i, t_ms) for i in range(len(scene.dice))],
        "checkers": [
            {
                "player": c.player,
                "px": camera.project(np.array([c.x_mm, c.y_mm, c.z_mm])).tolist(),
                "mm": [c.x_mm, c.y_mm],
                "height_mm": -c.z_mm,
            }
            for c in scene.checkers
        ],
    }


def _board(rig: Rig) -> dict[str, Any]:
    board = rig.board
    w, h = board.size_mm
    z = -board.rim_height_mm
    outline = np.array([[0, 0, z], [w, 0, z], [w, h, z], [0, h, z]])
    return {
        "corners_px": rig.camera.project(outline).tolist(),
        "size_mm": [w, h],
        "rim_height_mm": board.rim_height_mm,
        "style": rig.style.board,
        "rects_mm": {**{k: list(r) for k, r in board.halves.items()}, "bar": list(board.bar)},
        "checker_diameter_mm": board.checker_diameter_mm,
        "checker_thickness_mm": board.checker_thickness_mm,
    }


def _die(rig: Rig, scene: Scene, index: int, t_ms: float) -> dict[str, Any]:
    size, chirality = rig.style.die_mm, rig.style.chirality
    path = scene.dice[index]
    pose = path.pose_at(t_ms)
    nearest, tilt = nearest_top(pose, chirality)
    speed = path.speed_mm_s(t_ms, size)
    moving = speed > MOVING_MM_S
    corners = pose.corners_mm(size)
    px = rig.camera.project(corners)
    low, high = px.min(axis=0), px.max(axis=0)
    touches = [] if moving else touched(rig, scene, index, t_ms)
    return {
        "id": index,
        "top": nearest if tilt < TOP_DEG else None,
        "nearest_top": nearest,
        "tilt_deg": tilt,
        "support": _support(touches, tilt),
        "touches": touches,
        "zone": rig.board.zone(pose.x_mm, pose.y_mm),
        "in_motion": moving,
        "speed_mm_s": speed,
        "center_px": rig.camera.project(pose.centre_mm).tolist(),
        "center_mm": [pose.x_mm, pose.y_mm],
        "height_mm": -pose.z_mm,
        "bbox_px": [*low.tolist(), *(high - low).tolist()],
        "top_face_px": rig.camera.project(_top_face(pose, nearest, rig)).tolist(),
        "size_mm": size,
        "colour": rig.style.dice,
        "chirality": chirality,
    }


def touched(rig: Rig, scene: Scene, index: int, t_ms: float) -> list[str]:
    """What the die lies on or against at `t_ms`: surface, checker, bar, rim, die, table."""
    board, size = rig.board, rig.style.die_mm
    corners = scene.dice[index].pose_at(t_ms).corners_mm(size)
    edges = _edge_points(corners)
    found = []
    low = edges[edges[:, 2] > edges[:, 2].max() - _TOUCH_MM]
    for x, y, z in low:
        ground = board.ground_z_mm(float(x), float(y))
        if abs(z - ground) < _TOUCH_MM:
            found.append(_ground_name(board, float(x), float(y), ground))
    above_rim = edges[edges[:, 2] > -board.rim_height_mm - _TOUCH_MM]
    beside = (above_rim[:, None, :2] + _NEAR_MM).reshape(-1, 2)
    wood = beside[board.raised(beside)]
    if len(wood):
        found.append(_wood_name(board, wood))
    if any(_near_checker(board, c, edges) for c in scene.checkers):
        found.append("checker")
    if any(
        _dice_touch(scene.dice[index], other, size, t_ms)
        for i, other in enumerate(scene.dice)
        if i != index
    ):
        found.append("die")
    return sorted(set(found))


def _support(touches: list[str], tilt: float) -> str:
    if "surface" in touches and tilt < TOP_DEG:
        return "surface"
    for carrier in ("checker", "die", "bar", "rim", "table", "surface"):
        if carrier in touches:
            return carrier
    return "none"


def _ground_name(board: Board, x: float, y: float, ground: float) -> str:
    if ground > 0:
        return "table"
    return "surface" if ground == 0 else _wood_name(board, np.array([[x, y, ground]]))


def _wood_name(board: Board, points: Floats) -> str:
    return "bar" if any(board.zone(float(p[0]), float(p[1])) == "bar" for p in points) else "rim"


def _edge_points(corners: Floats, count: int = 9) -> Floats:
    """Points along the twelve edges and across the six faces of a cube, shape (n, 3)."""
    origin = corners[0]
    sides = [corners[1] - origin, corners[2] - origin, corners[4] - origin]
    steps = np.linspace(0, 1, count)
    grid = np.array([(u, v, w) for u in steps for v in steps for w in (0.0, 1.0)])
    turned = [np.array(sides[i:] + sides[:i]) for i in range(3)]
    points: Floats = origin + np.concatenate([grid @ three for three in turned])
    return points


def _near_checker(board: Board, at: CheckerAt, edges: Floats) -> bool:
    radius, half = board.checker_diameter_mm / 2, board.checker_thickness_mm / 2
    out = np.maximum(np.hypot(edges[:, 0] - at.x_mm, edges[:, 1] - at.y_mm) - radius, 0)
    above = np.maximum(np.abs(edges[:, 2] - at.z_mm) - half, 0)
    return bool(np.hypot(out, above).min() < _TOUCH_MM)


def _dice_touch(path: DiePath, other: DiePath, size: float, t_ms: float) -> bool:
    a, b = path.pose_at(t_ms), other.pose_at(t_ms)
    if float(np.linalg.norm(a.centre_mm - b.centre_mm)) > size * math.sqrt(3) + 1:
        return False
    return any(
        _gap_to_cube(_edge_points(p.corners_mm(size)), q, size) < _TOUCH_MM
        for p, q in ((a, b), (b, a))
    )


def _gap_to_cube(points: Floats, pose: DiePose, size: float) -> float:
    local = np.abs((points - pose.centre_mm) @ matrix(pose.quaternion)) - size / 2
    return float(np.linalg.norm(np.maximum(local, 0), axis=1).min())


def _top_face(pose: DiePose, value: int, rig: Rig) -> Floats:
    """Corners of a value's face in order around it, shape (4, 3)."""
    normal = face_normals(rig.style.chirality)[value - 1]
    u = np.roll(np.abs(normal), 1)
    v = np.cross(normal, u)
    square = np.array([normal + a * u + b * v for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    return pose.centre_mm + (square * rig.style.die_mm / 2) @ matrix(pose.quaternion).T
