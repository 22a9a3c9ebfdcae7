"""Motion, covers and empty fields, on our own renders: arms are drawn here, nobody else draws them
so."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.laid import EXPOSURE_MS, flat, middle, shot, white, world_of
from kits.rigs import renderer_of, rig_of

from vision.calibration import Calibration
from vision.learned.cover import Cover, cover
from vision.learned.kind import Kind
from vision.reader import see
from vision.reader.cover import areas_cm2, is_beside_body, under
from vision.reader.decision.scene import (
    Besides,
    beside_fewer,
    beside_two,
    dice_among,
    is_covered,
    may_lie_far,
)
from vision.reader.detections import Detections, Suspect, is_changed
from vision.reader.scene_state import Over, Surroundings, around, changes, motion_of
from vision.reader.smear import unevenness
from vision.reader.thresholds import PIPS_EVEN
from vision.reader.unreadable_dice import Places, Unread
from vision.reading import DieSeen, Doubt, Doubted, Support
from vision.scene import DiePath, DiePose, Rig, Scene, opening, showing
from vision.scene.pose import about, after

SKIN, SLEEVE = (118, 150, 205), (120, 60, 40)
SMEAR_SIDES = 1.2
RIGS = range(711, 715)
"""As many as are kept drawn."""


def thrown(rig: Rig, value: int, x: float, y: float) -> DiePath:
    """A die that tumbles over the field, a side or more while the shutter is open."""
    far, z = SMEAR_SIDES * rig.style.die_mm, -rig.style.die_mm
    turn = after(about((0.4, 1.0, 0.3), 0.7), showing(value, rig.style.chirality, 1.0))
    ends = [
        (t, DiePose(x + s * far, y, z, after(about((0.0, 1.0, 0.2), 0.6 * s), turn)))
        for t, s in ((-EXPOSURE_MS, -1), (EXPOSURE_MS, 1))
    ]
    return DiePath(tuple(ends))


def slid(rig: Rig, value: int, x: float, y: float, px: float) -> DiePath:
    """A flat die that slides so many pixels while the shutter is open."""
    size = rig.style.die_mm
    at = rig.camera.project(np.array([(x, y, -size), (x + 1, y, -size)]))
    far = px / float(np.hypot(*(at[1] - at[0])))
    turn = showing(value, rig.style.chirality, 0.5 + 0.3 * value)
    ends = [
        (t, DiePose(x + s * far, y, -size / 2, turn))
        for t, s in ((-EXPOSURE_MS, -1), (EXPOSURE_MS, 1))
    ]
    return DiePath(tuple(ends))


def with_arm(picture: np.ndarray, rig: Rig, x: float, y: float) -> np.ndarray:
    """A hand with four fingers over a place of the board, from the picture's lower edge."""
    out = picture.copy()
    tip = rig.camera.project(np.array([x, y, -40.0]))
    scale = abs(rig.camera.K[0, 0] / rig.camera.centre_mm[2])
    down = np.array([0.2, 1.0])

    def limb(a: np.ndarray, b: np.ndarray, wide_mm: float, colour: tuple[int, ...]) -> None:
        ends = [tuple(int(v) for v in end.round()) for end in (a, b)]
        cv2.line(out, ends[0], ends[1], colour, max(1, round(wide_mm * scale)), cv2.LINE_AA)

    palm = tip + down * 20 * scale
    limb(palm, palm + down * 900 * scale, 60, SKIN)
    for k in range(4):
        finger = np.array([(k - 1.5) * 20 * scale, -70 * scale])
        limb(palm, palm + finger, 17, SKIN)
    limb(palm, palm + down * 25 * scale, 90, SKIN)
    limb(palm + down * 120 * scale, palm + down * 900 * scale, 85, SLEEVE)
    noise = np.random.default_rng(1).normal(0, 2.0, out.shape)
    return np.clip(out + noise, 0, 255).astype(np.uint8)


def holds(doubted: tuple[Doubted, ...], what: Doubt, rig: Rig, x: float, y: float) -> bool:
    """One of the boxes for what holds a place of the board, one die high."""
    px, py = rig.camera.project(np.array([x, y, -rig.style.die_mm]))
    return any(
        left <= px <= left + wide and top <= py <= top + high
        for one in doubted
        if one.what is what
        for left, top, wide, high in [one.bbox_px]
    )


