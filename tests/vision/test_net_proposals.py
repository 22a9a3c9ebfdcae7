"""Dice whose places the nets know, on our own renders of small pictures: what the search overlooks
there is read, and never as another value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from kits.painted import POSE
from kits.rigs import renderer_of, rig_of

from vision.calibration import Calibration, Floats
from vision.lab.truth import calibration_of
from vision.reader import net_proposals, pose_search, read
from vision.reader.candidate_score import Look, Seen
from vision.reader.decision import face as decision
from vision.reader.decision.face import certain, is_sure
from vision.reader.detections import Detections, plain_places
from vision.reader.face import Face
from vision.reader.find import find_dice, off_markers
from vision.reader.net_proposals import Search, find_known
from vision.reader.second_reader import FaceShares, Nets, SecondReader
from vision.reader.square import Outline
from vision.reading import DieSeen
from vision.scene import CubeAt, DiePath, DiePose, Rig, Scene, opening, showing, truth
from vision.view import Picture, View, overview

SMALL = (1280, 720)
USUAL_MM = 14.0
"""Taken for granted where nobody tells a die's size: those drawn here are smaller."""
SIDE_MM = 12.3
Shot = tuple[np.ndarray, Calibration, View]


@cache
def small_dice(seed: int) -> Rig:
    """The rig of a seed with small lime dice."""
    drawn = rig_of(seed, *SMALL)
    style = replace(
        drawn.style,
        die_mm=SIDE_MM,
        body=(20.0, 200.0, 150.0),
        pip=(15.0, 25.0, 20.0),
        clear=False,
    )
    return replace(drawn, style=style)


class Table:
    """A board in a small picture, and small lime dice with dark pips: in the darkest channel both
    are black."""

    def __init__(self, seed: int, rig: Rig | None = None) -> None:
        self.rig = rig or small_dice(seed)
        self.renderer = renderer_of(self.rig)
        rig = self.rig
        x0, y0, x1, y1 = rig.board.halves["picture_right"]
        self.x, self.y = (x0 + x1) / 2, (y0 + y1) / 2

    def shot(self, *dice: tuple[int, float, float], cube: CubeAt | None = None) -> Shot:
        """A picture of flat dice (value, x mm, y mm off the half's middle), and an overview."""
        paths = []
        for value, off_x, off_y in dice:
            turn = showing(value, self.rig.style.chirality, 0.3 * value)
            height = self.rig.style.die_mm / 2
            pose = DiePose(self.x + off_x, self.y + off_y, -height, turn)
            paths.append(DiePath.resting(pose))
        scene = Scene(opening(self.rig.board), tuple(paths), cube)
        picture = self.renderer.frame(scene, 0.0, np.random.default_rng(self.rig.seed))
        world: Calibration = calibration_of(truth(self.rig, scene, 0.0), with_die_size=True)
        world = replace(world, board=replace(world.board, die_mm=None))
        return picture, world, overview(picture, world, USUAL_MM, 5.0, 1.4)


@pytest.fixture(scope="module", params=[60, 62])
def table(request: pytest.FixtureRequest) -> Table:
    return Table(request.param)


def at(seen: tuple[DieSeen, ...], x: float, y: float) -> DieSeen | None:
    for die in seen:
        assert die.center_mm is not None
        if np.hypot(die.center_mm[0] - x, die.center_mm[1] - y) < SIDE_MM / 2:
            return die
    return None


def test_small_dice_that_the_search_overlooks_are_read_right(table: Table) -> None:
    told = searched = 0
    for value in (1, 2, 3):
        dice = ((value, -35, 10), (7 - value, 35, -20))
        picture, world, view = table.shot(*dice)
        found = find_dice(picture, world, view, off_markers(view, world))
        searched += sum(is_sure(die.look) for die in found)
        seen = read(picture, world)
        for true, x, y in dice:
            die = at(seen, table.x + x, table.y + y)
            assert die is None or die.value in (true, None), die
            told += die is not None and die.value == true
    assert searched <= 1
    assert told >= 4


