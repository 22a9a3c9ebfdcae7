"""Dice of which no face can be read, on rigs of the repository's renderer nobody fitted to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from vision.calibration import Calibration
from vision.calibration.pose import Known, calibrate
from vision.lab.truth import calibration_of
from vision.learned.kind import Kind
from vision.learned.lean import Lies
from vision.reader import read_at_rest, see
from vision.reader import thresholds as at
from vision.reader.colour_patch import NO_PATCH
from vision.reader.decision.picture import Faceless, PictureEvidence, decide, one_leans
from vision.reader.decision.unread import (
    can_lean,
    leans_by,
    looks_askew,
    of_places,
)
from vision.reader.detections import Detections, Suspect, suspects
from vision.reader.die_shape import die_at
from vision.reader.reach import reach_of_middle_mm
from vision.reader.unreadable_dice import Places, Unread
from vision.reading import DieSeen, FlatBy
from vision.scene import CheckerAt, CubeAt, DiePath, DiePose, Rig, Scene, opening, showing, truth
from vision.scene.throw import plan_throw

SEED = 920
GREY = (200, 200, 200)
REST = Kind(0.0, 1.0, 0.0, 1.0)


@pytest.fixture(
    scope="module", params=[range(920, 923), pytest.param(range(923, 926), marks=pytest.mark.night)]
)
def seeds(request: pytest.FixtureRequest) -> range:
    """Of rigs: some, and by night others."""
    drawn: range = request.param
    return drawn


def found(rig: Rig, scene: Scene) -> list[DieSeen]:
    picture = renderer_of(rig).frame(scene, 0.0, np.random.default_rng(rig.seed))
    world = calibration_of(truth(rig, scene, 0.0), with_die_size=True)
    around = suspects(Detections(picture, world, rig.style.die_mm))
    places = Places(picture, world, rig.style.die_mm)
    return of_places(map(places.examine, around))


def called(rig: Rig, scene: Scene) -> list[DieSeen]:
    return [die for die in found(rig, scene) if die.flat is False]


def leaning_on_a_checker(seed: int) -> tuple[Rig, Scene, tuple[DiePath, ...]]:
    """A rig, its board before the roll, and a level die and a leaning one at rest."""
    rig = rig_of(seed, 1920, 1080)
    bare = Scene(opening(rig.board))
    rng = np.random.default_rng(seed)
    paths = plan_throw(
        rig, bare, values=(3, 5), half="picture_right", outcome="lean_checker", rng=rng
    )
    return rig, bare, tuple(DiePath.resting(path.rest) for path in paths)


def test_dice_that_lean_on_a_checker_are_told_and_show_no_value(seeds: range) -> None:
    told = 0
    for seed in seeds:
        rig, bare, dice = leaning_on_a_checker(seed)
        leaning = dice[1].rest
        for die in called(rig, Scene(bare.checkers, dice)):
            assert die.center_mm is not None
            off = np.subtract(die.center_mm, (leaning.x_mm, leaning.y_mm))
            assert np.hypot(*off) < 15.0, seed
            assert (die.value, die.guess, die.flat) == (None, None, False)
            assert die.half == "picture_right"
            told += 1
    assert told >= len(seeds) // 3


def test_a_leaning_die_that_came_is_told_once(seeds: range) -> None:
    """With the board as it lay before, what came and shows no face is found in two ways."""
    counts = []
    for seed in seeds:
        rig, bare, dice = leaning_on_a_checker(seed)
        renderer, rng = renderer_of(rig), np.random.default_rng(seed)
        empty, thrown = (
            renderer.frame(scene, 0.0, rng) for scene in (bare, Scene(bare.checkers, dice))
        )
        world = calibration_of(truth(rig, bare, 0.0), with_die_size=True)
        leaning = dice[1].rest.x_mm, dice[1].rest.y_mm
        seen = [die.center_mm for die in see(thrown, world, empty).dice]
        counts.append(sum(at is not None and math.dist(at, leaning) < 15.0 for at in seen))
    assert set(counts) == {1}


def test_at_rest_leaning_dice_that_came_are_told_beside_the_other(seeds: range) -> None:
    """Of the first two, and the two last, no certain face is found."""
    told = 0
    for seed in seeds:
        rig, bare, dice = leaning_on_a_checker(seed)
        renderer, rng = renderer_of(rig), np.random.default_rng(seed)
        thrown, empty = (
            renderer.frame(scene, 0.0, rng) for scene in (Scene(bare.checkers, dice), bare)
        )
        world = calibration_of(truth(rig, bare, 0.0), with_die_size=True)
        for die in read_at_rest(thrown, world, empty):
            assert die.center_mm is not None
            level, leaning = (math.dist(die.center_mm, (at.rest.x_mm, at.rest.y_mm)) for at in dice)
            assert die.flat is not False or leaning < min(level, 15.0), seed
            told += die.flat is False
    assert told >= len(seeds) - 1


@pytest.mark.parametrize(("beyond_mm", "leans"), [(-10.0, False), (0.0, True), (6.1, False)])
def test_what_has_its_middle_over_a_checkers_edge_leans_on_it(
    seeds: range, beyond_mm: float, leans: bool
) -> None:
    """A die flat on the checker has it within, one flat beside it half a side away at least."""
    for seed in seeds:
        rig = rig_of(seed, 1920, 1080)
        scene = Scene(opening(rig.board))
        picture = renderer_of(rig).frame(scene, 0.0, np.random.default_rng(seed))
        world = calibration_of(truth(rig, scene, 0.0), with_die_size=True)
        inner = [at for at in scene.checkers if abs(at.y_mm - rig.board.height_mm / 2) < 90]
        at = inner[0]
        toward = 1 if at.y_mm < rig.board.height_mm / 2 else -1
        out = toward * (rig.board.checker_diameter_mm / 2 + beyond_mm)
        die = Suspect(at.x_mm, at.y_mm + out, 0.9, Kind(0.0, 0.9, 0.1, 0.0))
        place = Places(picture, world, 14.0).examine(die)
        assert (leans_by(place, ()) is FlatBy.CONTACT) is leans, seed


def test_level_dice_and_the_doubling_cube_are_not_askew(seeds: range) -> None:
    for seed in seeds:
        rig = rig_of(seed, 1920, 1080)
        x0, y0, x1, y1 = rig.board.halves["picture_right"]
        x, y, size = (x0 + x1) / 2, (y0 + y1) / 2, rig.style.die_mm
        dice = tuple(
            DiePath.resting(
                DiePose(x + 30 * i, y, -size / 2, showing(i + 3, rig.style.chirality, 0.7 * i))
            )
            for i in (-1, 1)
        )
        cube = CubeAt(4, x - 80.0, y, 25.0)
        assert called(rig, Scene(opening(rig.board), dice, cube)) == [], seed


def level(rig: Rig) -> Scene:
    """One level die in the middle of a half, that shows a 4."""
    x0, y0, x1, y1 = rig.board.halves["picture_left"]
    turn = showing(4, rig.style.chirality, 0.3)
    pose = DiePose((x0 + x1) / 2, (y0 + y1) / 2, -rig.style.die_mm / 2, turn)
    return Scene(opening(rig.board), (DiePath.resting(pose),))


@pytest.mark.parametrize(
    ("far", "near", "anyhow", "flat"),
    [
        (0.9, 0.99, 0.99, False),
        (0.97, 0.9, 0.9, False),
        (0.5, 0.9, 0.9, None),  # each says so, none surely
        (0.9, 0.02, 0.97, None),  # a level die lies there well
        (0.9, 0.97, 0.3, None),  # turned otherwise it lies level
        (0.05, 0.9, 0.97, None),  # it does not look far askew
    ],
)
def test_far_askew_is_said_by_two_nets_together(
    far: float, near: float, anyhow: float, flat: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks_lean(monkeypatch, near, anyhow)
    rig = rig_of(SEED, 1920, 1080)
    (die,) = judged(rig, Kind(0.0, 0.95, 0.05, 0.95 * far))
    assert die.flat is flat
    assert die.guess == (None if flat is False else 4)


def test_a_look_that_is_surer_than_sure_outweighs_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One look of four is in no doubt at all, the others see a level die."""
    looks_lean(monkeypatch, 0.15, 0.15, sure=4)
    rig = rig_of(SEED, 1920, 1080)
    (die,) = judged(rig, Kind(0.0, 0.95, 0.05, 0.9))
    assert die.flat is None


