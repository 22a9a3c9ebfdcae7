"""Checkers as people lay them: in rows that are not quite straight, half on a neighbour's point, a
second layer on the first, and all at once as in the opening or anywhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.scene import Board, CheckerAt

CHECKERS = 15
OPENINGS = 0.06
HIGH = 0.3
HIGHEST = 3
"""Most layers of a pile."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """counts (26,): of the 24 picture points and the bar's far and near half, colour 0's checkers
    above zero, colour 1's below; place (n,): on which of them each checker lies."""

    checkers: tuple[CheckerAt, ...]
    counts: NDArray[np.int64]
    place: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Habit:
    """How tidy a board's players are. step: from one checker of a row to the next, diameters;
    astray_mm: how far checkers lie beside their row; off_wall_mm: how far rows begin from the
    wall; row: checkers side by side before the next layer; nested: the next layer lies in the gaps
    of the one below, not upon its checkers."""

    step: float
    astray_mm: float
    off_wall_mm: float
    row: int
    nested: bool


def lay(board: Board, rng: np.random.Generator, high: float = HIGH) -> Laid:
    """Some position with both colours, as some players lay it. high: how likely one of few points
    with many checkers on each."""
    if rng.random() < OPENINGS:
        return opened(board, rng)
    habit = _habit(board, rng)
    counts = _position(rng, high)
    checkers: list[CheckerAt] = []
    places: list[int] = []
    for place, count in enumerate(counts):
        player = 0 if count > 0 else 1
        laid = _row(board, place, abs(int(count)), habit, rng)
        checkers += [CheckerAt(player, *at) for at in laid]
        places += [place] * len(laid)
    return Laid(tuple(checkers), counts, np.array(places, np.int64))


def opened(board: Board, rng: np.random.Generator) -> Laid:
    """The opening, both ways round, its rows not quite straight."""
    turned, swapped = rng.random(2) < 0.5
    counts = np.zeros(26, np.int64)
    for column, count in ((0, 5), (4, -3), (6, -5), (11, 2)):
        at = 11 - column if turned else column
        counts[at], counts[12 + at] = count, -count
    counts = -counts if swapped else counts
    habit = _habit(board, rng)
    rows = [_row(board, place, abs(int(count)), habit, rng) for place, count in enumerate(counts)]
    checkers = [
        CheckerAt(0 if count > 0 else 1, *at)
        for count, row in zip(counts, rows, strict=True)
        for at in row
    ]
    place = np.repeat(np.arange(26), [len(row) for row in rows])
    return Laid(tuple(checkers), counts, place)


def _habit(board: Board, rng: np.random.Generator) -> Habit:
    loose = float(rng.choice([0.4, 1.2, 3.0], p=[0.4, 0.4, 0.2]))
    step = (1.005, float(rng.uniform(0.9, 1.0)), float(rng.uniform(1.0, 1.1)))[int(rng.integers(3))]
    long = board.halves["picture_left"][3] - board.halves["picture_left"][1]
    most = int((long / 2 - 2) / (board.checker_diameter_mm * step))
    row = int(rng.choice([5, 6, 4], p=[0.55, 0.4, 0.05]))
    return Habit(step, loose, float(rng.uniform(0, 4)), min(row, most), bool(rng.random() < 0.3))


def _position(rng: np.random.Generator, high: float) -> NDArray[np.int64]:
    """Signed counts (26,): few or many points, high or low."""
    counts = np.zeros(26, np.int64)
    odds = np.array([0.26, 0.27, 0.17, 0.09, 0.08, 0.06, 0.03, 0.02, 0.01, 0.01])
    if rng.random() < high:
        odds = np.array([0.08, 0.1, 0.1, 0.12, 0.15, 0.17, 0.12, 0.08, 0.05, 0.03])
    for sign in (1, -1):
        left = CHECKERS - int(rng.integers(0, 13)) * int(rng.integers(2))
        while left > 0:
            place = int(rng.integers(26)) if rng.random() < 0.25 else int(rng.integers(24))
            count = min(left, 1 + int(rng.choice(len(odds), p=odds / odds.sum())))
            if place >= 24:
                count = min(count, 1 + int(rng.integers(4)))
            if counts[place] == 0:
                counts[place] = sign * count
                left -= count
    return counts


def _row(
    board: Board, place: int, count: int, habit: Habit, rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Middles of so many checkers on a place, the lowest layer first."""
    if place >= 24:
        return _on_bar(board, far=place == 24, count=count, rng=rng)
    left, top, right, bottom = board.halves["picture_left" if place % 12 < 6 else "picture_right"]
    size, thick = board.checker_diameter_mm, board.checker_thickness_mm
    aside = float(rng.normal(0, 0.5 * habit.astray_mm))
    if rng.random() < 0.03:
        aside += float(rng.choice([-1, 1]) * rng.uniform(0.15, 0.4)) * (right - left) / 6
    begin = habit.off_wall_mm * float(rng.uniform(0.3, 1.2))
    if rng.random() < 0.05:
        begin += float(rng.uniform(0.1, 0.9)) * size
    room = (bottom - top) / 2 - begin
    per_row = max(1, min(habit.row, int(room / (size * habit.step))))
    found: list[tuple[float, float, float]] = []
    for n in range(count):
        layer, step = divmod(n, per_row)
        if layer >= HIGHEST:  # piled higher than people do
            layer, step = HIGHEST - 1, n % per_row
        shift = 0.5 if layer % 2 and habit.nested and step < per_row - 1 else 0.0
        off = begin + (step + 0.5 + shift) * size * habit.step
        x = board.point_x_mm(place) + aside + float(rng.normal(0, 0.6 * habit.astray_mm))
        off += abs(float(rng.normal(0, 0.3 * habit.astray_mm)))
        x = min(max(x, left + size / 2), right - size / 2)
        y = top + off if place < 12 else bottom - off
        over = 0.15 * step if habit.step < 1 else 0.0  # leaning on the one before
        found.append((x, y, -(layer + 0.5) * thick - over))
    return found


def _on_bar(
    board: Board, *, far: bool, count: int, rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """On a half of the bar, from its middle or anywhere."""
    left, top, right, bottom = board.bar
    size, thick = board.checker_diameter_mm, board.checker_thickness_mm
    long = (bottom - top) / 2
    begin = (
        size * (0.0, float(rng.uniform(0, 0.7)), float(rng.uniform(0, 1.5)))[int(rng.integers(3))]
    )
    per_row = max(1, int((long - begin) / size))
    found = []
    for n in range(count):
        layer, step = divmod(n, per_row)
        off = begin + (step + 0.5) * size * float(rng.uniform(1.0, 1.04))
        off = min(off, long - size / 2)
        x = (left + right) / 2 + float(rng.normal(0, 2.5))
        y = (top + bottom) / 2 + (-off if far else off)
        found.append((x, y, -board.rim_height_mm - (layer + 0.5) * thick))
    return found
