"""Each fault of the light is named, with its figure, and healthy pictures have none."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from kits import faulty as make
from kits.rigs import renderer_of, rig_of
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.calibration.estimate import estimate
from vision.calibration.markers import find_markers
from vision.errors import VisionError
from vision.light import Fault, Trouble, faults, measured, sharpest_px, unreadable
from vision.marker_photometry import papers
from vision.scene import Scene, opening

Picture = NDArray[np.uint8]
WIDE, HIGH = 1280, 720
HEALTHY_SEEDS = range(2100, 2104)
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "scenes"


def drawn(seed: int) -> tuple[Picture, Calibration]:
    rig = rig_of(seed, WIDE, HIGH)
    picture = renderer_of(rig).frame(Scene(opening(rig.board)), 0, np.random.default_rng(seed))
    return picture, estimate(picture)


@pytest.fixture(scope="module", params=[2201, 2206])
def board(request: pytest.FixtureRequest) -> tuple[Picture, Calibration]:
    """Healthy ones."""
    picture, world = drawn(request.param)
    assert named(picture, world) == {}
    return picture, world


def named(picture: Picture, world: Calibration) -> dict[Trouble, Fault]:
    return {fault.trouble: fault for fault in faults(measured(picture, world))}


def test_healthy_boards_of_many_styles_and_lights_have_none() -> None:
    wrong = {seed: list(named(*drawn(seed))) for seed in HEALTHY_SEEDS}
    assert {seed: what for seed, what in wrong.items() if what} == {}


@pytest.mark.night
def test_healthy_pictures_by_others_have_none() -> None:
    """The tuning part; a lamp is mirrored on the field of 02002, for all to see."""
    if not SHARED.is_dir():
        pytest.skip(f"no dice pictures at {SHARED}")
    files = [*SHARED.glob("hires/*.jpg"), *SHARED.glob("[0-9]*.jpg")]
    looked, wrong = 0, {}
    for file in sorted(files):
        if int(file.stem) % 20 or file.stem == "02002":
            continue
        picture = np.asarray(cv2.imread(str(file)), np.uint8)
        try:
            wrong[file.stem] = list(named(picture, estimate(picture)))
        except VisionError:
            continue
        looked += 1
    assert looked > 8
    assert {name: what for name, what in wrong.items() if what} == {}


@pytest.mark.parametrize(
    ("fault", "trouble"),
    [
        (lambda p: make.dimmed(p, 0.06), Trouble.DARK),
        (lambda p: make.veiled(p, 0.3, 0.6), Trouble.BRIGHT),
        (lambda p: make.mirrored(p, 0.62 * WIDE, 0.5 * HIGH, 40), Trouble.GLARE),
        (lambda p: make.defocused(p, 2.6), Trouble.BLUR),
        (lambda p: make.shaken(p, 5.5, 0.0), Trouble.MOTION),
        (lambda p: make.shaken(p, 5.5, math.pi / 4), Trouble.MOTION),
        (lambda p: make.shaken(p, 5.5, math.pi / 2), Trouble.MOTION),
        (lambda p: make.coloured(p, 0.08, 0.3, 1.0), Trouble.CAST),
        (lambda p: make.coloured(p, 1.0, 0.3, 0.08), Trouble.CAST),
    ],
    ids=["dark", "bright", "glare", "blur", "across", "slanting", "down", "warm", "cold"],
)
def test_a_fault_is_named_and_no_other(
    board: tuple[Picture, Calibration], fault: Any, trouble: Trouble
) -> None:
    picture, world = board
    found = named(fault(picture), world)
    assert set(found) == {trouble}
    words = found[trouble].words
    assert words.endswith(".")
    assert any(mark in words for mark in "0123456789")


def test_the_figures_are_those_of_the_fault(board: tuple[Picture, Calibration]) -> None:
    """Of what was done to the picture, not of its paints: a disc's deviation is half its radius,
    an even movement's its length by the root of 12."""
    picture, world = board
    before = measured(picture, world)
    blurred = measured(make.defocused(picture, 3.0), world)
    assert before.blur_px is not None
    assert blurred.blur_px == pytest.approx(math.hypot(before.blur_px, 1.5), abs=0.2)
    for angle in (0.3, 1.2, 2.4):
        moved = measured(make.shaken(picture, 6.0, angle), world)
        assert moved.smear_px == pytest.approx(6.0, rel=0.15)
        assert moved.blur_px is not None
        assert moved.blur_px < 0.9
    tinted = measured(make.coloured(picture, 0.5, 1.0, 1.0), world)
    assert before.white is not None
    assert tinted.white is not None
    half = 0.5 ** (1 / make.GAMMA)
    assert tinted.white[0] == pytest.approx(half * before.white[0], rel=0.03)


