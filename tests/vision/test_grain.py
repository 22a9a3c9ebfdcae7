"""Noise and stripes: through them a picture may give values, but no reason to throw again."""

from __future__ import annotations

import numpy as np
import pytest
from kits.painted import BOARD, ROLL, lay

from vision.reader.decision.picture import PictureEvidence, decide
from vision.reader.grain import measure_grain
from vision.reading import DieSeen, FlatBy, StillSeen, Support

SHARP, GRAINY = 1.0, 9.0


def shown(grain: float, *dice: DieSeen) -> StillSeen:
    return decide(PictureEvidence((), list, list, 1.0, lambda: grain, new_dice=dice))


def lying(*, flat: bool) -> DieSeen:
    support = Support.SURFACE if flat else Support.CHECKER
    place, box = (50.0, 60.0), (40, 50, 20, 20)
    by = FlatBy.APPEARANCE
    return DieSeen(3, 3, "picture_right", flat, support, 0.9, place, place, box, by)


@pytest.mark.parametrize(("grain", "flat"), [(SHARP, False), (GRAINY, None)])
def test_a_die_that_seems_to_lean_in_a_grainy_picture_is_asked_about(
    grain: float, flat: bool | None
) -> None:
    (die,) = shown(grain, lying(flat=False)).dice
    assert (die.flat, die.value) == (flat, 3)


def test_a_level_die_is_level_in_a_grainy_picture() -> None:
    (die,) = shown(GRAINY, lying(flat=True)).dice
    assert die.flat is True


def test_stripes_and_noise_are_grain_and_edges_are_none() -> None:
    rows, columns = np.mgrid[: BOARD.shape[0], : BOARD.shape[1]]
    plain = lay(ROLL).astype(np.float64)
    stripes = 14 * np.sin(2 * np.pi * (rows + 2 * columns) / 15)[..., None]
    noise = np.random.default_rng(1).normal(0, 9, plain.shape)
    sharp, *grainy = (
        measure_grain(np.clip(plain + more, 0, 255).astype(np.uint8))
        for more in (0.0, stripes, noise)
    )
    assert sharp < 1.0
    assert min(grainy) > 4.0
