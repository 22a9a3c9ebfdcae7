"""Things that lie over a board, drawn on its picture from above: arms, cups, boxes, papers, cloths.

They need not look real: they differ from a board in that they come in over its rim or lie across
its points, shaded as one body.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Place = NDArray[np.float64]
Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Parts of a thing, each a mask (h, w) and a colour BGR, later ones over earlier ones; height:
    mm above the field; round: how much of it bulges, 0 flat to 1."""

    parts: list[tuple[Mask, Place]]
    height_mm: float
    round: float

    @property
    def mask(self) -> Mask:
        whole = self.parts[0][0].copy()
        for mask, _ in self.parts[1:]:
            cv2.bitwise_or(whole, mask, whole)
        return whole


def covered(
    picture: Picture, field: Mask, scale: float, rng: np.random.Generator
) -> tuple[Picture, Mask]:
    """The picture with nothing, one or two things over it, and where they are.

    field: mask (h, w) of where most are put; scale: px per mm.
    """
    out = picture.astype(np.float32)
    over = np.zeros(picture.shape[:2], np.uint8)
    count = int(rng.choice([0, 1, 2], p=[0.25, 0.6, 0.15]))
    light = rng.uniform(-1, 1, 2)
    for _ in range(count):
        kinds = (_arm, _cup, _box, _paper, _cloth)
        draw = kinds[int(rng.choice(5, p=[0.62, 0.14, 0.1, 0.08, 0.06]))]
        thing = draw(field, scale, rng)
        _lay(out, thing, light, scale, rng)
        over |= thing.mask
    _relight(out, scale, rng)
    return np.clip(out, 0, 255).astype(np.uint8), over


def _lay(out: Floats, thing: Thing, light: Place, scale: float, rng: np.random.Generator) -> None:
    """Draw a thing and its shadow into a picture."""
    mask = thing.mask
    shift = light * thing.height_mm * scale * rng.uniform(0.2, 1.0)
    move = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]]])
    cast = np.asarray(cv2.warpAffine(mask, move, mask.shape[::-1]), np.float32) / np.float32(255)
    soft = float(np.exp(rng.uniform(math.log(1.0), math.log(14.0)))) * scale
    shadow = _soft(cast, soft) * np.float32(rng.uniform(0.1, 0.6))
    out *= (1 - shadow)[..., None]
    colour = np.zeros_like(out)
    bulge: Floats = np.zeros(mask.shape, np.float32)
    for part, paint in thing.parts:
        colour[part > 0] = paint
        deep = cv2.distanceTransform(part, cv2.DIST_L2, 3)
        thick = min(float(deep.max()), 45.0 * scale) + 1e-6
        rise = np.sqrt(np.clip(1 - (1 - np.minimum(deep / thick, 1)) ** 2, 0, 1)) * thick
        bulge = np.maximum(bulge, rise)
    bulge = np.asarray(cv2.GaussianBlur(bulge, (0, 0), 1.5 * scale), np.float32)
    slope_x = cv2.Sobel(bulge, cv2.CV_32F, 1, 0, scale=1 / 8)
    slope_y = cv2.Sobel(bulge, cv2.CV_32F, 0, 1, scale=1 / 8)
    toward = np.clip(thing.round * (slope_x * light[0] + slope_y * light[1]), -0.6, 0.6)
    steep = np.clip(thing.round * cv2.magnitude(slope_x, slope_y), 0, 1)
    shade = (1 + np.float32(rng.uniform(0.1, 0.6)) * toward) * (1 - np.float32(0.25) * steep)
    shade *= 1 + _waves(mask.shape, 30 * scale, rng) * np.float32(rng.uniform(0, 0.12))
    shade *= 1 + _waves(mask.shape, 3 * scale, rng) * np.float32(rng.uniform(0, 0.06))
    alpha = cv2.GaussianBlur(mask, (0, 0), 0.8 * scale).astype(np.float32)[..., None] / 255
    out *= 1 - alpha
    out += alpha * colour * shade[..., None]


