"""The two colours of checkers, learned from what a match's first pictures show."""

from dataclasses import replace

import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from vision.board import CheckerColours, ColoursUnclear, learn_colours
from vision.lab.truth import calibration_of
from vision.scene import CheckerAt, Rig, Scene, lay_out, opening, truth
from vision.view import Picture

SEEDS = (761, 764)
NEAR = 30.0
"""Grey levels: a checker's top has a gleam, a rim and a shaded side."""


def turned(rig: Rig) -> tuple[CheckerAt, ...]:
    """The opening with both home boards at the picture's left."""
    width = rig.board.width_mm
    return tuple(replace(at, x_mm=width - at.x_mm) for at in opening(rig.board))


def after_a_ply(rig: Rig) -> tuple[CheckerAt, ...]:
    return lay_out(
        rig.board,
        {
            **{0: (0, 4), 1: (0, 1), 4: (1, 3), 6: (1, 5), 11: (0, 2)},
            **{12: (1, 5), 16: (0, 4), 18: (0, 4), 23: (1, 2)},
        },
    )


def picture_of(rig: Rig, checkers: tuple[CheckerAt, ...]) -> Picture:
    return renderer_of(rig).frame(Scene(checkers), 0.0, np.random.default_rng(rig.seed))


def seen_colours(rig: Rig, picture: Picture, checkers: tuple[CheckerAt, ...]) -> list[np.ndarray]:
    """The median colour at each player's checkers' middles, the lighter first."""
    tones = []
    for player in (0, 1):
        places = np.array([(c.x_mm, c.y_mm, c.z_mm) for c in checkers if c.player == player])
        x, y = np.rint(rig.camera.project(places)).astype(int).T
        tones.append(np.median(picture[y, x], axis=0))
    return sorted(tones, key=lambda tone: -float(tone @ (0.114, 0.587, 0.299)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("lay", [lambda rig: opening(rig.board), turned, after_a_ply])
def test_the_colours_of_a_first_picture_are_learned(seed: int, lay) -> None:  # type: ignore[no-untyped-def]
    rig = rig_of(seed)
    checkers = lay(rig)
    picture = picture_of(rig, checkers)
    world = calibration_of(truth(rig, Scene(), 0.0))
    learned = learn_colours([picture], world)
    for found, seen in zip(
        (learned.lighter, learned.darker), seen_colours(rig, picture, checkers), strict=True
    ):
        assert np.linalg.norm(np.array(found) - seen) < NEAR


def test_the_lighter_colour_is_colour_0_whichever_side_has_it() -> None:
    rig = rig_of(SEEDS[0])
    world = calibration_of(truth(rig, Scene(), 0.0))
    swapped = tuple(replace(at, player=1 - at.player) for at in opening(rig.board))
    one, other = (
        learn_colours([picture_of(rig, checkers)], world)
        for checkers in (opening(rig.board), swapped)
    )
    assert sum(one.lighter) > sum(one.darker)
    assert np.allclose(one.lighter, other.lighter, atol=NEAR)
    assert np.allclose(one.darker, other.darker, atol=NEAR)
    assert one.both.tolist() == pytest.approx([*one.lighter, *one.darker])


@pytest.mark.parametrize("tone", [0, 128, 255])
def test_where_no_two_colours_are_seen_that_is_an_error(tone: int) -> None:
    rig = rig_of(SEEDS[0])
    world = calibration_of(truth(rig, Scene(), 0.0))
    bare = np.full((world.height, world.width, 3), tone, np.uint8)
    with pytest.raises(ColoursUnclear, match="opening position"):
        learn_colours([bare], world)


def test_without_a_picture_there_is_nothing_to_learn_from() -> None:
    world = calibration_of(truth(rig_of(SEEDS[0]), Scene(), 0.0))
    with pytest.raises(ColoursUnclear, match="no picture"):
        learn_colours([], world)


def test_checkers_of_one_colour_on_both_sides_are_an_error() -> None:
    rig = rig_of(SEEDS[0])
    same = replace(rig, style=replace(rig.style, checkers=(rig.style.checkers[0],) * 2))
    world = calibration_of(truth(rig, Scene(), 0.0))
    picture = renderer_of(same).frame(Scene(opening(rig.board)), 0.0, np.random.default_rng(1))
    with pytest.raises(ColoursUnclear):
        learn_colours([picture], world)


def test_colours_are_plain_numbers() -> None:
    colours = CheckerColours((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    assert colours == CheckerColours((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    assert colours.both.dtype == np.float32
