"""Strips that the count net learns from: what lies there is what their labels claim."""

from __future__ import annotations

import numpy as np
import pytest

from vision.board.strips import PITCH_PX, pitch_mm, places
from vision.calibration import Calibration
from vision.lab import real_boards
from vision.lab.real_boards import counted
from vision.lab.train import counting
from vision.lab.train.counting import StripRows, other_board, painted, seen_colours, strips_of
from vision.lab.train.laying import CHECKERS, Laid, lay, opened
from vision.lab.train.painting import draw_look, paint
from vision.lab.train.rendered import calibration_of
from vision.scene import Rig

SEEDS = range(5)


def board_of(seed: int) -> tuple[Rig, Calibration, np.random.Generator]:
    rng = np.random.default_rng(seed)
    rig = other_board(seed, rng)
    return rig, calibration_of(rig), rng


def counts_of(laid: Laid) -> list[int]:
    counts = [0] * 26
    for at, place in zip(laid.checkers, laid.place, strict=True):
        counts[place] += 1 if at.player == 0 else -1
    return counts


@pytest.mark.parametrize("seed", SEEDS)
def test_a_laid_position_counts_its_checkers(seed: int) -> None:
    rig, world, rng = board_of(seed)
    for _ in range(20):
        laid = lay(rig.board, rng)
        assert counts_of(laid) == laid.counts.tolist()
        assert laid.counts[laid.counts > 0].sum() <= CHECKERS
        assert laid.counts[laid.counts < 0].sum() >= -CHECKERS
        every = places(world.board)
        for at, place in zip(laid.checkers, laid.place, strict=True):
            assert abs(at.x_mm - every[place].x_mm) < 0.6 * pitch_mm(world.board)
            off = (at.y_mm - every[place].y_mm) * every[place].way
            assert 0 < off < every[place].long_mm


def test_the_opening_has_fifteen_each_both_ways_round() -> None:
    rig, _, rng = board_of(1)
    seen = set()
    for _ in range(20):
        laid = opened(rig.board, rng)
        assert (laid.counts[:12] == -laid.counts[12:24]).all()
        assert counts_of(laid) == laid.counts.tolist()
        assert sum(laid.counts > 0) == sum(laid.counts < 0) == 4
        assert laid.counts[laid.counts > 0].sum() == CHECKERS
        seen.add(tuple(laid.counts.tolist()))
    assert len(seen) == 4


@pytest.mark.parametrize("seed", SEEDS)
def test_a_painted_checker_has_its_colour_where_it_lies(seed: int) -> None:
    rig, world, rng = board_of(seed)
    laid, look = lay(rig.board, rng), draw_look(rng)
    picture = paint(rig, world, laid, look, rng)
    colours = seen_colours(picture, rig.board, world, laid)
    assert picture.shape == (world.height, world.width, 3)
    assert np.linalg.norm(colours[0] - colours[1]) > 15.0 or np.isnan(colours).any()


def test_a_board_gives_the_same_strips_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "SIZES", ((640, 360),))
    once, again = painted(810_003), painted(810_003)
    assert len(once) > 8
    for name in ("image", "count", "hidden", "shape", "colours", "along"):
        assert np.array_equal(getattr(once, name), getattr(again, name), equal_nan=True), name


def test_middles_along_a_strip_are_as_many_as_its_checkers() -> None:
    rig, world, rng = board_of(2)
    laid = lay(rig.board, rng)
    picture = paint(rig, world, laid, draw_look(rng), rng)
    rows = strips_of(picture, rig.board, world, laid, rng, 0.0)
    assert rows.along.sum(axis=(1, 2)).tolist() == np.abs(rows.count).tolist()
    assert (rows.along[rows.count > 0, 2:] == 0).all()
    assert (rows.hidden == 0).all()
    assert rows.shape[rows.shape[:, 0] == 0, 2] == pytest.approx(PITCH_PX, abs=3.0)


def test_under_things_some_places_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "SIZES", ((640, 360),))
    rows = StripRows.together([counting.under_things(813_000 + seed) for seed in range(3)])
    assert (rows.hidden > 0).all()
    assert (rows.hidden > 0.9).any()


def test_checkers_that_people_counted_are_fifteen_each_where_all_are_known() -> None:
    for name, sides in real_boards.COUNTED.items():
        words = " ".join(sides).split()
        assert len(words) == 26, name
        if "?" not in words:
            for colour in "wd":
                total = sum(int(word[1:]) for word in words if word[0] == colour)
                assert total == CHECKERS, (name, colour)


def test_frames_are_counted_where_they_are_at_hand() -> None:
    if not real_boards.FOLDER.is_dir():
        pytest.skip(f"no frames of real boards at {real_boards.FOLDER}")
    frames = {one.name: one for one in counted(real_boards.FOLDER)}
    assert {"frame0", "test10", "test6"} <= set(frames)
    assert frames["test6"].counts[:6] == (2, 0, 0, 0, 0, -5)
    assert frames["frame0"].counts[0] == -4