def _relight(out: Floats, scale: float, rng: np.random.Generator) -> None:
    """Change the light without a thing: shadows' edges across the board, and pools of light."""
    shape = out.shape[:2]
    if rng.random() < 0.4:
        corners = rng.uniform(-0.3, 1.3, (4, 2)) * shape[::-1]
        dark = np.zeros(shape, np.float32)
        cv2.fillConvexPoly(dark, cv2.convexHull(corners.astype(np.int32)), 1.0)
        soft = float(np.exp(rng.uniform(math.log(0.8), math.log(25.0)))) * scale
        out *= (1 - _soft(dark, soft) * np.float32(rng.uniform(0.1, 0.65)))[..., None]
    for _ in range(int(rng.integers(0, 4))):
        x, y = rng.uniform(0, 1, 2) * shape[::-1]
        wide = float(np.exp(rng.uniform(math.log(8.0), math.log(120.0)))) * scale
        across = np.exp(-((np.arange(shape[1]) - x) ** 2) / (2 * wide**2))
        down = np.exp(-((np.arange(shape[0]) - y) ** 2) / (2 * wide**2))
        pool = np.outer(down * rng.uniform(0.1, 0.8), across).astype(np.float32)
        out *= (1 + pool)[..., None]
        out += (pool * np.float32(rng.uniform(0, 60)))[..., None]


def _arm(field: Mask, scale: float, rng: np.random.Generator) -> Thing:
    """A hand that reaches in, its arm, and mostly a sleeve."""
    tip = _place_in(field, rng)
    angle = _from_outside(field, tip, rng)
    in_way = np.array([math.cos(angle), math.sin(angle)])
    across = np.array([-in_way[1], in_way[0]])
    size = scale * float(rng.uniform(0.85, 1.3))
    palm = tip - in_way * 70 * size
    wrist = palm - in_way * 55 * size
    bend = rng.uniform(-0.35, 0.35)
    arm_way = np.array(
        [
            in_way[0] * math.cos(bend) - in_way[1] * math.sin(bend),
            in_way[0] * math.sin(bend) + in_way[1] * math.cos(bend),
        ]
    )
    elbow = wrist - arm_way * 700 * size
    hand = np.zeros(field.shape, np.uint8)
    wide = float(rng.uniform(30, 42)) * size
    _limb(hand, wrist, elbow, 27 * size, 45 * size)
    _limb(hand, wrist, palm, 28 * size, wide)
    curled = float(rng.uniform(0.3, 1.0))
    spread = float(rng.uniform(0.0, 0.3))
    for k, long in enumerate((78, 88, 82, 64)):
        side = (k - 1.5) / 1.5
        root = palm + across * side * wide * 0.75 + in_way * 12 * size
        turn = side * spread + rng.normal(0, 0.08)
        way = in_way * math.cos(turn) + across * math.sin(turn)
        end = root + way * long * size * curled * rng.uniform(0.85, 1.1)
        _limb(hand, root, end, 10.5 * size, 8 * size)
    thumb_side = 1 if rng.random() < 0.5 else -1
    root = palm + across * thumb_side * wide * 0.8 - in_way * 20 * size
    end = root + (in_way * 0.75 + across * thumb_side * rng.uniform(0, 0.8)) * 58 * size
    _limb(hand, root, end, 12 * size, 9 * size)
    parts = [(hand, _skin(rng))]
    if rng.random() < 0.8:
        sleeve = np.zeros(field.shape, np.uint8)
        cuff = wrist - arm_way * float(rng.uniform(-20, 120)) * size
        thick = float(rng.uniform(34, 55)) * size
        _limb(sleeve, cuff, elbow, thick, 1.25 * thick, round_start=False)
        parts.append((sleeve, _paint(rng)))
    return Thing(parts, float(rng.uniform(10, 70)), 1.0)


def _cup(field: Mask, scale: float, rng: np.random.Generator) -> Thing:
    x, y = _place_in(field, rng)
    foot, top = (float(v) * scale for v in (rng.uniform(28, 42), rng.uniform(32, 52)))
    lean, far = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0, 60)) * scale
    body, mouth = (np.zeros(field.shape, np.uint8) for _ in range(2))
    end = np.array([x + far * math.cos(lean), y + far * math.sin(lean)])
    _limb(body, np.array([x, y]), end, foot, top)
    cv2.circle(mouth, _int(end), round(0.9 * top), 255, -1)
    paint = _paint(rng)
    inside = paint * rng.uniform(0.15, 1.25)
    return Thing([(body, paint), (mouth, inside)], float(rng.uniform(30, 90)), 0.6)


def _box(field: Mask, scale: float, rng: np.random.Generator) -> Thing:
    """A box, a clock, a telephone."""
    place = _place_in(field, rng)
    body, top = (np.zeros(field.shape, np.uint8) for _ in range(2))
    wide, high = (float(v) * scale for v in rng.uniform(60, 170, 2))
    turn = float(rng.uniform(0, 90))
    for mask, share in ((body, 1.0), (top, float(rng.uniform(0.6, 0.95)))):
        corners = cv2.boxPoints((tuple(place), (wide * share, high * share), turn))
        cv2.fillConvexPoly(mask, corners.astype(np.int32), 255)
    paint = _paint(rng)
    return Thing([(body, paint), (top, paint * rng.uniform(0.3, 1.3))], 40.0, 0.15)


