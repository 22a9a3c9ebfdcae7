"""Best of three: whole matches count (R208)."""

from dataclasses import replace

from kits import commands as c
from kits import events as e
from kits.cube_corpus import ITALIAN, crawford, taken_on_board
from kits.rules_kit import BLACK, WHITE, Table, open_match, setup

from kiosk.rules.prompts.game import GamePrompt, game_prompts
from kiosk.rules.table import Series
from kiosk.rules.units import BySide, Side


def opened(table: Table, number: int, series_id: str = "final", points: int = 1) -> Table:
    series = Series(series_id, number, 3)
    table.ok(replace(open_match(table.now, points, match_id=f"m{number}"), series=series))
    table.ok(c.SetUpTable(table.at, setup()))
    return table


def stands(table: Table) -> tuple[BySide[int], Side | None, bool]:
    told = table.told(e.SeriesStands)
    assert table.match.series is not None
    assert (table.match.series.won, table.match.series.leader) == (told.won, told.leader)
    return told.won, told.leader, told.decided


def test_matches_are_counted_until_the_series_is_decided() -> None:
    table = opened(Table(), 1)
    assert stands(table) == (BySide(0, 0), None, False)
    table.start().win(WHITE)
    assert stands(table) == (BySide(1, 0), WHITE, False)
    opened(table, 2).start().win(BLACK)
    assert stands(table) == (BySide(1, 1), None, False)
    opened(table, 3).start().win(BLACK)
    assert stands(table) == (BySide(1, 2), BLACK, True)


def test_another_series_begins_at_nothing() -> None:
    table = opened(Table(), 1).start().win(WHITE)
    opened(table, 1, "bronze")
    assert stands(table) == (BySide(0, 0), None, False)


def test_a_match_of_no_series_counts_nothing() -> None:
    table = Table().open(1).start().win(WHITE)
    assert table.count(e.SeriesStands) == 0
    assert table.match.series is None


def test_a_match_decided_away_from_the_board_counts() -> None:
    table = opened(Table(), 1, points=3).start().wait(9_000)
    table.ok(c.ExpiryDeclared(table.at, None))
    assert stands(table) == (BySide(0, 1), BLACK, False)


def test_a_match_that_goes_on_is_not_won_yet() -> None:
    table = opened(Table(), 1, points=7).set_score(6, 3).start().turn()
    taken_on_board(table, BLACK)
    taken_on_board(table.turn(), WHITE)
    table.turn().win(BLACK)
    assert stands(table) == (BySide(0, 1), BLACK, False)
    table.ok(c.UndoTapped(table.at, WHITE, None))
    assert stands(table) == (BySide(0, 0), None, False)
    assert crawford().match.series is None


def test_the_direction_of_play_by_the_italian_book() -> None:
    """000 L135: they may alternate; for a third match it is drawn."""
    for number, prompts in ((1, ()), (2, (GamePrompt.ALTERNATE_DIRECTION,))):
        assert _asked_before_setting_up(number) == prompts
    assert _asked_before_setting_up(3) == (GamePrompt.DRAW_DIRECTION,)
    table = Table()
    table.ok(replace(open_match(table.now), series=Series("final", 2, 3)))
    assert game_prompts(table.match) == ()


def _asked_before_setting_up(number: int) -> tuple[GamePrompt, ...]:
    table = Table()
    table.ok(replace(open_match(table.now, 7, ITALIAN), series=Series("final", number, 3)))
    return game_prompts(table.match)
