"""A third die is never left out because two good ones were found, on our own renders."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from kiosk.dice.judged import RollerSetting, judge_seen
from kiosk.rules.still import RollStatus
from vision.calibration import Calibration
from vision.lab.cycles.filmed_drawn import film
from vision.lab.disturbed import OPERATIONS, DisturbedRoll
from vision.lab.truth import calibration_of
from vision.learned.kind import Kind
from vision.reader import read_at_rest, see
from vision.reader.colour_patch import NO_PATCH, ColourPatch, colour_patch
from vision.reader.decision.places import is_like_half_a_die, may_be_one_more
from vision.reader.decision.unread import of_any_size
from vision.reader.detections import Suspect
from vision.reader.unreadable_dice import Places
from vision.reading import DieSeen
from vision.scene import DiePath, DiePose, Rig, Scene, showing, truth
from vision.tracker import AtRest, Tracker

SEEDS = (760, 762)


def die(rig: Rig, value: int, right_mm: float, down_mm: float, yaw: float) -> DiePath:
    """A level die, so far from the middle of the right half."""
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    x, y = (x0 + x1) / 2 + right_mm, (y0 + y1) / 2 + down_mm
    turn = showing(value, rig.style.chirality, yaw)
    return DiePath.resting(DiePose(x, y, -rig.style.die_mm / 2, turn))


def shot(rig: Rig, dice: tuple[DiePath, ...]) -> np.ndarray:
    return renderer_of(rig).frame(Scene((), dice), 0.0, np.random.default_rng(rig.seed))


def world_of(rig: Rig, dice: tuple[DiePath, ...]) -> Calibration:
    return calibration_of(truth(rig, Scene((), dice), 0.0), with_die_size=True)


def inverted(rig: Rig, picture: np.ndarray, one: DiePath) -> np.ndarray:
    """With that die's light and dark changed: its pips are dark where the others' are bright."""
    mm = one.rest.corners_mm(rig.style.die_mm)
    hull = cv2.convexHull(rig.camera.project(mm).astype(np.float32))
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(hull).astype(np.int32), 1)
    shown = picture.copy()
    shown[mask > 0] = 255 - shown[mask > 0]
    return shown


@pytest.mark.parametrize("seed", SEEDS)
def test_two_dice_count_and_with_a_third_of_the_other_kind_somebody_is_asked(seed: int) -> None:
    rig = rig_of(seed, 1920, 1080)
    two = (die(rig, 5, -40.0, -60.0, 0.3), die(rig, 3, 30.0, 20.0, 0.9))
    third = die(rig, 4, -20.0, 90.0, 0.6)
    world, bare = world_of(rig, two), shot(rig, ())
    pair = shot(rig, two)
    assert judge_seen(see(pair, world), RollerSetting()).values == (5, 3)
    with_third = inverted(rig, shot(rig, (*two, third)), third)
    assert judge_seen(see(with_third, world), RollerSetting()).status is RollStatus.UNSURE
    assert len(read_at_rest(pair, world, bare)) == 2
    assert len(read_at_rest(with_third, world, bare)) == 3
    assert [len(dice) for dice in filmed(rig, bare, pair, two)] == [2]
    assert [len(dice) for dice in filmed(rig, bare, with_third, (*two, third))] == [3]


def test_half_a_third_die_beside_a_body_is_asked_about_though_the_finder_hardly_sees_it() -> None:
    rig = rig_of(900024, 2304, 1296)
    two = (die(rig, 5, -40.0, -60.0, 0.3), die(rig, 3, 30.0, 20.0, 0.9))
    world = world_of(rig, two)
    roll = DisturbedRoll(shot(rig, two), truth(rig, Scene((), two), 0.0), world)
    assert judge_seen(see(roll.picture, world), RollerSetting()).values == (5, 3)
    under_sleeve = OPERATIONS["third die, half under a sleeve"].do
    covered = under_sleeve(roll, np.random.default_rng((900024, 1)))
    assert covered is not None
    assert judge_seen(see(covered, world), RollerSetting()).status is RollStatus.UNSURE


def test_what_has_the_colour_of_a_die_is_measured() -> None:
    """Half a die with pips, a point of the board, a whole die and bare felt, drawn."""
    rig = rig_of(SEEDS[0], 1920, 1080)
    one = die(rig, 4, -40.0, -60.0, 0.0)
    world, side = world_of(rig, (one,)), rig.style.die_mm
    picture = np.full((1080, 1920, 3), (60, 90, 40), np.uint8)
    x, y = one.rest.x_mm, one.rest.y_mm

    def square(right_mm: float, down_mm: float, wide: float, high: float) -> tuple[float, float]:
        """A rectangle of so many sides, and its middle."""
        across, down = wide * side / 2, high * side / 2
        middle = (x + right_mm, y + down_mm)
        offsets = ((-across, -down), (across, -down), (across, down), (-across, down))
        corners = np.array([(middle[0] + a, middle[1] + b, -side) for a, b in offsets])
        px = np.rint(world.project(corners)).astype(np.int32)
        cv2.fillConvexPoly(picture, px, (200, 220, 230))
        return middle

    whole = square(0.0, 0.0, 1.0, 1.0)
    half = square(60.0, 0.0, 0.5, 1.0)
    cv2.circle(picture, np.rint(world.project(np.array([(*half, -side)]))[0]).astype(int), 2, 0, -1)
    point = square(0.0, 110.0, 0.7, 6.0)
    measured = [
        colour_patch(picture, world, side, [whole], *place)
        for place in (whole, half, point, (x + 60.0, y + 60.0))
    ]
    assert [is_like_half_a_die(*patch) for patch in measured] == [False, True, False, False]
    assert measured[0].area_faces == pytest.approx(1.0, abs=0.15)
    assert measured[1].area_faces == pytest.approx(0.5, abs=0.15)
    assert measured[3] == NO_PATCH
    assert colour_patch(picture, world, side, [point], *half) == measured[1]


THIRDS = ("smaller", "larger", "leaning", "half under a sleeve")


@pytest.mark.parametrize("how", THIRDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_third_die_of_any_size_and_in_any_state_is_asked_about(seed: int, how: str) -> None:
    rig = rig_of(seed, 1920, 1080)
    two = (die(rig, 5, -40.0, -60.0, 0.3), die(rig, 3, 30.0, 20.0, 0.9))
    world, facts = world_of(rig, two), truth(rig, Scene((), two), 0.0)
    roll = DisturbedRoll(shot(rig, two), facts, world)
    changed = OPERATIONS[f"third die, {how}"].do(roll, np.random.default_rng(seed))
    assert changed is not None
    assert judge_seen(see(changed, world), RollerSetting()).status is RollStatus.UNSURE


def test_a_look_keeps_no_picture() -> None:
    """Not even until the next sweep for cycles: a frame is 9 MB, and hours pass between two."""
    rig = rig_of(SEEDS[0], 1920, 1080)
    two = (die(rig, 5, -40.0, -60.0, 0.3), die(rig, 3, 30.0, 20.0, 0.9))
    third = die(rig, 4, -20.0, 90.0, 0.6)
    picture, bare = inverted(rig, shot(rig, (*two, third)), third), shot(rig, ())
    world, kept = world_of(rig, two), weakref.ref(picture)
    gc.disable()
    try:
        assert len(read_at_rest(picture, world, bare)) == 3
        assert judge_seen(see(picture, world), RollerSetting()).status is RollStatus.UNSURE
        del picture
        assert kept() is None
    finally:
        gc.enable()


def filmed(
    rig: Rig, bare: np.ndarray, picture: np.ndarray, dice: tuple[DiePath, ...]
) -> list[tuple[DieSeen, ...]]:
    """What a table is told to lie at rest as these dice fly onto the bare board."""
    tracker = Tracker(world_of(rig, dice))
    facts = truth(rig, Scene((), dice), 0.0)
    frames = film(bare, picture, facts, np.random.default_rng(rig.seed))
    events = [event for frame in frames for event in tracker.feed(frame)]
    return [event.reading.dice for event in events if isinstance(event, AtRest)]


@pytest.mark.parametrize(
    ("likely", "kind", "is_one"),
    [
        (0.6, Kind(0.0, 1.0, 0.0, 0.0), True),
        (0.6, Kind(0.0, 0.9, 0.1, 0.9), True),
        (0.2, Kind(0.0, 1.0, 0.0, 0.0), False),  # the finder hardly sees it
        (0.6, Kind(0.1, 0.9, 0.0, 0.0), False),  # the other net may see none
        (0.6, Kind(0.0, 0.2, 0.8, 0.1), False),  # a smear on grain, say
    ],
)
def test_what_both_nets_see_lying_there_may_be_one_more(
    likely: float, kind: Kind, *, is_one: bool
) -> None:
    assert may_be_one_more(likely, kind) is is_one


@pytest.mark.parametrize(
    ("none", "none_if_larger", "beside_body", "count"),
    [
        (0.0, 1.0, False, 1),
        (0.05, 1.0, False, 1),
        (0.1, 1.0, False, 0),
        (0.5, 0.005, False, 1),  # one of a size between those sought
        (0.5, 0.05, False, 0),
        (0.7, 0.005, False, 0),
        (0.5, 1.0, True, 1),  # half of it is hidden
        (0.9, 1.0, True, 0),
    ],
)
def test_beside_two_a_die_of_another_size_or_half_of_one_is_told(
    none: float, none_if_larger: float, count: int, *, beside_body: bool
) -> None:
    rig = rig_of(SEEDS[0], 1920, 1080)
    one = die(rig, 4, -20.0, 90.0, 0.6)
    places = Places(shot(rig, (one,)), world_of(rig, (one,)), rig.style.die_mm)
    x, y = one.rest.x_mm, one.rest.y_mm
    smeared = Kind(none, 0.1, 0.9 - none, 0.0)
    found = [
        replace(
            places.examine(Suspect(x, at_y, 0.6, smeared)), none_if_larger=lambda: none_if_larger
        )
        for at_y in (y, -30.0)
    ]
    seen = of_any_size(found, lambda _x, _y: beside_body, lambda _x, _y: NO_PATCH)
    assert len(seen) == count


@pytest.mark.parametrize(
    ("likely", "none", "times", "patch", "count"),
    [
        (0.5, 0.2, 1.0, ColourPatch(0.5, 1.1), 1),
        (0.3, 0.2, 1.0, ColourPatch(0.5, 1.1), 0),  # the finder hardly sees one
        (0.5, 0.4, 1.0, ColourPatch(0.5, 1.1), 0),  # nor does the kind net
        (0.5, 0.2, 0.75, ColourPatch(0.5, 1.1), 0),  # at another size
        (0.5, 0.2, 1.0, ColourPatch(0.5, 2.0), 0),  # a tip of a point
        (0.5, 0.2, 1.0, ColourPatch(0.1, 0.5), 0),  # a speck
        (0.5, 0.2, 1.0, ColourPatch(3.0, 1.4), 0),  # a checker
    ],
)
def test_beside_two_half_a_die_is_asked_about_if_it_has_their_colour(
    likely: float, none: float, times: float, patch: ColourPatch, count: int
) -> None:
    rig = rig_of(SEEDS[0], 1920, 1080)
    one = die(rig, 4, -20.0, 90.0, 0.6)
    world = world_of(rig, (one,))
    places = Places(shot(rig, (one,)), world, times * world.board.usual_die_mm)
    kind = Kind(none, 0.9 - none, 0.1, 0.0)
    place = places.examine(Suspect(one.rest.x_mm, one.rest.y_mm, likely, kind))
    place = replace(place, usual_px=26.0, none_if_larger=lambda: 1.0)
    assert len(of_any_size([place], lambda _x, _y: False, lambda _x, _y: patch)) == count


def test_a_die_a_little_larger_than_those_sought_is_one_at_its_size() -> None:
    """The kind net wavers where a die overflows its crop; bare felt stays bare at any size."""
    rig = rig_of(SEEDS[0], 1920, 1080)
    one = die(rig, 4, -20.0, 90.0, 0.6)
    picture, world = shot(rig, (one,)), world_of(rig, (one,))
    places = Places(picture, world, rig.style.die_mm / 1.3)
    there, bare = (
        places.examine(Suspect(x, one.rest.y_mm, 0.6, Kind(0.5, 0.5, 0.0, 0.0)))
        for x in (one.rest.x_mm, one.rest.x_mm + 60.0)
    )
    assert there.none_if_larger() < 0.02
    assert bare.none_if_larger() > 0.9
