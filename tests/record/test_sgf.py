"""A match as SGF: its text, and what GNU Backgammon loads of it."""

from dataclasses import replace
from pathlib import Path

from kits.gnubg_files import ask_gnubg, read_sgf
from kits.short_matches import AT, BLACK, WHITE, game, illegal_game, match, turn

from kiosk.record.mat import mat_text
from kiosk.record.sgf import sgf_text
from kiosk.record.transcription import (
    ClockTerms,
    Moment,
    TranscribedEnding,
    TranscribedPlay,
    TranscribedTurn,
    Transcription,
)
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import SECOND_NS, BySide, Nanos


def loaded(folder: Path, written: Transcription) -> str:
    """What GNU Backgammon saves of our SGF."""
    (folder / "m.mat").write_text(mat_text(written), encoding="utf-8")
    (folder / "m.sgf").write_text(sgf_text(written), encoding="utf-8")
    ask_gnubg(folder, ["m"])
    return (folder / "m.sgf.sgf").read_text(encoding="utf-8")


def test_a_short_match_is_this_tree() -> None:
    _head, _, nodes = sgf_text(match()).partition("\n;")
    assert nodes == "W[31hefe]\n;B[double]\n;W[take]\n;B[62aglp]".replace("lp", "ln") + (
        "\n;W[61mghg])\n"
    )


def test_the_head_names_players_event_round_place_score_and_rules() -> None:
    root = sgf_text(match(game(score=BySide(1, 4)))).partition("\n;")[0]
    for words in (
        "(;FF[4]GM[6]CA[UTF-8]",
        "MI[length:7][game:0][ws:1][bs:4]",
        "PW[Anna]PB[Bo]DT[2026-05-09]EV[Nordic Open]RO[5]PC[Table 7]",
        "RU[Crawford]",
        "RE[W+2R]",
        "C[Bo gave up the game]",
        f"Journal journal-1, rows 1 to 99, hash {'f' * 64}",
    ):
        assert words in root


def test_each_turn_has_both_clocks_and_its_own_comment(tmp_path: Path) -> None:
    at = Moment(AT.utc, BySide(Nanos(90 * SECOND_NS), Nanos(61_500_000_000)))
    first = replace(turn(WHITE, (3, 1), (8, 5), (6, 5)), at=at, notes=("a ] and a \\",))
    terms = ClockTerms(BySide.both(Nanos(840 * SECOND_NS)), Nanos(12 * SECOND_NS))
    written = match(game(first), clock=terms)
    text = sgf_text(written)
    assert "TM[840]OT[12 s delay]" in text
    assert "W[31hefe]WL[90.000]BL[61.500]C[a \\] and a \\\\]" in text
    assert "C[a \\] and a \\\\]" in loaded(tmp_path, written)


def test_a_play_that_was_not_legal_stands_as_it_was_played(tmp_path: Path) -> None:
    saved = loaded(tmp_path, match(illegal_game()))
    assert ";W[62fefd]C[not a legal play: 6/5 6/4]\n;B[51lqqr]\n;W[31" in saved
    assert len(read_sgf(saved).games[0].steps) == 3


def test_a_position_without_moves_is_set(tmp_path: Path) -> None:
    found = illegal_game()
    first = found.actions[0]
    assert isinstance(first, TranscribedTurn)
    assert first.play is not None
    bare = replace(first, play=replace(first.play, moves=()))
    written = match(replace(found, actions=(bare, *found.actions[1:])))
    assert ";PL[W]DI[62]\n;AE[a:y]AW[d][e]" in sgf_text(written)
    assert "B[51lqqr]" in loaded(tmp_path, written)


def test_unknown_plays_keep_their_rolls(tmp_path: Path) -> None:
    rolls = [TranscribedTurn(WHITE, (5, 4), None, AT), TranscribedTurn(BLACK, (2, 1), None, AT)]
    saved = loaded(tmp_path, match(game(*rolls)))
    assert ";PL[W]DI[54]C[What was played is not known]\n;PL[B]DI[21]C[What" in saved


def test_a_roll_that_was_not_played_is_not_called_unknown() -> None:
    text = sgf_text(
        match(game(TranscribedTurn(WHITE, (5, 4), TranscribedPlay((), unplayed=True), AT)))
    )
    assert text.endswith(";PL[W]DI[54])\n")


def test_a_long_match_and_a_flag(tmp_path: Path) -> None:
    ending = TranscribedEnding(BLACK, 1, 1, 0, EndCause.FLAG)
    written = match(game(ending=ending), length=70)
    assert "RE[B+0T]" in sgf_text(written)
    assert read_sgf(loaded(tmp_path, written)).length == 70


def test_points_of_both_sides_are_letters_of_whites_board() -> None:
    entering = TranscribedTurn(BLACK, (6, 4), TranscribedPlay(((25, 21), (6, 0))), AT)
    assert ";B[64ydsz]" in sgf_text(match(game(turn(WHITE, (2, 1)), entering)))
