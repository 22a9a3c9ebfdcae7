"""Find the checkers near a die by their edges: a vote of edge pixels for circles of known size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.reader import thresholds as at
from vision.reader.face import Square
from vision.reader.reach import furthest_mm
from vision.view import Picture, Singles, View, patch

SCALE = 1.5  # px per mm: an edge is one or two pixels wide, the radius thirty
ANGLES = np.radians(np.arange(0, 360, 5))
AROUND = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=-1)
ACROSS = (-1.5, -0.5, 0.5, 1.5)
"""Where an edge is sought across it, px."""
INSIDE = np.arange(-4.5, -1.4, 0.75)
"""Where a checker's own colour is, from its edge, px."""

MOST = 12
"""Most circles examined."""
MOUTH = 8
"""Least opening of a point with a round end, in steps of ANGLES."""
BEHIND = np.arange(2.0, 26.0, 1.5)
"""How far outside its edge what lies behind a die that hides it is looked at, px."""
FOUR_FIFTHS = 0.8
LOOSE = 0.92
"""Factors of a checker's likely size, which follows from the width of a half: on some boards
checkers lie loosely."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A checker near a die: its middle and radius, mm on the board; round: 0-1, the share of its
    visible edge that was found; lower than a sure checker's where it goes on behind the die, as a
    point with a round end does."""

    x: float
    y: float
    radius: float
    round: float


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """A softened view (h, w, 3) and its steepest channel's gradient, each (h, w); the pixels that
    are edges: places (2, E) and slopes (2, E), x and y, and how steep (E,)."""

    soft: Singles
    gx: Singles
    gy: Singles
    size: Singles
    places: NDArray[np.int32]
    slopes: Singles
    steep: Singles


@dataclass(frozen=True, slots=True, eq=False)
class _Circle:
    """place (2,): of its middle, mm; middle (2,) and radius, px of the view; share: of its visible
    edge that was found; clear (A,): which of it neither a face nor the sides of its die hide."""

    place: Floats
    middle: NDArray[np.intp]
    radius: float
    share: float
    clear: NDArray[np.bool_]

    def colours(self, soft: Singles, off: Floats) -> Singles:
        """Beside its clear edge (B, 3), so far outwards, px."""
        along = (self.radius + off)[:, None, None] * AROUND[self.clear]
        return _colours(soft, self.middle + along)

    def ring(self, soft: Singles) -> Singles:
        """The colours inside its edge, Lab (B, 3)."""
        lab = cv2.cvtColor(self.colours(soft, INSIDE)[None] / 255, cv2.COLOR_BGR2Lab)
        return np.asarray(lab[0], np.float32)


def checkers_near(
    image: Picture, calibration: Calibration, face: Square, reach_mm: float | None = None
) -> list[Disc]:
    """Checkers that a die of that face may lie or lean on, of the board's likely size or, where
    none of that is, of a smaller one. reach_mm: so far from its middle; usually as far as it may
    reach."""
    board = calibration.board
    usual = board.checker_mm / 2
    width = 2 * (2 * usual + face.side_mm + 4)
    view = patch(image, calibration, (face.x, face.y), width, SCALE, board.checker_height_mm)
    edges = _edges(view)
    reach = furthest_mm(face.side_mm) if reach_mm is None else reach_mm
    body = _body_px(view, calibration, face)
    discs = _of_size(view, edges, face, usual, reach, body)
    for disc in _of_size(view, edges, face, LOOSE * usual, reach, body):
        alone = all(np.hypot(disc.x - one.x, disc.y - one.y) > disc.radius for one in discs)
        if alone and disc.round >= at.CHECKER_SMALLER:
            discs.append(disc)
    return discs


def _body_px(view: View, calibration: Calibration, face: Square) -> Floats:
    """The outline (N, 2) in a view, px, of the whole die of a face, as if it lay on the field."""
    top = face.corners_mm(1.0)
    ends = [np.column_stack([top, np.full(4, height)]) for height in (0.0, -face.side_mm)]
    px = calibration.project(np.concatenate(ends))
    height_mm = calibration.board.checker_height_mm
    outline = view.to_px(calibration.field_points(px, height_mm)).astype(np.float32)
    return np.asarray(cv2.convexHull(outline)[:, 0], np.float64)


