"""Dice thrown on painted boards, under what is over them, and what the table hears of it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from kits.painted import AT, BOARD, POSE, ROLL, Dice, Film, lay, read
from vision.calibration import Calibration
from vision.reading import DieSeen
from vision.tracker import AtRest, Event, Lifted, Placed, Repositioned, Tracker

Over = Callable[[np.ndarray], np.ndarray]


SECONDS = 30


def told(said: list[Event]) -> list[type[Event]]:
    """What the table hears of."""
    return [type(one) for one in said if isinstance(one, AtRest | Placed | Repositioned | Lifted)]


def thrown(
    film: Film, dice: Dice, over: Over = lambda image: image, board: np.ndarray = BOARD
) -> list[Event]:
    """Dice fly over a board, under what is `over` it; they do not lie yet."""
    said: list[Event] = []
    for step in range(9, 0, -1):
        flying = {(x - 13 * step, y + 17 * step): value for (x, y), value in dice.items()}
        said += film.show(over(lay(flying, board)))
    return said


def seen_through(film: Film, spoilt: Over, alike: int = 0) -> list[Event]:
    """A roll in spoilt pictures, so many alike before it, with a reader that is told what lies
    there: how well dice are read in them is not what is asked about."""
    lies = BOARD

    def told_reader(
        _image: np.ndarray, calibration: Calibration, before: np.ndarray | None
    ) -> tuple[DieSeen, ...]:
        return read(lies, calibration, before)

    film.tracker = Tracker(POSE, told_reader)
    for _ in range(40):
        film.show(spoilt(BOARD))
    film.show(spoilt(BOARD), alike)
    said = thrown(film, ROLL, spoilt)
    lies = lay(ROLL)
    for _ in range(SECONDS):
        said += film.show(spoilt(lay(ROLL)))
    return said


def set_up(image: np.ndarray, off_mm: int = 0) -> np.ndarray:
    """Sixteen checkers side by side along two edges of the right half, and round the dice thrown
    there; the last of them is `off_mm` out of line."""
    out = image.copy()
    places = [(545, 140 + 40 * k) for k in range(10)] + [(585 + 40 * k, 500) for k in range(6)]
    places[-1] = (places[-1][0], places[-1][1] + off_mm)
    for x, y in places:
        cv2.circle(out, (x + AT[0], y + AT[1]), 21, (230, 230, 230), -1)
    return out
