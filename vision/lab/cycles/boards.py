"""Whole boards with rolls on them: what lies where, what it is made of, and the truth about it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.errors import ThrowImpossible
from vision.lab.cycles import around, field, light
from vision.lab.cycles.around import Thing
from vision.lab.cycles.ends import KINDS, End, ended
from vision.lab.cycles.styles import BoardStyle, CheckerStyle, DiceStyle, Styles
from vision.lab.natural.positions import POSITIONS, laid
from vision.scene import CheckerAt, CubeAt, DiePath, DiePose, Rig, Scene, truth
from vision.scene.board import Board
from vision.scene.die import face_normals, nearest_top
from vision.scene.pose import Floats, matrix
from vision.scene.rig import Camera
from vision.scene.style import Finish
from vision.view import Picture

SIZES = ((2304, 1296), (1920, 1080), (1536, 864))
LOOKS = 12
"""Rolls on one position: its board is drawn once."""
TWO_COLOURS = 0.2
"""Share of rolls with dice of two sets, beside sets of two colours."""
HIDDEN = 0.25
"""Hidden part of a top face from which it counts as covered."""
ASKED = "unsure"
"""The status of three dice: a person must decide which two count."""
SHADOW_MM = 32.0
"""A picture is drawn again this far around what changed."""
EXPOSURE_MS = (4.0, 14.0)
CARD_MM = 0.25
"""Markers are printed on card."""
HANDS = 0.4
"""Share of boards without dice that have a hand over the field."""


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """spec: for `draw`; facts: the truth of each of its pictures, by file; pictures: what is laid
    on things, by file."""

    spec: dict[str, Any]
    facts: dict[str, dict[str, Any]]
    pictures: dict[str, Picture]


@dataclass(frozen=True, slots=True)
class DieLook:
    """One die's look: body and ink; as the reader's truth calls it; the pips' radius and offset in
    sides; which patterns are turned."""

    name: str
    body: dict[str, Any]
    ink: str
    pip: float
    offset: float
    turns: tuple[bool, bool, bool]


@dataclass(frozen=True, slots=True, eq=False)
class BoardSetting:
    """A board as it stands, without dice."""

    rig: Rig
    board: BoardStyle
    checkers: tuple[CheckerAt, ...]
    checker_style: CheckerStyle
    cube: CubeAt
    light: str
    spec: dict[str, Any]
    pictures: dict[str, Picture]


def board_scene(
    styles: Styles, seed: int, name: str, number: int, rng: np.random.Generator
) -> Described:
    """A position and its rolls. Raises ThrowImpossible where one finds no room."""
    here = setting(styles, seed, name, rng)
    facts, looks = {}, []
    for k in range(LOOKS):
        file = f"{number * LOOKS + k:05}"
        look, true = _roll(here, styles, file, rng)
        looks.append(look)
        facts[file] = true
    spec = here.spec | {"whole": True, "looks": looks}
    return Described(spec, facts, here.pictures)


def bare_scene(
    styles: Styles, seed: int, name: str, number: int, rng: np.random.Generator
) -> Described:
    """A position without dice, some with a hand over it: what nets must not take for dice."""
    here = setting(styles, seed, name, rng)
    file, board = f"{number:05}", here.rig.board
    if rng.random() < HANDS:
        palm = np.array([*(rng.uniform(0.1, 0.9, 2) * board.size_mm), -36.0])
        yaw = float(rng.uniform(0, 2 * math.pi))
        here.spec["things"] += around.hand("hand-over", "skin", palm, yaw, rng)
    look = {"file": file, "adds": [], "lacks": [], "stuffs": {}, "windows": []}
    facts = truth(here.rig, Scene(here.checkers, (), here.cube), 0.0)
    facts |= {"kind": "bare", "light": here.light, "checker_style": here.checker_style.name}
    spec = here.spec | {"whole": True, "looks": [look]}
    return Described(spec, {file: facts}, here.pictures)


def setting(styles: Styles, seed: int, name: str, rng: np.random.Generator) -> BoardSetting:
    style = styles.boards[int(rng.integers(len(styles.boards)))]
    checker_style = styles.checkers[int(rng.integers(len(styles.checkers)))]
    table = list(styles.tables)[int(rng.integers(len(styles.tables)))]
    kind = light.KINDS[int(rng.integers(len(light.KINDS)))]
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    rig = Rig.draw(seed, width, height)
    camera = _farther(rig.camera, float(rng.uniform(0.0, 90.0)))
    rig = replace(rig, camera=camera, style=replace(rig.style, board=style.name))
    checkers, cube = _position(rig.board, rng)
    lamps, sky, between = light.lit(kind, rig.board, camera, rng)
    things, stuffs = around.around(rig.board, rng)
    pictures: dict[str, Picture] = {}
    stuffs |= {"table": styles.tables[table], "wood": style.wood, "markers": _marker_stuff()}
    stuffs |= {f"checker{k}": one for k, one in enumerate((checker_style.one, checker_style.other))}
    things += [*between, *_board(rig.board, style, rng, name, stuffs, pictures)]
    if rng.random() < 0.5:
        stuffs["checker0"], stuffs["checker1"] = stuffs["checker1"], stuffs["checker0"]
    for n, at in enumerate(checkers):
        things += checker_things(rig.board, checker_style, n, at)
    if checker_style.rim:
        stuffs["rim"] = {"kind": "metal", "colour": checker_style.rim, "rough": 0.22}
    things += _cube(rig.board, cube, name, stuffs, pictures, rng)
    spec = {
        "name": name,
        "seed": seed,
        "camera": {
            "width": width,
            "height": height,
            "focal_px": float(camera.K[0, 0]),
            "centre_px": [float(camera.K[0, 2]), float(camera.K[1, 2])],
            "R": camera.R.tolist(),
            "t_mm": camera.t_mm.tolist(),
        },
        "lamps": lamps,
        "sky": sky,
        "stuffs": {key: _with_place(one, name) for key, one in stuffs.items()},
        "things": things,
    }
    return BoardSetting(rig, style, checkers, checker_style, cube, kind, spec, pictures)


def _with_place(stuff: dict[str, Any], name: str) -> dict[str, Any]:
    """Pictures lie in a folder of their own, each scene's by its name."""
    picture = stuff.get("picture")
    return stuff if picture is None else stuff | {"picture": f"pictures/{name}-{picture}"}


