"""A drawn roll as a table's camera sees it: the board before, dice that fly in, and how they lie.

Cycles draws a board and its dice once; between those two pictures the dice are pasted on their way,
drawn out along it. It need not look real: no value is read from a frame in which anything moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np

from vision.frame import Frame, small_of
from vision.lab.answered import side_px
from vision.lab.film import BARE_FRAMES, FRAME_MS, REST_FRAMES
from vision.scene.pose import Floats
from vision.view import Picture

FLIGHT_FRAMES = 8
STEP_SIDES = 1.5
"""Way of a die from frame to frame."""
SIDES = 1.6
"""Width of the picture around a die that moves with it."""
NOISE_GREY = 1.5
"""Noise between two frames of one scene, beside the grain that both pictures share."""


def film(
    before: Picture, picture: Picture, truth: dict[str, Any], rng: np.random.Generator
) -> Iterator[Frame]:
    """30 frames a second: the board without dice, dice on their way, the picture with its truth."""
    ways = [_way(rng) for _ in truth["dice"]]
    shown = [before] * BARE_FRAMES
    for left in range(FLIGHT_FRAMES, 0, -1):
        flying = before.copy()
        for die, way in zip(truth["dice"], ways, strict=True):
            _paste(flying, picture, die, left * STEP_SIDES * side_px(die) * way)
        shown.append(flying)
    shown += [picture] * REST_FRAMES
    for seq, main in enumerate(shown):
        grain = rng.normal(0, NOISE_GREY, main.shape).astype(np.float32)
        seen = np.clip(np.rint(main + grain), 0, 255).astype(np.uint8)
        yield Frame(seq, round(seq * FRAME_MS * 1e6), seen, small_of(seen))


def _way(rng: np.random.Generator) -> Floats:
    """Where a die comes from, seen from where it lies, as a unit (2,)."""
    turn = float(rng.uniform(0, 2 * np.pi))
    return np.array([np.cos(turn), np.sin(turn)])


def _paste(onto: Picture, picture: Picture, die: dict[str, Any], off_px: Floats) -> None:
    """Paste a die from a picture, drawn out, into another one at an offset."""
    half = round(SIDES * side_px(die))
    x, y = np.rint(die["center_px"]).astype(int)
    at_x, at_y = np.rint(np.array(die["center_px"]) + off_px).astype(int)
    height, width = picture.shape[:2]
    if not (half <= min(x, at_x) and max(x, at_x) < width - half):
        return
    if not (half <= min(y, at_y) and max(y, at_y) < height - half):
        return
    seen = picture[y - half : y + half, x - half : x + half]
    long = max(3, half // 2)
    soft = cv2.blur(seen, (long, 3) if abs(off_px[0]) > abs(off_px[1]) else (3, long))
    share = np.zeros((2 * half, 2 * half, 1), np.float32)
    cv2.circle(share, (half, half), round(side_px(die)), 1.0, -1, cv2.LINE_AA)
    there = onto[at_y - half : at_y + half, at_x - half : at_x + half]
    there[:] = np.rint(there + share * (soft.astype(np.float32) - there)).astype(np.uint8)
