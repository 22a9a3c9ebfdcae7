"""A half as marks: what stands where, and what is solid or faint. No window is needed."""

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest
from kits.books import load
from kits.rules_kit import BLACK, WHITE, Table
from kits.screen_kit import SIZES, STATES, UP, moving, seen, to_roll
from kits.view_kit import half, shown

from kiosk.rules.rulebook import StartFace
from kiosk.rules.units import SIDES, BySide, Side
from kiosk.screen.arrangement import mm_px
from kiosk.screen.items import Align, Box, CubeMark, DieMark, Digits, Item, TextMark
from kiosk.screen.scene import scene
from kiosk.screen.theme import DARK
from kiosk.screen.view import HalfView, view

LYING, UPRIGHT = (1280, 720), (720, 1280)


def drawn(one: HalfView, size: tuple[int, int] = LYING) -> dict[str, Item]:
    half = (size[0], size[1] / 2)
    marks = scene(one, None, half, mm_px(size), dimmed=False, found=lambda _sha256: False)
    return {item.name: item for item in marks}


def words(items: dict[str, Item], name: str) -> TextMark:
    item = items[name]
    assert isinstance(item, TextMark)
    return item


def middle(box: Box) -> float:
    return (box.x + box.right) / 2


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_said_without_a_match_stands_in_the_middle(size: tuple[int, int]) -> None:
    items = drawn(shown(Table()).bottom, size)
    for name in ("prompt", "note"):
        said = words(items, name)
        assert middle(said.box) == pytest.approx(size[0] / 2)
        assert said.align is Align.CENTRE


def scored(white: int, black: int, table: Callable[..., Table] = moving) -> HalfView:
    snapshot = seen(table())
    assert snapshot.sides is not None
    sides = BySide(
        msgspec.structs.replace(snapshot.sides.white, score=white),
        msgspec.structs.replace(snapshot.sides.black, score=black),
    )
    given = msgspec.structs.replace(snapshot, sides=sides)
    return view(given, given.at_ns, UP).bottom


def test_a_score_of_three_figures_has_room_for_them_beside_the_name() -> None:
    items = drawn(scored(100, 99))
    own, other = words(items, "own_score"), words(items, "other_score")
    assert (own.texts, other.texts) == (("100",), ("99",))
    assert own.box.w > other.box.w
    for side in ("own", "other"):
        name, score = words(items, f"{side}_name").box, words(items, f"{side}_score").box
        assert name.right < score.x
        assert name.y == score.y
    assert words(items, "own_name").box.y > words(items, "other_name").box.y


def test_without_a_clock_the_own_score_comes_first() -> None:
    score = drawn(scored(3, 2, STATES["no clock"]))["score"]
    assert isinstance(score, Digits)
    assert score.text == "3–2"


@pytest.mark.parametrize("size", [LYING, UPRIGHT], ids=str)
@pytest.mark.parametrize(
    ("state", "side", "solid", "whose"),
    [
        ("taken", WHITE, True, "yours"),
        ("taken", BLACK, False, "theirs"),
        ("doubled", WHITE, True, "offered"),
        ("doubled", BLACK, True, "offered"),
        ("moving", WHITE, False, None),
    ],
)
def test_a_cube_is_solid_for_who_may_turn_it_and_says_whose_it_is(
    state: str, side: Side, solid: bool, whose: str | None, size: tuple[int, int]
) -> None:
    items = drawn(half(STATES[state](), side), size)
    cube = items["cube"]
    assert isinstance(cube, CubeMark)
    assert cube.solid is solid
    if whose is None:
        assert "owner" not in items
        return
    owner = words(items, "owner")
    assert owner.texts == (whose,)
    assert middle(owner.box) == pytest.approx(middle(cube.box))
    assert (owner.align, owner.box.top < cube.box.y + 1) == (Align.CENTRE, True)


@pytest.mark.parametrize("size", [LYING, UPRIGHT], ids=str)
@pytest.mark.parametrize(
    ("lies", "face", "counts"),
    [
        (StartFace.SIXTY_FOUR, 64, "= 1"),
        (StartFace.ONE_OR_SIXTY_FOUR, 64, "= 1"),
        (StartFace.COUNTS_AS_ONE, 1, None),
    ],
)
def test_a_cube_nobody_turned_shows_what_the_book_has_up_and_what_that_counts(
    lies: StartFace, face: int, counts: str | None, size: tuple[int, int]
) -> None:
    """The half asks for "64 up"; the cube it draws is that one."""
    norway = load("norway")
    book = replace(norway, cube=replace(norway.cube, start_face=lies))
    table = Table().open(7, book).ready()
    for side in SIDES:
        one = half(table, side)
        items = drawn(one, size)
        cube = items["cube"]
        assert isinstance(cube, CubeMark)
        assert cube.level == face
        assert ("64" in " ".join((one.prompt, *one.quiet))) is (face == 64)
        assert ("counts_as" in items) is (counts is not None)
        if counts is not None:
            assert words(items, "counts_as").texts == (counts,)


def test_a_cube_that_is_offered_or_was_turned_shows_its_level() -> None:
    for state, level in (("doubled", 2), ("taken", 2)):
        items = drawn(half(STATES[state](), WHITE))
        cube = items["cube"]
        assert isinstance(cube, CubeMark)
        assert cube.level == level
        assert "counts_as" not in items


@pytest.mark.parametrize(
    ("sentence", "long"),
    [("M" * 32, False), ("M" * 33, True), ("出" * 16, False), ("出" * 17, True)],
)
def test_a_long_sentence_has_the_room_of_the_rolls_picture(sentence: str, long: bool) -> None:
    one = shown(moving()).bottom
    assert one.roll is not None
    roll = replace(one.roll, picture="a" * 64)
    told = replace(one, roll=roll, prompt=sentence)
    marks = scene(told, None, (1280, 360), 8, dimmed=False, found=lambda _sha256: True)
    assert ("picture" not in {mark.name for mark in marks}) == long


def test_the_roll_of_a_turn_that_is_over_is_faint() -> None:
    for table, past in ((moving(), False), (to_roll(), True)):
        one = half(table, WHITE)
        paint = DARK.moods[one.mood]
        dice = [item for item in drawn(one).values() if isinstance(item, DieMark)]
        assert [die.value for die in dice] == [6, 5]
        assert dice[0].box.x < dice[1].box.x or dice[0].box.y > dice[1].box.y
        assert {die.face for die in dice} == {paint.faint if past else paint.ink}