def _edges(view: View) -> _Edges:
    assert view.colour is not None
    soft = np.asarray(cv2.GaussianBlur(view.colour, (0, 0), 0.9), np.float32)
    gx, gy = _colour_gradient(soft)
    size = np.asarray(cv2.magnitude(gx, gy), np.float32)
    edge = np.flatnonzero(size > at.CHECKER_EDGE)
    y, x = np.divmod(edge.astype(np.int32), np.int32(size.shape[1]))
    slopes = np.stack([gx.ravel()[edge], gy.ravel()[edge]])
    return _Edges(soft, gx, gy, size, np.stack([x, y]), slopes, size.ravel()[edge])


def _of_size(
    view: View, edges: _Edges, face: Square, radius: float, reach_mm: float, body_px: Floats
) -> list[Disc]:
    radius_px = radius * SCALE
    votes = _vote(edges, radius_px)
    middles = _highest(votes, MOST, round(radius_px * 0.5))
    rims = middles[:, None] + radius_px * AROUND
    bare = ~_inside(rims, view.to_px(face.corners_mm(1.0)))
    shares = _round(edges, rims, bare)
    clear = bare & ~_inside(rims, body_px)
    found = [
        _Circle(view.to_mm(middle.astype(np.float64)), middle, radius_px, float(share), seen)
        for middle, share, seen in zip(middles, shares, clear, strict=True)
        if share >= at.CHECKER_FAINT
    ]
    sure = [one for one in found if one.share >= at.CHECKER_SURE]
    open_ones = [one for one in sure if _goes_on(edges.soft, one, found, body_px)]
    known_colour = [np.median(one.ring(edges.soft), axis=0) for one in sure]
    reach = radius + reach_mm
    return [
        Disc(
            float(one.place[0]),
            float(one.place[1]),
            radius,
            at.CHECKER_MAYBE if one in open_ones else one.share,
        )
        for one in found
        if np.hypot(*(one.place - (face.x, face.y))) <= reach
        and (one in sure or _may_be_one(edges.soft, one, known_colour))
    ]


def _highest(votes: Singles, most: int, apart_px: int) -> NDArray[np.intp]:
    """The places (N, 2) with the most votes, none so near a better one."""
    found = []
    for _ in range(most):
        y, x = divmod(int(votes.argmax()), votes.shape[1])
        if votes[y, x] <= 0:
            break
        found.append((x, y))
        cv2.circle(votes, (x, y), apart_px, 0.0, -1)
    return np.array(found, np.intp).reshape(-1, 2)


def _colour_gradient(soft: Singles) -> tuple[Singles, Singles]:
    """Gradient of the channel that changes most at each pixel."""
    gx, gy, most = (np.zeros(soft.shape[:2], np.float32) for _ in range(3))
    for channel in cv2.split(soft):
        x = cv2.Sobel(channel, cv2.CV_32F, 1, 0, scale=1 / 8)
        y = cv2.Sobel(channel, cv2.CV_32F, 0, 1, scale=1 / 8)
        size = np.asarray(x * x + y * y, np.float32)
        steeper = (size > most).view(np.uint8)
        for part, best in ((x, gx), (y, gy), (size, most)):
            cv2.copyTo(part, steeper, best)
    return gx, gy


def _vote(edges: _Edges, radius: float) -> Singles:
    """Every edge pixel votes for the centres one radius away along its gradient, both ways."""
    height, width = edges.size.shape
    off = edges.slopes * (np.float32(radius) / edges.steep)
    centres = []
    for away in (edges.places + off, edges.places - off):
        x, y = np.rint(away).astype(np.int32)
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        centres.append((y * width + x)[inside])
    votes = np.bincount(np.concatenate(centres), minlength=edges.size.size)
    votes = votes.reshape(edges.size.shape).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(votes, (0, 0), 1.5), np.float32)


