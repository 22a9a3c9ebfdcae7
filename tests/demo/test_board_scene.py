"""The players' board in the picture, and the truth about the dice on it."""

import math
from collections import Counter
from random import Random

import pytest

from kiosk.demo.board_scene import DemoStage, checkers_of, cube_of, picture_point
from kiosk.demo.plan import Flaw, MatchPlan, PlannedThrow
from kiosk.demo.seats import SEATS
from kiosk.rules.board import BAR, OFF, POINTS, Position
from kiosk.rules.match.doubling import Cube
from kiosk.rules.plays import legal_plays
from kiosk.rules.table import DicePairs, Half, SetUp
from kiosk.rules.units import SIDES, Side
from vision.scene import Rig, Scene, nearest_top, opening

RIG = Rig.draw(5, mixer="picture_left")
START = Position.start()
BOXED = SetUp(SEATS, Half.PICTURE_LEFT, True, DicePairs.SHARED_PAIR)
CUPS = SetUp(SEATS, None, False, DicePairs.PAIR_EACH)


def played(seed: int, turns: int) -> Position:
    """A position some random legal plays from the start."""
    rng, board = Random(seed), START
    for turn in range(turns):
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        plays = legal_plays(board, SIDES[turn % 2], dice)
        if plays and board.winner is None:
            board = rng.choice(plays).board
    return board


def on_points(scene_checkers: tuple) -> Counter:
    """(player, column from the left, top or bottom) of each checker on the two playing fields."""
    left, right = RIG.board.halves["picture_left"], RIG.board.halves["picture_right"]
    found: Counter = Counter()
    for checker in scene_checkers:
        for first_column, (x0, y0, x1, y1) in ((0, left), (6, right)):
            if x0 < checker.x_mm < x1 and y0 < checker.y_mm < y1:
                column = first_column + int((checker.x_mm - x0) / (x1 - x0) * 6)
                found[checker.player, column, "top" if checker.y_mm < (y0 + y1) / 2 else "low"] += 1
    return found


def test_the_opening_is_the_renderers_own() -> None:
    def places(checkers: tuple) -> Counter:
        return Counter((c.player, round(c.x_mm, 3), round(c.y_mm, 3), c.z_mm) for c in checkers)

    assert places(checkers_of(RIG, START)) == places(opening(RIG.board))


def test_white_runs_from_the_top_right_round_to_the_bottom_right() -> None:
    """Along the top from the right to the left, then along the bottom from the left."""
    path = [picture_point(Side.WHITE, point) for point in reversed(POINTS)]
    assert path == [*range(11, -1, -1), *range(12, 24)]
    assert [picture_point(Side.BLACK, point) for point in POINTS] == path


def test_both_home_boards_are_at_the_pictures_right() -> None:
    for side, row in ((Side.WHITE, range(18, 24)), (Side.BLACK, range(6, 12))):
        assert {picture_point(side, point) for point in range(1, 7)} == set(row)


@pytest.mark.parametrize("seed", range(20))
def test_every_checker_lies_where_its_side_has_it(seed: int) -> None:
    board = played(seed, turns=10 + 6 * seed)
    laid = checkers_of(RIG, board)
    assert Counter(checker.player for checker in laid) == {0: 15, 1: 15}
    expected: Counter = Counter()
    for point in POINTS:
        # White's points: 1 at the bottom right, 12 at the bottom left, 13 above it, 24 top right.
        column, row = (12 - point, "low") if point <= 12 else (point - 13, "top")
        expected[0, column, row] += board.checkers_on(Side.WHITE, point)
        expected[1, column, row] += board.checkers_on(Side.BLACK, BAR - point)
    assert +expected == on_points(laid)
    bar = Counter(c.player for c in laid if RIG.board.zone(c.x_mm, c.y_mm) == "bar")
    assert +bar == +Counter(
        {0: board.checkers_on(Side.WHITE, BAR), 1: board.checkers_on(Side.BLACK, BAR)}
    )
    off = 30 - sum(expected.values()) - sum(bar.values())
    assert off == board.checkers_on(Side.WHITE, OFF) + board.checkers_on(Side.BLACK, OFF)


