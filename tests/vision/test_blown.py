"""Light and shadow on a face are no pips, and where they lie none may be missed."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from vision.calibration import Calibration
from vision.lab.truth import calibration_of
from vision.reader import read
from vision.reader.blown import Blown, blown
from vision.reader.decision.face import (
    has_covered_middle,
    has_faint_pip,
    has_odd_colour,
    lacks_pip,
    may_be_another,
)
from vision.reader.face import Face
from vision.scene import DiePath, DiePose, Scene, showing, truth

NOTHING = (0.0,) * 9
YAW = 0.3


def at(*sites: int, share: float = 0.9) -> tuple[float, ...]:
    return tuple(share if site in sites else 0.0 for site in range(9))


GREY = {
    1: (4,),
    2: (0, 8),
    3: (0, 4, 8),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}
"""Where pips show."""


def face(value: int, *, bright: bool) -> Face:
    fits = tuple(0.9 if each == value else 0.1 for each in range(7))
    return Face(0.0, 0.0, 0.0, 15.0, bright, fits, 40.0)


@pytest.mark.parametrize(
    ("value", "bright", "seen", "another"),
    [
        (2, False, (at(4), NOTHING), True),  # a 3 whose middle is a highlight
        (2, False, (at(4, share=0.5), NOTHING), False),
        (4, False, (at(4), NOTHING), True),  # a 5
        (4, True, (NOTHING, at(4)), True),  # a 5 with a worn or drowned pip
        (4, False, (at(3), NOTHING), False),  # a 6 lacks two
        (4, False, (at(3, 5), NOTHING), True),
        (4, False, (at(1, 7), NOTHING), True),
        (1, False, (at(0), NOTHING), False),
        (1, False, (at(0, 8), NOTHING), True),  # a 3
        (3, False, (at(2, 6), NOTHING), True),  # a 5
        (5, False, (at(1, 3, 5, 7), NOTHING), False),
        (6, False, (at(4), NOTHING), False),  # no value has seven
        (3, True, (at(4), NOTHING), True),  # a 2 with a highlight
        (3, False, (NOTHING, at(4)), True),  # a 2 with a stain
        (3, True, (at(0, 4, 8), NOTHING), False),  # white pips in strong light
        (3, True, ((0.1, *[0.0] * 3, 1.0, *[0.0] * 3, 0.4), NOTHING), True),  # and a highlight
        (3, True, ((0.3, *[0.0] * 3, 0.7, *[0.0] * 3, 0.4), NOTHING), False),
        (5, True, (at(1), NOTHING), False),
        (1, True, (at(4), NOTHING), True),  # any face with a highlight
        (1, True, (at(4, share=0.5), NOTHING), False),
        (1, False, (NOTHING, at(4)), True),
    ],
)
def test_what_light_or_shadow_alone_tells_is_asked_about(
    value: int, bright: bool, seen: tuple[tuple[float, ...], tuple[float, ...]], another: bool
) -> None:
    pip, body = (200.0, 40.0) if bright else (40.0, 200.0)
    colours = tuple((pip if site in GREY[value] else body,) * 3 for site in range(9))
    assert may_be_another(face(value, bright=bright), Blown(*seen, colours)) is another


@pytest.mark.parametrize(
    ("value", "faint", "level", "bare", "another"),
    [
        (4, (4,), 0.3, 0.0, True),  # a 5 with a worn pip
        (4, (4,), 0.15, 0.0, True),  # by a seventh of its paint
        (4, (4,), 0.12, 0.0, False),
        (4, (4,), 0.3, 0.25, False),  # a body with grain everywhere
        (2, (4,), 0.2, 0.0, True),  # a 3
        (3, (2, 6), 0.3, 0.0, False),  # corners are near the edge, and no two go at once
        (1, (0, 8), 0.3, 0.0, False),
        (6, (4,), 0.3, 0.0, False),  # no value has seven
        (5, (1, 7), 0.3, 0.0, False),
    ],
)
def test_a_pip_that_is_almost_gone_is_asked_about(
    value: int, faint: tuple[int, ...], level: float, bare: float, another: bool
) -> None:
    shown = np.full(9, bare)
    shown[list(GREY[value])] = 1.0
    shown[list(faint)] = level
    assert has_faint_pip(face(value, bright=False), shown) is another


@pytest.mark.parametrize(
    ("bright", "body", "asked"),
    [(True, 218.0, True), (True, 120.0, False), (False, 30.0, True), (False, 120.0, False)],
)
def test_a_face_washed_out_by_light_or_shadow_is_asked_about(
    bright: bool, body: float, *, asked: bool
) -> None:
    pip = 255.0 if bright else 0.0
    colours = tuple((pip if site in GREY[5] else body,) * 3 for site in range(9))
    blown_pips = at(*GREY[5])
    shares = (blown_pips, NOTHING) if bright else (NOTHING, blown_pips)
    assert may_be_another(face(5, bright=bright), Blown(*shares, colours)) is asked


@pytest.mark.parametrize(
    ("value", "site", "level", "lacks"),
    [
        (3, 0, 0.0, True),  # a 1 and a highlight in a corner
        (3, 0, 0.2, True),
        (3, 0, 0.5, False),
        (5, 2, 0.1, True),
        (6, 3, 0.1, True),
        (1, 0, 0.0, False),
    ],
)
def test_each_pip_of_a_value_has_to_show(
    value: int, site: int, level: float, *, lacks: bool
) -> None:
    shown = np.zeros(9)
    shown[list(GREY[value])] = 1.0
    shown[site] = level
    assert lacks_pip(face(value, bright=False), shown) is lacks


@pytest.mark.parametrize(
    ("value", "level", "covered"),
    [
        (4, -0.3, True),  # a 5 under a maker's ring
        (2, -0.3, True),
        (4, -0.1, False),
        (4, 0.3, False),
        (5, -0.3, False),  # its middle is told by its pip
        (6, -0.3, False),
    ],
)
def test_what_is_painted_over_the_middle_is_asked_about(
    value: int, level: float, *, covered: bool
) -> None:
    shown = np.zeros(9)
    shown[list(GREY[value])] = 1.0
    shown[4] = 1.0 if 4 in GREY[value] else level
    assert has_covered_middle(face(value, bright=False), shown) is covered


@pytest.mark.parametrize(
    ("value", "site", "colour", "side_px", "odd"),
    [
        (4, 4, (170.0, 170.0, 200.0), 30.0, True),  # red paint is left in a 5's middle
        (4, 4, (205.0, 199.0, 190.0), 30.0, False),  # as much as light differs
        (2, 4, (170.0, 170.0, 200.0), 30.0, True),
        (2, 1, (140.0, 200.0, 200.0), 30.0, True),  # a logo's arm
        (2, 4, (140.0, 180.0, 200.0), 15.0, True),
        (4, 4, (188.0, 188.0, 200.0), 30.0, True),  # a logo of nearly the body's colour
        (4, 1, (188.0, 188.0, 200.0), 30.0, False),
        (2, 4, (185.0, 185.0, 200.0), 15.0, False),  # pips blur into it
        (3, 1, (140.0, 200.0, 200.0), 30.0, False),  # no value has a pip more in the middle
        (6, 4, (140.0, 200.0, 200.0), 30.0, False),
    ],
)
@pytest.mark.parametrize("slope", [0.0, 25.0])
def test_a_colour_of_its_own_on_a_bare_site_is_asked_about(
    value: int,
    site: int,
    colour: tuple[float, float, float],
    side_px: float,
    *,
    odd: bool,
    slope: float,
) -> None:
    """Light that falls off across the face is no such colour."""
    shown = np.zeros(9)
    shown[list(GREY[value])] = 1.0
    colours = np.where(shown[:, None] > 0, (40.0, 40.0, 160.0), (200.0, 200.0, 200.0))
    colours[site] = colour
    colours += slope * (np.arange(9) % 3)[:, None]
    levels = tuple((b, g, r) for b, g, r in colours.tolist())
    seen = Blown((0.0,) * 9, (0.0,) * 9, levels)
    assert has_odd_colour(face(value, bright=False), shown, seen, side_px) is odd


def drawn(seed: int, value: int) -> tuple[Calibration, np.ndarray, Face]:
    """A level die in the middle of the right half."""
    rig = rig_of(seed, 1920, 1080)
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    x, y, side = (x0 + x1) / 2, (y0 + y1) / 2, rig.style.die_mm
    die = DiePath.resting(DiePose(x, y, -side / 2, showing(value, rig.style.chirality, YAW)))
    scene = Scene((), (die,))
    world = calibration_of(truth(rig, scene, 0.0), with_die_size=True)
    picture = renderer_of(rig).frame(scene, 0.0, np.random.default_rng(seed))
    one = Face(x, y, float(np.degrees(YAW)), side, False, (0.0,) * 7, 0.0)
    return world, picture, one


def painted(
    picture: np.ndarray, world: Calibration, one: Face, site: int, colour: tuple[int, int, int]
) -> np.ndarray:
    """A spot of a pip's size and more at a site, in reading order along the die's own axes."""
    places = list(product((-0.25, 0.0, 0.25), repeat=2))
    down, right = places[site]
    turn = np.array([[np.cos(YAW), np.sin(YAW)], [-np.sin(YAW), np.cos(YAW)]])
    x, y = np.array([right, down]) * one.side_mm @ turn + (one.x, one.y)
    px = world.project(np.array([(x, y, -one.side_mm), (x + one.side_mm, y, -one.side_mm)]))
    radius = 0.15 * float(np.hypot(*(px[1] - px[0])))
    shown = picture.copy()
    cv2.circle(shown, np.rint(px[0]).astype(int).tolist(), round(radius), colour, -1)
    return shown


@pytest.mark.parametrize("site", range(9))
def test_it_is_seen_where_it_lies(site: int) -> None:
    world, picture, one = drawn(760, 3)
    plain = blown(picture, world, one)
    assert max(*plain.bright, *plain.dark) < 0.5
    for colour, shares in (((255, 255, 255), "bright"), ((0, 0, 0), "dark")):
        seen = getattr(blown(painted(picture, world, one, site, colour), world, one), shares)
        assert seen[site] > 0.9
        assert all(share < 0.5 for n, share in enumerate(seen) if n != site)


@pytest.mark.parametrize("seed", [760, 761, 762, 763])
def test_a_highlight_on_the_middle_of_a_three_makes_no_two(seed: int) -> None:
    world, picture, one = drawn(seed, 3)
    (plain,) = read(picture, world)
    assert plain.value == 3
    for colour in ((255, 255, 255), (0, 0, 0)):
        found = read(painted(picture, world, one, 4, colour), world)
        assert {die.value for die in found} <= {None, 3}


@pytest.mark.parametrize(
    ("seed", "value", "light"), [(760, 5, 0.35), (764, 3, 0.35), (765, 3, 0.25)]
)
def test_a_highlight_in_a_dark_room_makes_no_one(seed: int, value: int, light: float) -> None:
    """Such faces are found in the negative, where it is the darkest spot."""
    world, picture, one = drawn(seed, value)
    dark = np.asarray(picture * light, np.uint8)
    found = read(painted(dark, world, one, 4, (255, 255, 255)), world)
    assert {die.value for die in found} <= {None, value}


def test_in_the_negative_light_is_shadow() -> None:
    world, picture, one = drawn(760, 3)
    lit = painted(picture, world, one, 4, (255, 255, 255))
    seen = blown(lit, world, one).in_negative()
    other_way = blown(255 - lit, world, one)
    assert seen.dark == other_way.dark
    assert seen.dark[4] > 0.9
    assert seen.bright == other_way.bright
    assert np.allclose(seen.colours, other_way.colours)


@pytest.mark.parametrize("seed", [760, 761, 762, 763])
def test_a_worn_pip_in_the_middle_of_a_three_makes_no_two(seed: int) -> None:
    world, picture, one = drawn(seed, 3)
    x, y = np.rint(world.project(np.array([(one.x, one.y, -one.side_mm)]))[0]).astype(int)
    px = one.side_mm * world.px_per_mm
    near = picture[round(y - 0.4 * px) : round(y + 0.4 * px), round(x - 0.4 * px) :][
        :, : round(0.8 * px)
    ]
    body = np.median(near.reshape(-1, 3), axis=0)
    gone = painted(picture, world, one, 4, (int(body[0]), int(body[1]), int(body[2])))
    worn = np.asarray(cv2.addWeighted(gone, 0.8, picture, 0.2, 0), np.uint8)
    assert {die.value for die in read(gone, world)} <= {None, 2}, "the picture is no such case"
    assert {die.value for die in read(worn, world)} <= {None, 3}