def _farther(camera: Camera, far_mm: float) -> Camera:
    """The camera a little higher, and without the lens's distortion."""
    shift = camera.t_mm + (0.0, 0.0, far_mm)
    return Camera(camera.width, camera.height, camera.K, np.zeros(5), camera.R, shift)


def _marker_stuff() -> dict[str, Any]:
    return {"kind": "plastic", "colour": "#ffffff", "rough": 0.8, "picture": "markers.png"}


def _position(board: Board, rng: np.random.Generator) -> tuple[tuple[CheckerAt, ...], CubeAt]:
    """A position of a game, its checkers a little out of line, some across others."""
    names = list(POSITIONS)
    exact = laid(board, names[int(rng.integers(len(names)))], swapped=bool(rng.random() < 0.5))
    loose = float(rng.choice([0.0, 0.12, 0.12]))
    placed = [
        replace(c, x_mm=c.x_mm + float(dx), y_mm=c.y_mm)
        for c, dx in zip(exact, rng.normal(0, 1.5, len(exact)) * (loose > 0), strict=True)
    ]
    if rng.random() < 0.5:
        placed = list(_across(board, placed, rng))
    x, y = float(rng.uniform(0.2, 0.8)), float(rng.choice([-0.08, 1.08]))
    if rng.random() < 0.5:
        x, y = 0.5, float(rng.choice([0.5, 0.08, 0.92]))
    value = int(rng.choice([1, 2, 4, 8, 16]))
    cube = CubeAt(value, x * board.width_mm, y * board.height_mm, float(rng.uniform(0, 360)))
    return tuple(placed), cube


def _across(board: Board, placed: list[CheckerAt], rng: np.random.Generator) -> Iterator[CheckerAt]:
    """Lay the last checker across the two before it, on each third point with three or four."""
    columns: dict[tuple[int, bool], list[int]] = {}
    for n, at in enumerate(placed):
        if at.z_mm > -board.checker_thickness_mm and board.zone(at.x_mm, at.y_mm).startswith("p"):
            far = at.y_mm > board.height_mm / 2
            columns.setdefault((round(at.x_mm / 20), far), []).append(n)
    moved = {}
    for rows in columns.values():
        if 3 <= len(rows) <= 4 and rng.random() < 0.35:
            a, b = placed[rows[0]], placed[rows[1]]
            part = float(rng.uniform(0.3, 0.7))
            moved[rows[-1]] = replace(
                placed[rows[-1]],
                x_mm=a.x_mm + part * (b.x_mm - a.x_mm),
                y_mm=a.y_mm + part * (b.y_mm - a.y_mm),
                z_mm=-1.5 * board.checker_thickness_mm,
            )
    yield from (moved.get(n, at) for n, at in enumerate(placed))