def test_checkers_do_not_lie_in_one_another() -> None:
    width, thick = RIG.board.checker_diameter_mm, RIG.board.checker_thickness_mm
    for seed in range(10):
        laid = checkers_of(RIG, played(seed, turns=60))
        for i, a in enumerate(laid):
            for b in laid[:i]:
                apart = math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
                assert apart > width - 0.01 or abs(a.z_mm - b.z_mm) > thick - 0.01


def test_the_cube_lies_with_its_owner() -> None:
    middle = RIG.board.height_mm / 2
    centred, white, black = (
        cube_of(RIG, Cube(4 if owner else 1, owner)) for owner in (None, Side.WHITE, Side.BLACK)
    )
    assert centred is not None
    assert white is not None
    assert black is not None
    assert centred.y_mm == middle
    assert black.y_mm < middle - 150
    assert white.y_mm > middle + 150
    assert (centred.value, white.value, black.value) == (1, 4, 4)
    assert cube_of(RIG, Cube(in_play=False)) is None


def stage() -> DemoStage:
    made = DemoStage(RIG, MatchPlan(3), BOXED)
    made.lay(START, Cube())
    return made


def thrown(made: DemoStage, throw: PlannedThrow, turn: int = 1, beside: bool = False) -> Scene:
    where = ("roll", 1, turn)
    return made.throw(throw, START, where, by=Side.WHITE, beside=beside, duration_ms=300.0)


def rolled(throw: PlannedThrow, by: Side | None, turn: int = 1) -> tuple[DemoStage, Scene]:
    """From cups, on a board whose camera sees no baffle box."""
    made = DemoStage(Rig.draw(5), MatchPlan(3), CUPS)
    made.lay(START, Cube())
    where = ("roll", 1, turn)
    return made, made.throw(throw, START, where, by=by, beside=False, duration_ms=300.0)


@pytest.mark.parametrize("turn", range(5))
def test_a_good_throw_comes_to_rest_flat_beside_the_box_and_shows_its_values(turn: int) -> None:
    made = stage()
    scene = thrown(made, PlannedThrow((5, 2)), turn)
    assert [len(path.keyframes) > 1 for path in scene.dice] == [True, True]
    for path, value in zip(scene.dice, (5, 2), strict=True):
        top, tilt_deg = nearest_top(path.rest, RIG.style.chirality)
        assert (top, round(tilt_deg, 3)) == (value, 0)
        assert RIG.board.zone(path.rest.x_mm, path.rest.y_mm) == "picture_left"
    (lay,) = made.lays
    assert (lay.counts, lay.values, lay.flaw, lay.until_ns) == (True, (5, 2), None, None)


@pytest.mark.parametrize("flaw", list(Flaw))
@pytest.mark.parametrize("turn", range(3))
def test_a_flaw_is_there_for_the_camera_to_see(flaw: Flaw, turn: int) -> None:
    made = stage()
    throw = PlannedThrow((3, 6), flaw)
    scene = thrown(made, throw, turn)
    (lay,) = made.lays
    assert lay.counts is throw.counts
    last = scene.dice[-1].rest
    zone = RIG.board.zone(last.x_mm, last.y_mm)
    tilt_deg = nearest_top(last, RIG.style.chirality)[1]
    match flaw:
        case Flaw.COCKED:
            assert zone == "picture_left"
            assert tilt_deg > 5
        case Flaw.WRONG_HALF:
            assert (zone, round(tilt_deg, 3)) == ("picture_right", 0)
        case Flaw.OFF_BOARD:
            assert zone == "off"
        case Flaw.MISCOUNTED:
            assert lay.values == (6, 3)


