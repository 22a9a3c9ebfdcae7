"""Boards painted flat, checker by checker, with far more kinds of checkers and boards than the
renderer has: rims, rings, marble, clear ones; logos, numbers, wide and blunt points. The geometry
is the camera's; the light is only painted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.lab.train.laying import Laid
from vision.scene import CheckerAt, Rig
from vision.view import Picture

Colour = NDArray[np.float64]
Image = NDArray[np.float32]
_BITS = 4
_AROUND = np.linspace(0, 2 * math.pi, 32, endpoint=False)
_CIRCLE = np.column_stack([np.cos(_AROUND), np.sin(_AROUND)])
ROUND_BASES = 0.4
"""Points whose ends at the wall are round look like checkers there."""
_LEAST_APART = 60.0
"""Of the colours of the two players' checkers, grey levels."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """Colours BGR 0-255. rings: from the rim inwards, outer radius over the checker's and the
    colour of each player's there; side: how bright a checker's wall is; clear: how much is seen
    through it; marble: how uneven its colour is, gleam: how bright its highlight."""

    field: Colour
    points: tuple[Colour, Colour]
    wood: Colour
    table: Colour
    checkers: tuple[Colour, Colour]
    rings: tuple[tuple[float, tuple[Colour, Colour]], ...]
    side: float
    clear: float
    marble: float
    gleam: float
    point_wide: float
    point_long: float
    blunt: float
    round_base: bool


def draw_look(rng: np.random.Generator) -> Look:
    """Any board and any two colours that a person would tell apart."""
    field = _paint(rng)
    points = (_paint(rng), _paint(rng))
    one = _paint(rng) if rng.random() < 0.6 else _light(rng)
    while True:
        other = _paint(rng) if rng.random() < 0.5 else _dark(rng)
        if np.linalg.norm(one - other) > _LEAST_APART:
            break
    pair = [one, other]
    if rng.random() < 0.35:  # a checker's colour is also a point's or the field's
        own = pair[int(rng.integers(2))] + rng.normal(0, 10, 3)
        which = int(rng.integers(3))
        field = own if which == 2 else field
        points = (own if which == 0 else points[0], own if which == 1 else points[1])
    if rng.random() < 0.5:
        pair.reverse()
    checkers = pair[0], pair[1]
    return Look(
        field=field,
        points=points,
        wood=_dark(rng) if rng.random() < 0.5 else _paint(rng),
        table=_paint(rng),
        checkers=checkers,
        rings=_rings(checkers, rng),
        side=float(rng.uniform(0.4, 0.95)),
        clear=float(rng.uniform(0.1, 0.5)) if rng.random() < 0.12 else 0.0,
        marble=float(rng.choice([0.0, 0.05, 0.2, 0.4], p=[0.4, 0.3, 0.2, 0.1])),
        gleam=float(rng.choice([0.0, 25.0, 60.0, 110.0], p=[0.4, 0.3, 0.2, 0.1])),
        point_wide=float(rng.uniform(0.33, 0.5)),
        point_long=float(rng.uniform(0.33, 0.46)),
        blunt=float(rng.choice([0.0, 0.1, 0.35], p=[0.7, 0.2, 0.1])),
        round_base=bool(rng.random() < ROUND_BASES),
    )


def paint(
    rig: Rig, calibration: Calibration, laid: Laid, look: Look, rng: np.random.Generator
) -> Picture:
    """A picture (h, w, 3) uint8 BGR of the laid checkers, some dice and the cube."""
    painter = _Painter(rig, calibration, look, rng)
    painter.board()
    painter.all_checkers(laid.checkers)
    painter.cube_and_dice(laid.checkers)
    return painter.developed()


class _Painter:
    def __init__(self, rig: Rig, calibration: Calibration, look: Look, rng: np.random.Generator):
        self._rig, self._look, self._rng = rig, look, rng
        self._world = calibration
        height, width = calibration.height, calibration.width
        self.image: Image = np.empty((height, width, 3), np.float32)
        self.image[:] = look.table
        self._shadow = rng.uniform(-1.3, 1.3, 2)
        self._soft_mm = float(np.exp(rng.uniform(math.log(0.7), math.log(6.0))))
        self._dark = float(rng.uniform(0.15, 0.6))

    def board(self) -> None:
        board, look, rng = self._rig.board, self._look, self._rng
        rim = -board.rim_height_mm
        self._rect((0, 0, *board.size_mm), rim, look.wood)
        felt = np.empty_like(self.image)
        felt[:] = look.field
        self._points(felt)
        if rng.random() < 0.4:
            self._logos(felt)
        grain = _waves(self.image.shape[:2], float(rng.uniform(1, 4)), rng) * float(
            rng.choice([0.01, 0.04, 0.09])
        )
        felt *= (1 + grain)[..., None]
        for rect in board.sunken:
            opening, floor = (np.zeros(self.image.shape[:2], np.uint8) for _ in range(2))
            self._fill(opening, self._corners(rect, rim), 255)
            self._fill(floor, self._corners(rect, 0.0), 255)
            wall = cv2.bitwise_and(opening, cv2.bitwise_not(floor))
            cv2.copyTo(felt, cv2.bitwise_and(opening, floor), self.image)
            self.image[wall > 0] = look.wood * float(rng.uniform(0.4, 0.9))
        if rng.random() < 0.5:
            self._numbers()
        self._hinges()

    def _points(self, felt: Image) -> None:
        board, look = self._rig.board, self._look
        pitch = (board.halves["picture_left"][2] - board.halves["picture_left"][0]) / 6
        inner = board.height_mm - 2 * board.rim_width_mm
        half, long = look.point_wide * pitch, look.point_long * inner
        for point in range(24):
            x, near = board.point_x_mm(point), point >= 12
            base = board.height_mm - board.rim_width_mm if near else board.rim_width_mm
            tip = base + (-long if near else long)
            blunt = half * look.blunt
            colour = look.points[(point % 12 + near) % 2]
            if look.round_base:
                base += -half if near else half
                self._fill(felt, self._px(_CIRCLE * half + (x, base), 0.0), colour)
            outline = [(x - half, base), (x + half, base), (x + blunt, tip), (x - blunt, tip)]
            self._fill(felt, self._px(outline, 0.0), colour)

    def _logos(self, felt: Image) -> None:
        board, rng = self._rig.board, self._rng
        for half in board.halves.values():
            x = float(rng.uniform(half[0] + 30, half[2] - 90))
            y = board.height_mm / 2 + float(rng.uniform(-40, 40))
            wide, high = float(rng.uniform(30, 90)), float(rng.uniform(15, 60))
            if rng.random() < 0.5:
                self._fill(
                    felt, self._corners((x, y - high / 2, x + wide, y + high / 2), 0.0), _paint(rng)
                )
            at = self._world.project(np.array([[x, y, 0.0]]))[0]
            scale = self._world.px_per_mm * float(rng.uniform(0.3, 0.9))
            text = "".join(rng.choice(list("ABGMNORSTaegmnors.0124"), int(rng.integers(2, 9))))
            thick = max(1, round(scale * 2))
            place = (round(float(at[0])), round(float(at[1])))
            ink = np.zeros(felt.shape[:2], np.uint8)
            cv2.putText(ink, text, place, 0, scale, 255, thick, cv2.LINE_AA)
            felt[ink > 127] = _paint(rng)

    def _numbers(self) -> None:
        board, rng = self._rig.board, self._rng
        ink = np.zeros(self.image.shape[:2], np.uint8)
        for point in range(24):
            near = point >= 12
            y = board.height_mm - board.rim_width_mm * 0.3 if near else board.rim_width_mm * 0.7
            x = board.point_x_mm(point) - 5
            at = self._world.project(np.array([[x, y, -board.rim_height_mm]]))[0]
            place = (round(float(at[0])), round(float(at[1])))
            scale = self._world.px_per_mm * 0.35
            cv2.putText(ink, str(point + 1), place, 0, scale, 255, 1, cv2.LINE_AA)
        self.image[ink > 127] = _paint(rng)

    def _hinges(self) -> None:
        board, rng = self._rig.board, self._rng
        middle = board.width_mm / 2
        z = -board.rim_height_mm
        self._rect((middle - 0.7, 0, middle + 0.7, board.height_mm), z, self._look.wood * 0.4)
        if rng.random() < 0.6:
            metal = _light(rng) if rng.random() < 0.5 else _paint(rng)
            wide = float(rng.uniform(8, 18))
            long = float(rng.uniform(15, 45))
            for part in (float(rng.uniform(0.12, 0.4)), float(rng.uniform(0.6, 0.88))):
                y = part * board.height_mm
                self._rect((middle - wide, y - long / 2, middle + wide, y + long / 2), z, metal)

    def all_checkers(self, checkers: tuple[CheckerAt, ...]) -> None:
        thick = self._rig.board.checker_thickness_mm
        rim = self._rig.board.rim_height_mm
        tops = np.zeros(self.image.shape[:2], np.uint8)
        levels: dict[tuple[bool, int], list[CheckerAt]] = {}
        for at in checkers:
            raised = -at.z_mm > rim and self._rig.board.raised_at(at.x_mm, at.y_mm)
            layer = int((-at.z_mm - (rim if raised else 0.0)) / thick)
            levels.setdefault((raised, layer), []).append(at)
        for key in sorted(levels, key=lambda one: (one[1], one[0])):
            self._level(levels[key], tops)
        if self._look.marble:
            waves = _waves(tops.shape, float(self._rng.uniform(2, 9)), self._rng)
            soft = tops.astype(np.float32) / 255 * self._look.marble
            self.image *= (1 + soft * np.clip(waves, -2, 2))[..., None]

    def _level(self, level: list[CheckerAt], tops: NDArray[np.uint8]) -> None:
        look, rng = self._look, self._rng
        board = self._rig.board
        radius, thick = board.checker_diameter_mm / 2, board.checker_thickness_mm
        rim = float(rng.uniform(0.0, 0.06))  # how round its upper edge is
        feet, heads = (self._circles(level, 1.0, side * thick / 2) for side in (1, -1))
        shade = np.zeros(tops.shape, np.uint8)
        shift = self._shadow * thick * self._world.px_per_mm
        for foot in feet:
            cast = np.concatenate([foot, foot + shift])
            cv2.fillConvexPoly(shade, _hull(cast), 255, cv2.LINE_AA, _BITS)
        soft_px = max(0.4, self._soft_mm * self._world.px_per_mm)
        dark = cv2.GaussianBlur(shade, (0, 0), soft_px).astype(np.float32)
        self.image *= (1 - self._dark / 255 * dark)[..., None]
        under = self.image.copy() if look.clear else None
        rings = [
            (look_at, self._circles(level, look_at[0] * (1 - rim), -thick / 2))
            for look_at in look.rings
        ]
        glows = float(rng.normal(0, 1)), float(rng.normal(0, 1))
        for i, at in enumerate(level):
            tone = float(rng.normal(1.0, 0.02))
            base = look.checkers[at.player] * tone
            side = np.concatenate([feet[i], heads[i]])
            cv2.fillConvexPoly(
                self.image, _hull(side), (base * look.side).tolist(), cv2.LINE_AA, _BITS
            )
            top = _hull(heads[i])
            cv2.fillConvexPoly(tops, top, 255, cv2.LINE_AA, _BITS)
            cv2.fillConvexPoly(self.image, top, (base * 0.93).tolist(), cv2.LINE_AA, _BITS)
            inner = heads[i].mean(axis=0) + (heads[i] - heads[i].mean(axis=0)) * (1 - rim)
            cv2.fillConvexPoly(self.image, _hull(inner), base.tolist(), cv2.LINE_AA, _BITS)
            for (_, colours), outlines in rings:
                paint_of = (colours[at.player] * tone).tolist()
                cv2.fillConvexPoly(self.image, _hull(outlines[i]), paint_of, cv2.LINE_AA, _BITS)
            if look.gleam:
                middle = (
                    heads[i].mean(axis=0) + np.array(glows) * radius * 0.3 * self._world.px_per_mm
                )
                size = radius * float(rng.uniform(0.15, 0.5)) * self._world.px_per_mm
                self._glow(middle, size, look.gleam * float(rng.uniform(0.5, 1.0)))
        if under is not None:
            self.image = self.image * (1 - look.clear) + under * look.clear

    def _glow(self, middle: Floats, size: float, bright: float) -> None:
        reach = round(2.5 * size) + 1
        x, y = (round(float(v)) for v in middle)
        high, wide = self.image.shape[:2]
        if not (reach < x < wide - reach and reach < y < high - reach):
            return
        axis = np.arange(-reach, reach + 1, dtype=np.float32)
        bell = np.exp(-((axis / size) ** 2))
        window = self.image[y - reach : y + reach + 1, x - reach : x + reach + 1]
        window += (np.outer(bell, bell) * bright)[..., None]

    def _circles(self, level: list[CheckerAt], share: float, down_mm: float) -> Floats:
        """Of each checker a circle of a share of its radius, px (n, 32, 2)."""
        radius = share * self._rig.board.checker_diameter_mm / 2
        middles = np.array([(c.x_mm, c.y_mm, c.z_mm + down_mm) for c in level])
        ring = np.column_stack([_CIRCLE * radius, np.zeros(len(_CIRCLE))])
        points = middles[:, None] + ring[None]
        return self._world.project(points.reshape(-1, 3)).reshape(len(level), -1, 2)

    def cube_and_dice(self, checkers: tuple[CheckerAt, ...]) -> None:
        board, rng = self._rig.board, self._rng
        dice = int(rng.choice([0, 2, 3, 4], p=[0.15, 0.65, 0.1, 0.1]))
        body, pip = _paint(rng), _light(rng)
        if rng.random() < 0.5:
            body, pip = _light(rng), _dark(rng)
        side = float(rng.uniform(12, 16))
        halves = list(board.halves.values())
        for _ in range(dice):
            left, top, right, bottom = halves[int(rng.integers(2))]
            x, y = float(rng.uniform(left + 9, right - 9)), float(rng.uniform(top + 9, bottom - 9))
            if rng.random() < 0.7:  # where dice mostly come to rest
                y = float(np.clip(rng.normal(board.height_mm / 2, 70), top + 9, bottom - 9))
            self._box(x, y, self._ground(x, y, checkers), side, body, pip)
        if rng.random() < 0.8:
            x = float(rng.choice([board.width_mm / 2, rng.uniform(40, board.width_mm - 40)]))
            y = float(
                rng.choice([board.height_mm / 2, 15.0, rng.uniform(40, board.height_mm - 40)])
            )
            ground = self._ground(x, y, checkers)
            self._box(x, y, ground, board.cube_mm, _light(rng), _dark(rng))

    def _ground(self, x: float, y: float, checkers: tuple[CheckerAt, ...]) -> float:
        board = self._rig.board
        near = board.checker_diameter_mm / 2
        tops = [
            c.z_mm - board.checker_thickness_mm / 2
            for c in checkers
            if math.hypot(c.x_mm - x, c.y_mm - y) < near
        ]
        return min([board.ground_z_mm(x, y), *tops])

    def _box(self, x: float, y: float, z: float, side: float, body: Colour, ink: Colour) -> None:
        rng = self._rng
        turn = float(rng.uniform(0, math.pi / 2))
        way = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2 @ way + (x, y)
        foot, top = self._px(square, z), self._px(square, z - side)
        shade = np.zeros(self.image.shape[:2], np.uint8)
        shift = self._shadow * side * self._world.px_per_mm
        cv2.fillConvexPoly(
            shade, _hull(np.concatenate([foot, foot + shift])), 255, cv2.LINE_AA, _BITS
        )
        x0, y0 = (int(v) for v in foot.min(axis=0) - 3 * side)
        x1, y1 = (int(v) for v in foot.max(axis=0) + 3 * side)
        window = np.s_[max(y0, 0) : max(y1, 1), max(x0, 0) : max(x1, 1)]
        soft = cv2.GaussianBlur(shade[window], (0, 0), max(0.5, self._world.px_per_mm))
        self.image[window] *= (1 - self._dark / 255 * soft.astype(np.float32))[..., None]
        whole = np.concatenate([foot, top])
        cv2.fillConvexPoly(self.image, _hull(whole), (body * 0.7).tolist(), cv2.LINE_AA, _BITS)
        cv2.fillConvexPoly(self.image, _hull(top), body.tolist(), cv2.LINE_AA, _BITS)
        for _ in range(int(rng.integers(1, 7))):
            part = rng.uniform(0.2, 0.8, 2)
            spot = top[0] + part[0] * (top[1] - top[0]) + part[1] * (top[3] - top[0])
            size = max(1, round(0.09 * side * self._world.px_per_mm))
            cv2.circle(
                self.image,
                (round(float(spot[0])), round(float(spot[1]))),
                size,
                ink.tolist(),
                -1,
                cv2.LINE_AA,
            )

    def developed(self) -> Picture:
        rng = self._rng
        high, wide = self.image.shape[:2]
        slope = rng.normal(0, 0.16, 2)
        x = np.linspace(-1, 1, wide, dtype=np.float32)
        y = np.linspace(-1, 1, high, dtype=np.float32)
        light = np.exp(slope[0] * x[None] + slope[1] * y[:, None])
        light *= 1 - np.float32(rng.uniform(0, 0.3)) * (x[None] ** 2 + y[:, None] ** 2) / 2
        gain = np.exp(rng.normal(0, 0.08, 3)) * math.exp(float(rng.normal(-0.05, 0.22)))
        image = self.image * light[..., None] * gain.astype(np.float32)
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.35, 0.9)))
        noise = rng.standard_normal(image.shape, dtype=np.float32)
        image += noise * np.float32(rng.uniform(0.5, 6))
        return np.asarray(np.clip(image, 0, 255), np.uint8)

    def _rect(self, rect: tuple[float, ...], z: float, colour: Colour) -> None:
        self._fill(self.image, self._corners(rect, z), colour)

    def _corners(self, rect: tuple[float, ...], z: float) -> Floats:
        x0, y0, x1, y1 = rect
        return self._px([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], z)

    def _px(self, flat: object, z: float) -> Floats:
        flat_mm = np.asarray(flat, np.float64)
        return self._world.project(np.column_stack([flat_mm, np.full(len(flat_mm), z)]))

    @staticmethod
    def _fill(image: Any, outline: Floats, colour: Colour | int) -> None:
        paint_of = [float(colour)] if isinstance(colour, int) else colour.tolist()
        cv2.fillConvexPoly(image, _hull(outline), paint_of, cv2.LINE_AA, _BITS)


def _rings(
    checkers: tuple[Colour, Colour], rng: np.random.Generator
) -> tuple[tuple[float, tuple[Colour, Colour]], ...]:
    kind = int(rng.choice(4, p=[0.4, 0.25, 0.2, 0.15]))
    if kind == 0:
        return ()
    other = _tone(checkers, rng)
    if kind == 1:  # a rim of another tone
        return ((float(rng.uniform(0.78, 0.95)), other),)
    outer = float(rng.uniform(0.45, 0.9))
    if kind == 2:  # a ring
        return ((outer, other), (outer - float(rng.uniform(0.06, 0.2)), checkers))
    inner = outer - float(rng.uniform(0.08, 0.25))
    deep = _tone(checkers, rng)
    return ((outer, other), (inner, checkers), (max(0.15, inner - 0.15), deep))


def _tone(checkers: tuple[Colour, Colour], rng: np.random.Generator) -> tuple[Colour, Colour]:
    """The two colours lighter, darker, or mixed with a third."""
    if rng.random() < 0.6:
        factor = float(rng.uniform(0.55, 1.45))
        return checkers[0] * factor, checkers[1] * factor
    third = _paint(rng) if rng.random() < 0.5 else np.array([90.0, 170.0, 205.0])
    part = float(rng.uniform(0.3, 0.9))
    return tuple(one * (1 - part) + third * part for one in checkers)  # type: ignore[return-value]


def _paint(rng: np.random.Generator) -> Colour:
    hsv = np.array([[[rng.integers(180), rng.integers(0, 235), rng.integers(18, 245)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def _light(rng: np.random.Generator) -> Colour:
    return np.full(3, rng.uniform(165, 245)) + rng.normal(0, 10, 3)


def _dark(rng: np.random.Generator) -> Colour:
    return np.full(3, rng.uniform(18, 70)) + rng.normal(0, 8, 3)


def _hull(points: Floats) -> NDArray[np.int32]:
    outline = cv2.convexHull(np.asarray(points, np.float32))
    return np.rint(np.asarray(outline) * (1 << _BITS)).astype(np.int32)


def _waves(shape: tuple[int, ...], long_px: float, rng: np.random.Generator) -> Image:
    """Smooth noise of unit height."""
    size = [max(2, int(side / long_px) + 2) for side in shape[:2]]
    small = rng.standard_normal(size, dtype=np.float32)
    return np.asarray(cv2.resize(small, shape[1::-1], interpolation=cv2.INTER_LINEAR))
