"""What lies around a board, and hands and cups over it, as things of a description."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.scene import Camera
from vision.scene.board import Board
from vision.scene.pose import Floats, about

Thing = dict[str, Any]
SKINS = ("#c98f73", "#8a5a41", "#e0b196", "#5d3a29")
SLEEVES = ("#23252b", "#44566e", "#7a2f33", "#d9d7d2", "#3d4a35")
LABELS = ("#b01f24", "#1d6b45", "#24408e", "#d8a323")


def rod(name: str, stuff: str, at: Any, radius: float, height: float, edge: float = 1.0) -> Thing:
    """A round thing that stands at a place (its foot's middle)."""
    profile = [(0.01, 0.0), *round_rim(radius, 0.0, height, edge), (0.01, height)]
    return turned(name, stuff, at, profile)


def round_rim(radius: float, low: float, high: float, edge: float) -> list[tuple[float, float]]:
    """The outer part of a disc's profile, its edges round."""
    bend = np.linspace(0, math.pi / 2, 5)
    lower = [(radius - edge + edge * math.sin(a), low + edge - edge * math.cos(a)) for a in bend]
    upper = [(radius - edge + edge * math.cos(a), high - edge + edge * math.sin(a)) for a in bend]
    return lower + upper


def turned(name: str, stuff: str, at: Any, profile: list[tuple[float, float]]) -> Thing:
    rows = [[max(r, 0.01), h] for r, h in profile]
    return {
        "id": name,
        "shape": "turned",
        "stuff": stuff,
        "middle_mm": [float(v) for v in at],
        "profile_mm": rows,
    }


def box(name: str, stuff: str, middle: Any, half: Any, edge: float, yaw: float = 0.0) -> Thing:
    return {
        "id": name,
        "shape": "box",
        "stuff": stuff,
        "middle_mm": [float(v) for v in middle],
        "half_mm": [float(v) for v in half],
        "edge_mm": edge,
        "turn": list(about((0.0, 0.0, 1.0), yaw)),
    }


def sheet(name: str, stuff: str, middle: Any, half: tuple[float, float], yaw: float = 0.0) -> Thing:
    """A level picture: its middle, half its sides."""
    c, s = math.cos(yaw), math.sin(yaw)
    x, y, z = (float(v) for v in middle)
    corners = [
        [x + u * half[0] * c - v * half[1] * s, y + u * half[0] * s + v * half[1] * c, z]
        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return {"id": name, "shape": "sheet", "stuff": stuff, "corners_mm": corners}


def cup(name: str, stuff: str, at: Any, radius: float, height: float) -> Thing:
    """A cup, open above, its wall 4 mm thick."""
    inner = radius - 4.0
    profile = [
        (0.01, 0.0),
        *round_rim(radius, 0.0, height, 1.5)[:-1],
        (inner + 1.0, height),
        (inner, height - 1.0),
        (inner, 4.0),
        (0.01, 4.0),
    ]
    return turned(name, stuff, at, profile)


def hand(name: str, skin: str, at: Floats, yaw: float, rng: np.random.Generator) -> list[Thing]:
    """A hand with its palm's middle at a place (3,), its fingers towards yaw, and the arm."""
    along = np.array([math.cos(yaw), math.sin(yaw), 0.0])
    across = np.array([-along[1], along[0], 0.0])
    up = np.array([0.0, 0.0, -1.0])
    bones: list[list[float]] = []

    def bone(start: Floats, end: Floats, first: float, last: float) -> None:
        bones.append([*map(float, start), *map(float, end), first, last])

    wrist = at - 52 * along + 14 * up
    for k in range(4):
        side = (k - 1.5) * 19.0
        knuckle = at + 40 * along + side * across + 4 * up
        bone(wrist + 0.35 * side * across, knuckle, 17.0, 12.5)
        bend = float(rng.uniform(0.2, 0.9))
        reach = 36.0 - 3.0 * abs(k - 1.5)
        spread = 0.06 * side / 10 * across
        middle = knuckle + reach * (math.cos(bend * 0.4) * along + spread) - 10 * bend * up
        tip = middle + 0.8 * reach * (math.cos(bend) * along + spread) - 16 * bend * up
        bone(knuckle, middle, 11.0, 9.5)
        bone(middle, tip, 9.3, 7.8)
    way = 1.0 if rng.random() < 0.5 else -1.0
    root, end = wrist + 24 * way * across, at + 22 * along + 52 * way * across - 6 * up
    bone(root, end, 15.0, 11.5)
    bone(end, end + 27 * along - 10 * way * across - 6 * up, 11.0, 9.0)
    elbow = wrist - 320 * along + 60 * up
    bone(wrist, wrist - 60 * along + 10 * up, 24.0, 29.0)
    sleeve = [[*map(float, wrist - 55 * along + 9 * up), *map(float, elbow), 37.0, 48.0]]
    return [
        {"id": name, "shape": "flesh", "stuff": skin, "bones_mm": bones},
        {"id": f"{name}-sleeve", "shape": "flesh", "stuff": f"{skin}-sleeve", "bones_mm": sleeve},
    ]


@dataclass(frozen=True, slots=True)
class HandsAndCups:
    """What may hide a die: hands, by their bones (n, 8), and upright cups (x, y, z of the foot,
    radius, height)."""

    bones_mm: Floats
    cups_mm: Floats

    def holds(self, places_mm: Floats) -> Any:
        """Whether each place (n, 3) lies within."""
        inside = np.zeros(len(places_mm), bool)
        for row in self.bones_mm:
            a, b, first, last = row[:3], row[3:6], row[6], row[7]
            way = b - a
            part = np.clip((places_mm - a) @ way / max(float(way @ way), 1e-9), 0, 1)
            off = np.linalg.norm(places_mm - a - part[:, None] * way, axis=1)
            inside |= off < first + part * (last - first)
        for x, y, z, radius, height in self.cups_mm:
            off = np.hypot(places_mm[:, 0] - x, places_mm[:, 1] - y)
            inside |= (off < radius) & (places_mm[:, 2] < z) & (places_mm[:, 2] > z - height)
        return inside


def cover_of(things: list[Thing]) -> HandsAndCups:
    bones = [row for one in things if one["shape"] == "flesh" for row in one["bones_mm"]]
    cups = [
        [*one["middle_mm"], max(r for r, _ in one["profile_mm"]), one["profile_mm"][4][1]]
        for one in things
        if one["shape"] == "turned" and one.get("covers")
    ]
    for row, one in zip(cups, (o for o in things if o.get("covers")), strict=True):
        row[4] = max(h for _, h in one["profile_mm"])
    return HandsAndCups(np.array(bones, np.float64).reshape(-1, 8), np.array(cups).reshape(-1, 5))


def hidden_part(cover: HandsAndCups, camera: Camera, face_mm: Floats) -> float:
    """The part of a face, corners (4, 3) in order, that the camera does not see."""
    if not len(cover.bones_mm) and not len(cover.cups_mm):
        return 0.0
    a, b, _, d = face_mm
    steps = np.linspace(0.06, 0.94, 8)
    spots = np.array([a + u * (b - a) + v * (d - a) for u in steps for v in steps])
    eye = camera.centre_mm
    hidden = np.zeros(len(spots), bool)
    for part in np.linspace(0.0, 0.45, 120):
        hidden |= cover.holds(spots + part * (eye - spots) + (0.0, 0.0, -0.5))
    return float(hidden.mean())


def around(board: Board, rng: np.random.Generator) -> tuple[list[Thing], dict[str, Any]]:
    """Things beside the board, and what they are made of."""
    things: list[Thing] = []
    skin = str(rng.choice(SKINS))
    stuffs: dict[str, Any] = {
        "paper": {"kind": "plastic", "colour": "#e9e7e1", "rough": 0.8},
        "black": {"kind": "plastic", "colour": "#18181a", "rough": 0.35},
        "case": {"kind": "plastic", "colour": str(rng.choice(SLEEVES)), "rough": 0.3},
        "tin": {"kind": "metal", "colour": "#c9cacc", "rough": 0.3},
        "label": {"kind": "plastic", "colour": str(rng.choice(LABELS)), "rough": 0.15},
        "hide": {"kind": "leather", "colour": "#3a261b", "second": "#2c1c14", "rough": 0.5},
        "skin": {"kind": "skin", "colour": skin, "second": skin, "rough": 0.55},
        "skin-sleeve": {"kind": "cloth", "colour": str(rng.choice(SLEEVES)), "rough": 0.95},
        "display": {"kind": "plastic", "colour": "#8c9890", "rough": 0.12, "picture": "clock.png"},
        "scores": {"kind": "plastic", "colour": "#eeeeee", "rough": 0.7, "picture": "scores.png"},
        "notes": {"kind": "plastic", "colour": "#eeeeee", "rough": 0.8, "picture": "notes.png"},
    }
    floor = board.table_depth_mm

    def place(side: float, out: tuple[float, float]) -> tuple[float, float]:
        """A place left or right of the board, by its distance."""
        far = float(rng.uniform(*out))
        x = -far if side < 0 else board.width_mm + far
        return x, float(rng.uniform(0.06, 0.94)) * board.height_mm

    taken: list[tuple[float, float, float]] = []

    def free(radius: float, out: tuple[float, float]) -> tuple[float, float] | None:
        for _ in range(12):
            x, y = place(float(rng.choice([-1, 1])), out)
            if all(math.hypot(x - u, y - v) > radius + r for u, v, r in taken):
                taken.append((x, y, radius))
                return x, y
        return None

    for kind in rng.permutation(["clock", "scores", "notes", "cup", "cup", "can", "phone", "hand"]):
        if rng.random() > 0.55:
            continue
        name, yaw = (
            f"{kind}{len(things)}",
            float(rng.normal(0, 0.15)) + math.pi / 2 * float(rng.integers(4)),
        )
        radius = {"clock": 70.0, "notes": 95.0, "scores": 85.0, "hand": 90.0}.get(str(kind), 48.0)
        spot = free(radius, (radius + 6.0, radius + 70.0))
        if spot is None:
            continue
        x, y = spot
        if kind == "clock":
            things.append(box(name, "case", (x, y, floor - 24), (64, 40, 24), 6.0, yaw))
            things.append(sheet(f"{name}-time", "display", (x, y, floor - 48.2), (40, 15), yaw))
        elif kind in {"scores", "notes"}:
            half = (70.0, 50.0) if kind == "scores" else (60.0, 84.0)
            things.append(box(name, "paper", (x, y, floor - 1), (half[0], half[1], 1.0), 0.4, yaw))
            things.append(sheet(f"{name}-top", str(kind), (x, y, floor - 2.2), half, yaw))
        elif kind == "cup":
            things.append(cup(name, "hide", (x, y, floor), 38.0, 95.0))
        elif kind == "can":
            things.append(rod(name, "label", (x, y, floor), 33.0, 112.0, 4.0))
            things.append(rod(f"{name}-lid", "tin", (x, y, floor - 109.0), 28.0, 5.0))
        elif kind == "phone":
            things.append(box(name, "black", (x, y, floor - 4), (37, 76, 4), 3.0, yaw))
        else:
            inward = 0.0 if x < 0 else math.pi
            at = np.array([x, y, floor - 22.0])
            things += hand(name, "skin", at, inward + float(rng.normal(0, 0.4)), rng)
    return things, stuffs