def _paper(field: Mask, scale: float, rng: np.random.Generator) -> Thing:
    place = _place_in(field, rng)
    wide = float(rng.uniform(90, 220)) * scale
    sheet, lines = (np.zeros(field.shape, np.uint8) for _ in range(2))
    turn = float(rng.uniform(0, 180))
    box = (tuple(place), (wide, wide * float(rng.uniform(0.6, 1.0))), turn)
    corners = cv2.boxPoints(box)
    cv2.fillConvexPoly(sheet, corners.astype(np.int32), 255)
    if rng.random() < 0.7:
        for part in np.arange(0.1, 0.95, float(rng.uniform(0.04, 0.12))):
            a, b = (corners[i] + (corners[k] - corners[i]) * part for i, k in ((0, 1), (3, 2)))
            cv2.line(lines, _int(a), _int(b), 255, max(1, round(0.8 * scale)))
        lines &= sheet
    paint = np.full(3, rng.uniform(150, 250)) + rng.normal(0, 8, 3)
    return Thing([(sheet, paint), (lines, paint * rng.uniform(0.5, 0.95))], 3.0, 0.0)


def _cloth(field: Mask, scale: float, rng: np.random.Generator) -> Thing:
    x, y = _place_in(field, rng)
    around = np.linspace(0, 2 * math.pi, 60, endpoint=False)
    reach = float(rng.uniform(50, 180)) * scale
    far = np.full(len(around), reach)
    for k in range(1, 6):
        far += reach * rng.normal(0, 0.25 / k) * np.cos(k * around + rng.uniform(0, 6))
    outline = np.column_stack([x + far * np.cos(around), y + far * np.sin(around)])
    mask = np.zeros(field.shape, np.uint8)
    cv2.fillPoly(mask, [outline.astype(np.int32)], 255)
    return Thing([(mask, _paint(rng))], float(rng.uniform(2, 20)), float(rng.uniform(0.2, 1)))


def _place_in(field: Mask, rng: np.random.Generator) -> Place:
    ys, xs = np.nonzero(field)
    i = int(rng.integers(len(xs)))
    return np.array([xs[i], ys[i]], np.float64)


def _from_outside(field: Mask, tip: Place, rng: np.random.Generator) -> float:
    """The direction a hand points in that came in over an edge near it or from a player's seat."""
    high, wide = field.shape
    seats = [(wide * rng.uniform(-0.2, 1.2), high * (1.6 if rng.random() < 0.5 else -0.6))]
    seats.append((wide * (1.5 if rng.random() < 0.5 else -0.5), high * rng.uniform(0, 1)))
    seat = seats[0 if rng.random() < 0.7 else 1]
    return math.atan2(tip[1] - seat[1], tip[0] - seat[0]) + float(rng.normal(0, 0.25))


def _limb(
    mask: Mask, a: Place, b: Place, from_px: float, to_px: float, *, round_start: bool = True
) -> None:
    """A capsule whose radius changes from one end to the other."""
    way = (b - a) / (np.linalg.norm(b - a) + 1e-9)
    side = np.array([-way[1], way[0]])
    corners = np.array([a + side * from_px, b + side * to_px, b - side * to_px, a - side * from_px])
    cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 255)
    if round_start:
        cv2.circle(mask, _int(a), round(from_px), 255, -1)
    cv2.circle(mask, _int(b), round(to_px), 255, -1)


def _skin(rng: np.random.Generator) -> Place:
    if rng.random() < 0.12:
        return _paint(rng)
    hsv = np.array(
        [[[rng.integers(3, 18), rng.integers(50, 165), rng.integers(35, 240)]]], np.uint8
    )
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def _paint(rng: np.random.Generator) -> Place:
    hsv = np.array([[[rng.integers(180), rng.integers(0, 230), rng.integers(12, 245)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def _waves(shape: tuple[int, ...], long_px: float, rng: np.random.Generator) -> Floats:
    """Smooth noise of unit height."""
    size = [max(2, int(side / long_px) + 2) for side in shape[:2]]
    small = rng.standard_normal(size, dtype=np.float32)
    return np.asarray(cv2.resize(small, shape[1::-1], interpolation=cv2.INTER_CUBIC))


def _soft(mask: Floats, sigma_px: float) -> Floats:
    """Blurred, wide blurs in a small picture."""
    if sigma_px < 6:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma_px))
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma_px / 4)
    return np.asarray(cv2.resize(small, mask.shape[::-1], interpolation=cv2.INTER_LINEAR))


def _int(place: Place) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))
