"""Patterns of pips against faces made of plain numbers."""

import numpy as np
import pytest

from vision.reader.face import COARSE, correlate, templates


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
