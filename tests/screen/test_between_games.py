"""Between two games: the games so far, and that the next is the Crawford game."""

import pytest
from kits.glass_kit import Bench, marks, panes
from kits.languages_kit import load
from kits.rules_kit import BLACK, WHITE, Table
from kits.screen_kit import seen
from kits.view_kit import half

from kiosk.rules.units import SIDES
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.items import TextMark


def three_games(points: int = 5) -> Table:
    """White wins two, Black one, White two."""
    table = Table().open(points=points).start().win(WHITE, 2)
    return table.start(2, 5).win(BLACK, 1).start(2, 5).win(WHITE, 2)


def test_the_games_so_far_stand_on_both_halves_the_own_points_first() -> None:
    table = three_games()
    assert half(table, WHITE).games == (
        "Games: 2–0, 0–1, 2–0",
        "2–0, 0–1, 2–0",
        "0–1, 2–0",
        "2–0",
    )
    assert half(table, BLACK).games[0] == "Games: 0–2, 1–0, 0–2"


def test_while_a_game_is_played_no_earlier_one_is_shown() -> None:
    table = three_games(9)
    for begun in (table.start(2, 5), Table().open()):
        assert [half(begun, side).games for side in SIDES] == [(), ()]


@pytest.mark.parametrize(("points", "due"), [(5, True), (6, False), (7, False)])
def test_the_half_says_that_the_next_game_is_the_crawford_game(points: int, due: bool) -> None:
    table = three_games(points)
    assert [half(table, side).crawford_next for side in SIDES] == [due, due]


def test_after_the_crawford_game_none_is_announced_again() -> None:
    table = three_games().start(2, 5)
    assert [half(table, side).crawford_next for side in SIDES] == [False, False]
    table.win(BLACK, 1)
    assert [half(table, side).crawford_next for side in SIDES] == [False, False]


@pytest.mark.parametrize("tag", ["en", "de", "ja"])
@pytest.mark.parametrize(
    ("size", "arrangement"),
    [
        ((800, 480), Arrangement.FACING),
        ((480, 800), Arrangement.FACING),
        ((800, 480), Arrangement.BESIDE_RIGHT),
    ],
)
def test_both_are_drawn_whole_on_every_panel(
    bench: Bench, size: tuple[int, int], arrangement: Arrangement, tag: str
) -> None:
    bench.there = load()
    bench.language = bench.there[tag]
    bench.resize(size, arrangement)
    bench.show(seen(three_games()))
    for pane in panes(bench):
        drawn = marks(pane)
        for name in ("games", "crawford"):
            assert isinstance(drawn[name], TextMark)
        cut = {piece.item.name for piece in pane.pieces if piece.cut and piece.item}
        assert not cut & {"games", "crawford"}
