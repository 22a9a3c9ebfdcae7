"""A printed event card laid on a rendered board, in the light, blur and noise of the picture."""

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from vision.scene import Rig, Scene
from vision.scene.render import Renderer

Picture = NDArray[np.uint8]
GAMMA = 2.2
PAPER, INK = 0.85, 0.04
"""How much light each throws back."""

QUIET = 4
SUBPIXELS = 8


def code(text: str) -> Picture:
    """Its squares, 1 dark, with the quiet zone."""
    made = segno.make(text, error="m", mode="alphanumeric", boost_error=False)
    return np.array([list(row) for row in made.matrix_iter(border=QUIET)], np.uint8)


def laid(
    rig: Rig,
    renderer: Renderer,
    text: str,
    *,
    at_mm: tuple[float, float],
    turned_deg: float,
    code_mm: float,
    scene: Scene | None = None,
    seed: int = 1,
) -> Picture:
    """A frame of the board with the card flat on it: its code, `code_mm` wide without the quiet
    zone, about `at_mm`.
    """
    squares = code(text)
    wide = len(squares)
    total_mm = code_mm * wide / (wide - 2 * QUIET)
    angle = np.deg2rad(turned_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * total_mm / 2) @ turn.T + at_mm
    points = np.hstack([corners, np.full((4, 1), -0.5)])
    px = rig.camera.project(points).astype(np.float32)
    large = cv2.resize(squares, None, fx=SUBPIXELS, fy=SUBPIXELS, interpolation=cv2.INTER_NEAREST)
    side = wide * SUBPIXELS
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    zoom = 3
    warp = cv2.getPerspectiveTransform(flat, px * zoom)
    clean = renderer.clean(scene or Scene(), 0.0)
    high, width = clean.shape[:2]
    size = (width * zoom, high * zoom)
    dark = cv2.warpPerspective(large.astype(np.float32), warp, size, flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(np.ones_like(large, np.float32), warp, size)
    dark, there = (
        cv2.resize(each, (width, high), interpolation=cv2.INTER_AREA) for each in (dark, there)
    )
    dark, there = (cv2.GaussianBlur(each, (0, 0), 0.6 * width / 1280) for each in (dark, there))
    light = (clean.astype(np.float32) / 255) ** GAMMA
    felt = light.reshape(-1, 3)[(there > 0.5).ravel()]
    bright = np.percentile(felt, 60, axis=0) / 0.25
    paper = np.clip(bright * PAPER, 0.05, 0.95)
    card = paper * (1 - dark[..., None]) + paper * (INK / PAPER) * dark[..., None]
    mixed = light * (1 - there[..., None]) + card * there[..., None]
    shown = 255 * np.clip(mixed, 0, 1) ** (1 / GAMMA)
    noise = np.random.default_rng(seed).normal(0, 3.0, shown.shape)
    return np.asarray(np.clip(shown + noise, 0, 255), np.uint8)
