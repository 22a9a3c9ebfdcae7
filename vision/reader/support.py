"""What lies under a die: the field, a checker it overlaps, the rim, the bar, another die."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Board, Calibration, Floats
from vision.reader.face import Face, turn
from vision.reader.lean import Lean
from vision.reader.opinion import Opinion
from vision.reader.view import Picture, Singles, patch
from vision.reading import Half, Support

CHECKER_HEIGHT_MM = 9.5
SCALE = 1.5  # px per mm: an edge is one or two pixels wide, the radius thirty
ANGLES = np.radians(np.arange(0, 360, 5))
ACROSS = (-1.5, -0.5, 0.5, 1.5)
"""Where an edge is sought across it, px."""
SURE_ROUND = 0.88  # of a checker's visible edge
MAYBE_ROUND = 0.76  # cork and point tips reach this by chance, dark ones on dark felt no more
# A die that only touches a checker overlaps it by the errors of both places.
TOUCH_MM = 1.0
OVER_MM = 1.6
APART_MM = 1.0
RAISED_MM = 8.0
SURE_BAR_MM = 3.0
SURE_OVERLAP_MM = 2.8
ROUNDING = 0.15
"""Radius of a die's corner seen from above, over its side: less is rare."""
# The seen face of a leaning die lies that far off what the die leans on, at most.
BESIDE_CHECKER_MM = 9.0
BESIDE_WALL_MM = 9.0
BESIDE_DIE_MM = 6.0
GAIN_SAYS = 20.0
"""Log-odds for a lean, a unit of what its edges and pips gain by leaning."""
LEVEL, LEVEL_ALONE, ASKEW = -0.5, -1.0, 2.5
"""Log-odds: up to the first a die beside something is flat, up to the second one that touches
nothing, of which only the picture tells why it should lean; from the third on either is askew."""
DOUBTED_GAIN, DOUBTED_ODDS = 0.15, 1.0
"""Beyond either nothing makes a die flat: each reader by itself must not see it lean."""


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
        flat = cy[inside] * size.shape[1] + cx[inside]
        votes += np.bincount(flat, minlength=size.size).reshape(size.shape)
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
    along = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=-1)
    edge = np.array(centre) + radius * along
    outside = ~_inside(edge, hidden)
    near = edge[:, None] + np.array(ACROSS)[:, None] * along[:, None]  # (A, 4, 2)
    x, y = np.rint(near).astype(int).transpose(2, 0, 1)
    there = (x >= 0) & (x < size.shape[1]) & (y >= 0) & (y < size.shape[0])
    x, y = np.where(there, x, 0), np.where(there, y, 0)
    across = np.abs(gx[y, x] * along[:, :1] + gy[y, x] * along[:, 1:])
    good = there & (size[y, x] > 2.0) & (across > 0.85 * size[y, x])
    return float((good.any(axis=1) & outside).sum() / max(outside.sum(), 1))


def _inside(points: Floats, corners: Floats) -> NDArray[np.bool_]:
    """Which points (N, 2) lie in a convex outline (4, 2) or on it, whichever way it runs."""
    sides = np.roll(corners, -1, axis=0) - corners
    off = points[:, None] - corners
    turn = sides[:, 0] * off[..., 1] - sides[:, 1] * off[..., 0]
    return np.asarray((turn >= 0).all(axis=1) | (turn <= 0).all(axis=1))


def overlap_mm(face: Face, disc: Disc, radius_mm: float) -> float:
    """How deep a disc reaches into the die's footprint, whose corners are round; negative when it
    keeps away."""
    return radius_mm - float(_outside(face, np.array([[disc.x, disc.y]]))[0])


@dataclass(frozen=True, slots=True)
class Rest:
    """What is around a die. checker: how deep, mm, the surest checker reaches under it,
    maybe_checker: any, die: another die; negative: so far away. room: how far inside its part of
    the board all of it lies; on the bar: its middle."""

    checker: float
    maybe_checker: float
    room: float
    die: float

    @property
    def beside(self) -> bool:
        """Something is near enough to lean on."""
        return (
            self.room < BESIDE_WALL_MM
            or self.maybe_checker > -BESIDE_CHECKER_MM
            or self.die > -BESIDE_DIE_MM
        )

    @property
    def over(self) -> bool:
        """It reaches over what is beside it, further than a flat die can."""
        return self.room < -OVER_MM or self.maybe_checker > TOUCH_MM or self.die > OVER_MM