def test_a_glare_is_shown_where_it_is(board: tuple[Picture, Calibration]) -> None:
    picture, world = board
    x, y = 0.62 * WIDE, 0.5 * HIGH
    fault = named(make.mirrored(picture, x, y, 40), world)[Trouble.GLARE]
    left, top, width, height = fault.at_px[0]
    assert abs(left + width / 2 - x) < 10
    assert abs(top + height / 2 - y) < 10


def test_a_fault_on_the_table_beside_the_board_is_none(board: tuple[Picture, Calibration]) -> None:
    picture, world = board
    corner = world.project(np.array([(-60.0, 250.0, 0.0)]))[0]
    assert named(make.mirrored(picture, *corner, 15), world) == {}


def test_clipped_with_the_paper_is_overexposed_and_no_mirror(
    board: tuple[Picture, Calibration],
) -> None:
    picture, world = board
    lit = picture.copy()
    x, y = round(0.62 * WIDE), round(0.5 * HIGH)
    cv2.rectangle(lit, (x - 45, y - 45), (x + 45, y + 45), (215, 215, 215), -1)
    assert named(lit, world) == {}
    assert set(named(make.dimmed(lit, 3.0), world)) == {Trouble.BRIGHT}


def test_half_the_paper_in_shadow_changes_little() -> None:
    """A hard shadow over a part of the markers is no fault, and no blur."""
    picture, world = drawn(2201)
    light = make.light_of(picture)
    for corners in list(find_markers(picture).values())[:1]:
        x = round(float(corners[:, 0].mean()))
        light[:, :x] *= np.float32(0.5)
    assert named(make.taken(light), world) == {}


def test_without_markers_dark_glare_and_blur_are_still_named(
    board: tuple[Picture, Calibration],
) -> None:
    picture, world = board

    def told(seen: Picture) -> set[Trouble]:
        return {fault.trouble for fault in faults(measured(seen, world, markers={}))}

    assert told(picture) == set()
    assert told(make.dimmed(picture, 0.03)) == {Trouble.DARK}
    assert told(make.defocused(picture, 5.0)) == {Trouble.BLUR}
    assert told(make.mirrored(picture, 0.62 * WIDE, 0.5 * HIGH, 40)) == {Trouble.GLARE}


def test_why_no_board_is_found(board: tuple[Picture, Calibration]) -> None:
    picture, _world = board
    assert unreadable(picture) is None
    assert "dark" in str(unreadable(make.dimmed(picture, 0.01)))
    assert "focus" in str(unreadable(make.defocused(picture, 5.0)))
    for angle in (0.0, math.pi / 4, math.pi / 2):
        assert "moved" in str(unreadable(make.shaken(picture, 12.0, angle)))
    assert sharpest_px(np.full((90, 160, 3), 90, np.uint8)) is None


def test_a_marker_that_is_none_tells_nothing(board: tuple[Picture, Calibration]) -> None:
    picture, _world = board
    nowhere = np.array([(700, 400), (740, 400), (740, 440), (700, 440)], np.float64)
    outside = nowhere - (720.0, 400.0)
    assert papers(picture, {2: outside}) == {}
    assert papers(picture, {2: nowhere}) == {}
