"""Crops of dice from the repository's own renderer, their materials drawn wide."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from vision.calibration import BoardPlan, Calibration, Rect
from vision.lab.train.crop import NOTHING, Crops, cut
from vision.lab.train.drawing import draw_rigs
from vision.lab.train.strewing import StrewnDie, strewn_dice
from vision.reader.search import find_candidates
from vision.scene import CheckerAt, DiePose, Rig
from vision.scene.die import nearest_top
from vision.scene.posed import CubeAt, lay_out
from vision.scene.render import Renderer
from vision.scene.style import Colour, Style
from vision.view import overview

SIZES = ((960, 540), (1280, 720), (1600, 900), (2048, 1152))
POSITIONS = 2
DICE_SETS = 3
DICE = 10
"""A rig is drawn once; so many positions, kinds of dice in each, dice of each kind."""
CLEARLY_UP_DEG = 20.0
NO_FACE_DEG = 33.0
"""A die that lies less askew has a clear top face; one that lies more has none."""


def crops(seed: int) -> Crops:
    """What one rig gives: about 60 dice and as many places that are none."""
    rng = np.random.default_rng([seed, 77])
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    rig = Rig.draw(seed, width, height)
    renderer = Renderer(rig)
    found: list[Crops] = []
    for _ in range(POSITIONS):
        checkers, cube = position(rig, rng)
        for _ in range(DICE_SETS):
            style = other_dice(rig.style, rng)
            dressed = replace(rig, style=style)
            scene, lie = strewn_dice(dressed, checkers, cube, DICE, rng)
            picture = developed(renderer.wearing(style).frame(scene, 0.0, rng), rng)
            found.append(_cut(dressed, picture, lie, rng, f"rendered-{seed}"))
    return Crops.together(found)


def position(rig: Rig, rng: np.random.Generator) -> tuple[tuple[CheckerAt, ...], CubeAt]:
    points: dict[int, tuple[int, int]] = {}
    for player in (0, 1):
        left = 15
        while left > 0:
            point, count = int(rng.integers(24)), min(left, int(rng.integers(1, 5)))
            if point not in points:
                points[point] = (player, count)
                left -= count
    board = rig.board
    x = float(rng.uniform(0.1, 0.9)) * board.width_mm
    y = float(rng.choice([-0.06, 0.5, 1.06])) * board.height_mm
    value = int(rng.choice([1, 2, 4, 8, 16, 32]))
    return lay_out(board, points), CubeAt(value, x, y, float(rng.uniform(0, 360)))


def other_dice(style: Style, rng: np.random.Generator) -> Style:
    """Dice of any colour: not only those that a shop sells."""
    clear = bool(rng.random() < 0.45)
    body = _colour(rng, float(rng.uniform(0.35, 1.0)) if clear else float(rng.uniform(0, 1)))
    light = sum(body) / 3
    white = (light < 150) if rng.random() < 0.9 else bool(rng.random() < 0.5 and light < 190)
    ink = _colour(rng, float(rng.uniform(0, 0.25)))
    pip: Colour = tuple(215 + 0.15 * c for c in ink) if white else tuple(0.25 * c for c in ink)  # type: ignore[assignment]
    if not white and light > 170 and rng.random() < 0.25:
        pip = (40.0, 34.0, 178.0) if rng.random() < 0.5 else (150.0, 50.0, 30.0)
    turns = [bool(t) for t in rng.integers(0, 2, 3)]
    return replace(
        style,
        dice="drawn",
        body=body,
        pip=pip,
        clear=clear,
        die_mm=round(float(rng.uniform(12.0, 16.0)), 2),
        chirality="ccw" if rng.random() < 0.5 else "cw",
        rounding=float(rng.uniform(1.38, 1.73)),
        pip_radius=float(rng.uniform(0.07, 0.115)),
        pip_offset=float(rng.uniform(0.21, 0.29)),
        pip_turns=(turns[0], turns[1], turns[2]),
    )


def _colour(rng: np.random.Generator, saturation: float) -> Colour:
    hsv = np.array([[[rng.integers(180), int(255 * saturation), rng.integers(25, 245)]]], np.uint8)
    b, g, r = (float(c) for c in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return (b, g, r)


def apart(poses: list[DiePose], size: float) -> list[DiePose]:
    """The poses that do not overlap; touching is fine."""
    kept: list[DiePose] = []
    for pose in poses:
        if all(math.hypot(pose.x_mm - k.x_mm, pose.y_mm - k.y_mm) > 1.35 * size for k in kept):
            kept.append(pose)
    return kept


def developed(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The picture as a camera or a file may leave it: softer, sharper, packed."""
    if rng.random() < 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.0)))
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = cv2.addWeighted(picture, 1.6, soft, -0.6, 0)
    if rng.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 97))]
        packed = cv2.imencode(".jpg", picture, quality)[1]
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _cut(
    rig: Rig, picture: np.ndarray, lie: list[StrewnDie], rng: np.random.Generator, source: str
) -> Crops:
    calibration = calibration_of(rig)
    size = rig.style.die_mm
    rows: list[tuple[np.ndarray, int, float]] = []
    unclear = []
    for die in lie:
        value, tilt = nearest_top(die.pose, rig.style.chirality)
        top = calibration.field_points(calibration.project(top_face(die.pose, rig.style)), size)[0]
        if die.covered or CLEARLY_UP_DEG < tilt < NO_FACE_DEG:
            unclear.append(top)  # unclear which face is up
        else:
            rows.append((top, value if tilt <= CLEARLY_UP_DEG else NOTHING, tilt))
    view = overview(picture, calibration, size, 60.0, 1.4)
    wrong = [c.pose[:2] for c in find_candidates(view, size, None)]
    left, top_mm = -60.0, -60.0
    far = (rig.board.width_mm + 60.0, rig.board.height_mm + 60.0)
    wrong += [rng.uniform((left, top_mm), far) for _ in range(5)]
    there = [row[0] for row in rows] + unclear
    for place in wrong:
        if all(np.hypot(*(place - top)) > 1.2 * size for top in there):
            rows.append((place, NOTHING, math.nan))
    eye = calibration.camera_mm
    places = np.array([row[0] for row in rows], np.float64)
    n = len(rows)
    return Crops(
        image=cut(picture, calibration, places, size),
        value=np.array([row[1] for row in rows], np.int64),
        tilt_deg=np.array([row[2] for row in rows], np.float32),
        view=((places - eye[:2]) / (-eye[2] - size)).astype(np.float32),
        seen_px=np.full(n, calibration.px_per_mm * size, np.float32),
        source=np.full(n, source),
    )


def top_face(pose: DiePose, style: Style) -> np.ndarray:
    """Middle of the top face, (1, 3) mm."""
    return np.asarray(top_corners(pose, style.die_mm).mean(axis=0)[None])


def top_corners(pose: DiePose, die_mm: float) -> np.ndarray:
    """Of the face that is most nearly up, (4, 3) mm."""
    corners = pose.corners_mm(die_mm)
    return np.asarray(corners[np.argsort(corners[:, 2])[:4]])


def calibration_of(rig: Rig) -> Calibration:
    camera, board = rig.camera, rig.board
    halves = {half: Rect(*rect) for half, rect in board.halves.items()}
    plan = BoardPlan(
        size_mm=(board.width_mm, board.height_mm),
        rim_height_mm=board.rim_height_mm,
        marker_mm=board.marker_mm,
        marker_inset_mm=board.marker_inset_mm,
        checker_mm=board.checker_diameter_mm,
        picture_left=halves["picture_left"],
        picture_right=halves["picture_right"],
        bar=Rect(*board.bar),
    )
    return Calibration(
        camera.K, camera.dist, camera.R, camera.t_mm, plan, camera.width, camera.height
    )


if __name__ == "__main__":
    draw_rigs("Cut crops of rendered dice.", crops)