def test_an_arm_over_the_dice_covers_the_field() -> None:
    told = []
    for seed in RIGS:
        rig = rig_of(seed)
        x, y = middle(rig)
        dice = (flat(rig, 5, x - 12, y), flat(rig, 3, x + 12, y + 6))
        picture = with_arm(shot(rig, dice, opening(rig.board)), rig, x, y)
        seen = see(picture, world_of(rig))
        told.append(seen.covered)
        assert seen.all_seen is not True
        assert holds(seen.doubted, Doubt.COVERED, rig, x, y), seed
        assert not holds(seen.doubted, Doubt.COVERED, rig, rig.board.width_mm - x, y), seed
    assert told.count(True) >= 3
    assert False not in told


def test_a_bare_board_is_not_covered_and_may_be_seen_whole() -> None:
    whole = 0
    for seed in RIGS:
        rig = rig_of(seed)
        seen = see(shot(rig, (), opening(rig.board)), world_of(rig))
        assert (seen.dice, seen.covered) == ((), False)
        assert seen.moving is not True
        whole += seen.all_seen is True
        assert (seen.doubted == ()) is (seen.all_seen is True and seen.moving is False)
    assert whole >= 3


def test_dice_in_flight_move() -> None:
    told = []
    for seed in range(716, 728):
        rig = rig_of(seed)
        x, y = middle(rig)
        dice = (thrown(rig, 2, x - 40, y), thrown(rig, 6, x + 40, y + 30))
        seen = see(shot(rig, dice, opening(rig.board)), world_of(rig))
        told.append(seen.moving)
        assert seen.all_seen is not True
        where = [(x - 40, y), (x + 40, y + 30)]
        if seen.moving:
            assert any(holds(seen.doubted, Doubt.MOVING, rig, *at) for at in where), seed
    assert told.count(True) >= 6
    assert False not in told


def test_what_looks_smeared_on_wood_is_put_in_question_and_not_called_moving() -> None:
    rig = rig_of(711)
    picture, world = shot(rig, (), opening(rig.board)), world_of(rig)
    (x, y), rim, side = middle(rig), rig.board.rim_width_mm / 2, rig.style.die_mm
    smeared, sharp = Kind(0.003, 0.0, 0.997, 0.0), Kind(0.5, 0.4, 0.1, 0.0)
    for place, likely, kind, moving in (
        ((x, y), 0.5, smeared, True),
        ((x, y), 0.3, smeared, None),  # moiré, say
        ((x, rim), 0.5, smeared, None),
        ((rig.board.width_mm / 2, y), 0.5, smeared, None),
        ((x, rim), 0.5, sharp, False),
    ):
        nets, places = Detections(picture, world, side), Places(picture, world, side)
        here = [places.examine(Suspect(*place, likely, kind))]
        found = replace(around(nets, places), places=lambda here=here: here)
        assert beside_fewer((), found).moving is moving, place


def test_two_known_dice_alone_can_move() -> None:
    """A wall's foot looks smeared to the nets, but is hardly a die to the finder."""
    still, smeared = Kind(0.0, 0.97, 0.03, 0.0), Kind(0.02, 0.0, 0.98, 0.0)
    of = bare_places().examine
    first, second = of(Suspect(100, 100, 0.8, still)), of(Suspect(200, 150, 0.6, still))
    wall, flies = of(Suspect(300, 40, 0.35, smeared)), of(Suspect(220, 300, 0.7, smeared))
    read = (seen_at(100, 101),)
    assert dice_among([first, second, wall], ()) == [first, second]
    assert dice_among([first, second, wall], read) == [first, second]
    assert dice_among([first, wall], read) == [first, wall]
    assert dice_among([first, flies, wall], read) == [first, flies]
    on_the_other = (replace(seen_at(100, 101), support=Support.DIE),)
    assert dice_among([first, wall], on_the_other) == [first]


def _nowhere(_x: float, _y: float, _near: float) -> bool:
    return False


def of_places(*places: Unread, sure_cm2: float = 0.0) -> Surroundings:
    """A picture in which these may be dice, and so much surely shows a body."""
    over = Over(sure_cm2, sure_cm2, 0.0, lambda: (), _nowhere, _nowhere)
    return Surroundings(lambda: places, lambda: (), lambda: over, lambda _dice: [])


def test_no_body_hides_dice_that_are_both_seen() -> None:
    of, die = bare_places().examine, Kind(0.0, 0.97, 0.03, 0.0)
    second = of(Suspect(200, 150, 0.6, die))
    dice, body = (seen_at(100, 101),), 1000.0
    assert beside_fewer(dice, of_places(sure_cm2=body)).covered is True
    assert beside_fewer(dice, of_places(second, sure_cm2=body)).covered is None
    assert beside_fewer((), of_places(second, sure_cm2=body)).covered is True
    for none, covered in ((0.1, None), (0.4, True)):
        perhaps = of(Suspect(200, 150, 0.6, Kind(none, 1 - none, 0.0, 0.0)))
        assert beside_fewer(dice, of_places(perhaps, sure_cm2=body)).covered is covered