def _board(
    board: Board,
    style: BoardStyle,
    rng: np.random.Generator,
    name: str,
    stuffs: dict[str, Any],
    pictures: dict[str, Picture],
) -> Iterator[Thing]:
    floor, rim = board.table_depth_mm, board.rim_height_mm
    w, h = board.size_mm
    yield around.box("ground", "table", (w / 2, h / 2, floor + 5), (1500, 1500, 5), 1.0)
    yield around.box(
        "tray", "wood", (w / 2, h / 2, floor / 2 + 0.1), (w / 2, h / 2, floor / 2), 0.05
    )
    first = int(rng.integers(2))
    for side, rect in board.halves.items():
        x0, y0, x1, y1 = rect
        size = x1 - x0, y1 - y0
        pictures[f"{name}-{side}.png"] = field.half(style, size, board.point_length_mm, first)
        stuffs[side] = style.field | {"picture": f"{side}.png"}
        yield around.sheet(
            side, side, ((x0 + x1) / 2, (y0 + y1) / 2, 0.0), (size[0] / 2, size[1] / 2)
        )
    stuffs["plain"] = style.field
    for n, (x0, y0, x1, y1) in enumerate(board.trays):
        at, half = ((x0 + x1) / 2, (y0 + y1) / 2, 0.0), ((x1 - x0) / 2, (y1 - y0) / 2)
        yield around.sheet(f"off{n}", "plain", at, half)
    for n, (x0, top, x1, low) in enumerate(board.beams):
        y0, y1 = top, low
        if x1 - x0 < w:  # a little into the long rims
            y0, y1 = board.rim_width_mm - 1.0, h - board.rim_width_mm + 1.0
        parts = [(x0, x1)]
        if (x0, x1) == (board.bar[0], board.bar[2]) or x1 - x0 >= w:
            parts = [(x0, (x0 + x1) / 2 - 0.3), ((x0 + x1) / 2 + 0.3, x1)]  # it folds
        for k, (u0, u1) in enumerate(parts):
            at = ((u0 + u1) / 2, (y0 + y1) / 2, (floor - rim) / 2)
            half3 = ((u1 - u0) / 2, (y1 - y0) / 2, (floor + rim) / 2)
            yield around.box(f"beam{n}-{k}", "wood", at, half3, 1.0)
    yield from _hinges(board, style, stuffs)
    yield from _markers(board, name, stuffs, pictures)


def _hinges(board: Board, style: BoardStyle, stuffs: dict[str, Any]) -> Iterator[Thing]:
    if not style.hinges:
        return
    stuffs["hinge"] = {"kind": "metal", "colour": style.hinges, "rough": 0.25}
    stuffs["screw"] = {"kind": "metal", "colour": style.hinges, "rough": 0.45}
    x, top = board.width_mm / 2, -board.rim_height_mm
    for n, part in enumerate((0.2, 0.8)):
        y = part * board.height_mm
        yield around.box(f"hinge{n}", "hinge", (x, y, top), (13, 21, 0.7), 0.4)
        yield around.box(f"pin{n}", "hinge", (x, y, top - 0.6), (1.6, 21, 1.2), 0.8)
        for k, (u, v) in enumerate((s, t) for s in (-8, 8) for t in (-13, 0, 13)):
            yield around.rod(f"screw{n}-{k}", "screw", (x + u, y + v, top), 2.2, 1.1, 0.6)


def _markers(
    board: Board, name: str, stuffs: dict[str, Any], pictures: dict[str, Picture]
) -> Iterator[Thing]:
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    edge = min(3.0, board.marker_inset_mm - 0.3)
    for n, corners in enumerate(board.marker_corners_mm()):
        px = 20
        square = cv2.aruco.generateImageMarker(words, n, 6 * px)
        border = max(1, round(6 * px * edge / board.marker_mm))
        side = 6 * px + 2 * border
        card = np.full((side, side, 3), 255, np.uint8)
        card[border:-border, border:-border] = np.asarray(square)[:, :, None]
        exact = board.marker_mm * border / (6 * px)
        pictures[f"{name}-marker{n}.png"] = card
        stuffs[f"marker{n}"] = _marker_stuff() | {"picture": f"marker{n}.png"}
        x, y, z = corners.mean(axis=0)
        half = board.marker_mm / 2 + exact
        yield around.sheet(f"marker{n}", f"marker{n}", (x, y, z - CARD_MM), (half, half))
    del stuffs["markers"]


