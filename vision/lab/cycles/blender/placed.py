"""Things of a description as Blender's objects."""

from __future__ import annotations

import math
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from vision.lab.cycles.blender.scale import UNIT_MM
from vision.lab.cycles.shapes import Floats, Mesh, bone, rounded_box, turned

SMOOTHED = 6
"""How often flesh is smoothed."""


def thing(spec: dict[str, Any], stuffs: dict[str, Any]) -> Any:
    """One thing where it lies; `moves`: where it is when the shutter opens and closes."""
    shape = spec["shape"]
    if shape == "sheet":
        one = _sheet(spec)
    elif shape == "flesh":
        one = _flesh(spec)
    else:
        mesh = _mesh(spec)
        one = _object(spec["id"], mesh)
        one.rotation_mode = "QUATERNION"
        one.location = board_to_world(spec["middle_mm"])
        if "turn" in spec:  # else it stands upright
            one.rotation_quaternion = turn_to_world(spec["turn"])
    one.data.materials.append(stuffs[spec["stuff"]])
    if "moves" in spec:
        _move(one, spec["moves"])
    return one


def _mesh(spec: dict[str, Any]) -> Mesh:
    if spec["shape"] == "box":
        return rounded_box(tuple(spec["half_mm"]), spec["edge_mm"])
    return turned([tuple(row) for row in spec["profile_mm"]])


def _object(name: str, mesh: Mesh) -> Any:
    data = bpy.data.meshes.new(name)
    data.from_pydata((mesh.points / UNIT_MM).tolist(), [], mesh.faces.tolist())
    chart = data.uv_layers.new(name="UVMap")
    chart.data.foreach_set("uv", mesh.chart.astype(np.float32).ravel())
    data.shade_smooth()
    data.normals_split_custom_set_from_vertices(mesh.outward.tolist())
    return _linked(name, data)


def _linked(name: str, data: Any) -> Any:
    one = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(one)
    return one


def board_to_world(place_mm: Any) -> Floats:
    """Board millimetres, z into the table, as Blender's units, z up."""
    return np.asarray(place_mm, np.float64) * (1.0, -1.0, -1.0) / UNIT_MM


def turn_to_world(turn: Any) -> tuple[float, float, float, float]:
    """A turn from a thing's own axes into the board's, as one into Blender's: they differ by half a
    turn about x."""
    w, x, y, z = turn
    return (-x, w, -z, y)


def _move(one: Any, moves: list[dict[str, Any]]) -> None:
    """Move an object from frame 0 to frame 2, in a straight line."""
    before = None
    for frame, pose in zip((0, 2), moves, strict=True):
        turn = np.array(turn_to_world(pose["turn"]))
        if before is not None and float(turn @ before) < 0:
            turn = -turn
        before = turn
        one.location, one.rotation_quaternion = board_to_world(pose["middle_mm"]), turn
        one.keyframe_insert("location", frame=frame)
        one.keyframe_insert("rotation_quaternion", frame=frame)
    for curve in one.animation_data.action.fcurves:
        for key in curve.keyframe_points:
            key.interpolation = "LINEAR"


def _sheet(spec: dict[str, Any]) -> Any:
    """Four corners, the upper left first, clockwise as the camera sees them; a picture fills it."""
    corners = board_to_world(spec["corners_mm"])
    data = bpy.data.meshes.new(spec["id"])
    data.from_pydata(corners[::-1].tolist(), [], [(0, 1, 2, 3)])
    chart = data.uv_layers.new(name="UVMap")
    rows = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    chart.data.foreach_set("uv", rows.ravel())
    return _linked(spec["id"], data)


def _flesh(spec: dict[str, Any]) -> Any:
    """Bones (x, y, z, x, y, z, first and last radius, mm) grown into one."""
    points: list[Floats] = []
    faces: list[Any] = []
    for bone_mm in spec["bones_mm"]:
        a, b = (board_to_world(bone_mm[i : i + 3]) * UNIT_MM for i in (0, 3))
        length = float(np.linalg.norm(b - a))
        mesh = turned(bone(length, *bone_mm[6:8]), 20)
        up = (b - a) / max(length, 1e-9)
        side = np.cross(up, (1.0, 0.0, 0.0) if abs(up[0]) < 0.8 else (0.0, 1.0, 0.0))
        side /= np.linalg.norm(side)
        axes = np.stack([side, np.cross(up, side), up])
        faces.append(mesh.faces + sum(map(len, points)))
        points.append(a + mesh.points @ axes)
    data = bpy.data.meshes.new(spec["id"])
    rows = np.concatenate(points) / UNIT_MM
    data.from_pydata(rows.tolist(), [], np.concatenate(faces).tolist())
    one = _linked(spec["id"], data)
    grown = one.modifiers.new("grown", "REMESH")
    grown.mode, grown.voxel_size, grown.use_smooth_shade = "VOXEL", 2.2 / UNIT_MM, True
    smooth = one.modifiers.new("smooth", "SMOOTH")
    smooth.iterations, smooth.factor = SMOOTHED, 0.6
    return one


def camera(spec: dict[str, Any]) -> Any:
    """A camera with x_cam = R X + t, without a lens's distortion."""
    data = bpy.data.cameras.new("camera")
    one = _linked("camera", data)
    width, height, focal = spec["width"], spec["height"], spec["focal_px"]
    cx, cy = spec["centre_px"]
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
    data.lens = focal * 36.0 / width
    data.shift_x = -((cx + 0.5) - width / 2) / width
    data.shift_y = ((cy + 0.5) - height / 2) / width
    data.clip_start, data.clip_end = 1.0, 5000.0
    rotation, shift = np.array(spec["R"]), np.array(spec["t_mm"])
    looks = rotation * (1.0, -1.0, -1.0)  # rows: the camera's axes in Blender's frame
    world = np.eye(4)
    world[:3, :3] = np.stack([looks[0], -looks[1], -looks[2]], axis=1)
    world[:3, 3] = board_to_world(-rotation.T @ shift)
    one.matrix_world = Matrix(world.tolist())
    bpy.context.scene.camera = one
    return one


def lamp(spec: dict[str, Any]) -> Any:
    """A shining plate; `light` is its light on level ground, 1 for white paper at full light."""
    data = bpy.data.lights.new(spec["id"], "AREA")
    data.shape = "DISK" if spec.get("round", True) else "RECTANGLE"
    data.size = spec["size_mm"][0] / UNIT_MM
    if not spec.get("round", True):
        data.size_y = spec["size_mm"][1] / UNIT_MM
    place, to = (board_to_world(spec[name]) for name in ("at_mm", "to_mm"))
    way = to - place
    far = float(np.linalg.norm(way))
    upright = abs(float(way[2])) / far
    data.energy = math.pi * spec["light"] * math.pi * far**2 / max(upright, 0.15)
    data.color = spec["colour"]
    one = _linked(spec["id"], data)
    look = -way / far
    side = np.cross((0.0, 1.0, 0.0) if abs(look[2]) > 0.9 else (0.0, 0.0, 1.0), look)
    side /= np.linalg.norm(side)
    world = np.eye(4)
    world[:3, :3] = np.stack([side, np.cross(look, side), look], axis=1)
    world[:3, 3] = place
    one.matrix_world = Matrix(world.tolist())
    return one
