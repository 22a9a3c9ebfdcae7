"""The sheet of a finished match: turns, times and dice of each side, reckoned by hand."""

from collections.abc import Callable

from kits import commands as c
from kits.hall_kit import PaperTable

from kiosk.catalogue.text import format_text
from kiosk.director.public.match_sheet import DiceCount, MatchSheet, match_sheet, public_record
from kiosk.record import fill_record
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, SIDES, Side

WHITE, BLACK = Side
PICTURE = "a" * 64


def sheet_of(table: PaperTable) -> MatchSheet:
    return match_sheet(public_record(fill_record(table.rows, "match-1"), names=True))


def seconds(sheet: MatchSheet, game: int = 0) -> list[tuple[int, Side, str, float | None]]:
    """Each line: its turn and side, what was done, and the time beside it."""
    return [
        (
            line.turn,
            line.side,
            format_text(line.words) if line.words else "".join(map(str, line.dice)),
            None if line.used_ns is None else line.used_ns / SECOND_NS,
        )
        for line in sheet.games[game].lines
    ]


def test_a_sides_time_in_a_turn_has_its_thought_before_a_double_and_after_the_answer(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    """The keeper does one thing a second, and reads a roll in two."""
    table = make_table()
    keeper = table.keeper
    table.open(norway)
    keeper.begin_game(white=3, black=1)
    keeper.do(c.ClockPressed, WHITE, by="buttons")
    keeper.tap(c.DoubleTapped, BLACK)
    keeper.do(c.ClockPressed, BLACK, by="buttons")
    keeper.tap(c.TakeTapped, WHITE)
    keeper.do(c.ClockPressed, WHITE, by="buttons")
    keeper.roll((6, 2), PICTURE)
    keeper.do(c.ClockPressed, BLACK, by="buttons")
    assert seconds(sheet_of(table)) == [
        (1, WHITE, "31", 1.0),
        (2, BLACK, "Black doubles to 2.", None),
        (2, WHITE, "White takes; the cube is at 2.", 2.0),
        (2, BLACK, "62", 5.0),
    ]


def test_a_clock_that_was_stopped_and_goes_on_is_counted_once(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    keeper = table.keeper
    table.open(norway)
    keeper.begin_game(white=3, black=1)
    keeper.tap(c.DirectorCallTapped, WHITE)
    keeper.do(c.StartOrdered, "match-1", "director:Kari", "", by="director:Kari")
    for side in SIDES:
        keeper.tap(c.ResumeTapped, side)
    keeper.do(c.ClockPressed, WHITE, by="buttons")
    keeper.do(c.StopOrdered, "match-1", "director:Kari", "", by="director:Kari")
    keeper.do(c.StartOrdered, "match-1", "director:Kari", "", by="director:Kari")
    for side in SIDES:
        keeper.tap(c.ResumeTapped, side)
    keeper.tap(c.DoubleTapped, BLACK)
    keeper.tap(c.TakeTapped, WHITE)
    keeper.roll((6, 2), PICTURE)
    keeper.do(c.ClockPressed, BLACK, by="buttons")
    lines = seconds(sheet_of(table))
    assert lines[0] == (1, WHITE, "31", 2.0)
    assert lines[-1] == (2, BLACK, "62", 6.0)


def test_of_the_roll_that_opens_a_game_each_side_threw_one_die(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    keeper = table.keeper
    table.open(norway)
    keeper.begin_game(white=3, black=1)
    keeper.do(c.ClockPressed, WHITE, by="buttons")
    keeper.roll((6, 6), PICTURE)
    keeper.do(c.ClockPressed, BLACK, by="buttons")
    keeper.roll((5, 4), None)
    sheet = sheet_of(table)
    assert sheet.dice.white == DiceCount((0, 0, 1, 1, 1, 0), 0)
    assert sheet.dice.black == DiceCount((1, 0, 0, 0, 0, 2), 1)
    assert sheet.pictures == {PICTURE}
    assert sheet.used_ns is not None


def test_the_sheet_of_a_whole_match_has_each_games_end_and_score(
    keep: Callable[..., object], make_table: Callable[..., PaperTable]
) -> None:
    table = make_table()
    keep(table.journal, "match-1")
    sheet = sheet_of(table)
    ends = [(game.number, game.score, bool(game.ended)) for game in sheet.games]
    assert [number for number, _score, _ended in ends] == [1, 2, 3]
    assert ends[0][2]
    assert (sheet.score.white, sheet.score.black) == (3, 2)
    assert sheet.length == 3
    assert sheet.ended is not None


def test_who_corrected_a_score_and_why_is_not_in_it(
    keep: Callable[..., object], make_table: Callable[..., PaperTable]
) -> None:
    table = make_table()
    keep(table.journal, "match-1")
    whole = fill_record(table.rows, "match-1")
    reduced = public_record(whole, names=True)
    assert [(each.by, each.why) for each in whole.score_changes][-1] == (
        "director:Kari",
        "the point counts",
    )
    assert [(each.by, each.why, each.section) for each in reduced.score_changes][-1] == (
        "director",
        "ruling",
        None,
    )