def _round(edges: _Edges, rims: Floats, bare: NDArray[np.bool_]) -> Floats:
    """Share (N,) of circles' rims (N, A, 2), where they are bare (N, A), with a gradient along
    their radius."""
    gx, gy, size = edges.gx, edges.gy, edges.size
    near = rims[:, :, None] + np.array(ACROSS)[:, None] * AROUND[:, None]  # (N, A, 4, 2)
    x, y = np.moveaxis(np.rint(near).astype(int), -1, 0)
    there = (x >= 0) & (x < size.shape[1]) & (y >= 0) & (y < size.shape[0])
    x, y = np.where(there, x, 0), np.where(there, y, 0)
    across = np.abs(gx[y, x] * AROUND[:, :1] + gy[y, x] * AROUND[:, 1:])
    good = there & (size[y, x] > at.CHECKER_EDGE) & (across > at.CHECKER_ACROSS * size[y, x])
    shown = (good.any(axis=2) & bare).sum(axis=1)
    return np.asarray(shown / np.maximum(bare.sum(axis=1), 1), np.float64)


def _inside(points: Floats, corners: Floats) -> NDArray[np.bool_]:
    """Which points (..., 2) lie in a convex outline (N, 2) or on it, whichever way it runs."""
    sides = np.roll(corners, -1, axis=0) - corners
    off = points[..., None, :] - corners
    turn = sides[:, 0] * off[..., 1] - sides[:, 1] * off[..., 0]
    return np.asarray((turn >= 0).all(axis=-1) | (turn <= 0).all(axis=-1))


def _may_be_one(soft: Singles, circle: _Circle, known_colour: Sequence[Singles]) -> bool:
    """Whether a circle is of one colour within; if much of it is missing, also of that of a checker
    of a known colour nearby, Lab (3,), or of another than what is around it."""
    ring = circle.ring(soft)
    usual = np.median(ring, axis=0)
    uneven = float(np.quantile(np.abs(ring - usual).max(axis=1), FOUR_FIFTHS))
    if uneven > at.CHECKER_UNEVEN:
        return False
    if circle.share >= at.CHECKER_MAYBE:
        return True
    if any(float(np.abs(usual - one).max()) <= at.CHECKER_COLOUR for one in known_colour):
        return True
    steps = circle.colours(soft, INSIDE) - circle.colours(soft, -INSIDE)
    mostly = np.median(steps, axis=0)
    size = float(np.linalg.norm(mostly))
    return float((steps @ mostly > size * size / 2).mean()) >= at.CHECKER_STEPS


def _goes_on(soft: Singles, circle: _Circle, every: Sequence[_Circle], body_px: Floats) -> bool:
    """Whether its colour goes on behind the die that hides a part of its edge, and no other checker
    lies there: in a half of the hidden directions."""
    hidden = AROUND[~circle.clear]
    if len(hidden) < MOUTH:
        return False
    places = circle.middle + (circle.radius + BEHIND)[:, None, None] * hidden
    others = np.zeros(places.shape[:2], bool)
    for one in every:
        others |= np.hypot(*np.moveaxis(places - one.middle, -1, 0)) < one.radius + ACROSS[-1]
    bare = ~(_inside(places, body_px) | others)
    x, y = places.astype(np.float32).transpose(2, 0, 1)
    colours = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(np.asarray(colours, np.float32) / 255, cv2.COLOR_BGR2Lab)
    usual = np.median(circle.ring(soft), axis=0)
    alike = (np.abs(lab - usual).max(axis=2) <= at.CHECKER_GOES_ALIKE) & bare
    goes_on = alike.sum(axis=0) > bare.sum(axis=0) / 2
    return float(goes_on.mean()) >= at.CHECKER_GOES_ON


def _colours(soft: Singles, places: Floats) -> Singles:
    """Mean colours (A, 3) along places (N, A, 2)."""
    x, y = places.astype(np.float32).transpose(2, 0, 1)
    edge = cv2.BORDER_REPLICATE
    colours = np.asarray(cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=edge), np.float32)
    return np.asarray(colours.mean(axis=0), np.float32)
