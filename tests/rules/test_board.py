from random import Random

import pytest
from kits.position_ids import from_position_id, position_id

from kiosk.rules.board import BoardError, Position
from kiosk.rules.units import SIDES, BySide, Side

START = Position.start()
USUAL = {24: 2, 13: 5, 8: 3, 6: 5}


def scattered(rng: Random) -> Position:
    """A random position: some checkers anywhere, no point shared."""
    white: dict[int, int] = {}
    for _ in range(rng.randint(1, 15)):
        point = rng.randint(1, 25)
        white[point] = white.get(point, 0) + 1
    free = [point for point in range(1, 25) if 25 - point not in white] + [25]
    black: dict[int, int] = {}
    for _ in range(rng.randint(0, 15)):
        point = rng.choice(free)
        black[point] = black.get(point, 0) + 1
    return Position.from_points(white, black)


def test_the_start_is_the_usual_one_for_both() -> None:
    for side in SIDES:
        assert {
            p: START.checkers_on(side, p) for p in range(26) if START.checkers_on(side, p)
        } == USUAL
        assert START.pips(side) == 167
        assert START.farthest(side) == 24
    assert START.has_contact
    assert START.winner is None


@pytest.mark.parametrize("side", SIDES)
def test_the_public_start_id(side: Side) -> None:
    assert position_id(START, side) == "4HPwATDgc/ABMA"
    assert from_position_id("4HPwATDgc/ABMA", side) == START


def test_the_id_after_an_opening_three_one_names_the_waiting_side_first() -> None:
    """sGfwATDgc/ABMA is what the program prints once 8/5 6/5 is on the board."""
    made_five = Position.from_points({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, USUAL)
    assert position_id(made_five, Side.BLACK) == "sGfwATDgc/ABMA"
    assert from_position_id("sGfwATDgc/ABMA", Side.BLACK) == made_five
    assert position_id(made_five, Side.WHITE) == "4HPwATCwZ/ABMA"


def test_position_ids_come_back() -> None:
    rng = Random("position ids")
    for _ in range(500):
        board = scattered(rng)
        for side in SIDES:
            text = position_id(board, side)
            assert len(text) == 14
            assert from_position_id(text, side) == board
        turned = Position(BySide(board.checkers.black, board.checkers.white))
        assert position_id(board, Side.WHITE) == position_id(turned, Side.BLACK)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("4HPwATDgc/ABM", "14 base64"),
        ("4HPwATDgc/ABMA==", "14 base64"),
        ("4HPwATDgc_ABMA", "14 base64"),
        ("4HPwATDgc/ABMB", "bits follow"),
        ("4HPwATDgc/ABMg", "15 checkers, not 16"),
        ("AAAAAAAAAAAAgA", "bits follow"),
        ("/////////////w", "0 to 15"),
        ("AAAAAAAAAAAAAA", "only one can have won"),
    ],
)
def test_what_is_no_position_id_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        from_position_id(text, Side.WHITE)


@pytest.mark.parametrize(
    ("white", "black", "complaint"),
    [
        ({24: 16}, {24: 2}, "16 checkers"),
        ({24: 15, 23: 1}, {}, "15 checkers, not 16"),
        ({0: 3, 6: 11}, {}, "15 checkers, not 14"),
        ({26: 1}, {}, "point 26"),
        ({6: -1}, {}, "-1 checkers"),
        ({6: 2}, {19: 2}, "6 point"),
        ({}, {}, "only one can have won"),
    ],
)
def test_impossible_boards_are_refused(
    white: dict[int, int], black: dict[int, int], complaint: str
) -> None:
    with pytest.raises(BoardError, match=complaint):
        Position.from_points(white, black)


@pytest.mark.parametrize(
    ("white", "black", "contact"),
    [
        ({13: 1}, {13: 1}, True),
        ({13: 1}, {11: 1}, False),
        ({1: 1}, {25: 1}, True),
        ({25: 1}, {25: 1}, True),
        ({6: 15}, {18: 15}, False),
        ({24: 15}, {2: 15}, True),
        ({24: 15}, {0: 15}, False),
        ({25: 1}, {0: 15}, False),
    ],
)
def test_contact(white: dict[int, int], black: dict[int, int], contact: bool) -> None:
    assert Position.from_points(white, black).has_contact is contact
    assert Position.from_points(black, white).has_contact is contact


@pytest.mark.parametrize(
    ("loser", "level"),
    [
        ({24: 14}, 1),
        ({25: 14}, 1),
        ({18: 15}, 2),
        ({6: 15}, 2),
        ({6: 14, 19: 1}, 3),
        ({6: 14, 25: 1}, 3),
    ],
)
def test_what_a_finished_game_costs(loser: dict[int, int], level: int) -> None:
    board = Position.from_points(loser, {})
    assert board.winner is Side.BLACK
    assert board.level_lost(Side.WHITE) == level


def test_pips_count_the_bar_as_25() -> None:
    board = Position.from_points({25: 2, 6: 1}, {1: 3})
    assert (board.pips(Side.WHITE), board.pips(Side.BLACK)) == (56, 3)


def test_boards_are_values() -> None:
    assert hash(Position.start()) == hash(Position.from_points(USUAL, USUAL))
    with pytest.raises(AttributeError):
        START.checkers = BySide(b"", b"")  # type: ignore[misc]


def test_the_plan_shows_every_stack_once() -> None:
    plan = str(Position.from_points({25: 1, 6: 4, 8: 2}, {24: 2, 13: 5, 0: 8})).splitlines()
    numbers_top, top, trays, bottom, numbers_bottom = plan
    shown = dict(zip(numbers_top.split(), top.split(), strict=True))
    shown |= dict(zip(numbers_bottom.split(), bottom.split(), strict=True))
    del shown["|"]
    assert len(shown) == 24
    stacks = {int(point): stack for point, stack in shown.items() if stack != "."}
    assert stacks == {6: "W4", 8: "W2", 1: "B2", 12: "B5"}
    assert trays == "bar W1 B0  off W8 B8"
