"""What makers print between the pips of drawn dice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.lab.clear import take
from vision.scene.lettering import Lettering, draw_lettering, print_on
from vision.scene.skin import die_skin
from vision.scene.style import draw_style
from vision.scene.trace import Array

SIZE = 160
PRINT = Lettering(0.6, 0, 0.015, "TABLE.KIOSK.", 0.25, 0.08, "K", 0.3, tuple("1774"), 0.1)


def ink_sides(face: Array) -> tuple[Array, Array]:
    """How far right of and below the middle ink lies, in sides."""
    rows, columns = np.nonzero(face > 0.1)
    middle = (len(face) - 1) / 2
    return (columns - middle) / len(face), (rows - middle) / len(face)


def test_a_ring_of_letters_stands_all_around_a_one_and_leaves_its_pip_alone() -> None:
    x, y = ink_sides(print_on(1, PRINT, SIZE, along_x=False))
    away = np.hypot(x, y)
    assert away.min() > PRINT.ring_off - PRINT.ring_high
    assert away.max() < PRINT.ring_off + PRINT.ring_high
    assert len(set(np.floor(np.degrees(np.arctan2(y, x)) / 60).tolist())) == 6


def test_a_crest_stands_in_the_middle_of_a_two() -> None:
    x, y = ink_sides(print_on(2, PRINT, SIZE, along_x=False))
    assert np.hypot(x, y).max() < 0.8 * PRINT.crest_high
    assert abs(x.mean()) < 0.05
    assert abs(y.mean()) < 0.05


@pytest.mark.parametrize("along_x", [False, True])
def test_a_number_stands_between_the_rows_of_a_six(along_x: bool) -> None:
    style = replace(draw_style(np.random.default_rng(4)), pip_turns=(False, False, along_x))
    bare, printed = die_skin(style), die_skin(replace(style, lettering=PRINT))
    six = int(bare.ink.sum(axis=(1, 2)).argmax())
    x, y = ink_sides(printed.ink[six] - bare.ink[six])
    across = y if along_x else x
    assert len(across)
    assert np.abs(across).max() < style.pip_offset - style.pip_radius


def test_nothing_is_printed_on_other_faces_and_pips_stay_whole() -> None:
    style = draw_style(np.random.default_rng(4))
    bare, printed = die_skin(style).ink, die_skin(replace(style, lettering=PRINT)).ink
    assert (printed >= bare).all()
    assert sorted((printed != bare).any(axis=(1, 2)).tolist()) == [False] * 3 + [True] * 3
    between = printed[bare == 0]
    assert between.max() == pytest.approx(PRINT.ink, abs=0.01)


def test_prints_differ_and_some_dice_bear_none() -> None:
    rng = np.random.default_rng(5)
    drawn = [draw_lettering(rng) for _ in range(60)]
    assert {bool(one.ring) for one in drawn} == {False, True}
    assert {bool(one.crest) for one in drawn} == {False, True}
    assert {bool(one.number) for one in drawn} == {False, True}
    assert len({one.ring for one in drawn}) > 30


def test_a_picture_is_the_same_whenever_it_is_taken() -> None:
    assert np.array_equal(take(31).picture, take(31).picture)