class Saying(Nets):
    """The second reader, who says something else of a die's value."""

    def __init__(self, change: Callable[[tuple[float, ...]], tuple[float, ...]]) -> None:
        self._change = change

    def faces(
        self, image: Picture, calibration: Calibration, poses: Floats, sides_mm: Floats
    ) -> list[FaceShares]:
        said = super().faces(image, calibration, poses, sides_mm)
        return [FaceShares(self._change(one.shares)) for one in said]


def test_the_second_reader_must_see_the_same_value_and_surely(table: Table) -> None:
    picture, world, view = table.shot((5, 0, 0), (3, 50, 0))
    where = off_markers(view, world)

    def told(second: SecondReader) -> set[int]:
        dice = find_known(Detections(picture, world, USUAL_MM), view, where, [], [], second)
        return {die.look.face.value for die in dice}

    both = told(Nets())
    assert both
    assert both <= {3, 5}
    assert told(Saying(lambda shares: tuple(min(share, 0.84) for share in shares))) == set()
    assert told(Saying(lambda _: (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0))) == set()


def test_dice_told_already_stay_and_others_are_sought_only_where_asked(table: Table) -> None:
    picture, world, view = table.shot((5, 0, 0), (3, 50, 0))
    nowhere, where = np.zeros(view.grey.shape, np.uint8), off_markers(view, world)
    assert find_known(Detections(picture, world, USUAL_MM), view, nowhere, [], [], Nets()) == []
    found = find_known(Detections(picture, world, USUAL_MM), view, where, [], [], Nets())
    assert found
    assert (
        find_known(Detections(picture, world, USUAL_MM), view, where, found, [], Nets())[
            : len(found)
        ]
        == found
    )


def test_a_few_pips_of_a_larger_value_are_no_smaller_one(table: Table) -> None:
    """Even where the second reader sees those few only."""
    two = Saying(lambda _: (0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0))
    for value in (3, 4, 5, 6):
        picture, world, view = table.shot((value, 0, 0))
        assert (
            find_known(
                Detections(picture, world, USUAL_MM), view, off_markers(view, world), [], [], two
            )
            == []
        )


def looked(value: int, fit: float, edges: float, side: float = 14.0, step: float = 40.0) -> Look:
    """A look at a face in a square, clear if nothing else is said."""
    fits = tuple(fit if one == value else 0.3 for one in range(7))
    face = Face(0.0, 0.0, 0.0, side, True, fits, 20.0)
    return Look(face, Outline((step,) * 4, (0.5,) * 4), edges, proposed=True)


def test_a_face_is_told_only_where_no_other_is_possible() -> None:
    picture = np.zeros((4, 4, 3), np.uint8)
    four, two, three = looked(4, 0.9, 0.6), looked(2, 0.9, 0.5), looked(3, 0.8, 0.3)

    def told(*said: tuple[Look, float]) -> int | None:
        one = certain([Seen(look, picture) for look, _ in said], [share for _, share in said])
        return None if one is None else one.look.face.value

    assert told((four, 0.99)) == 4
    assert told((four, 0.99), (two, 0.5)) == 4
    assert told((four, 0.99), (two, 0.92)) is None  # both readers see either
    assert told((two, 0.99), (four, 0.1)) is None  # a two of a four's pips
    assert told((two, 0.99), (three, 0.1)) == 2  # hardly a face
    assert told((two, 0.95)) is None
    assert told((two, 0.97)) == 2
    assert told((looked(2, 0.9, 0.5, step=19.0), 0.95)) is None  # the square is no clearer
    assert told((looked(2, 0.9, 0.5, step=19.0), 0.97)) == 2
    assert told((looked(2, 0.9, 0.55), 0.84)) is None
    assert told((looked(2, 0.9, 0.55), 0.86)) == 2  # all of a cube
    assert told((looked(2, 0.7, 0.6), 0.97)) is None
    assert told((looked(2, 0.7, 0.6), 0.99)) == 2  # fair pips on a cube, to both
    assert told((looked(2, 0.7, 0.55), 0.99)) is None
    assert told((looked(2, 0.92, 0.45, step=1.0), 0.97)) is None
    assert told((looked(2, 0.92, 0.45, step=1.0), 0.99)) == 2  # fine pips, no square


