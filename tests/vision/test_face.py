"""Patterns of pips against faces made of plain numbers."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.reader.face import (
    COARSE,
    correlate,
    middle_and_beyond,
    refine,
    rival,
    rough_templates,
    score,
    templates,
    turn,
)
from vision.reader.thresholds import VALUE_AHEAD
from vision.view import View


@pytest.mark.parametrize("bright", [True, False])
def test_a_body_that_slopes_in_brightness_counts_as_plain(bright: bool) -> None:
    known = templates(COARSE)
    sign = 1 if bright else -1
    face = sign * 200.0 * known.rows
    sloping = face + 120.0 * known.unit @ np.array([0.8, -0.5]) + 90.0
    plain = correlate(face.astype(np.float32), bright, known)
    seen = correlate(sloping.astype(np.float32), bright, known)
    assert seen == pytest.approx(plain, abs=0.02)
    assert (known.value[seen.argmax(axis=1)] == known.value).all()
    assert np.diag(plain).min() > 0.8


def test_noise_alone_is_no_pattern() -> None:
    noise = np.random.default_rng(4).normal(0, 1.5, (400, COARSE * COARSE)).astype(np.float32)
    assert correlate(noise, True, templates(COARSE)).max() < 0.3


def test_pips_of_the_other_shade_are_no_pips() -> None:
    known = templates(COARSE)
    fives = known.only(known.value == 5)
    assert correlate(fives.rows * 100, False, fives).max() < 0


def dotted(sites: tuple[tuple[float, float], ...], pip_mm: float = 1.4) -> View:
    """White pips on a dark plane, 3 px a mm, the middle of the face at (30, 30) mm. pip_mm: their
    radius."""
    grey = np.full((180, 180), 60, np.uint8)
    for x, y in sites:
        at = np.rint(((30 + x) * 3 * 16, (30 + y) * 3 * 16)).astype(int).tolist()
        cv2.circle(grey, at, int(pip_mm * 3 * 16), 220, -1, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(grey, (0, 0), 1.2).astype(np.float32)
    return View(soft, None, 0.0, 0.0, 3.0)


@pytest.mark.parametrize(("there", "far"), [((0.0, 0.0), False), ((1.6, -1.2), True)])
def test_a_faint_pip_in_the_middle_is_told_from_the_far_faces_beside_it(
    there: tuple[float, float], far: bool
) -> None:
    corners = tuple((x, y) for x in (-3.5, 3.5) for y in (-3.5, 3.5))
    faint = dotted((there,))
    grey = np.maximum(dotted(corners).grey, 60 + 0.3 * (faint.grey - 60))
    four = score(replace(faint, grey=grey), np.array([30.0, 30.0, 0.0]), True, 14.0)
    assert four.value == 4
    way = np.array([(1.6, -1.2)]) / 14.0
    beyond = np.vstack([0.8 * way, way, 2.0 * way])
    middle, other = middle_and_beyond(replace(faint, grey=grey), four, beyond)
    assert (other > middle + 0.1) is far
    assert (middle > other + 0.1) is not far


@pytest.mark.parametrize("off", [(1.2, -0.9, 0.0), (0.0, 0.0, 9.0), (-0.9, 0.9, -8.0)])
def test_a_face_is_walked_to_from_beside_it(off: tuple[float, float, float]) -> None:
    five = np.array([(-3.4, -3.4), (3.4, -3.4), (0.0, 0.0), (-3.4, 3.4), (3.4, 3.4)])
    turned = five @ turn(20.0).T
    view = dotted(tuple((float(x), float(y)) for x, y in turned))
    seen = refine(view, np.array([30.0, 30.0, 20.0]) + off, True, 14.0)
    assert seen.value == 5
    assert (seen.x, seen.y) == pytest.approx((30.0, 30.0), abs=0.2)
    assert seen.yaw_deg == pytest.approx(20.0, abs=1.5)


@pytest.mark.parametrize(("pip_mm", "least"), [(0.7, 0.87), (1.4, 0.94), (1.8, 0.9)])
def test_tiny_pips_and_huge_ones_fit(pip_mm: float, least: float) -> None:
    """From a twentieth of a die's side to an eighth, as precision dice have them."""
    for sites in (
        ((-3.4, -3.4), (3.4, 3.4)),
        ((-3.4, -3.4), (0.0, 0.0), (3.4, 3.4)),
        tuple((x, y) for x in (-3.4, 3.4) for y in (-3.4, 0.0, 3.4)),
    ):
        seen = score(dotted(sites, pip_mm), np.array([30.0, 30.0, 0.0]), True, 14.0)
        assert seen.value == len(sites)
        assert seen.best_fit > least


def test_a_row_of_a_six_is_no_three() -> None:
    row = tuple((3.4, y) for y in (-3.4, 0.0, 3.4))
    six = dotted(row + tuple((-x, y) for x, y in row))
    seen = score(six, np.array([33.4, 30.0, 45.0]), True, 14.0)
    assert seen.value == 3
    assert seen.best_fit - rival(six, seen) < VALUE_AHEAD
    three = dotted(((-3.4, -3.4), (0.0, 0.0), (3.4, 3.4)))
    alone = score(three, np.array([30.0, 30.0, 0.0]), True, 14.0)
    assert alone.value == 3
    assert alone.best_fit - rival(three, alone) > VALUE_AHEAD


def test_nor_is_it_one_on_a_die_that_is_taken_for_a_smaller_one() -> None:
    row = tuple((4.0, y) for y in (-4.0, 0.0, 4.0))
    six = dotted(row + tuple((-x, y) for x, y in row))
    seen = score(six, np.array([34.0, 30.0, 45.0]), True, 12.5)
    assert seen.value == 3
    assert seen.best_fit > 0.9
    assert seen.best_fit - rival(six, seen) < VALUE_AHEAD


def test_many_faces_are_told_as_each_alone() -> None:
    known = rough_templates(COARSE)
    faces = np.random.default_rng(3).uniform(0, 255, (500, len(known.unit))).astype(np.float32)
    together = correlate(faces, bright=True, patterns=known)
    alone = [correlate(face[None], bright=True, patterns=known)[0] for face in faces]
    assert together == pytest.approx(np.array(alone), abs=1e-5)
    assert correlate(faces[:0], bright=True, patterns=known).shape == (0, len(known.value))
    level = faces - faces.mean(axis=1, keepdims=True)
    cosine = (level / np.linalg.norm(level, axis=1, keepdims=True)) @ known.rows.T
    assert together == pytest.approx(cosine, abs=0.05)
