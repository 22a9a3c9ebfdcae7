"""What makers print between the pips: letters around a 1, a crest on a 2, a number on a 6."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.trace import Array

_LETTERS = "ABCDEFGHIJKLMNOPRSTUVWY&.*"
_DIGITS = "0123456789"
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)
_ABOUT_PX = 22.0
"""The height of OpenCV's letters at scale 1."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """What one set of dice bears; an empty word is not printed. Lengths are in sides of the die.

    ink: part of the pips' ink; font: one of OpenCV's; stroke: how thick a line is; ring: letters
    around the pip of a 1, their middles so far off, so high; crest: letters upon each other in the
    middle of a 2, so high; number: lines between the rows of a 6, so high each.
    """

    ink: float
    font: int
    stroke: float
    ring: str = ""
    ring_off: float = 0.24
    ring_high: float = 0.09
    crest: str = ""
    crest_high: float = 0.34
    number: tuple[str, ...] = ()
    number_high: float = 0.1


def draw_lettering(rng: np.random.Generator) -> Lettering:
    """One maker's print: a ring on four sets of five, a crest and a number on three of four."""
    ring = _word(_LETTERS, int(rng.integers(8, 20)), rng)
    crest = _word(_LETTERS, int(rng.integers(1, 3)), rng)
    lines = tuple(_word(_DIGITS, int(rng.integers(1, 5)), rng) for _ in range(rng.integers(1, 4)))
    return Lettering(
        ink=float(rng.uniform(0.25, 0.8)),
        font=int(rng.choice(_FONTS)),
        stroke=float(rng.uniform(0.008, 0.02)),
        ring=ring if rng.random() < 0.8 else "",
        ring_off=float(rng.uniform(0.19, 0.29)),
        ring_high=float(rng.uniform(0.06, 0.12)),
        crest=crest if rng.random() < 0.75 else "",
        crest_high=float(rng.uniform(0.26, 0.45)),
        number=lines if rng.random() < 0.75 else (),
        number_high=float(rng.uniform(0.07, 0.14)),
    )


def print_on(value: int, lettering: Lettering, size_px: int, *, along_x: bool) -> Array:
    """The print's part of ink on one face (size_px, size_px). along_x: the rows of a 6 run so."""
    face = np.zeros((size_px, size_px), np.float32)
    if value == 1:
        step = 360.0 / max(len(lettering.ring), 1)
        for i, letter in enumerate(lettering.ring):
            at = (0.0, -lettering.ring_off)
            _stamp(face, letter, at, lettering.ring_high, i * step, lettering)
    elif value == 2:
        for i, letter in enumerate(lettering.crest):
            off = 0.2 * lettering.crest_high * (2 * i - len(lettering.crest) + 1)
            _stamp(face, letter, (off, off), lettering.crest_high, 45.0, lettering)
    elif value == 6:
        for i, line in enumerate(lettering.number):
            off = 1.4 * lettering.number_high * (i - (len(lettering.number) - 1) / 2)
            _stamp(face, line, (0.0, off), lettering.number_high, 90.0 * along_x, lettering)
    return lettering.ink * face


def _stamp(
    face: Array,
    word: str,
    at: tuple[float, float],
    high: float,
    turn_deg: float,
    lettering: Lettering,
) -> None:
    """Print a word into a face (n, n), its middle at x, y from the face's, all turned about it."""
    size = len(face)
    scale = high * size / _ABOUT_PX
    thick = max(1, round(lettering.stroke * size))
    (width, height), _ = cv2.getTextSize(word, lettering.font, scale, thick)
    middle = (size - 1) / 2
    left, low = middle + at[0] * size - width / 2, middle + at[1] * size + height / 2
    flat = np.zeros((size, size), np.uint8)
    start = math.floor(left + 0.5), math.floor(low + 0.5)
    cv2.putText(flat, word, start, lettering.font, scale, (255,), thick, cv2.LINE_AA)
    turned = cv2.getRotationMatrix2D((middle, middle), turn_deg, 1.0)
    printed = cv2.warpAffine(flat, turned, (size, size)).astype(np.float32) / 255
    np.maximum(face, printed, out=face)


def _word(letters: str, length: int, rng: np.random.Generator) -> str:
    return "".join(rng.choice(list(letters), length))