def test_what_is_smeared_moves_surely_only_if_it_may_be_one_of_the_dice() -> None:
    of = bare_places().examine
    flies = of(Suspect(220, 300, 0.7, Kind(0.0, 0.0, 1.0, 0.0)))
    asked = replace(seen_at(100, 101), value=None, flat=None)
    other = replace(seen_at(300, 101), value=None, flat=None)
    assert beside_fewer((asked,), of_places(flies)).moving is True
    assert beside_fewer((asked, other), of_places(flies)).moving is None


@pytest.mark.parametrize(
    ("likely", "smeared", "moving"),
    [(0.5, 0.85, None), (0.75, 0.85, False), (0.75, 0.95, None), (0.75, 0.999, True)],
)
def test_what_is_surely_a_die_is_mostly_sharp_and_must_look_more_smeared(
    likely: float, smeared: float, moving: bool | None
) -> None:
    drawn_out = bare_places().examine(Suspect(220, 300, likely, Kind(0.0, 0.0, smeared, 0.0)))
    leaning = replace(seen_at(100, 101), value=None, guess=None, flat=False)
    assert beside_fewer((leaning,), of_places(drawn_out)).moving is moving


@pytest.mark.parametrize(
    ("likely", "none", "all_seen"), [(0.7, 0.3, None), (0.5, 0.3, True), (0.7, 0.98, True)]
)
def test_no_die_is_missing_where_the_finder_sees_one(
    likely: float, none: float, all_seen: bool | None
) -> None:
    faint = bare_places().examine(Suspect(220, 300, likely, Kind(none, 1 - none, 0.0, 0.0)))
    found = beside_fewer((seen_at(100, 101),), of_places(faint))
    assert (found.moving, found.covered, found.all_seen) == (False, False, all_seen)


def bare_places() -> Places:
    """Of a picture that shows nothing."""
    rig = white()
    world = world_of(rig)
    return Places(np.zeros((world.height, world.width, 3), np.uint8), world, rig.style.die_mm)


def test_the_finder_alone_objects_only_where_the_other_net_does_not_know_better() -> None:
    of, below_mm = bare_places().examine, white().board.height_mm + 90.0
    nothing, perhaps = Kind(0.98, 0.02, 0.0, 0.0), Kind(0.6, 0.4, 0.0, 0.0)
    assert not may_lie_far(of(Suspect(-40, 100, 0.8, nothing)))
    assert may_lie_far(of(Suspect(-40, 100, 0.8, perhaps)))
    assert may_lie_far(of(Suspect(-90, 100, 0.8, nothing)))
    assert may_lie_far(of(Suspect(300, below_mm, 0.8, nothing)))
    assert not may_lie_far(of(Suspect(-90, 100, 0.6, perhaps)))


def test_a_smeared_face_is_uneven_and_a_sharp_one_is_not() -> None:
    """Whatever value: a six shows two bars when it is sharp, too."""
    drawn = white()
    rig = rig_of(drawn.seed, 1920, 1080)
    rig = replace(rig, sensor=replace(rig.sensor, exposure_ms=EXPOSURE_MS))
    (x, y), world, renderer = middle(rig), world_of(rig), renderer_of(rig, 16)
    for value in range(1, 7):
        sharp, smeared = (
            unevenness(
                renderer.clean(Scene((), (slid(rig, value, x, y, px),)), 0.0),
                world,
                (x, y),
                rig.style.die_mm,
            )
            for px in (0.01, 9.0)
        )
        assert sharp < PIPS_EVEN < smeared, (value, sharp, smeared)


def test_a_six_whose_pips_melt_into_bars_is_no_smear() -> None:
    rig = rig_of(white().seed, 1280, 720)
    rig = replace(rig, sensor=replace(rig.sensor, blur_px=1.0))
    (x, y), world = middle(rig), world_of(rig)
    picture = renderer_of(rig).clean(Scene((), (flat(rig, 6, x, y),)), 0.0)
    assert unevenness(picture, world, (x, y), rig.style.die_mm) < PIPS_EVEN


