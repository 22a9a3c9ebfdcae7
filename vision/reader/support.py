"""What lies under a die: the field, a checker it overlaps, the rim, the bar, another die."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader.face import Face, turn
from vision.reader.lean import Lean
from vision.reader.look import Look
from vision.reader.view import Picture, Singles, patch
from vision.reading import Half, Support

CHECKER_HEIGHT_MM = 9.5
SCALE = 1.5  # px per mm: an edge is one or two pixels wide, the radius thirty
ANGLES = np.radians(np.arange(0, 360, 5))
SURE_ROUND = 0.88  # of a checker's visible edge
MAYBE_ROUND = 0.8  # cork and point tips reach this by chance
# A die that only touches a checker overlaps it by the errors of both places.
TOUCH_MM = 1.0
CLOSE_MM = 1.6
SURE_OVERLAP_MM = 2.8
ROUNDING = 0.15
"""Radius of a die's corner seen from above, over its side: less is rare."""
# The seen face of a leaning die lies that far off what the die leans on.
BESIDE_CHECKER_MM = 9.0
BESIDE_WALL_MM = 6.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A checker near a die: its middle, mm on the board; round: 0-1, the share of its visible
    edge that was found."""

    x: float
    y: float
    round: float


def checkers_near(
    image: Picture, calibration: Calibration, face: Face, most: int = 6
) -> list[Disc]:
    """Checkers whose edge or inside may reach under a face: a vote of edges for known circles."""
    radius = calibration.board.checker_mm / 2
    reach = radius + face.side_mm
    width = 2 * (reach + radius + 4)
    view = patch(image, calibration, (face.x, face.y), width, SCALE, CHECKER_HEIGHT_MM)
    assert view.colour is not None
    soft = np.asarray(cv2.GaussianBlur(view.colour, (0, 0), 0.9), np.float32)
    gx, gy = _colour_gradient(soft)
    size = np.hypot(gx, gy)
    votes = _vote(gx, gy, size, radius * SCALE)
    discs: list[Disc] = []
    for _ in range(2 * most):
        i = int(votes.argmax())
        y, x = divmod(i, votes.shape[1])
        if votes[y, x] <= 0:
            break
        place = view.to_mm(np.array([x, y], np.float64))
        cv2.circle(votes, (x, y), round(radius * SCALE * 0.5), 0.0, -1)
        if np.hypot(place[0] - face.x, place[1] - face.y) > reach:
            continue
        share = _round(gx, gy, size, (x, y), radius * SCALE, view.to_px(face.corners_mm(1.0)))
        if share >= MAYBE_ROUND:
            discs.append(Disc(float(place[0]), float(place[1]), share))
        if len(discs) == most:
            break
    return discs


def _colour_gradient(soft: Singles) -> tuple[Singles, Singles]:
    """Gradient of the channel that changes most at each pixel."""
    dx = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=1 / 8), np.float32)
    dy = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=1 / 8), np.float32)
    which = (dx * dx + dy * dy).argmax(axis=2)[..., None]
    gx = np.take_along_axis(dx, which, 2)[..., 0]
    gy = np.take_along_axis(dy, which, 2)[..., 0]
    return gx, gy


def _vote(gx: Singles, gy: Singles, size: Singles, radius: float) -> Singles:
    """Every edge pixel votes for the centres one radius away along its gradient, both ways."""
    ys, xs = np.nonzero(size > 2.0)
    if not len(xs):
        return np.zeros(size.shape, np.float32)
    nx, ny = gx[ys, xs] / size[ys, xs], gy[ys, xs] / size[ys, xs]
    votes = np.zeros(size.shape, np.float32)
    for sign in (radius, -radius):
        cx, cy = np.rint(xs + sign * nx).astype(int), np.rint(ys + sign * ny).astype(int)
        inside = (cx >= 0) & (cy >= 0) & (cx < size.shape[1]) & (cy < size.shape[0])
        np.add.at(votes, (cy[inside], cx[inside]), 1.0)
    return np.asarray(cv2.GaussianBlur(votes, (0, 0), 1.5), np.float32)


def _round(
    gx: Singles,
    gy: Singles,
    size: Singles,
    centre: tuple[int, int],
    radius: float,
    hidden: Floats,
) -> float:
    """Share of a circle's edge, outside the die's square, with a gradient along its radius."""
    seen = good = 0
    outline = hidden.astype(np.float32)
    for angle in ANGLES:
        c, s = float(np.cos(angle)), float(np.sin(angle))
        x, y = centre[0] + radius * c, centre[1] + radius * s
        if cv2.pointPolygonTest(outline, (x, y), False) >= 0:
            continue
        seen += 1
        for extra in (-1.5, -0.5, 0.5, 1.5):
            px, py = round(x + extra * c), round(y + extra * s)
            if not (0 <= px < size.shape[1] and 0 <= py < size.shape[0]):
                continue
            along = abs(gx[py, px] * c + gy[py, px] * s)
            if size[py, px] > 2.0 and along > 0.85 * size[py, px]:
                good += 1
                break
    return good / max(seen, 1)


def overlap_mm(face: Face, disc: Disc, radius_mm: float) -> float:
    """How deep a disc reaches into the die's footprint, whose corners are round; negative when it
    keeps away."""
    corner = ROUNDING * face.side_mm
    inner = face.side_mm / 2 - corner
    x, y = np.abs(turn(face.yaw_deg).T @ (disc.x - face.x, disc.y - face.y)) - inner
    outside = float(np.hypot(max(x, 0.0), max(y, 0.0))) + min(max(float(x), float(y)), 0.0)
    return radius_mm - (outside - corner)


def judge(
    look: Look, lean: Lean, discs: list[Disc], others: list[Face], calibration: Calibration
) -> tuple[bool | None, Support | None]:
    """Flat on the field, or not, or not certain; and what carries the die.

    A die that touches nothing lies flat. One beside a checker, a wall or another die may lean on
    it, and must look like a flat one; one that reaches over it does lie on it or lean.
    """
    face, board = look.face, calibration.board
    radius = board.checker_mm / 2
    sure = [overlap_mm(face, disc, radius) for disc in discs if disc.round >= SURE_ROUND]
    if max(sure, default=-np.inf) > SURE_OVERLAP_MM:
        return False, Support.CHECKER
    half = board.half_of(face.x, face.y)
    field = {Half.PICTURE_LEFT: board.picture_left, Half.PICTURE_RIGHT: board.picture_right}
    if half not in field:
        return (False, Support.BAR) if half is Half.BAR else (None, None)
    room = min(field[half].room_mm(float(x), float(y)) for x, y in face.corners_mm())
    deepest = max((overlap_mm(face, disc, radius) for disc in discs), default=-np.inf)
    apart = min((np.hypot(o.x - face.x, o.y - face.y) for o in others), default=np.inf)
    near = (
        room < BESIDE_WALL_MM
        or deepest > -BESIDE_CHECKER_MM
        or apart < np.sqrt(2) * face.side_mm + 1
    )
    if near and lean.steep:
        return False, None
    if room < -CLOSE_MM or deepest > TOUCH_MM or apart < face.side_mm - CLOSE_MM or lean.maybe:
        return None, None
    if near and not (_square_on(look) or lean.upright):
        return None, None
    return True, Support.SURFACE


def _square_on(look: Look) -> bool:
    """Whether a face is seen square on: its sides as far apart as the die's size says."""
    face, square = look.face, look.square
    return (
        min(square.width, square.height) > 0.93
        and max(square.width, square.height) < 1.08
        and square.off_centre < 0.06
        and square.weakest > max(14.0, 0.25 * face.contrast)
    )
