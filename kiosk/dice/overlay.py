"""A picture of a calibration: the detected board, and the faults."""

from __future__ import annotations

import textwrap

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.dice.calibrate import CalibratedBoard, in_words
from kiosk.dice.explain import ASKED, NOT_FLAT, PLAN, SURE, Colour, corners_of, write
from vision.calibration import Calibration, Rect
from vision.calibration.check import squares_mm
from vision.view import Picture

LARGER = 10
"""Factor by which residuals are enlarged."""
TINT = 0.25
COLUMNS = 100
"""Most characters of a line."""
LETTER_PX = 9.5
"""The width of a letter where lines are a pixel thick."""


def draw_overlay(found: CalibratedBoard) -> Picture:
    """A copy of the picture with frame, halves, bar, markers, squares of a die's size and faults
    drawn on it, and the words of `in_words` below.
    """
    canvas = found.picture.copy()
    thick = max(1, round(canvas.shape[1] / 900))
    _draw_board(canvas, found.world, thick)
    for half in (found.world.board.picture_left, found.world.board.picture_right):
        for square in squares_mm(half, found.die_mm):
            _outline(canvas, found.world.project(square), SURE, thick)
    _draw_markers(canvas, found, thick)
    for point in () if found.corners is None else found.corners:
        if np.isfinite(point).all():
            cv2.drawMarker(canvas, _pixel(point), ASKED, cv2.MARKER_CROSS, 12 * thick, thick)
    for fault in found.faults:
        for x, y, width, height in fault.at_px:
            cv2.rectangle(canvas, (x, y), (x + width, y + height), NOT_FLAT, 2 * thick)
    return np.vstack([canvas, _words(in_words(found), canvas.shape[1], thick)])


def _words(lines: list[str], width: int, thick: int) -> Picture:
    """The words below the picture, since every part of the board can matter."""
    columns = min(COLUMNS, round(width / (LETTER_PX * thick)))
    parts = [part for line in lines for part in textwrap.wrap(line, columns)]
    strip = np.zeros(((len(parts) + 1) * 22 * thick, width, 3), np.uint8)
    for i, line in enumerate(parts):
        write(strip, line, (12 * thick, (i + 1) * 22 * thick), ASKED, thick)
    return strip


def _draw_board(canvas: Picture, world: Calibration, thick: int) -> None:
    board = world.board
    rim = board.rim_height_mm
    right = _pixels(world, board.picture_right)
    tinted = canvas.copy()
    cv2.fillConvexPoly(tinted, right.round().astype(np.int32), SURE, cv2.LINE_AA)
    cv2.addWeighted(tinted, TINT, canvas, 1 - TINT, 0, dst=canvas)
    _outline(canvas, _pixels(world, Rect(0.0, 0.0, *board.size_mm), rim), PLAN, 2 * thick)
    _outline(canvas, _pixels(world, board.bar, rim), PLAN, thick)
    for half in (board.picture_left, board.picture_right):
        _outline(canvas, _pixels(world, half), PLAN, thick)
    x, y = right.mean(axis=0)
    label = "right half of the player at the bottom"
    write(canvas, label, (round(x) - 140 * thick, round(y)), PLAN, thick)


def _draw_markers(canvas: Picture, found: CalibratedBoard, thick: int) -> None:
    if found.fit is None:
        return
    for i, seen in found.fit.seen.items():
        miss = found.fit.posed[i] - seen
        for corner, off in zip(seen, LARGER * miss, strict=True):
            cv2.circle(canvas, _pixel(corner), 2 * thick, SURE, thick, cv2.LINE_AA)
            cv2.line(canvas, _pixel(corner), _pixel(corner + off), NOT_FLAT, thick, cv2.LINE_AA)
        worst = float(np.linalg.norm(miss, axis=1).max())
        x, y = seen.mean(axis=0)
        at = round(x) - 20 * thick, round(y + 1.2 * np.ptp(seen[:, 1]))
        write(canvas, f"{i}: {worst:.1f} px", at, ASKED, thick)


def _pixels(world: Calibration, rect: Rect, height_mm: float = 0.0) -> NDArray[np.float64]:
    return world.project(corners_of(rect, height_mm))


def _outline(canvas: Picture, px: NDArray[np.float64], colour: Colour, thick: int) -> None:
    cv2.polylines(canvas, [px.round().astype(np.int32)], True, colour, thick, cv2.LINE_AA)


def _pixel(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
