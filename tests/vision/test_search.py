"""Spots and the poses they allow, in pictures whose spots somebody painted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reader import search
from vision.reader.search import blobs, find_candidates
from vision.view import BAND_PX, View

SCALE, SIDE = 1.4, 14.0
HIGH, WIDE = 4 * BAND_PX + 30, 500
FIVE = ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1))
PIP_MM, PITCH_MM = 1.4, 3.5


def board(*middles: tuple[float, float], pip: float = 220.0) -> View:
    """Grey with the pips of a 5 around each place, px, as seen from above."""
    fine = 8
    grey = np.full((HIGH * fine, WIDE * fine), 120.0, np.float32)
    for x, y in middles:
        for across, down in FIVE:
            at = (
                ((x + across * PITCH_MM * SCALE) + 0.5) * fine,
                ((y + down * PITCH_MM * SCALE) + 0.5) * fine,
            )
            centre = round(at[0]), round(at[1])
            cv2.circle(grey, centre, round(PIP_MM * SCALE * fine), (pip,), -1)
    small = cv2.resize(grey, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
    return View(np.asarray(small, np.float32), None, 0.0, 0.0, SCALE)


@pytest.mark.parametrize("pip", [220.0, 30.0])
@pytest.mark.parametrize("off", range(-14, 15, 4))
def test_a_face_is_found_wherever_it_lies(off: int, pip: float) -> None:
    """The picture is searched some rows at a time."""
    edges = [(80.0 + 90 * k, float(k * BAND_PX + off)) for k in (1, 2, 3, 4)]
    found = find_candidates(board(*edges, pip=pip), SIDE, None)
    for x, y in edges:
        near = [
            one
            for one in found
            if np.hypot(*(one.pose[:2] * SCALE - (x, y))) < 1.0 and one.value == 5
        ]
        assert len(near) == 1, (x, y)
        assert near[0].bright == (pip > 120)
        assert near[0].fit > 0.9


def test_what_is_moved_down_is_found_so_much_lower() -> None:
    noise = np.random.default_rng(3).normal(120.0, 25.0, (HIGH, WIDE))
    grain = np.asarray(cv2.GaussianBlur(noise, (0, 0), 1.6), np.float32) * 2.5 - 180

    def seen(rows: int) -> set[tuple[float, float, int]]:
        moved = View(np.roll(grain, rows, axis=0), None, 0.0, 0.0, SCALE)
        found = find_candidates(moved, SIDE, inside(rows))
        return {
            (round(float(one.pose[0]), 2), round(float(one.pose[1]) - rows / SCALE, 2), one.value)
            for one in found
        }

    def inside(rows: int) -> np.ndarray:
        """The same part of the grain, far from where it wraps around."""
        where = np.zeros((HIGH, WIDE), np.uint8)
        where[60 + rows : HIGH - 120 + rows, 60:-60] = 255
        return where

    first = seen(0)
    assert len(first) > 15
    for rows in (1, 17, 50):
        assert seen(rows) == first


@pytest.mark.parametrize("deep", [0.08, 0.18])
def test_a_crest_along_an_edge_is_no_blob(deep: float) -> None:
    """A line as wide as a pip, a little brighter in places."""
    x, y = np.arange(WIDE), np.arange(HIGH)[:, None]
    along = 1 - deep + deep * np.cos(2 * np.pi * x / 10)
    grey = 120 + 100 * along * np.exp(-(((y - 200) / 2.0) ** 2) / 2)
    inside = np.zeros((HIGH, WIDE), np.uint8)
    inside[190:211, 40:-40] = 255
    (bright, _), _ = blobs(np.asarray(grey, np.float32), inside, 1.3)
    assert len(bright) == 0


def test_the_end_of_a_line_is_no_blob() -> None:
    x, y = np.arange(WIDE), np.arange(HIGH)[:, None]
    along = 1 / (1 + np.exp((x - 300) / 1.5)) / (1 + np.exp((100 - x) / 1.5))
    grey = 120 + 100 * along * np.exp(-(((y - 200) / 2.0) ** 2) / 2)
    (bright, _), _ = blobs(np.asarray(grey, np.float32), None, 1.3)
    assert len(bright) == 0


def test_a_pip_is_a_blob_though_others_lie_beside_it() -> None:
    (bright, strength), (_, between) = blobs(board((200.4, 150.3)).grey, None, 1.3)
    pips = np.array(FIVE) * PITCH_MM * SCALE + (200.4, 150.3)
    assert len(bright) == 5
    for pip in pips:
        assert np.hypot(*(bright - pip).T).min() < 0.3
    assert strength.min() > 0.8 * strength.max()
    assert (np.diff(strength) <= 0).all(), "the strongest first"
    assert between.max() < 0.5 * strength.min()


def test_a_blob_beside_a_higher_one_is_part_of_it() -> None:
    x, y = np.arange(WIDE), np.arange(HIGH)[:, None]
    grey = np.full((HIGH, WIDE), 120.0)
    for at, high in ((200.0, 100.0), (204.0, 80.0)):
        grey += high * np.exp(-((x - at) ** 2 + (y - 200.0) ** 2) / (2 * 1.3**2))
    (bright, _), _ = blobs(np.asarray(grey, np.float32), None, 1.3)
    assert len(bright) == 1


def test_blobs_have_no_seams(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(8).normal(120.0, 60.0, (HIGH, WIDE))
    grain = np.asarray(cv2.GaussianBlur(noise, (0, 0), 1.6), np.float32)
    found = []
    for rows in (10 * HIGH, BAND_PX, 37):
        monkeypatch.setattr(search, "BAND_PX", rows)
        found.append(blobs(grain, None, 1.3))
    assert len(found[0][0][0]) > 100
    for parts in found[1:]:
        for whole, part in zip(found[0], parts, strict=True):
            assert np.allclose(whole[1], part[1], atol=1e-4)
            assert np.allclose(whole[0], part[0], atol=1e-3)


def test_what_lies_in_a_mask_is_found_as_in_all_of_the_view_and_little_else_is_blurred(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noise = np.random.default_rng(8).normal(120.0, 60.0, (HIGH, WIDE))
    grain = np.asarray(cv2.GaussianBlur(noise, (0, 0), 1.6), np.float32)
    monkeypatch.setattr(search, "MOST_SPOTS", HIGH * WIDE)
    (all_of_it, all_strong), _ = blobs(grain, None, 1.3)
    x, y, side = 110, 230, 60
    mask = np.zeros(grain.shape, np.uint8)
    mask[y : y + side, x : x + side] = 255
    blurred: list[int] = []
    blur = cv2.GaussianBlur

    def counted(picture: np.ndarray, *how: object) -> np.ndarray:
        blurred.append(picture.size)
        return np.asarray(blur(picture, *how))  # type: ignore[call-overload]

    monkeypatch.setattr(search.cv2, "GaussianBlur", counted)
    (bright, strong), _ = blobs(grain, mask, 1.3)
    # A blob's place is that of its highest pixel, and a little between pixels.
    there = mask[tuple(np.rint(all_of_it[:, ::-1]).astype(int).T)] > 0
    assert len(bright) == pytest.approx(there.sum(), abs=2)
    assert len(bright) > 5
    for place, strength in zip(bright, strong, strict=True):
        nearest = int(np.hypot(*(all_of_it - place).T).argmin())
        assert all_of_it[nearest] == pytest.approx(place, abs=1e-3)
        assert all_strong[nearest] == pytest.approx(strength, abs=1e-3)
    assert max(blurred) < (side + 80) ** 2
    assert len(blobs(grain, np.zeros_like(mask), 1.3)[0][0]) == 0


def test_of_more_blobs_than_anybody_wants_the_strongest_are_kept() -> None:
    noise = np.random.default_rng(8).normal(120.0, 90.0, (HIGH, WIDE))
    (bright, strength), _ = blobs(np.asarray(noise, np.float32), None, 1.3)
    (_, of_half), _ = blobs(np.asarray(noise[: HIGH // 2], np.float32), None, 1.3)
    assert len(bright) == len(of_half) == search.MOST_SPOTS
    assert strength.min() > of_half.min()
