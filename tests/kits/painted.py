"""A painted board, dice and hands on it, filmed, and a reader of red squares."""

from __future__ import annotations

import cv2
import numpy as np

from vision.calibration import BoardPlan, Calibration, Rect
from vision.frame import Frame, small_of
from vision.reading import DieSeen, Support
from vision.tracker import Busy, Event, Tracker
from vision.tracker.follow import Read

WIDE, HIGH = 1280, 720
PERIOD_NS = 33_333_333
SIDE = 16
PLAN = BoardPlan(
    size_mm=(1000.0, 600.0),
    rim_height_mm=15.0,
    picture_left=Rect(40.0, 40.0, 480.0, 560.0),
    picture_right=Rect(520.0, 40.0, 960.0, 560.0),
    bar=Rect(480.0, 40.0, 520.0, 560.0),
    marker_mm=30.0,
    marker_inset_mm=5.0,
    checker_mm=40.0,
    die_mm=16.0,
)
AT = (140, 60)
"""Pixel of the board's corner; a pixel is a millimetre."""
POSE = Calibration(
    K=np.array([[4000.0, 0.0, 639.5], [0.0, 4000.0, 359.5], [0.0, 0.0, 1.0]]),
    dist=np.zeros(5),
    R=np.eye(3),
    t_mm=np.array([AT[0] - 639.5, AT[1] - 359.5, 4000.0]),
    board=PLAN,
    width=WIDE,
    height=HIGH,
)
Dice = dict[tuple[float, float], int]
HAND = (90, 120, 180)


def board() -> np.ndarray:
    """A table with a board of points on it, a frame around, a patterned marker at each corner."""
    image = np.full((HIGH, WIDE, 3), (70, 80, 90), np.uint8)
    x, y = AT
    cv2.rectangle(image, (x, y), (x + 1000, y + 600), (40, 50, 80), -1)
    for left in (40, 520):
        cv2.rectangle(image, (x + left, y + 40), (x + left + 440, y + 560), (60, 110, 50), -1)
        for k in range(6):
            tip = [[left + 70 * k + 10, 40], [left + 70 * k + 70, 40], [left + 70 * k + 40, 260]]
            other = [[a, 600 - b] for a, b in tip]
            for three, colour in ((tip, (150, 170, 190)), (other, (40, 40, 120))):
                cv2.fillConvexPoly(image, np.array(three) + AT, colour)
    rng = np.random.default_rng(5)
    for cx, cy in ((5, 5), (965, 5), (965, 565), (5, 565)):
        cells = rng.integers(0, 2, (5, 5), np.uint8) * 220 + 20
        patch = cv2.resize(cells, (30, 30), interpolation=cv2.INTER_NEAREST)
        image[y + cy : y + cy + 30, x + cx : x + cx + 30] = patch[..., None]
    return cv2.GaussianBlur(image, (0, 0), 0.8)


BOARD = board()


def lay(dice: Dice, image: np.ndarray = BOARD, blank: bool = False) -> np.ndarray:
    """Dice at board millimetres: red squares whose shade is the value; a blank has none."""
    out = image.copy()
    for (x, y), value in dice.items():
        corner = (int(x) + AT[0] - SIDE // 2, int(y) + AT[1] - SIDE // 2)
        colour = (235, 235, 235) if blank else (0, 0, 100 + 20 * value)
        cv2.rectangle(out, corner, (corner[0] + SIDE, corner[1] + SIDE), colour, -1)
    return out


def hand(x: float, y: float, image: np.ndarray = BOARD) -> np.ndarray:
    """An arm from the lower edge to a place on the board."""
    out = image.copy()
    at = (int(x) + AT[0], int(y) + AT[1])
    cv2.line(out, (at[0], HIGH + 40), at, HAND, 60)
    cv2.circle(out, at, 45, HAND, -1)
    return out


def read(
    image: np.ndarray, calibration: Calibration, _before: np.ndarray | None
) -> tuple[DieSeen, ...]:
    """Every red square, wherever it lies."""
    red = image[..., 2]
    mask = cv2.inRange(image, (0, 0, 61), (7, 7, 255))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    dice = []
    for x, y, w, h, area in stats[1:count]:
        if area < 100:
            continue
        middle = (x + w / 2 - 0.5, y + h / 2 - 0.5)
        shade = int(red[int(middle[1]), int(middle[0])])
        value = int(np.clip(round((shade - 100) / 20), 1, 6))
        place = calibration.field_point(middle, 0.0)
        half = calibration.half_of(*place)
        box = (int(x), int(y), int(w), int(h))
        dice.append(DieSeen(value, value, half, True, Support.SURFACE, 1.0, middle, place, box))
    return tuple(sorted(dice, key=lambda die: die.center_px))


class Film:
    def __init__(self, period_ns: int = PERIOD_NS, reader: Read = read) -> None:
        self.tracker = Tracker(POSE, reader)
        self.seq = -1
        self.period_ns = period_ns
        self.show(BOARD, 10)

    def show(self, image: np.ndarray, frames: int = 1) -> list[Event]:
        said: list[Event] = []
        small = small_of(image)
        for _ in range(frames):
            self.seq += 1
            said += self.tracker.feed(Frame(self.seq, self.seq * self.period_ns, image, small))
        return said

    def roll(self, dice: Dice, blank: bool = False) -> list[Event]:
        said: list[Event] = []
        for step in range(9, 0, -1):
            flying = {(x - 13 * step, y + 17 * step): value for (x, y), value in dice.items()}
            said += self.show(lay(flying, blank=blank))
        return said + self.show(lay(dice, blank=blank), 10)

    def reach(self, x: float, y: float, before: np.ndarray, after: np.ndarray) -> list[Event]:
        """A hand comes, stays, what lies under it changes, and it goes."""
        said: list[Event] = []
        for k in (300, 200, 100, 0):
            said += self.show(hand(x, y + k, before))
        said += self.show(hand(x, y, before), 2) + self.show(hand(x + 3, y, after), 2)
        for k in (0, 100, 200, 300):
            said += self.show(hand(x, y + k, after))
        return said + self.show(after, 10)


def story(said: list[Event]) -> list[type[Event]]:
    return [type(event) for event in said if not isinstance(event, Busy)]


ROLL: Dice = {(700.0, 300.0): 5, (800.0, 260.0): 2}
