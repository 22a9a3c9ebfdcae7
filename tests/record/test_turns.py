"""A record's games as turns: only what counts at the end, and what was changed as notes."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits import commands as c

from kiosk.journal import Journal, read
from kiosk.record import NothingRolled, fill_record
from kiosk.record.transcription import (
    CubeAction,
    CubeTurn,
    Heading,
    TranscribedEnding,
    TranscribedPlay,
    TranscribedTurn,
    Transcription,
)
from kiosk.record.turns import transcribe_record
from kiosk.rules.cube.facts import Doubled, DoublesUndone, Taken
from kiosk.rules.match.doubling import Cube
from kiosk.rules.reasons import EndCause
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import FormatKind, MatchFormat
from kiosk.rules.units import SECOND_NS, BySide, Side

WHITE, BLACK = Side
DIRECTOR = "director:Kari"


def transcribed(path: Path, match_id: str = "m", **given: Any) -> Transcription:
    return transcribe_record(fill_record(read(path), match_id), **given)


def steps(match: Transcription, game: int = 0) -> list[tuple[object, ...]]:
    """Who rolled or did what, in its order."""
    return [
        (each.side, each.dice)
        if isinstance(each, TranscribedTurn)
        else (each.side, each.action, each.level)
        for each in match.games[game].actions
    ]


@pytest.fixture
def match(kept: Path) -> Transcription:
    return transcribed(kept, "match-1")


def test_rolls_and_cube_come_in_the_order_they_were_made(match: Transcription) -> None:
    assert steps(match) == [
        (WHITE, (3, 1)),
        (BLACK, CubeAction.DOUBLE, 2),
        (WHITE, CubeAction.TAKE, 2),
        (BLACK, (5, 4)),
    ]
    assert [game.crawford for game in match.games] == [False, True, False]
    assert (match.length, match.crawford, match.score) == (3, True, BySide(3, 2))
    assert match.heading == Heading(event="open-2026")
    assert match.place == "Table 7"


def test_each_game_says_how_it_ended(match: Transcription) -> None:
    assert [game.ending for game in match.games] == [
        TranscribedEnding(BLACK, 1, 2, 2, EndCause.PLAYED),
        TranscribedEnding(WHITE, 2, 1, 2, EndCause.PLAYED),
        TranscribedEnding(WHITE, 1, 1, 0, EndCause.FLAG),
    ]
    flagged = match.games[2]
    assert flagged.ending is not None
    assert (flagged.ending.forfeited, flagged.ending.resigned) == (True, False)
    assert flagged.notes[0] == "the time of Bo was used up in turn 1"
    assert "Anna won the match by the time" in match.notes
    assert "the score became 3 to 2 (director Kari: the point counts, 4.3)" in flagged.notes


def test_a_turns_moment_is_that_of_its_press_with_both_reserves(match: Transcription) -> None:
    first = match.games[0].actions[0]
    assert first.at.reserve is not None
    assert match.clock is not None
    assert match.clock.delay == 12 * SECOND_NS
    assert first.at.reserve.white <= match.clock.reserve.white
    last = match.games[0].actions[-1]
    assert last.at.reserve is None


def test_plays_are_those_given_by_the_row_of_their_roll(kept: Path) -> None:
    record = fill_record(read(kept), "match-1")
    roll = record.games[0].rolls[1]
    play = TranscribedPlay(((24, 20), (13, 8)))
    match = transcribe_record(record, {roll.seq: play}, Heading("Nordic Open", "5"))
    plays = [each.play for each in match.games[0].actions if isinstance(each, TranscribedTurn)]
    assert plays == [None, play]
    assert match.heading.round == "5"


@pytest.fixture
def keeper(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: RuleBook
) -> Iterator[Any]:
    """White has doubled in its second turn, in a book in which nothing stands at once."""
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = make_keeper(journal)
        keeper.open("m", 3, norway.with_value("cube.stands", frozenset()))
        keeper.begin_game(white=3, black=1)
        keeper.do(c.ClockPressed, WHITE, by="buttons")
        keeper.roll((6, 2), None)
        keeper.do(c.ClockPressed, BLACK, by="buttons")
        keeper.tap(c.DoubleTapped, WHITE)
        keeper.path = tmp_path / "j"
        yield keeper


def test_a_pass_taken_back_and_a_game_played_on_leave_what_counts(keeper: Any) -> None:
    keeper.tap(c.PassTapped, BLACK)
    passed = transcribed(keeper.path)
    assert passed.games[0].ending == TranscribedEnding(WHITE, 1, 1, 1, EndCause.PASS)
    assert steps(passed)[-1] == (BLACK, CubeAction.PASS, 2)
    keeper.tap(c.TakeBackTapped, BLACK)
    keeper.tap(c.TakeTapped, BLACK)
    taken = transcribed(keeper.path)
    assert steps(taken)[2:] == [
        (WHITE, CubeAction.DOUBLE, 2),
        (BLACK, CubeAction.TAKE, 2),
    ]
    assert taken.games[0].ending is None
    assert taken.winner is None
    assert "The match was not over" in taken.notes


def test_a_game_reopened_is_one_game_and_says_so(keeper: Any) -> None:
    keeper.tap(c.PassTapped, BLACK)
    for side in Side:
        keeper.tap(c.ReadyTapped, side)
    keeper.tap(c.ReopenTapped, WHITE)
    keeper.tap(c.ReopenAgreed, BLACK)
    match = transcribed(keeper.path)
    assert len(match.games) == 1
    assert steps(match)[2:] == [(WHITE, CubeAction.DOUBLE, 2)]
    assert match.games[0].notes == ("it was played on after it had ended by mistake",)
    assert match.score == BySide(0, 0)


def test_doubles_that_were_undone_are_not_among_the_games(keeper: Any) -> None:
    """Here both doubles are: the cube is as before the first one."""
    said = (Taken(BLACK, 2, ()), Doubled(BLACK, 4, ()), Taken(WHITE, 4, ()))
    undone = DoublesUndone(None, DIRECTOR, "not allowed", Cube(), ())
    before = transcribed(keeper.path)
    keeper.journal.append(
        command_id="undo",
        by=DIRECTOR,
        at_ns=keeper.now + 1,
        wall_utc="2026-05-09T14:03:07.123Z",
        match_id="m",
        events=[*said, undone],
    )
    match = transcribed(keeper.path)
    assert steps(before)[2:] == [(WHITE, CubeAction.DOUBLE, 2)]
    assert steps(match) == steps(before)[:2]
    assert any("undo" in note or "void" in note for note in match.games[0].notes)


def test_a_corrected_roll_counts_as_corrected_and_notes_what_it_was(keeper: Any) -> None:
    rows = list(read(keeper.path))
    roll = fill_record(rows, "m").games[0].rolls[1]
    order = (c.PastRollOrdered, "m", DIRECTOR, "misread", (6, 3), roll.seq)
    keeper.do(*order, by=DIRECTOR)
    turn = transcribed(keeper.path).games[0].actions[1]
    assert isinstance(turn, TranscribedTurn)
    assert turn.dice == (6, 3)
    assert turn.notes == ("the roll had counted as 62 (director Kari: misread)",)


def test_a_match_without_a_roll_is_refused_in_words(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: RuleBook
) -> None:
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        make_keeper(journal).open("m", 3, norway)
    with pytest.raises(NothingRolled, match=r"'m' has no roll.*json or text"):
        transcribed(tmp_path / "j")


def test_cube_turns_hold_the_moment_of_their_tap(match: Transcription) -> None:
    cube = [each for each in match.games[0].actions if isinstance(each, CubeTurn)]
    assert [each.at.utc for each in cube] == ["2026-05-09T14:03:07.123Z"] * 2


def test_a_single_game_is_a_session_with_its_stake_as_a_note(kept: Path) -> None:
    record = fill_record(read(kept), "match-1")
    record.match_format = MatchFormat(FormatKind.SINGLE_GAME, unit="VP", stake=100, cap=600)
    match = transcribe_record(record)
    assert (match.length, match.crawford) == (0, False)
    assert "A single game, 100 VP a point, at most 600" in match.notes


def test_a_double_that_was_not_answered_is_void_and_an_answer_brings_its_double(kept: Path) -> None:
    record = fill_record(read(kept), "match-1")
    double, take = record.games[0].cube
    record.games[0].cube = [double]
    unanswered = transcribe_record(record)
    assert steps(unanswered) == [(WHITE, (3, 1)), (BLACK, (5, 4))]
    assert unanswered.games[0].notes == ("a double in turn 2 was void",)
    record.games[0].cube = [take]
    assert steps(transcribe_record(record)) == steps(transcribed(kept, "match-1"))