def checker_things(board: Board, style: CheckerStyle, n: int, at: CheckerAt) -> Iterator[Thing]:
    """A checker, and its rim of metal, if it has one."""
    radius, half = board.checker_diameter_mm / 2, board.checker_thickness_mm / 2
    middle, name = (at.x_mm, at.y_mm, at.z_mm), f"checker{n}"
    outer = around.round_rim(radius, -half, half, 1.2)
    top: list[tuple[float, float]] = [(0.0, half)]
    if style.shape == "dished":
        r = 0.72 * radius
        top = [(r + 1.0, half), (r, half - 0.35), (0.8 * r, half - 0.8), (0.4 * r, half - 1.1)]
        top.append((0.0, half - 1.2))
    elif style.shape == "ringed":
        r = 0.66 * radius
        top = [(r + 1.2, half), (r + 0.5, half - 0.6), (r - 0.5, half - 0.6), (r - 1.2, half)]
        top.append((0.0, half))
    elif style.shape == "domed":
        outer = around.round_rim(radius, -half, half - 0.7, 1.2)
        top = [(part * radius, half - 0.7 * part**2) for part in (0.8, 0.55, 0.3, 0.0)]
    elif style.shape == "rimmed":
        outer = around.round_rim(radius - 1.6, -half + 0.3, half - 0.4, 0.3)
        top = [(0.0, half - 0.4)]
        ring = around.round_rim(radius, -half, half, 0.8)
        ring = [(radius - 1.8, -half), *ring, (radius - 1.8, half), (radius - 1.8, -half)]
        yield around.turned(f"{name}-rim", "rim", middle, ring)
    profile = [(0.0, outer[0][1]), *outer, *top]
    yield around.turned(name, f"checker{at.player}", middle, profile)


def _cube(
    board: Board,
    at: CubeAt,
    name: str,
    stuffs: dict[str, Any],
    pictures: dict[str, Picture],
    rng: np.random.Generator,
) -> Iterator[Thing]:
    paper, ink = ("#e9e4d6", "#1a1a1c") if rng.random() < 0.6 else ("#1b1b1d", "#e8e4d8")
    stuffs["cube"] = {"kind": "plastic", "colour": paper, "rough": 0.3}
    stuffs["number"] = stuffs["cube"] | {"picture": "number.png"}
    pictures[f"{name}-number.png"] = field.number(64 if at.value == 1 else at.value, paper, ink)
    half, yaw = board.cube_mm / 2, math.radians(at.turn_deg)
    ground = board.ground_z_mm(at.x_mm, at.y_mm)
    middle = (at.x_mm, at.y_mm, ground - half)
    yield around.box("cube", "cube", middle, (half, half, half), 2.5, yaw)
    top = (at.x_mm, at.y_mm, ground - 2 * half - 0.1)
    yield around.sheet("cube-number", "number", top, (half - 3.0, half - 3.0), yaw)


def die_look(style: DiceStyle, rng: np.random.Generator) -> tuple[DieLook, DieLook]:
    """Two dice of a set: alike except in colour where the set has two."""
    pip, offset = float(rng.uniform(*style.pip)), float(rng.uniform(*style.offset))
    turns = rng.integers(0, 2, 3).astype(bool).tolist()
    one = DieLook(style.name, style.body, style.ink, pip, offset, (turns[0], turns[1], turns[2]))
    if style.second is None:
        return one, one
    return one, replace(one, body=style.second, ink=style.second_ink)


def dressed(rig: Rig, style: DiceStyle, rng: np.random.Generator) -> Rig:
    """The rig with dice of a set, of one size and one handedness."""
    finish = Finish(edge=2 * float(rng.uniform(*style.edge)), gleam=100.0)
    worn = replace(
        rig.style,
        dice=style.name,
        die_mm=round(float(rng.uniform(*style.side_mm)), 2),
        chirality="ccw" if rng.random() < 0.6 else "cw",
        finish=finish,
    )
    return replace(rig, style=worn)


