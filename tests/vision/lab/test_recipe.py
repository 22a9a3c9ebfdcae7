"""The hobby recipe does what it says, where it can: on a plain tray."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.lab.bench import RollTally
from vision.lab.recipe import chains, fitted_recipe, recipe

SITES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def tray(*values: int, side: int = 60) -> np.ndarray:
    """White dice with black pips, in a row on grey, far apart."""
    image = np.full((240, 300 * len(values), 3), 120, np.uint8)
    for n, value in enumerate(values):
        x, y = 150 + 300 * n, 120
        half = side // 2
        cv2.rectangle(image, (x - half, y - half), (x + half, y + half), (235, 235, 235), -1)
        for dx, dy in SITES[value]:
            cv2.circle(image, (x + dx * side // 4, y + dy * side // 4), side // 9, (20, 20, 20), -1)
    return image


@pytest.mark.parametrize("values", [(6, 1), (5, 4), (4, 3), (6, 6), (1, 1)])
def test_it_reads_a_plain_tray(values: tuple[int, int]) -> None:
    assert recipe(tray(*values)) == values
    assert fitted_recipe(tray(*values[::-1]), 60.0) == values


def test_only_told_the_size_it_reads_a_two_as_large() -> None:
    """Its pips lie 42 px apart, and the recipe's eps is 40."""
    assert recipe(tray(3, 2)) is None
    assert fitted_recipe(tray(3, 2), 60.0) == (3, 2)


@pytest.mark.parametrize("values", [(), (4,), (4, 3, 2)])
def test_it_wants_two_dice(values: tuple[int, ...]) -> None:
    image = tray(*values) if values else np.full((200, 200, 3), 90, np.uint8)
    assert recipe(image) is None
    assert fitted_recipe(image, 60.0) is None


def test_chains_are_what_dbscan_with_one_neighbour_finds() -> None:
    """By its definition: linked are those within eps, groups are what links connect."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        points = rng.uniform(0, 100, (40, 2))
        link = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) <= 9.0
        reach = np.linalg.matrix_power(link.astype(np.float64), 40) > 0
        wanted = {frozenset(np.flatnonzero(row).tolist()) for row in reach}
        assert {frozenset(group) for group in chains(points, 9.0)} == wanted
    assert chains(np.zeros((0, 2)), 9.0) == []


def test_every_answer_is_counted_once() -> None:
    told = RollTally()
    valid = {"roll_status": "valid", "values": [6, 1], "dice": []}
    cocked = {"roll_status": "cocked", "values": None, "dice": []}
    for facts in (valid, cocked):
        told.add((6, 1), facts, 1.0)
        told.add(None, facts, 1.0)
    told.add((5, 1), valid, 1.0)
    assert told.counts == {"right": 1, "wrong": 2}
    assert (told.rolls, told.valid) == (5, 3)