def test_a_die_that_slides_is_not_accepted_however_it_was_read() -> None:
    rig = white()
    x, y = middle(rig)
    picture = shot(rig, (slid(rig, 5, x - 40, y, 7.0), flat(rig, 3, x + 40, y)))
    world = world_of(rig)

    def read_as(flat: bool | None) -> tuple[DieSeen, ...]:
        return tuple(
            DieSeen(5, 5, "picture_right", flat_one, Support.SURFACE, 1.0, (0, 0), at, box)
            for at, flat_one, box in (((x - 40, y), flat, one), ((x + 40, y), True, other))
        )

    def motion(image: np.ndarray, dice: tuple[DieSeen, ...]) -> Besides:
        return beside_two(dice, motion_of(image, world, rig.style.die_mm, dice))

    one, other = (0, 0, 10, 10), (50, 0, 10, 10)
    assert motion(picture, read_as(True)).moving is not False
    doubts = motion(picture, read_as(None))
    assert doubts.moving is not False
    assert doubts.doubted == (Doubted(Doubt.MOVING, (0, 0, 10, 10)),)
    assert motion(picture, read_as(False)).moving is not False
    still = shot(rig, (flat(rig, 5, x - 40, y), flat(rig, 3, x + 40, y)))
    at_rest = motion(still, read_as(True))
    assert at_rest == Besides(moving=False, covered=False, all_seen=None, doubted=())
    assert motion(still, read_as(False)).moving is False


def seen_at(x: float, y: float) -> DieSeen:
    return DieSeen(3, 3, "picture_right", True, Support.SURFACE, 1.0, (0, 0), (x, y), (0, 0, 9, 9))


def beside(
    picture: np.ndarray,
    world: Calibration,
    dice: tuple[DieSeen, ...],
    side: float,
    before: np.ndarray | None = None,
) -> Besides:
    fresh = None if before is None else changes(picture, before)
    found = around(Detections(picture, world, side), Places(picture, world, side), fresh)
    return beside_fewer(dice, found)


def test_a_die_nobody_read_is_not_overlooked() -> None:
    whole = []
    for seed in RIGS:
        rig = rig_of(seed)
        x, y = middle(rig)
        picture, world = shot(rig, (flat(rig, 3, x, y),)), world_of(rig)
        side = rig.style.die_mm
        nobody = beside(picture, world, (), side)
        assert nobody.all_seen is None, seed
        assert holds(nobody.doubted, Doubt.DIE, rig, x, y), seed
        lone = seen_at(x, y)
        whole.append(beside(picture, world, (lone,), side).all_seen)
        for lies in (None, False):  # perhaps on the other one
            assert beside(picture, world, (replace(lone, flat=lies),), side).all_seen is None
    assert whole.count(True) >= 2


def test_a_die_that_rolled_far_over_the_table_is_not_missing() -> None:
    """Between 60 and 300 mm off the board, wherever the camera sees that far."""
    seen = 0
    for seed in range(750, 754):
        rig = rig_of(seed, 1920, 1080)
        x, y = middle(rig)
        far = (rig.board.width_mm + 110.0, y)
        px = rig.camera.project(np.array([(*far, 0.0)]))[0]
        if not (40 < px[0] < 1880 and 40 < px[1] < 1040):
            continue
        z = rig.style.die_mm / 2
        away = DiePose(*far, -z, showing(4, rig.style.chirality, 0.4))
        picture = shot(rig, (flat(rig, 3, x, y), DiePath.resting(away)))
        there = beside(picture, world_of(rig), (seen_at(x, y),), 14.0)
        assert there.all_seen is None
        assert holds(there.doubted, Doubt.DIE, rig, *far)
        seen += 1
    assert seen >= 2


def test_a_dark_die_on_dark_felt_came_though_little_of_it_differs() -> None:
    """Its pips alone are another colour than the field."""
    world = world_of(rig_of(744))
    x, y = middle(rig_of(744))
    mask = np.zeros((world.height, world.width), np.uint8)
    places = np.array([(x, y), (x - 80.0, y)])
    assert is_changed(places, world, 14.0, mask).tolist() == [False, False]
    px = world.project(np.array([(x, y, -14.0)]))[0].round().astype(int)
    radius = max(1, round(1.4 * world.px_per_mm))
    for dx, dy in ((-1, -1), (1, 1), (-1, 1), (1, -1)):
        at = px + np.array([dx, dy]) * round(3.5 * world.px_per_mm)
        cv2.circle(mask, at.tolist(), radius, 255, -1)
    assert is_changed(places, world, 14.0, mask).tolist() == [True, False]
    assert is_changed(places[:0], world, 14.0, mask).tolist() == []