def die_thing(n: int, path: DiePath, rig: Rig, exposure_ms: float) -> Thing:
    """A die, where it goes while the shutter is open."""
    half, finish = rig.style.die_mm / 2, rig.style.finish
    pose = path.pose_at(0.0)
    assert finish is not None
    thing: Thing = {
        "id": f"die{n}",
        "shape": "box",
        "stuff": f"die{n}",
        "middle_mm": pose.centre_mm.tolist(),
        "half_mm": [half] * 3,
        "edge_mm": finish.edge * half,
        "turn": list(pose.quaternion),
    }
    if path.speed_mm_s(0.0, rig.style.die_mm) > 1.0:
        ends = [path.pose_at(t) for t in (-exposure_ms / 2, exposure_ms / 2)]
        thing["moves"] = [
            {"middle_mm": p.centre_mm.tolist(), "turn": list(p.quaternion)} for p in ends
        ]
    return thing


def _roll(
    here: BoardSetting, styles: Styles, file: str, rng: np.random.Generator
) -> tuple[dict[str, Any], dict[str, Any]]:
    """One look and its truth."""
    style = styles.dice[int(rng.integers(len(styles.dice)))]
    rig = dressed(here.rig, style, rng)
    kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
    try:
        end = ended(rig, kind, here.checkers, here.cube, rng)
    except ThrowImpossible:  # this position has nothing of the kind
        end = ended(rig, "flat", here.checkers, here.cube, rng)
    looks = list(die_look(style, rng))
    if style.second is None and rng.random() < TWO_COLOURS:
        other = styles.dice[int(rng.integers(len(styles.dice)))]
        looks[1] = die_look(other, rng)[0]
    looks.append(looks[int(rng.integers(2))])  # of a third die
    exposure_ms = float(rng.uniform(*EXPOSURE_MS))
    adds, stuffs = [], {}
    for n, path in enumerate(end.dice):
        adds.append(die_thing(n, path, rig, exposure_ms))
        stuffs[f"die{n}"] = die_stuff(looks[n], rig, f"{file}-die{n}.png", here.pictures)
    lacks = []
    for n, (was, now) in enumerate(zip(here.checkers, end.checkers, strict=True)):
        if was != now:
            adds += checker_things(here.rig.board, here.checker_style, n, now)
            lacks += [
                one["id"]
                for one in here.spec["things"]
                if one["id"] in {f"checker{n}", f"checker{n}-rim"}
            ]
    if end.kind == "covered":
        adds += _cover(rig, end, rng)
    facts = _facts(here, rig, end, looks, adds, exposure_ms)
    windows = _windows(here.rig.camera, adds, [t for t in here.spec["things"] if t["id"] in lacks])
    look = {"file": file, "adds": adds, "lacks": lacks, "stuffs": stuffs, "windows": windows}
    return look, facts


def die_stuff(
    look: DieLook, rig: Rig, picture: str, pictures: dict[str, Picture]
) -> dict[str, Any]:
    pictures[picture] = field.pips(rig.style.chirality, look.pip, look.offset, look.turns)
    return look.body | {"ink": look.ink, "pips": f"pictures/{picture}"}


def _cover(rig: Rig, end: End, rng: np.random.Generator) -> list[Thing]:
    """A hand or a cup over a die."""
    board = rig.board
    die = end.dice[int(rng.integers(len(end.dice)))].pose_at(0.0)
    for _ in range(40):
        if rng.random() < 0.3:
            off = rng.normal(0, 14, 2)
            at = (die.x_mm + off[0], die.y_mm + off[1], -22.0)
            things = [around.cup("cup-over", "hide", at, 38.0, 90.0) | {"covers": True}]
        else:
            from_below = end.area == "picture_right"
            yaw = (-math.pi / 2 if from_below else math.pi / 2) + float(rng.normal(0, 0.5))
            palm = np.array([die.x_mm, die.y_mm, -34.0])
            palm[:2] -= float(rng.uniform(0, 75)) * np.array([math.cos(yaw), math.sin(yaw)])
            palm[:2] += rng.normal(0, 12, 2)
            things = around.hand("hand-over", "skin", palm, yaw, rng)
        hidden = _hidden(rig, end, things)
        if any(part > 0.4 for part in hidden):
            return things
    raise ThrowImpossible(f"No hand lies over a die on rig {rig.seed}, {board.size_mm}.")