class Counted:
    """A search that finds nothing: which looks it takes, at what size, and what it brings out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, share: float) -> None:
        self.sizes_mm: list[float | None] = []
        self.brought: list[Face] = []
        image = np.zeros((72, 128, 3), np.uint8)
        self.search = Search(Detections(image, POSE, USUAL_MM), Nets())
        face = Face(0.0, 0.0, 0.0, 14.0, True, (0.0,) * 7, 0.0)
        look = Look(face, Outline((0.0,) * 4, (0.0,) * 4))

        def looks_at(*asked: object) -> list[Look]:
            self.sizes_mm.append(asked[3])  # type: ignore[arg-type]
            return [look]

        def brought_out(image: Picture, _calibration: object, face: Face) -> Picture:
            self.brought.append(face)
            return image

        said = [FaceShares((1 - share, share, 0.0, 0.0, 0.0, 0.0, 0.0))]
        monkeypatch.setattr(net_proposals, "looks_at", looks_at)
        monkeypatch.setattr(net_proposals, "_ask_second", lambda *_: said)
        monkeypatch.setattr(net_proposals, "brought_out", brought_out)

    def at_places(self, count: int, side_mm: float | None) -> None:
        for i in range(count):
            assert self.search.face_at(np.array([100.0 * i, 0.0]), side_mm, None) is None


def test_a_search_ends_after_so_many_looks_however_many_places_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert net_proposals.MOST_LOOKS == 7
    nothing = Counted(monkeypatch, 0.0)
    nothing.at_places(9, 14.0)
    assert nothing.sizes_mm == [14.0] * 7
    assert nothing.brought == [], "where the other reader sees no value nothing is brought out"
    value = Counted(monkeypatch, 0.5)
    value.at_places(9, 14.0)
    assert value.sizes_mm == [14.0] * 7
    assert len(value.brought) == 4, "of either way's best, at both places that were looked at"


def test_a_look_at_dice_of_any_size_counts_twice_and_is_begun_only_where_two_are_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = Counted(monkeypatch, 0.5)
    counted.at_places(9, None)
    assert counted.sizes_mm == [None] * 3
    assert counted.brought == [], "of no known size nothing is brought out"
    counted.at_places(9, 14.0)
    assert counted.sizes_mm == [None] * 3 + [14.0], "one was left"


def test_a_square_is_sought_once_in_a_picture_and_its_negative(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, world, _ = table.shot((5, 0, 0))
    sought: list[object] = []
    square = pose_search._square

    def counted(*asked: object) -> Floats:
        sought.append(asked[1])
        return square(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(pose_search, "_square", counted)
    place = np.array([table.x, table.y])
    negative = np.asarray(255 - picture, np.uint8)
    by_itself = pose_search.looks_at(negative, world, place, SIDE_MM)
    squares: pose_search.Squares = {}
    pose_search.looks_at(picture, world, place, SIDE_MM, squares)
    after = pose_search.looks_at(negative, world, place, SIDE_MM, squares)
    assert len(sought) == 2
    assert [look.face.value for look in after] == [look.face.value for look in by_itself]
    pose_search.looks_at(negative, world, place + 9.0, SIDE_MM, squares)
    assert len(sought) == 3, "elsewhere is another"


def test_the_nets_know_the_places_of_dice_and_of_little_else(table: Table) -> None:
    true = np.array([(table.x - 30, table.y), (table.x + 40, table.y + 25)])
    picture, world, _ = table.shot((6, -30, 0), (1, 40, 25))
    places = plain_places(Detections(picture, world, USUAL_MM), 5.0)
    off = np.hypot(*(places[:, None] - true[None]).transpose(2, 0, 1))
    assert (off.min(axis=0) < 6.0).all()
    assert (off.min(axis=1) > 12.0).sum() <= 1


def test_a_die_beside_the_board_is_off_it(table: Table) -> None:
    beyond = table.rig.board.width_mm + 30 - table.x
    picture, world, _ = table.shot((6, 0, 0), (5, beyond, 0))
    halves = {die.value: die.half for die in read(picture, world)}
    assert halves == {6: "picture_right", 5: "off"}


class Set(Table):
    """White dice of one size, with pips as large as said, over the side."""

    def __init__(self, seed: int, side_mm: float, pip_radius: float) -> None:
        rig = rig_of(seed, 1600, 900)
        style = replace(rig.style, die_mm=side_mm, pip_radius=pip_radius, clear=False)
        white = replace(style, body=(215.0, 220.0, 225.0), pip=(30.0, 25.0, 25.0), rounding=1.6)
        super().__init__(seed, replace(rig, style=white))


@pytest.mark.parametrize("side_mm", [12.2, 14.0, 15.8])
@pytest.mark.parametrize("pip_radius", [0.06, 0.1])
def test_dice_of_any_size_and_pips_are_read_at_their_size(
    side_mm: float, pip_radius: float
) -> None:
    told = 0
    for seed in (60, 62):
        table = Set(seed, side_mm, pip_radius)
        for values in ((6, 1), (5, 2), (4, 3)):
            picture, world, _ = table.shot((values[0], -35, 10), (values[1], 35, -20))
            dice = read(picture, world)
            assert all(die.value in (None, *values) for die in dice)
            told += sum(die.value is not None and die.flat is True for die in dice)
    assert told >= 10


@pytest.mark.parametrize("side_mm", [13.0, 14.4, 15.8])
def test_the_size_of_a_rolls_dice_is_measured(side_mm: float) -> None:
    off = []
    for seed in (60, 62, 63):
        table = Set(seed, side_mm, 0.08)
        for values in ((6, 1), (5, 2), (4, 3)):
            picture, world, view = table.shot((values[0], -35, 10), (values[1], 35, -20))
            found = find_dice(picture, world, view, off_markers(view, world))
            off += [die.look.face.side_mm - side_mm for die in found]
    assert len(off) >= 12
    assert np.quantile(np.abs(off), 0.8) < 0.6


def test_of_two_dice_that_touch_both_are_read_where_nets_see_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Set(60, 14.0, 0.09)
    picture, world, view = table.shot((4, 0, 0), (6, 16.5, 3))
    where = off_markers(view, world)
    one = np.array([(table.x, table.y)])
    monkeypatch.setattr("vision.reader.net_proposals.plain_places", lambda *_: one)
    dice = find_known(Detections(picture, world, USUAL_MM), view, where, [], [], Nets())
    assert {die.look.face.value for die in dice} == {4, 6}


def test_the_doubling_cubes_number_is_no_third_die() -> None:
    for seed, number in ((60, 64), (62, 64), (64, 32), (66, 64)):
        table = Set(seed, 12.4, 0.07)
        x0, _, x1, _ = table.rig.board.bar
        cube = CubeAt(number, (x0 + x1) / 2, table.rig.board.height_mm / 2, 25.0)
        for values in ((5, 2), (4, 3)):
            picture, world, _ = table.shot((values[0], -35, 10), (values[1], 35, -20), cube=cube)
            assert len(read(picture, world)) <= 2, (seed, number, values)


def test_a_face_certain_at_one_size_is_not_believed_with_another_value_at_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second reader was asked about the first value, at the first size."""
    table = Set(60, 14.0, 0.09)
    picture, world, view = table.shot((4, 0, 0), (6, 40, 20))
    where = off_markers(view, world)
    other = net_proposals.seen_as

    def another(*asked: object) -> Look:
        look = other(*asked)  # type: ignore[arg-type]
        first, *fits = look.face.fits
        return replace(look, face=replace(look.face, fits=(first, fits[-1], *fits[:-1])))

    monkeypatch.setattr(net_proposals, "seen_as", another)
    monkeypatch.setattr(net_proposals, "SIZE_STEP_MM", -1.0)  # so that each is looked at again
    for module in (net_proposals, decision):
        monkeypatch.setattr(module, "is_sure", lambda _look: True)
    dice = find_known(Detections(picture, world, USUAL_MM), view, where, [], [], Nets())
    assert len(dice) == 2
    assert {die.look.face.value for die in dice} == {4, 6}
    assert not any(die.look.proposed for die in dice)
