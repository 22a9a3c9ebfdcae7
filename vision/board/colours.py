"""The two colours of a board's checkers, learned from its first pictures."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board.count import count_shares
from vision.board.positions import MOST, POINTS, SIGNED_COUNTS
from vision.board.strips import (
    HIGH_PX,
    PITCH_PX,
    WALL_PX,
    WIDE_PX,
    Strips,
    cut_strips,
    pitch_mm,
)
from vision.calibration import Calibration, Floats
from vision.errors import VisionError
from vision.view import Picture

Colour = tuple[float, float, float]

OPENING = ((0, 0, 5), (4, 1, 3), (6, 1, 5), (11, 0, 2))
"""Of the far side in the opening: column, one of the two colours, count. The near side has the
other colour there; played the other way round, all is mirrored."""
SIDE_BY_SIDE = 5
ALIKE = 26.0
"""Colours that differ by less, grey levels, are one."""
MOST_KINDS = 7
"""Colours by the wall that are tried as the two: those of checkers, points and field."""
LEAST_APART = 45.0
"""Checkers of one colour differ by up to 43 grey levels across a board: light falls unevenly."""
SURE = 0.8
TOO_MANY = 1.5
TOO_FEW = 0.15
"""Nats by which a pair of colours is less likely for each checker more or less than 15."""
REFINED = 2
PICTURES = 4
"""So many of the pictures are looked at."""


class ColoursUnclear(VisionError):
    """The pictures do not show checkers of two colours."""


@dataclass(frozen=True, slots=True)
class CheckerColours:
    """BGR 0-255 as the camera shows them; colour 0 is the lighter one."""

    lighter: Colour
    darker: Colour

    @property
    def both(self) -> NDArray[np.float32]:
        """(6,)"""
        return np.array([*self.lighter, *self.darker], np.float32)


def learn_colours(pictures: Sequence[Picture], calibration: Calibration) -> CheckerColours:
    """The checkers' colours on the board of `calibration`, from pictures (h, w, 3) uint8 BGR of
    it, best the first of a match. Raises ColoursUnclear."""
    cut = [cut_strips(picture, calibration) for picture in pictures[:PICTURES]]
    if not cut:
        raise ColoursUnclear("There is no picture to learn the checkers' colours from; give one.")
    slots = [_slots(strips, calibration) for strips in cut]
    pairs = [*_of_opening(slots[0]), *_of_any(slots)]
    if not pairs:
        raise ColoursUnclear(_UNCLEAR.format(0))
    scores = [sum(_score_of(strips, pair) for strips in cut) for pair in pairs]
    pair = pairs[int(np.argmax(scores))]
    for _ in range(REFINED):
        pair = _refined(cut, slots, pair)
    apart = float(np.linalg.norm(pair[0] - pair[1]))
    if apart < LEAST_APART:
        raise ColoursUnclear(_UNCLEAR.format(round(apart)))
    if min(_totals(cut[0], pair)) == 0:
        raise ColoursUnclear(
            "The first picture shows checkers of one colour alone; give pictures of the opening "
            "position."
        )
    light, dark = sorted(pair, key=lambda colour: -_brightness(colour))
    return CheckerColours(_named(light), _named(dark))


_UNCLEAR = (
    "Two colours of checkers cannot be told apart in these pictures (they differ by {} of 255 grey "
    "levels); give pictures of the opening position in even light."
)


def _brightness(colour: Floats) -> float:
    return float(colour @ (0.114, 0.587, 0.299))


def _named(colour: Floats) -> Colour:
    blue, green, red = (float(value) for value in colour)
    return blue, green, red


def _slots(strips: Strips, calibration: Calibration) -> Floats:
    """The median colour where each checker beside the wall would lie, (24, 5, 3)."""
    size = calibration.board.checker_mm * PITCH_PX / pitch_mm(calibration.board)
    y, x = np.mgrid[:HIGH_PX, :WIDE_PX]
    found = np.empty((POINTS, SIDE_BY_SIDE, 3))
    for step in range(SIDE_BY_SIDE):
        off = np.hypot(y - WALL_PX - (step + 0.5) * size, x - (WIDE_PX - 1) / 2)
        rows, columns = np.nonzero(off < 0.28 * size)
        found[:, step] = np.median(strips.pictures[:POINTS, rows, columns], axis=1)
    return found


def _of_opening(slots: Floats) -> list[tuple[Floats, Floats]]:
    """The two colours if the board is in the opening, either way round."""
    pairs = []
    for turned in (False, True):
        seen: tuple[list[Floats], list[Floats]] = ([], [])
        for column, colour, count in OPENING:
            at = 11 - column if turned else column
            seen[colour].extend(slots[at, :count])
            seen[1 - colour].extend(slots[12 + at, :count])
        pairs.append((np.median(seen[0], axis=0), np.median(seen[1], axis=0)))
    return [pair for pair in pairs if np.linalg.norm(pair[0] - pair[1]) > LEAST_APART]


def _of_any(slots: Sequence[Floats]) -> list[tuple[Floats, Floats]]:
    """All pairs of the colours that lie by the wall."""
    left = np.concatenate([each[:, :2].reshape(-1, 3) for each in slots])
    kinds: list[Floats] = []
    while len(left) and len(kinds) < MOST_KINDS:
        near = np.linalg.norm(left[:, None] - left[None], axis=2) < ALIKE
        most = near[int(near.sum(axis=1).argmax())]
        kinds.append(np.median(left[most], axis=0))
        left = left[~most]
    return list(itertools.combinations(kinds, 2))


def _score_of(strips: Strips, pair: tuple[Floats, Floats]) -> float:
    """How well two colours explain a picture, nats: the surer each place, and the nearer to 15
    checkers each."""
    logs = shares_of(strips, np.concatenate(pair))
    totals = _counted(logs)
    off = sum(TOO_MANY * max(n - MOST, 0) + TOO_FEW * max(MOST - n, 0) for n in totals)
    return float(logs.max(axis=1).sum()) - off


def shares_of(strips: Strips, both: NDArray[np.floating]) -> Floats:
    """What the net makes of each place, as `vision.board.count.count_shares` (26, 32)."""
    colours = np.repeat(np.asarray(both, np.float32)[None], len(strips.shape), axis=0)
    return count_shares(strips.pictures, np.concatenate([colours, strips.shape], axis=1))


def _counted(logs: Floats) -> tuple[int, int]:
    best = np.array([*SIGNED_COUNTS, 0])[logs.argmax(axis=1)]
    return int(best[best > 0].sum()), int(-best[best < 0].sum())


def _totals(strips: Strips, pair: tuple[Floats, Floats]) -> tuple[int, int]:
    return _counted(shares_of(strips, np.concatenate(pair)))


def _refined(
    cut: Sequence[Strips], slots: Sequence[Floats], pair: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """The colours of the checkers that were surely read by a first guess of them."""
    seen: tuple[list[Floats], list[Floats]] = ([], [])
    for strips, slot in zip(cut, slots, strict=True):
        logs = shares_of(strips, np.concatenate(pair))[:POINTS]
        best = logs.argmax(axis=1)
        for point in np.flatnonzero(np.exp(logs.max(axis=1)) > SURE):
            if 0 < best[point] < len(SIGNED_COUNTS):
                count = SIGNED_COUNTS[best[point]]
                seen[0 if count > 0 else 1].extend(slot[point, : min(abs(count), SIDE_BY_SIDE)])
    return (
        np.median(seen[0], axis=0) if seen[0] else pair[0],
        np.median(seen[1], axis=0) if seen[1] else pair[1],
    )
