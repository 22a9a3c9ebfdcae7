"""Rays that meet solids, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from vision.scene.solids import nearest
from vision.scene.trace import box, furthest

HALF = np.array([7.0, 7.0, 7.0], np.float32)


@pytest.mark.parametrize(("off", "hits"), [(0.0, True), (3.0, True), (6.9, True), (7.5, False)])
def test_a_ray_along_a_face_meets_the_box_if_it_runs_within_it(off: float, hits: bool) -> None:
    """Its direction has no part along two of the axes."""
    eye = np.array([off, 0.0, -50.0], np.float32)
    ray = np.array([[0.0], [0.0], [1.0]], np.float32)
    with np.errstate(all="raise"):
        met = box(eye, ray, HALF, 1.74)
    assert met.hit.tolist() == [hits]
    if hits:
        assert met.depth == pytest.approx([43.0])
        assert met.place[:, 0] == pytest.approx([off, 0.0, -7.0], abs=1e-4)
        assert met.normal[2, 0] < -0.7


def test_a_place_lies_on_the_face_it_reaches_furthest_to() -> None:
    ways = np.random.default_rng(2).integers(-3, 4, (3, 400)).astype(np.float32)
    assert (furthest(np.abs(ways)) == np.abs(ways).argmax(axis=0)).all()


@pytest.mark.parametrize("samples", [1, 2, 3, 4])
def test_of_a_pixels_samples_the_nearest_counts(samples: int) -> None:
    depth = np.random.default_rng(samples).random((5 * samples, 7 * samples), np.float32)
    depth[depth > 0.8] = np.inf
    least = depth.reshape(5, samples, 7, samples).min(axis=(1, 3))
    assert (nearest(depth, samples) == least).all()
