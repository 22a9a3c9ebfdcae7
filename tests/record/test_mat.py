"""A match as `.mat`: its text, and what GNU Backgammon makes of what the format barely holds."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.gnubg_files import GNUBG, ask_gnubg, read_mat, read_sgf
from kits.read_games import ReadMatch
from kits.short_matches import AT, BLACK, WHITE, game, illegal_game, match, turn

from kiosk.record.mat import mat_text
from kiosk.record.names import short_names
from kiosk.record.sgf import sgf_text
from kiosk.record.transcription import (
    CubeAction,
    CubeTurn,
    TranscribedEnding,
    TranscribedPlay,
    TranscribedTurn,
    Transcription,
)
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import BySide


def comments(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(";")]


def body(text: str) -> str:
    return text.partition(" Game 1\n")[2]


def through_gnubg(folder: Path, written: Transcription) -> ReadMatch:
    """What GNU Backgammon saves of our `.mat`."""
    (folder / "m.mat").write_text(mat_text(written), encoding="utf-8")
    (folder / "m.sgf").write_text(sgf_text(written), encoding="utf-8")
    ask_gnubg(folder, ["m"])
    return read_sgf((folder / "m.mat.sgf").read_text(encoding="utf-8"))


def test_a_short_match_is_this_text() -> None:
    assert mat_text(match()) == (
        '; [Site "Table 7"]\n'
        '; [Match ID "match-1"]\n'
        '; [Event "Nordic Open"]\n'
        '; [Round "5"]\n'
        '; [EventDate "2026.05.09"]\n'
        '; [EventTime "14.03"]\n'
        '; [Variation "Backgammon"]\n'
        '; [Crawford "On"]\n'
        "; Match match-1\n"
        f"; Journal journal-1, rows 1 to 99, hash {'f' * 64}\n"
        "; In game 1: Bo gave up the game\n"
        "\n"
        " 7 point match\n"
        "\n"
        " Game 1\n"
        " Anna : 0                       Bo : 0\n"
        "  1) 31: 8/5 6/5                 Doubles => 2\n"
        "  2)  Takes                     62: 24/18 13/11\n"
        "  3) 61: 13/7* 8/7\n"
        "      Wins 2 points\n"
    )


def test_the_right_one_begins_and_wins_in_its_own_column() -> None:
    ending = TranscribedEnding(BLACK, 1, 2, 2, EndCause.PASS)
    doubled = (
        CubeTurn(WHITE, CubeAction.DOUBLE, 2, AT),
        CubeTurn(BLACK, CubeAction.TAKE, 2, AT),
        CubeTurn(BLACK, CubeAction.DOUBLE, 4, AT),
        CubeTurn(WHITE, CubeAction.PASS, 4, AT),
    )
    begun = game(turn(BLACK, (3, 1), (8, 5), (6, 5)), *doubled, ending=ending)
    assert body(mat_text(match(begun, length=2))).splitlines()[1:] == [
        "  1)                            31: 8/5 6/5",
        "  2)  Doubles => 2               Takes",
        "  3)                             Doubles => 4",
        "  4)  Drops                      Wins 2 points and the match",
    ]


def test_columns_stay_apart_however_long_a_play_is() -> None:
    long = turn(WHITE, (3, 3), (24, 21), (24, 21), (13, 10), (13, 10))
    hits = replace(long, play=TranscribedPlay(long.play.moves if long.play else (), hits=(21, 10)))
    line = body(mat_text(match(game(hits, turn(BLACK, (6, 6)))))).splitlines()[1]
    assert line == "  1) 33: 24/21* 24/21 13/10* 13/10   66: Cannot Move"


def test_a_bar_a_bear_off_and_a_hit_are_written_as_players_do() -> None:
    played = TranscribedTurn(BLACK, (6, 4), TranscribedPlay(((25, 21), (6, 0)), hits=(21,)), AT)
    assert "64: bar/21* 6/off\n" in mat_text(match(game(turn(WHITE, (2, 1)), played)))


def test_an_unknown_play_is_marked_and_a_roll_not_played_has_nothing_after_it() -> None:
    unknown, unplayed = TranscribedTurn(WHITE, (5, 4), None, AT), TranscribedPlay((), unplayed=True)
    text = body(mat_text(match(game(unknown, TranscribedTurn(BLACK, (2, 2), unplayed, AT)))))
    assert text.splitlines()[1] == "  1) 54: ???                    22:"


def test_gnubg_keeps_every_roll_of_a_match_without_plays(tmp_path: Path) -> None:
    assert GNUBG.exists()
    dice = [(5, 4), (6, 1), (3, 2), (6, 5)]
    rolls = [
        TranscribedTurn((WHITE, BLACK)[place % 2], each, None, AT)
        for place, each in enumerate(dice)
    ]
    read = through_gnubg(tmp_path, match(game(*rolls)))
    assert [step.what for step in read.games[0].steps] == ["54", "61", "32", "65"]
    assert (read.games[0].winner, read.games[0].points) == (WHITE, 2)


def test_gnubg_takes_over_the_position_after_a_play_that_was_not_legal(tmp_path: Path) -> None:
    written = match(illegal_game())
    assert "; In game 1, action 1: not a legal play: 6/5 6/4" in comments(mat_text(written))
    (tmp_path / "m.mat").write_text(mat_text(written), encoding="utf-8")
    (tmp_path / "m.sgf").write_text(sgf_text(written), encoding="utf-8")
    said = ask_gnubg(tmp_path, ["m"])
    assert "Invalid move" not in said
    saved = (tmp_path / "m.mat.sgf").read_text()
    assert "W[31heyx]" not in saved
    assert ";PL[W]DI[62]" in saved
    assert ";B[51lqqr]\n;W[31xwhe]" in saved


def test_a_match_longer_than_gnubg_takes_is_a_session_that_says_so(tmp_path: Path) -> None:
    written = match(length=70)
    assert any("A match to 70 points" in line for line in comments(mat_text(written)))
    assert through_gnubg(tmp_path, written).length == 0
    assert through_gnubg(tmp_path, match(length=64)).length == 64


ODD_NAMES = {
    "Anna: Berg": "Anna; Berg",
    "Game Boy": "Game_Boy",
    "Smith, 3rd": "Smith; 3rd",
    "Åsa  van\tder Berg": "Åsa van der Berg",
    "Å" * 16: "Å" * 15 + "~",
    "Jürgen " * 6: "Jürgen Jürgen Jürgen Jürge~",
    "": "White",
    "שלום\u202e עולם": "שלום עולם",
}


@pytest.mark.parametrize(("name", "short"), ODD_NAMES.items(), ids=map(ascii, ODD_NAMES))
def test_a_name_no_reader_takes_is_changed_and_stands_whole_above(
    name: str, short: str, tmp_path: Path
) -> None:
    written = match(names=BySide(name, "Bo"))
    text = mat_text(written)
    assert f" {short} : 0 " in text
    assert len(short.encode()) <= 31
    told = [line for line in comments(text) if line.startswith(f"; {short} is ")]
    assert bool(told) == bool(name)
    assert through_gnubg(tmp_path, written).names == (short, "Bo")


def test_two_names_cut_to_the_same_stay_two() -> None:
    long = "A" * 40
    assert short_names(BySide(f"{long} One", f"{long} Two")) == BySide(
        "A" * 29 + "~1", "A" * 29 + "~2"
    )
    assert short_names(BySide("Bo", "Bo")) == BySide("Bo~1", "Bo~2")


@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_two_names_are_gnubg_can_hold_both(white: str, black: str) -> None:
    short = short_names(BySide(white, black))
    for name in (short.white, short.black):
        assert 0 < len(name.encode()) <= 31
        assert not set(name) & set(":\n\r\t")
        assert "Game " not in name
        assert name == name.strip()
    assert short.white != short.black


def test_names_and_notes_never_begin_a_game_nor_a_line_of_their_own() -> None:
    named = match(names=BySide("Game 2", "x\nGame 3"), notes=("one\n Game 4\n Anna : 0   Bo : 0",))
    lines = mat_text(named).splitlines()
    assert [line for line in lines if "Game " in line and not line.startswith(";")] == [" Game 1"]


def test_penalty_points_stand_in_the_next_score_and_above(tmp_path: Path) -> None:
    second = game(number=2, score=BySide(3, 0))
    written = match(game(), second, score=BySide(5, 0))
    assert "; Before game 2: the score was 3 to 0, not 2 to 0" in comments(mat_text(written))
    assert [each.score for each in through_gnubg(tmp_path, written).games] == [(0, 0), (3, 0)]


def test_a_game_lost_by_the_time_has_no_points_of_its_own() -> None:
    ending = TranscribedEnding(WHITE, 1, 1, 0, EndCause.FLAG)
    text = mat_text(match(game(ending=ending)))
    assert "; In game 1: Bo's time was used up" in comments(text)
    assert "Wins" not in text


def test_what_gnubg_exports_is_what_we_wrote(tmp_path: Path) -> None:
    written = match()
    read = through_gnubg(tmp_path, written)
    exported = read_mat((tmp_path / "m.mat.mat").read_text())
    assert [step.what for step in read.games[0].steps] == ["31", "double", "take", "62", "61"]
    assert read.games[0].steps == exported.games[0].steps