def top_face(pose: DiePose, rig: Rig) -> Floats:
    """Corners of the face that is most nearly up, in order around it, (4, 3) mm."""
    value, _ = nearest_top(pose, rig.style.chirality)
    normal = face_normals(rig.style.chirality)[value - 1]
    u = np.roll(np.abs(normal), 1)
    v = np.cross(normal, u)
    square = np.array([normal + a * u + b * v for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    corners: Floats = pose.centre_mm + (square * rig.style.die_mm / 2) @ matrix(pose.quaternion).T
    return corners


def _hidden(rig: Rig, end: End, things: list[Thing]) -> list[float]:
    cover = around.cover_of(things)
    return [
        around.hidden_part(cover, rig.camera, top_face(path.pose_at(0.0), rig)) for path in end.dice
    ]


def _facts(
    here: BoardSetting,
    rig: Rig,
    end: End,
    looks: list[DieLook],
    adds: list[Thing],
    exposure_ms: float,
) -> dict[str, Any]:
    """The truth, in the fields of the pictures' README."""
    facts = truth(rig, Scene(end.checkers, end.dice, here.cube), 0.0)
    for die, contact_facts in zip(facts["dice"], end.contact_facts, strict=False):
        die.update(contact_facts)
    hidden = _hidden(rig, end, adds)
    for die, look, part in zip(facts["dice"], looks, hidden, strict=False):
        die |= {"colour": look.name, "visible_fraction": 1 - part}
        die["hidden_by"] = ["hand"] if part else []
    status = end.status if end.kind != "third" else ASKED
    if status != "in_motion" and any(part > HIDDEN for part in hidden):
        status = "occluded"
    high_first = sorted((die["top"] or 0 for die in facts["dice"]), reverse=True)
    return facts | {
        "roll_status": status,
        "values": high_first if status == "valid" else None,
        "roller": "bottom" if end.area == "picture_right" else "top",
        "mixer": None,
        "kind": end.kind,
        "sub": None,
        "exposure_s": exposure_ms / 1000,
        "light": here.light,
        "checker_style": here.checker_style.name,
    }


def _windows(camera: Camera, adds: list[Thing], lacked: list[Thing]) -> list[list[int]]:
    """Rectangles of the picture in which something changed: left, top, right, bottom."""
    found = [_window(camera, one) for one in [*adds, *lacked]]
    return merged([box for box in found if box is not None])


def _window(camera: Camera, one: Thing) -> list[int] | None:
    spots = corners_of(one)
    low, high = spots.min(axis=0) - SHADOW_MM, spots.max(axis=0) + SHADOW_MM
    low[2], high[2] = spots[:, 2].min(), max(spots[:, 2].max(), 0.0)
    ends = np.array(
        [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    )
    px = camera.project(ends)
    x0, y0 = np.maximum(np.floor(px.min(axis=0)), 0).astype(int)
    x1, y1 = np.ceil(px.max(axis=0)).astype(int)
    x1, y1 = min(int(x1), camera.width), min(int(y1), camera.height)
    return [int(x0), int(y0), x1, y1] if x1 - x0 > 8 and y1 - y0 > 8 else None


def corners_of(one: Thing) -> Floats:
    """Points around a thing, (n, 3) mm."""
    if one["shape"] == "flesh":
        rows = np.array(one["bones_mm"])
        thick = rows[:, 6:8].max()
        ends = np.concatenate([rows[:, :3], rows[:, 3:6]])
        return np.concatenate([ends - thick, ends + thick])
    if one["shape"] == "sheet":
        return np.array(one["corners_mm"])
    if one["shape"] == "turned":
        reach = max(max(r, abs(h)) for r, h in one["profile_mm"])
    else:
        reach = float(np.linalg.norm(one["half_mm"]))
    poses = [one["middle_mm"], *(move["middle_mm"] for move in one.get("moves", ()))]
    middles = np.array(poses)
    return np.concatenate([middles - reach, middles + reach])


def merged(boxes: list[list[int]]) -> list[list[int]]:
    """Merge boxes that overlap into one around both."""
    rest = [list(box) for box in boxes]
    done: list[list[int]] = []
    while rest:
        box = rest.pop()
        for other in rest:
            if box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]:
                rest.remove(other)
                low = [min(box[k], other[k]) for k in (0, 1)]
                rest.append([*low, *(max(box[k], other[k]) for k in (2, 3))])
                break
        else:
            done.append(box)
    return sorted(done)
