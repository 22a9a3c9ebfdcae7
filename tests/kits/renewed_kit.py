"""What becomes of the light on the painted board, or of the camera over it, and what is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import cv2
import numpy as np

from kits.painted import BOARD, HIGH, WIDE, Film
from vision.frame import Frame, small_of
from vision.tracker import Event
from vision.tracker.motion import Motion, view_of

Look = Callable[[np.ndarray], np.ndarray]
Kind = TypeVar("Kind")


def pushed(x: float, y: float) -> Look:
    """As a camera sees it that was nudged by so many pixels."""
    warp = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
    return lambda image: np.asarray(
        cv2.warpAffine(image, warp, (WIDE, HIGH), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def lit(times: float) -> Look:
    """So many times as bright at the left edge, half of that change at the right one."""
    across = np.linspace(times, (1 + times) / 2, WIDE)[None, :, None]
    return lambda image: np.clip(image * across, 0, 255).astype(np.uint8)


class Changing(Film):
    """A film seen through what became of the light or of the camera."""

    def __init__(self) -> None:
        self.look: Look = lambda image: image
        super().__init__()

    def show(self, image: np.ndarray, frames: int = 1) -> list[Event]:
        return super().show(self.look(image), frames)

    def becomes(self, look: Look, image: np.ndarray) -> list[Event]:
        self.look = look
        return self.show(image, 15)


def the_one(said: list[Event], kind: type[Kind]) -> Kind:
    (event,) = [each for each in said if isinstance(each, kind)]
    return event


def likeness(one: np.ndarray, other: np.ndarray) -> float:
    """Mean difference of two pictures, grey levels."""
    return float(np.abs(one.astype(int) - other).mean())


def viewed(image: np.ndarray) -> np.ndarray:
    return view_of(Frame(0, 0, image, small_of(image)))


def still() -> Motion:
    return Motion(False, 10**9, 30, np.zeros_like(viewed(BOARD)), 0, 0.5)
