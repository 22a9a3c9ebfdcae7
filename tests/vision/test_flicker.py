"""Lamps on the mains before a rolling shutter: what beats is told, what stands still is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.flicker import LEAST_FRAMES, flicker
from vision.frame import small_of
from vision.light import Trouble
from vision.scene import Renderer, Rig, Scene, opening

Picture = NDArray[np.uint8]
FRAMES = 24
READ_MS = 18.0
"""From the first row to the last, as of a sensor that gives 56 frames a second."""
GAMMA = 2.2


@pytest.fixture(scope="module")
def board() -> Picture:
    rig = Rig.draw(5, 640, 360)
    return Renderer(rig).clean(Scene(opening(rig.board)), 0)


def pulsing(
    board: Picture, exposure_ms: float, hz: int, depth: float, fps: float = 30.0
) -> list[Picture]:
    """Small pictures under a lamp of light 1 + depth cos(2 pi 2 hz t), averaged over each row's
    own exposure: sinc(2 hz exposure) of the depth is left."""
    rng = np.random.default_rng(2)
    high = board.shape[0]
    light = (board / 255.0) ** GAMMA
    per_ms = 2 * hz / 1000
    left = depth * np.sinc(per_ms * exposure_ms)
    smalls = []
    for number in range(FRAMES):
        at_ms = number * 1000 / fps + np.arange(high) / high * READ_MS + exposure_ms / 2
        lit = light * (1 + left * np.cos(2 * np.pi * per_ms * at_ms))[:, None, None]
        noisy = 255 * np.clip(lit, 0, 1) ** (1 / GAMMA) + rng.normal(0, 2, board.shape)
        smalls.append(small_of(np.clip(np.rint(noisy), 0, 255).astype(np.uint8)))
    return smalls


@pytest.mark.parametrize(
    ("exposure_ms", "hz", "fps"),
    [(8.333, 50, 30.0), (5.0, 50, 30.0), (15.0, 50, 29.97), (10.0, 60, 25.0), (4.0, 60, 50.0)],
)
def test_bands_that_run_are_told_with_their_height(
    board: Picture, exposure_ms: float, hz: int, fps: float
) -> None:
    depth = 0.4
    fault = flicker(pulsing(board, exposure_ms, hz, depth, fps))
    assert fault is not None
    assert fault.trouble is Trouble.FLICKER
    assert "bands" in fault.words
    swing = 2 * depth * abs(np.sinc(2 * hz / 1000 * exposure_ms))
    assert 0.8 * swing < fault.figure < 1.6 * swing


@pytest.mark.parametrize(("exposure_ms", "hz"), [(10.0, 50), (20.0, 50), (8.333, 60), (16.667, 60)])
def test_whole_pulses_show_no_flicker(board: Picture, exposure_ms: float, hz: int) -> None:
    assert flicker(pulsing(board, exposure_ms, hz, 0.9)) is None


def test_a_picture_that_beats_as_a_whole_is_told(board: Picture) -> None:
    """A lamp whose supply hums slowly, or exposure that is not fixed."""
    smalls = [
        np.asarray(np.clip(small_of(board) * (1 + 0.05 * np.sin(0.9 * k)), 0, 255), np.uint8)
        for k in range(FRAMES)
    ]
    fault = flicker(smalls)
    assert fault is not None
    assert "beats" in fault.words


def test_hands_and_dice_over_the_board_are_no_flicker(board: Picture) -> None:
    smalls = []
    for k in range(FRAMES):
        picture = board.copy()
        cv2.circle(picture, (80 + 20 * k, 180), 45, (150, 170, 210), -1)
        cv2.line(picture, (80 + 20 * k, 180), (80 + 20 * k, 360), (90, 60, 60), 60)
        smalls.append(small_of(picture))
    assert flicker(smalls) is None


def test_too_few_frames_tell_nothing(board: Picture) -> None:
    assert flicker(pulsing(board, 5.0, 50, 0.9)[: LEAST_FRAMES - 1]) is None


def test_a_picture_too_dark_or_bright_for_it_tells_nothing() -> None:
    for level in (3, 255):
        assert flicker([np.full((90, 160), level, np.uint8)] * FRAMES) is None