@pytest.mark.parametrize(
    ("look", "told"),
    [
        (Kind(0.005, at.UNREAD_STILL, at.SHARP - 0.1, at.UNREAD_STILL), [False]),
        (Kind(at.NO_DIE + 0.01, 0.85, 0.09, 0.85), []),  # hardly a die
        (Kind(at.UNREAD_NO_DIE + 0.005, 0.9, 0.085, 0.9), []),  # nor surely one
        (Kind(0.005, at.UNREAD_STILL - 0.01, at.SHARP - 0.1, at.UNREAD_STILL), []),  # or smeared
        (Kind(0.005, 0.9, 0.09, 0.3), [None]),  # or level
    ],
)
def test_what_may_be_no_die_at_rest_leans_nowhere(
    look: Kind, told: list[bool | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks_lean(monkeypatch, 0.99, 0.99)
    rig = rig_of(SEED, 1920, 1080)
    assert [die.flat for die in judged(rig, look)] == told
    monkeypatch.setattr("vision.learned.kind.kinds_at", lambda *_: [look])
    picture, world, die = seen_level(rig)
    beside = [touching(world, die, rig)]
    assert looks_askew(place_of(picture, world, die, rig), beside) is (told == [False])


def test_a_found_die_leans_only_where_it_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    looks_lean(monkeypatch, 0.99, 0.99)
    monkeypatch.setattr("vision.learned.kind.kinds_at", lambda *_: [Kind(0.0, 1.0, 0.0, 1.0)])
    rig = rig_of(SEED, 1920, 1080)
    picture, world, _ = seen_level(rig)
    left = rig.board.halves["picture_left"][0]
    places = Places(picture, world, rig.style.die_mm)
    for room, flat in ((at.UNREAD_ROOM + 0.1, False), (at.UNREAD_ROOM - 0.1, None)):
        found = replace(die_at(world, left + room, 250.0, rig.style.die_mm), guess=4)
        (die,) = told(places, [found])
        assert die.flat is flat, room


def told(places: Places, came: list[DieSeen], around: Sequence[Suspect] = ()) -> list[DieSeen]:
    """What is told of dice that came, and of places without a face."""
    faceless = Faceless(
        places.of_die,
        lambda: [places.examine(one) for one in around],
        lambda _: (),
        lambda *_: False,
        lambda *_: NO_PATCH,
        lambda *_: (),
    )
    return [
        *decide(PictureEvidence((), list, list, 1.0, float, new_dice=came, faceless=faceless)).dice
    ]


def test_of_more_dice_than_are_rolled_none_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the two unread ones that came lies where the finder sees one, too, and it sees two
    more."""
    looks_lean(monkeypatch, 0.01, 0.01)
    rig = rig_of(SEED, 1920, 1080)
    picture, world, die = seen_level(rig)
    assert die.center_mm is not None
    x, y = die.center_mm
    came = [
        die,
        die_at(world, x + 60.0, y, 14.0),
        replace(die_at(world, x, y + 60.0, 14.0), guess=3),
    ]
    around = [Suspect(x + mm, y, 1.0, REST) for mm in (0.0, 30.0, 90.0)]
    places = Places(picture, world, rig.style.die_mm)
    kept = told(places, came, around)
    assert sorted(one.center_px for one in kept) == sorted(one.center_px for one in came)


@pytest.mark.parametrize(
    ("off_mm", "askew_told", "askew_best", "leans"),
    [
        ((3.6, 0.0), 0.99, 0.01, False),
        ((0.0, -3.6), 0.99, 0.01, False),
        ((3.6, 0.0), 0.01, 0.99, False),
        ((3.6, 0.0), 0.99, 0.99, True),
        ((1.0, 0.0), 0.99, 0.01, False),
        ((1.0, 0.0), 0.99, 0.99, True),
    ],
)
def test_a_die_seen_beside_itself_is_looked_at_where_it_would_lie_level(
    monkeypatch: pytest.MonkeyPatch,
    off_mm: tuple[float, float],
    askew_told: float,
    askew_best: float,
    leans: bool,
) -> None:
    """However it is turned it looks so from the place told, and from a level die's best."""
    rig = rig_of(SEED, 1920, 1080)
    picture, world, die = seen_level(rig)
    assert die.center_mm is not None
    place = np.add(die.center_mm, off_mm)
    told = die_at(world, *place, rig.style.die_mm)

    def lies(
        _image: object, _world: object, poses: np.ndarray, _mm: float, *, together: bool
    ) -> list[Lies]:
        assert together
        there = np.hypot(*(poses[:, :2].mean(axis=0) - place)) < 0.1
        return [Lies(askew_told if there else askew_best, 0.0)] * len(poses)

    monkeypatch.setattr("vision.learned.lean.look_at_board", lies)
    monkeypatch.setattr("vision.learned.kind.kinds_at", lambda *_: [Kind(0.0, 1.0, 0.0, 1.0)])
    beside = [touching(world, die, rig)]
    assert looks_askew(place_of(picture, world, told, rig), beside) is leans


def looks_lean(monkeypatch: pytest.MonkeyPatch, near: float, anyhow: float, sure: int = 0) -> None:
    """The lean net says so where a level die would lie best and however it is turned; of so many
    looks one is in no doubt."""

    def lies(
        _image: object, _world: object, poses: np.ndarray, _mm: float, *, together: bool
    ) -> list[Lies]:
        assert together
        askew = near if float(np.ptp(poses[:, 2])) < 10.0 else anyhow
        return [Lies(1.0 if sure and i % sure == 0 else askew, 0.0) for i in range(len(poses))]

    monkeypatch.setattr("vision.learned.lean.look_at_board", lies)


def seen_level(rig: Rig) -> tuple[np.ndarray, Calibration, DieSeen]:
    """One level die that was found, its value not certain."""
    scene = level(rig)
    picture = renderer_of(rig).frame(scene, 0.0, np.random.default_rng(0))
    world = calibration_of(truth(rig, scene, 0.0), with_die_size=True)
    rest = scene.dice[0].rest
    die = die_at(world, rest.x_mm, rest.y_mm, rig.style.die_mm)
    return picture, world, die


def place_of(picture: np.ndarray, world: Calibration, die: DieSeen, rig: Rig) -> Unread:
    """What is known of a die that was found, its value not certain."""
    return Places(picture, world, rig.style.die_mm).of_die(die)


def judged(rig: Rig, look: Kind) -> list[DieSeen]:
    """What is made of a level die that the kind net takes for this."""
    picture, world, die = seen_level(rig)
    assert die.center_mm is not None
    one = Suspect(*die.center_mm, at.UNREAD_SURELY, look)
    places = Places(picture, world, rig.style.die_mm)
    return of_places([places.examine(one)], [touching(world, die, rig)])


def touching(world: Calibration, die: DieSeen, rig: Rig) -> DieSeen:
    """Another die, on which it may lean."""
    assert die.center_mm is not None
    x, y = die.center_mm
    return die_at(world, x + 1.2 * rig.style.die_mm, y, rig.style.die_mm)


def test_what_can_lean_on_nothing_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    looks_lean(monkeypatch, 0.99, 0.99)
    monkeypatch.setattr("vision.learned.kind.kinds_at", lambda *_: [Kind(0.0, 1.0, 0.0, 1.0)])
    rig = rig_of(SEED, 1920, 1080)
    picture, world, die = seen_level(rig)
    assert not looks_askew(place_of(picture, world, die, rig), ())
    assert looks_askew(place_of(picture, world, die, rig), [touching(world, die, rig)])
    assert die.center_mm is not None
    one = Suspect(*die.center_mm, at.UNREAD_SURELY, Kind(0.0, 1.0, 0.0, 1.0))
    (said,) = of_places([Places(picture, world, rig.style.die_mm).examine(one)])
    assert (said.flat, said.flat_by) == (True, FlatBy.CONTACT)


@pytest.mark.parametrize(
    ("leans", "others", "void"), [(True, 1, True), (True, 2, False), (False, 1, False)]
)
def test_beside_a_die_that_surely_leans_the_roll_is_void_and_it_is_looked_at_once(
    monkeypatch: pytest.MonkeyPatch, leans: bool, others: int, void: bool
) -> None:
    looked: list[np.ndarray] = []

    def lies(
        _image: object, _world: object, poses: np.ndarray, _mm: float, *, together: bool
    ) -> list[Lies]:
        assert together
        looked.append(poses)
        return [Lies(0.99 if leans else 0.01, 0.0)] * len(poses)

    monkeypatch.setattr("vision.learned.lean.look_at_board", lies)
    rig = rig_of(SEED, 1920, 1080)
    picture, world, die = seen_level(rig)
    assert die.center_mm is not None
    one = Suspect(*die.center_mm, at.UNREAD_LIKELY, Kind(0.0, 1.0, 0.0, 0.9))
    faint = one._replace(likely=at.UNREAD_LIKELY - 0.01, x=one.x + 30.0)
    places = Places(picture, world, rig.style.die_mm)
    dice = (touching(world, die, rig),) * others
    around = [places.examine(one), places.examine(faint)]
    assert one_leans(around, dice) is void
    looks = len(looked)
    assert looks
    assert bool(of_places(map(places.examine, (one, faint)), dice)) is leans
    assert len(looked) == looks


@pytest.mark.parametrize("by_mm", [-0.7, 0.7])
def test_what_stands_beside_a_checker_can_lean_on_it(by_mm: float) -> None:
    """The reader places a checker to half a millimetre."""
    rig = rig_of(SEED, 1920, 1080)
    board, side = rig.board, rig.style.die_mm
    x0, y0, x1, y1 = board.halves["picture_right"]
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    alone = Scene((CheckerAt(0, x, y, -board.checker_thickness_mm / 2),))
    picture = renderer_of(rig).frame(alone, 0.0, np.random.default_rng(0))
    world = calibration_of(truth(rig, level(rig), 0.0), with_die_size=True)
    off_mm = reach_of_middle_mm(side) + by_mm
    beside = Suspect(x + board.checker_diameter_mm / 2 + off_mm, y, 1.0, REST)
    assert can_lean(Places(picture, world, side).examine(beside), []) is (by_mm < 0)


OFF_MM = [(0.0, 0.0), (3.0, 0.0), (0.0, -3.0)]
"""The finder may be so far off."""


@pytest.mark.parametrize("off_mm", OFF_MM)
@pytest.mark.parametrize(("coin_mm", "leans"), [(5.0, True), (None, False)])
def test_what_came_to_lie_beside_it_carries_it_as_well_as_a_checker(
    off_mm: tuple[float, float], coin_mm: float | None, leans: bool
) -> None:
    """A coin so far beside it. The die came, too, and is no thing, nor are others."""
    rig = rig_of(SEED, 1920, 1080)
    side, board = rig.style.die_mm, rig.board
    x1, y1 = board.halves["picture_right"][2:]
    corner = DiePose(x1 - 40.0, y1 - 40.0, -side / 2, showing(4, rig.style.chirality, 0.4))
    far_mm = reach_of_middle_mm(side) + side / 2 + 0.5  # its corner is within reach, it is not
    turned = showing(4, rig.style.chirality, math.pi / 4)
    other = DiePose(corner.x_mm - far_mm, corner.y_mm, -side / 2, turned)
    bare, scene = (Scene((), tuple(map(DiePath.resting, dice))) for dice in ((), (corner, other)))
    renderer, rng = renderer_of(rig), np.random.default_rng(0)
    before, now = renderer.frame(bare, 0.0, rng), renderer.frame(scene, 0.0, rng)
    world = calibration_of(truth(rig, scene, 0.0), with_die_size=True)
    place = np.add((corner.x_mm, corner.y_mm), off_mm)
    if coin_mm is not None:
        radius_mm = 11.0
        middle = np.array([(corner.x_mm, corner.y_mm - side / 2 - coin_mm - radius_mm, 0.0)])
        px = world.project(middle)[0].round().astype(int)
        cv2.circle(now, px, round(radius_mm * world.px_per_mm), GREY, -1)
    one = Suspect(float(place[0]), float(place[1]), 1.0, REST)
    others = [die_at(world, other.x_mm, other.y_mm, side)]
    assert can_lean(Places(now, world, side, before).examine(one), others) is leans
    assert not can_lean(Places(now, world, side).examine(one), others)


def test_what_is_surely_a_die_shows_a_guess_and_no_more(seeds: range) -> None:
    told = 0
    for seed in seeds:
        rig = rig_of(seed, 1920, 1080)
        for die in found(rig, level(rig)):
            assert (die.value, die.guess) == (None, 4), seed
            assert (die.flat, die.flat_by) == (True, FlatBy.CONTACT), seed
            told += 1
    assert told >= len(seeds) // 2


def test_a_fainter_suspect_is_no_die() -> None:
    rig = rig_of(SEED, 1920, 1080)
    scene = level(rig)
    picture = renderer_of(rig).frame(scene, 0.0, np.random.default_rng(0))
    world = calibration_of(truth(rig, scene, 0.0), with_die_size=True)
    x, y = scene.dice[0].rest.x_mm, scene.dice[0].rest.y_mm
    for likely, still, count in (
        (at.UNREAD_SURELY, at.UNREAD_SURELY_STILL, 1),
        (at.UNREAD_SURELY - 0.01, at.UNREAD_SURELY_STILL, 0),
        (at.UNREAD_SURELY, at.UNREAD_SURELY_STILL - 0.01, 0),
    ):
        one = Suspect(x, y, likely, Kind(0.0, still, 1 - still, 0.0))
        dice = of_places([Places(picture, world, rig.style.die_mm).examine(one)])
        assert len(dice) == count, (likely, still)


def test_a_small_die_that_leans_far_is_never_told_level() -> None:
    """A five of 14 px leaned by 36 degrees against a checker 7 mm away from its face; as its noise
    fell, each third look told it level.
    """
    rig = Rig.draw(0, 960, 540, "picture_left")
    checkers = tuple(CheckerAt(0, 154.16, y, -4.35) for y in (460.9, 418.4))
    level = DiePose(169.1, 184.1, -7.535, (-0.3911, 0.3911, -0.5891, 0.5891))
    leans = DiePose(177.39, 395.4, -10.519, (0.11363, 0.22198, -0.86171, -0.44189))
    dice = tuple(DiePath.resting(pose) for pose in (level, leans))
    renderer, bare, thrown = renderer_of(rig), Scene(checkers), Scene(checkers, dice)
    facts = truth(rig, thrown, 0.0)
    assert facts["dice"][1]["tilt_deg"] == pytest.approx(35.7, abs=0.1)
    board = Known(calibration_of(facts, with_die_size=True).board)
    for seed in range(12):
        rng = np.random.default_rng(seed)
        empty, picture = (renderer.frame(scene, 0.0, rng) for scene in (bare, thrown))
        two, five = see(picture, calibrate(empty, known=board), empty).dice
        assert (two.value, two.flat) == (2, True)
        assert five.flat is not True, seed