def half_of(face: Face, discs: list[Disc], board: Board) -> Half:
    """The half a die lies in. What lies higher than on the field is seen further out: only what
    lies clearly beyond the field is off it."""
    half = board.half_of(face.x, face.y)
    reach = board.checker_mm / 2 + face.side_mm
    carried = any(np.hypot(disc.x - face.x, disc.y - face.y) < reach for disc in discs)
    least = -(RAISED_MM if carried else OVER_MM)
    if half is Half.OFF:
        for name in (Half.PICTURE_LEFT, Half.PICTURE_RIGHT):
            area = board.picture_left if name is Half.PICTURE_LEFT else board.picture_right
            if area.room_mm(face.x, face.y) > least:
                return name
    return half


def rest_of(face: Face, half: Half, discs: list[Disc], others: list[Face], board: Board) -> Rest:
    """The support map of one die on the field."""
    radius = board.checker_mm / 2
    deep = [(overlap_mm(face, disc, radius), disc.round) for disc in discs]
    if half is Half.BAR:
        room = board.bar.room_mm(face.x, face.y)
    else:
        area = board.picture_left if half is Half.PICTURE_LEFT else board.picture_right
        room = min(area.room_mm(float(x), float(y)) for x, y in face.corners_mm())
    return Rest(
        checker=max((d for d, share in deep if share >= SURE_ROUND), default=-np.inf),
        maybe_checker=max((d for d, _ in deep), default=-np.inf),
        room=room,
        die=max((_into_mm(face, other) for other in others), default=-np.inf),
    )


def _into_mm(face: Face, other: Face) -> float:
    """How deep the outlines of two dice with round corners reach into each other."""
    return max(
        -float(_outside(two, side).min())
        for one, two in ((face, other), (other, face))
        for side in (_rim(one),)
    )


def _rim(face: Face) -> Floats:
    """Points (N, 2) all around a die's rounded square, mm."""
    corner = ROUNDING * face.side_mm
    around = np.linspace(0, 2 * np.pi, 33)[:-1]
    inner = face.side_mm / 2 - corner
    unit = np.stack([np.cos(around), np.sin(around)], axis=-1)
    square = np.sign(unit) * inner + unit * corner
    return np.asarray(square @ turn(face.yaw_deg).T + (face.x, face.y), np.float64)


def _outside(face: Face, points: Floats) -> Floats:
    """How far points (N, 2) lie outside a die's rounded square; negative inside."""
    corner = ROUNDING * face.side_mm
    inner = face.side_mm / 2 - corner
    beyond = np.abs((points - (face.x, face.y)) @ turn(face.yaw_deg)) - inner
    far = np.hypot(*np.maximum(beyond, 0.0).T)
    return np.asarray(far + np.minimum(beyond.max(axis=1), 0.0) - corner, np.float64)


def judge(
    lean: Lean, rest: Rest, half: Half, opinion: Opinion | None
) -> tuple[bool | None, Support | None]:
    """Flat on the field, or not, or not certain; and what carries the die."""
    if rest.checker > SURE_OVERLAP_MM:
        return False, Support.CHECKER
    if half is Half.BAR and rest.room > SURE_BAR_MM:
        return False, Support.BAR
    flat = None if half in {Half.BAR, Half.OFF} else _lies(lean, rest, opinion)
    if flat is False:
        return False, Support.CHECKER if rest.maybe_checker > TOUCH_MM else None
    return flat, Support.SURFACE if flat else None


def _lies(lean: Lean, rest: Rest, opinion: Opinion | None) -> bool | None:
    """The edges of a cube and the net tell of a lean, and neither sees what the other does: their
    evidence is added. One that reaches over what is beside it lies on it or leans."""
    touches = rest.beside or rest.over
    if opinion is None:
        return True if lean.upright and not touches else None
    leaning = opinion.leaning + GAIN_SAYS * lean.gain
    if leaning >= ASKEW:
        return False
    doubted = lean.gain > DOUBTED_GAIN or opinion.leaning > DOUBTED_ODDS
    level = leaning <= (LEVEL if touches else LEVEL_ALONE)
    return True if level and not (doubted or rest.over) else None
