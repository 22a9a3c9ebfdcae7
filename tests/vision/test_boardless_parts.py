"""The parts of reading dice without a board: cutting, spots and lattices, outlines."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.reader.boardless import _dice, body, pips
from vision.reader.boardless.acceptance import is_sure
from vision.reader.boardless.body import body_around, closed_line, has_body
from vision.reader.boardless.crop import Copies
from vision.reader.boardless.lattice import read_face
from vision.reader.boardless.look import Close
from vision.reader.boardless.places import SMALLEST_PX, STEP, sides
from vision.scene.lettering import Lettering, print_on

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}
ZOOM = 8


def face(
    sites: tuple[tuple[float, float], ...],
    slant: np.ndarray,
    body: tuple[int, int, int] = (60, 50, 180),
    pip: tuple[int, int, int] = (240, 240, 240),
) -> np.ndarray:
    """A patch with a face of that body, its pips at sites of a quarter side, seen at a slant
    (2, 2)."""
    big = np.full((pips.PATCH_PX * ZOOM, pips.PATCH_PX * ZOOM, 3), (90, 120, 90), np.uint8)
    middle = (pips.PATCH_PX * ZOOM - 1) / 2
    side = pips.SIDE_PX * ZOOM
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2 @ slant.T * side + middle
    cv2.fillConvexPoly(big, square.round().astype(np.int32), body, cv2.LINE_AA)
    ring = np.linspace(0, 2 * np.pi, 32)
    for site in sites:
        disc = 0.09 * np.column_stack([np.cos(ring), np.sin(ring)]) + np.array(site) * 0.25
        spot = disc @ slant.T * side + middle
        cv2.fillConvexPoly(big, spot.round().astype(np.int32), pip, cv2.LINE_AA)
    size = (pips.PATCH_PX, pips.PATCH_PX)
    return np.asarray(cv2.resize(big, size, interpolation=cv2.INTER_AREA), np.uint8)


def slanted(yaw: float, ratio: float, way: float) -> np.ndarray:
    def turned(deg: float) -> np.ndarray:
        c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
        return np.array([(c, -s), (s, c)])

    return turned(way) @ np.diag([1.0, ratio]) @ turned(-way) @ turned(yaw)


def likeliest(patch: np.ndarray) -> int:
    fits = read_face(patch)
    return max(fits, key=lambda value: fits[value].quality + 0.1 * value)


COLOURS = {
    "white on red": ((60, 50, 180), (240, 240, 240)),
    "black on white": ((230, 235, 235), (30, 30, 30)),
    "black on blue": ((200, 60, 30), (15, 15, 15)),
    "gold on blue": ((190, 60, 20), (40, 170, 220)),
}


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("value", PIPS)
def test_every_value_is_read_turned_and_aslant_in_every_colouring(colours: str, value: int) -> None:
    body, pip = COLOURS[colours]
    for yaw, ratio, way in ((0.0, 1.0, 0.0), (33.0, 0.8, 10.0), (70.0, 0.75, 120.0)):
        fits = read_face(face(PIPS[value], slanted(yaw, ratio, way), body, pip))
        assert max(fits, key=lambda one: fits[one].quality + 0.1 * one) == value
        assert fits[value].quality > 1.4
        if value > 3:
            assert fits[value].aspect == pytest.approx(ratio, abs=0.08)


@pytest.mark.parametrize("value", [2, 3, 4])
def test_a_pip_more_is_another_value_or_none(value: int) -> None:
    more = face((*PIPS[value], (0, -1)), slanted(20.0, 1.0, 0.0))
    fits = read_face(more)
    assert value not in fits or fits[value].quality < 1.4


def test_the_middle_pip_makes_a_four_a_five() -> None:
    assert likeliest(face((*PIPS[4], (0, 0)), np.eye(2))) == 5


def test_a_spot_between_the_pips_is_in_doubt() -> None:
    fits = read_face(face((*PIPS[4], (0.5, 0.0)), slanted(20.0, 1.0, 0.0)))
    assert 4 not in fits or fits[4].quality < 1.4


def close(value: int, share: float = 0.99, least: float = 0.99, shown: int | None = None) -> Close:
    """A look at a drawn face of `shown`, in which the net sees `value` so surely."""
    fits = read_face(face(PIPS[shown or value], slanted(15.0, 1.0, 0.0)))
    shares = np.full(7, (1 - share) / 6)
    shares[value] = share
    lows = np.full(7, least)
    return Close(100.0, 80.0, 32.0, 3.0, shares, lows, fits, outline("square", 0.5))


@pytest.mark.parametrize("value", PIPS)
def test_a_value_is_sure_where_net_pips_and_outline_agree(value: int) -> None:
    assert is_sure(close(value))
    assert not is_sure(close(value, share=0.6))
    assert not is_sure(close(value, least=0.3))
    assert not is_sure(close(value % 6 + 1, shown=value))
    assert not is_sure(replace(close(value), fits={}))
    assert not is_sure(replace(close(value), body=outline("nothing", 0.5, spot=False)))
    one, fit = close(value), close(value).fits[value]
    for doubtful in (
        replace(fit, explained=0.3),
        replace(fit, least=0.3),
        replace(fit, most=0.6),
        replace(fit, astray=0.3),
    ):
        assert not is_sure(replace(one, fits={value: doubtful}))


def test_a_net_in_some_doubt_needs_a_crop_fine_pips_and_an_upright_face() -> None:
    def sure(one: Close) -> bool:
        return is_sure(one, crop_px=60.0)

    fair = close(4, share=0.8)
    assert sure(fair)
    rough = replace(fair.fits[4], even=0.5, roundness=0.2, astray=0.05, explained=0.7)
    assert not sure(replace(fair, fits={4: rough}))
    assert not sure(replace(fair, body=replace(fair.body, alike=0.5)))
    flatter = fair.fits[4].lattice * np.array([(1.0,), (1.0,), (0.6,)])
    assert not sure(replace(fair, fits={4: replace(fair.fits[4], lattice=flatter)}))
    assert not sure(close(1, share=0.8))


@pytest.mark.parametrize("value", PIPS)
def test_few_pips_of_a_crop_may_be_some_of_more(value: int) -> None:
    """A pip of a 2 whose other one is faint, or a glare beside a 1."""
    likely, certain = (close(value, share=share) for share in (0.9, 0.93))
    assert is_sure(likely, 60.0) == (value > 1)
    assert is_sure(certain, 60.0)
    fit = likely.fits[value]
    veiled = {value: replace(fit, veil=0.5)}
    assert is_sure(replace(likely, fits=veiled), 60.0) == (value > 3)
    assert is_sure(replace(certain, fits=veiled), 60.0)
    assert is_sure(close(value, share=0.8), 60.0) == (value > 3)


def test_a_lone_pip_with_a_spot_beside_it_needs_a_net_without_doubt() -> None:
    """On a die seen aslant one pip of a 2 lies in the middle of the outline."""
    fit = replace(close(1).fits[1], beside=0.6)
    certain, likely = (replace(close(1, share=share), fits={1: fit}) for share in (0.995, 0.97))
    assert is_sure(certain, 60.0)
    assert not is_sure(likely, 60.0)


@pytest.mark.parametrize("value", PIPS)
def test_among_other_things_a_net_in_some_doubt_is_not_enough(value: int) -> None:
    """Two glints look like a fine 2, and four pips of a 6 like a fine 4."""
    assert not is_sure(close(value, share=0.85))
    assert is_sure(close(value, share=0.92))


def test_two_values_as_likely_by_their_pips_are_none() -> None:
    one = close(4)
    rival = replace(one.fits[4], value=5, explained=one.fits[4].explained - 0.12)
    assert one.ahead > 0.1
    assert not is_sure(replace(one, fits={4: one.fits[4], 5: rival}))


def test_a_side_face_beside_a_larger_face_is_asked_about() -> None:
    top, side = close(4), close(5)
    slant = side.fits[5].lattice * np.array([(1.0,), (1.0,), (0.7,)])
    aslant = replace(side, fits={5: replace(side.fits[5], lattice=slant, roundness=0.4)})
    for apart, told in ((0.7, False), (1.1, False), (1.6, True)):
        beside = replace(aslant, y=aslant.y + apart * side.side)
        found = {one.guess: sure for one, sure in _dice([top, beside])}
        assert found == {4: True, 5: told}
    touching = replace(side, y=side.y + 1.1 * side.side)
    assert all(sure for _, sure in _dice([top, touching]))


def test_a_lone_spot_of_quite_another_size_is_asked_about() -> None:
    six = replace(close(6), x=400.0, side=90.0)
    assert [sure for _, sure in _dice([close(1), six])] == [True, False]
    alike = replace(six, side=40.0)
    assert all(sure for _, sure in _dice([close(1), alike]))


def test_a_much_smaller_face_beside_a_lone_die_is_asked_about() -> None:
    five = replace(close(5), x=300.0, side=90.0)
    assert [(one.guess, sure) for one, sure in _dice([close(6), five])] == [(6, False), (5, True)]
    alike = replace(five, side=50.0)
    assert all(sure for _, sure in _dice([close(6), alike]))


def test_a_few_pips_within_a_larger_likely_face_are_asked_about() -> None:
    row, six = close(3), replace(close(6), side=46.0, fits={}, x=107.0)
    assert [(one.guess, sure) for one, sure in _dice([row, six], 62.0)] == [(6, False)]
    unlikely = replace(six, shares=np.full(7, 1 / 7))
    assert [(one.guess, sure) for one, sure in _dice([row, unlikely], 62.0)] == [(3, True)]


def in_glare(value: int, spot: tuple[float, float]) -> np.ndarray:
    """A face of white pips, a lamp mirrored over a quarter of a side around one of its sites."""
    seen = face(PIPS[value], np.eye(2)).astype(np.float32)
    axis = (np.arange(pips.PATCH_PX) - pips.MIDDLE_PX) / pips.SIDE_PX
    away = np.hypot(*np.meshgrid(axis - 0.25 * spot[0], axis - 0.25 * spot[1]))
    share = 1 / (1 + np.exp((away - 0.16) / 0.05))[:, :, None]
    return np.asarray(np.rint(seen * (1 - share) + 240 * share), np.uint8)


@pytest.mark.parametrize(("value", "looks_like"), [(5, 4), (3, 2)])
def test_under_glare_nobody_sees_that_a_pip_is_missing(value: int, looks_like: int) -> None:
    clear = close(looks_like)
    assert clear.fits[looks_like].veil < 0.3
    fits = read_face(in_glare(value, (0, 0)))
    assert not is_sure(replace(clear, fits=fits))
    if looks_like in fits:
        assert fits[looks_like].veil > 0.6


def test_a_veiled_site_makes_a_value_unsure() -> None:
    one = close(4)
    veiled = replace(one.fits[4], veil=0.9)
    assert is_sure(one)
    assert not is_sure(replace(one, fits={4: veiled}))


@pytest.mark.parametrize("value", PIPS)
def test_in_a_crop_few_pips_without_an_outline_must_be_unveiled(value: int) -> None:
    one = replace(close(value), body=outline("nothing", 0.5, spot=False))
    veiled = replace(one, fits={value: replace(one.fits[value], veil=0.4)})
    assert is_sure(replace(veiled, body=close(value).body), crop_px=60.0)
    assert is_sure(one, crop_px=60.0)
    assert is_sure(veiled, crop_px=60.0) == (value not in {2, 3})


LETTERS = Lettering(0.8, 0, 0.02, "TABLE.KIOSK.", 0.24, 0.09, "K", 0.3, ("1234", "56"), 0.12)


def printed(value: int) -> np.ndarray:
    """A face of white pips with what a maker prints between them."""
    patch = face(PIPS[value], np.eye(2)).astype(np.float32)
    size = (pips.SIDE_PX, pips.SIDE_PX)
    fine = print_on(value, LETTERS, pips.SIDE_PX * ZOOM, along_x=False)
    ink = np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA))[..., None]
    low = (pips.PATCH_PX - pips.SIDE_PX) // 2
    there = (slice(low, low + pips.SIDE_PX),) * 2
    patch[there] = patch[there] * (1 - ink) + 240 * ink
    return np.asarray(np.rint(patch), np.uint8)


def test_letters_around_a_lone_pip_take_nothing_from_what_it_explains() -> None:
    bare, lettered = read_face(face(PIPS[1], np.eye(2)))[1], read_face(printed(1))[1]
    assert lettered.explained < bare.explained - 0.15
    assert lettered.core > bare.core - 0.1


def test_a_number_between_the_rows_of_a_six_is_no_rival() -> None:
    """Nothing has six pips and more; a 4 with a pip between its own has: a 5 or a 6."""
    six, four = read_face(printed(6))[6], read_face(in_glare(5, (0, 0)))
    assert (six.rival, six.veil) == (0.0, 0.0)
    assert six.most > 0.4
    assert four[4].veil > 0.6


def test_letters_count_for_nothing_in_a_crop_alone() -> None:
    one = replace(close(6), fits={6: replace(close(6).fits[6], most=0.7)})
    assert is_sure(one, crop_px=60.0)
    assert not is_sure(one)
    rival = replace(one.fits[6], rival=0.7)
    assert not is_sure(replace(one, fits={6: rival}), crop_px=60.0)


@pytest.mark.parametrize("doubt", [{"astray": 0.03}, {"even": 0.6}])
def test_a_crest_on_a_two_is_no_third_pip(doubt: dict[str, float]) -> None:
    """It is seldom as bright as they are, and right between them."""
    one = close(3)
    assert is_sure(one, crop_px=60.0)
    assert not is_sure(replace(one, fits={3: replace(one.fits[3], **doubt)}), crop_px=60.0)


def test_in_a_crop_few_pips_seen_aslant_may_be_part_of_another_face() -> None:
    """A row of a 6 looks like a 3; a pip of a 2 lies in the middle of such a die."""
    aslant = np.array([(0.0, 0.0), (0.25, 0.0), (0.0, 0.16)])

    def seen(value: int, share: float, whole: bool) -> bool:
        one = close(value, share)
        body = one.body if whole else outline("nothing", 0.5, spot=False)
        fits = {value: replace(one.fits[value], lattice=aslant)}
        straight = is_sure(replace(one, body=body), crop_px=60.0)
        assert straight == (share >= 0.92)
        return is_sure(replace(one, body=body, fits=fits), crop_px=60.0)

    assert [seen(1, share, True) for share in (0.9, 0.94, 0.97)] == [False, False, True]
    assert [seen(1, share, False) for share in (0.9, 0.94, 0.97)] == [False, False, True]
    assert [seen(3, 0.99, whole) for whole in (False, True)] == [False, True]


def test_noise_shows_no_face() -> None:
    rng = np.random.default_rng(5)
    for _ in range(8):
        coarse = cv2.GaussianBlur(rng.normal(0, 200, (pips.PATCH_PX, pips.PATCH_PX, 3)), (0, 0), 2)
        fits = read_face(np.clip(coarse + 120, 0, 255).astype(np.uint8))
        assert all(fit.quality < 1.9 for fit in fits.values())
        assert all(fit.quality < 1.4 for value, fit in fits.items() if value > 3)


def outline(draw: str, radius: float, spot: bool = True) -> body.Body:
    size, middle = body.PATCH_PX * ZOOM, (body.PATCH_PX * ZOOM) // 2
    reach = round(radius * body.SIDE_PX * ZOOM)
    big = np.full((size, size, 3), 100, np.uint8)
    if draw == "square":
        cv2.rectangle(big, (middle - reach,) * 2, (middle + reach,) * 2, (180, 40, 40), -1)
    elif draw == "disc":
        cv2.circle(big, (middle, middle), reach, (180, 40, 40), -1, cv2.LINE_AA)
    if spot:
        cv2.circle(big, (middle, middle), round(reach * 0.2), (250, 250, 250), -1, cv2.LINE_AA)
    small = cv2.resize(big, (body.PATCH_PX, body.PATCH_PX), interpolation=cv2.INTER_AREA)
    return body_around(np.asarray(small, np.uint8))


def test_an_outline_is_measured() -> None:
    square, disc = outline("square", 0.5), outline("disc", 0.5)
    assert square.mean == pytest.approx(0.5 * 1.122, abs=0.04)  # of 1 / cos over 45 degrees
    assert disc.mean == pytest.approx(0.5, abs=0.04)
    assert disc.corners < 0.01
    assert square.corners > 0.05
    assert square.pip == pytest.approx(0.1, abs=0.04)
    assert square.box == pytest.approx((-0.5, -0.5, 0.5, 0.5), abs=0.05)
    assert square.off < 0.05


def test_a_single_spot_needs_a_square_around_it() -> None:
    assert has_body(outline("square", 0.5), 1)
    assert not has_body(outline("disc", 0.5), 1)
    assert not has_body(outline("nothing", 0.5), 1)


def test_the_strongest_closed_line_is_found() -> None:
    rng = np.random.default_rng(2)
    for _ in range(5):
        strength = rng.uniform(0, 1, (8, 4)).astype(np.float32)
        line = closed_line(np.tile(strength, (1, 1)))
        assert (np.abs(np.diff(line)) <= 1).sum() >= 6  # all but where its ends meet
        got = strength[np.arange(8), line].sum()
        open_best = max(
            sum(float(strength[i, k]) for i, k in enumerate(path))
            for path in itertools.product(range(4), repeat=8)
            if all(abs(a - b) <= 1 for a, b in itertools.pairwise(path))
        )
        assert got >= 0.85 * open_best


@pytest.mark.parametrize("side", [20.0, 48.0, 130.0])
def test_a_cut_has_its_place_in_the_middle_at_the_asked_size(side: float) -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    cv2.circle(picture, (211, 137), round(side / 2), (255, 255, 255), -1, cv2.LINE_AA)
    cut = Copies.halving(picture).cut(211.0, 137.0, side, 61, 30.0)
    rows, columns = np.nonzero(cut[:, :, 0] > 127)
    assert (rows.mean(), columns.mean()) == pytest.approx((30.0, 30.0), abs=0.25)
    assert np.sqrt(len(rows) * 4 / np.pi) == pytest.approx(30.0, rel=0.08)


@pytest.mark.parametrize("size", [(640, 640), (1296, 2304), (3000, 4000), (60, 55), (8, 500)])
def test_all_sizes_a_die_may_have_are_looked_for(size: tuple[int, int]) -> None:
    found = sides(np.zeros((*size, 3), np.uint8))
    assert found[-1] <= max(size)
    if min(size) > 2 * SMALLEST_PX:
        assert found[0] <= max(SMALLEST_PX, max(size) / 80)
        assert found[-1] * STEP > 0.9 * min(size)
    assert all(b / a == pytest.approx(STEP) for a, b in itertools.pairwise(found))