def test_a_board_without_room_for_a_flaw_still_shows_a_void_roll() -> None:
    """No checker lies in the left half, so that nothing can be leaned on."""
    made = DemoStage(RIG, MatchPlan(3), BOXED)
    home = {6: 5, 5: 5, 4: 5}
    made.lay(Position.from_points(home, home), Cube())
    thrown(made, PlannedThrow((3, 6), Flaw.COCKED))
    assert not made.lays[0].counts


def test_the_same_throw_comes_to_rest_in_the_same_place() -> None:
    first, again, other = (thrown(stage(), PlannedThrow((4, 4)), turn) for turn in (1, 1, 2))
    assert first == again
    assert first.dice[0].rest != other.dice[0].rest


def test_dice_keep_clear_of_where_the_checkers_will_go() -> None:
    after = played(8, turns=9)
    need = RIG.board.checker_diameter_mm / 2 + RIG.style.die_mm / math.sqrt(2)
    for turn in range(20):
        scene = stage().throw(
            PlannedThrow((1, 2)), after, ("t", turn), by=Side.BLACK, beside=False, duration_ms=300.0
        )
        for die in (path.rest for path in scene.dice):
            for checker in checkers_of(RIG, after):
                assert math.hypot(checker.x_mm - die.x_mm, checker.y_mm - die.y_mm) > need


def test_the_second_opening_die_leaves_the_first_alone() -> None:
    made = stage()
    for turn in range(0, 400, 2):
        first = thrown(made, PlannedThrow((6,)), turn).dice[0].rest
        resting, rolling = thrown(made, PlannedThrow((2,)), turn + 1, beside=True).dice
        assert resting.keyframes == ((0.0, first),)
        assert made.lays[-1].values == (2,)
        apart_mm = math.hypot(rolling.rest.x_mm - first.x_mm, rolling.rest.y_mm - first.y_mm)
        assert apart_mm > RIG.style.die_mm * math.sqrt(2)


def test_dice_stay_while_checkers_move_and_go_when_lifted() -> None:
    made = stage()
    rests = [path.rest for path in thrown(made, PlannedThrow((5, 2))).dice]
    moved = made.lay(played(1, 1), Cube(2, Side.BLACK))
    assert [path.rest for path in moved.dice] == rests
    assert all(len(path.keyframes) == 1 for path in moved.dice)
    assert made.lift().dice == ()
    until_ns = made.lays[0].until_ns
    assert until_ns is not None
    assert until_ns > made.lays[0].from_ns
    assert [path.rest for path in made.shown_again().dice] == rests


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize(
    ("side", "zone"), [(Side.WHITE, "picture_right"), (Side.BLACK, "picture_left")]
)
def test_from_a_cup_dice_come_from_their_side_to_its_right_half(
    side: Side, zone: str, turn: int
) -> None:
    made, scene = rolled(PlannedThrow((5, 2)), side, turn)
    for path in scene.dice:
        assert RIG.board.zone(path.rest.x_mm, path.rest.y_mm) == zone
        start = path.keyframes[0][1].y_mm
        assert start > RIG.board.height_mm if side is Side.WHITE else start < 0
    assert made.lays[0].counts
    assert made.lays[0].thrown_by(side) == (5, 2)


@pytest.mark.parametrize("side", list(Side))
def test_a_die_rolled_beyond_the_bar_lies_there(side: Side) -> None:
    made, scene = rolled(PlannedThrow((5, 2), Flaw.WRONG_HALF), side)
    zones = [RIG.board.zone(path.rest.x_mm, path.rest.y_mm) for path in scene.dice]
    assert sorted(zones) == ["picture_left", "picture_right"]
    assert not made.lays[0].counts


def test_each_side_rolls_one_opening_die_on_its_own_half() -> None:
    made, scene = rolled(PlannedThrow((2, 5)), None)
    zones = [RIG.board.zone(path.rest.x_mm, path.rest.y_mm) for path in scene.dice]
    assert zones == ["picture_right", "picture_left"]
    (lay,) = made.lays
    assert lay.counts
    assert [lay.thrown_by(side) for side in SIDES] == [(2,), (5,)]