def test_nothing_changed_beyond_the_picture() -> None:
    """However far, on any side."""
    world = world_of(rig_of(744))
    mask = np.full((world.height, world.width), 255, np.uint8)
    middle_px = np.array([world.width / 2, world.height / 2])
    for aside in ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)):
        for far in (1.1, 1.5, 2.5):
            px = middle_px + far * middle_px * aside
            places = world.field_points(np.array([px, middle_px]), 14.0)
            assert is_changed(places, world, 14.0, mask).tolist() == [False, True], (aside, far)


def test_before_tells_what_came() -> None:
    """What lay there before is none that came, whatever it looks like."""
    rig = white()
    x, y = middle(rig)
    lies, side = flat(rig, 3, x, y), rig.style.die_mm
    before, world = shot(rig, (lies,)), world_of(rig)
    assert beside(before, world, (), side, before).all_seen is True
    came = shot(rig, (lies, flat(rig, 5, x - 60, y + 20)))
    assert beside(came, world, (), side, before).all_seen is None
    assert beside(with_arm(before, rig, x, y), world, (), side, before).covered is True


def seen_over(shares: dict[tuple[float, float, float, float], float]) -> Cover:
    """A cover on a grid of 10 mm with rectangles of the board covered so likely."""
    over = Cover(np.zeros((56, 68), np.float32), 0.0, 0.0, 10.0)
    for rect, share in shares.items():
        over.share[over.cells_in(*rect)] = share
    return over


def covers(seen: Cover, world: Calibration, changed: np.ndarray | None = None) -> bool | None:
    return is_covered(*areas_cm2(seen, world, changed))


def test_only_a_large_body_over_the_field_covers_it() -> None:
    rig = rig_of(3)
    world = world_of(rig)
    left, top, right, bottom = rig.board.halves["picture_left"]
    x, y = (left + right) / 2, (top + bottom) / 2
    hand, tips, speck = (60.0, 50.0), (40.0, 25.0), (15.0, 15.0)

    def at(size: tuple[float, float], share: float) -> bool | None:
        return covers(seen_over({(x, y, x + size[0], y + size[1]): share}), world)

    assert at(hand, 0.9) is True
    assert at(hand, 0.6) is None
    assert at(tips, 0.9) is None
    assert at(speck, 0.9) is False
    assert at(hand, 0.3) is False
    outside = seen_over({(0.0, bottom + 1, 680.0, 560.0): 0.9})
    assert covers(outside, world) is False


def test_less_is_enough_where_the_picture_changed() -> None:
    rig = rig_of(3)
    world = world_of(rig)
    left, top, *_ = rig.board.halves["picture_left"]
    body = seen_over({(left + 20, top + 20, left + 80, top + 70): 0.6})
    everywhere = np.full((rig.camera.height, rig.camera.width), 255, np.uint8)
    assert covers(body, world, everywhere) is True
    assert covers(body, world, np.zeros_like(everywhere)) is None


def test_what_lies_under_or_beside_a_body() -> None:
    body = seen_over({(200.0, 200.0, 260.0, 260.0): 0.9})
    assert under(body, 230.0, 230.0)
    assert not under(body, 300.0, 230.0)
    assert under(body, 280.0, 230.0, 30.0)
    assert under(body, 180.0, 230.0, 30.0)
    assert not under(body, 330.0, 230.0, 30.0)


def test_a_cover_lies_where_the_body_does() -> None:
    """The grid's millimetres are the board's: an arm over one half covers that half alone."""
    rig = rig_of(704)
    x, y = middle(rig)
    seen = cover(with_arm(shot(rig, (), opening(rig.board)), rig, x, y), world_of(rig))
    shares = [float(seen.share[seen.cells_in(*half)].mean()) for half in rig.board.halves.values()]
    assert shares[0] < 0.05
    assert shares[1] > 0.15
    assert seen.share[seen.cells_in(x - 15, y - 15, x + 15, y + 15)].mean() > 0.5


def test_what_surrounds_the_board_is_no_body_beside_a_die() -> None:
    world = world_of(white())
    field = world.board.picture_left
    x, y = field.left + 60, field.top + 60
    over = seen_over({(x, y, x + 50, y + 50): 0.9})
    speck = seen_over({(x, y, x + 10, y + 10): 0.9})
    around = seen_over({(field.left - 25, y, field.left - 5, y + 200): 0.9})
    assert is_beside_body(over, world, x - 20, y, 30.0)
    assert not is_beside_body(over, world, x - 50, y, 30.0)
    assert not is_beside_body(speck, world, x - 20, y, 30.0)
    assert not is_beside_body(around, world, field.left + 10, y + 50, 30.0)
