"""Pictures that are laid on things: a half with its points, pips, numbers, cards, clocks."""

from __future__ import annotations

import math
from itertools import pairwise

import cv2
import numpy as np

from vision.lab.cycles.styles import BoardStyle
from vision.scene.die import Chirality
from vision.view import Picture

PX_PER_MM = 3.0
TILE_PX = 128
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
FONT = cv2.FONT_HERSHEY_DUPLEX
LETTERED = cv2.FONT_HERSHEY_COMPLEX_SMALL


def blue_first(colour: str) -> tuple[int, int, int]:
    r, g, b = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return (b, g, r)


def half(style: BoardStyle, size_mm: tuple[float, float], long_mm: float, first: int) -> Picture:
    """The field of one half with its twelve points, (h, w, 3); first: which colour its upper left
    point has; long_mm: of a point."""
    fine = 2
    scale = PX_PER_MM * fine
    width, height = (round(side * scale) for side in size_mm)
    picture = np.full((height, width, 3), blue_first(style.field["colour"]), np.uint8)
    step = width / 6
    for k in range(12):
        column, lower = k % 6, k >= 6
        colour = style.point_a if (column + first + lower) % 2 == 0 else style.point_b
        outline = _point(style.points, step, long_mm * scale)
        outline[:, 0] += (column + 0.5) * step
        if lower:
            outline[:, 1] = height - 1 - outline[:, 1]
        corners = np.rint(outline).astype(np.int32)
        cv2.fillPoly(picture, [corners], blue_first(colour), cv2.LINE_AA)
        if style.seam:
            _stitch(picture, outline, blue_first(style.seam), scale)
    if style.logo:
        _print(picture, style.logo, blue_first(style.point_b), scale)
    return np.asarray(
        cv2.resize(picture, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA), np.uint8
    )


def _point(shape: str, step: float, long: float) -> np.ndarray:
    """The outline of a point about its middle line, from the upper wall down, (n, 2)."""
    wide = {"straight": 0.48, "round": 0.44, "slim": 0.36}[shape] * step
    if shape != "round":
        return np.array([(-wide, 0.0), (wide, 0.0), (0.03 * step, long), (-0.03 * step, long)])
    head = 0.3 * step  # a round foot at the wall, as a drop has it
    bow = [(wide * math.cos(a), head - head * math.sin(a)) for a in np.linspace(0, math.pi, 14)]
    return np.array([*bow, (-0.02 * step, long), (0.02 * step, long)])


def _stitch(
    picture: Picture, outline: np.ndarray, colour: tuple[int, int, int], scale: float
) -> None:
    """Dashes of 3 mm around an outline."""
    closed = np.vstack([outline, outline[:1]])
    for a, b in pairwise(closed):
        length = float(np.hypot(*(b - a)))
        for start in np.arange(0, length, 4.2 * scale):
            ends = [a + (b - a) * min(1.0, s / max(length, 1)) for s in (start, start + 3 * scale)]
            p, q = ((round(float(e[0])), round(float(e[1]))) for e in ends)
            cv2.line(picture, p, q, colour, max(1, round(0.7 * scale)), cv2.LINE_AA)


def _print(picture: Picture, word: str, colour: tuple[int, int, int], scale: float) -> None:
    """A maker's name in a frame, in the middle of the field."""
    height, width = picture.shape[:2]
    size = 0.055 * scale * (1.4 if len(word) < 4 else 0.75)
    thick = max(1, round(0.9 * scale))
    (w, h), _ = cv2.getTextSize(word, FONT, size, thick)
    x, y = (width - w) // 2, (height + h) // 2
    edge = round(7 * scale)
    low, high = (x - edge, y - h - edge), (x + w + edge, y + edge)
    if len(word) < 4:
        cv2.rectangle(picture, low, high, (88, 88, 86), -1)
        colour = (230, 230, 230)
    else:
        cv2.ellipse(
            picture,
            (width // 2, height // 2),
            (w // 2 + edge, h + edge),
            0,
            0,
            360,
            colour,
            thick,
            cv2.LINE_AA,
        )
    cv2.putText(picture, word, (x, y), FONT, size, colour, thick, cv2.LINE_AA)


def pips(
    chirality: Chirality, radius: float, offset: float, turns: tuple[bool, bool, bool]
) -> Picture:
    """Where a die has ink, 0 or 255: its six faces side by side as `shapes.rounded_box` charts
    them; radius and offset in sides; turns: whether 2, 3 and 6 lie turned by a quarter."""
    values = [1, 2, 3, 4, 5, 6] if chirality == "ccw" else [1, 2, 4, 3, 5, 6]
    fine = 4
    tile = TILE_PX * fine
    sheet = np.zeros((tile, 6 * tile), np.uint8)
    turned = dict(zip((2, 3, 6), turns, strict=True))
    for place, value in enumerate(values):
        for right, down in PIPS[value]:
            u, v = (-down, right) if turned.get(value) else (right, down)
            x, y = (0.5 + offset * u + place) * tile, (0.5 + offset * v) * tile
            cv2.circle(sheet, (round(x), round(y)), round(radius * tile), 255, -1)
    small = cv2.resize(sheet, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR), np.uint8)


def number(value: int, paper: str, ink: str) -> Picture:
    """One face of the doubling cube."""
    picture = np.full((160, 160, 3), blue_first(paper), np.uint8)
    word = str(value)
    size = 4.2 if len(word) == 1 else 3.0
    (w, h), _ = cv2.getTextSize(word, FONT, size, 9)
    at = (80 - w // 2, 80 + h // 2)
    cv2.putText(picture, word, at, FONT, size, blue_first(ink), 9, cv2.LINE_AA)
    return picture


def score_card(rng: np.random.Generator) -> Picture:
    """Two large figures, some lines of small ones."""
    picture = np.full((300, 420, 3), 238, np.uint8)
    cv2.rectangle(picture, (0, 132), (420, 168), (60, 58, 56), -1)
    for y in (110, 280):
        for x in (40, 250):
            word = str(int(rng.integers(0, 10)))
            cv2.putText(picture, word, (x, y), FONT, 3.6, (28, 26, 26), 10, cv2.LINE_AA)
    cv2.putText(picture, "MATCH TO 7", (110, 158), FONT, 0.8, (230, 230, 230), 2, cv2.LINE_AA)
    return picture


def written(rng: np.random.Generator) -> Picture:
    """A score sheet of a match, on paper."""
    picture = np.full((420, 300, 3), (232, 240, 242), np.uint8)
    for y in range(30, 420, 22):
        cv2.line(picture, (0, y), (300, y), (206, 190, 178), 1, cv2.LINE_AA)
        if rng.random() < 0.7:
            first, second, point = rng.integers((1, 1, 2), (7, 7, 12))
            word = f"{first}{second}: 24/18 13/{point}"
            cv2.putText(picture, word, (24, y - 3), LETTERED, 0.8, (120, 50, 40), 1, cv2.LINE_AA)
    return picture


def clock_face(rng: np.random.Generator) -> Picture:
    """Two times on a grey-green display."""
    picture = np.full((120, 320, 3), (120, 148, 140), np.uint8)
    for x in (12, 172):
        word = f"{int(rng.integers(0, 13))}:{int(rng.integers(0, 60)):02}"
        cv2.putText(picture, word, (x, 84), FONT, 2.0, (30, 34, 32), 5, cv2.LINE_AA)
    return picture
