"""Error rate and luck, by GNU Backgammon: the sides in their places, nothing without all plays."""

from pathlib import Path

import pytest
from kits.core_matches_kit import played_record
from kits.gnubg_files import GNUBG

from kiosk import cli
from kiosk.record.form import Record
from kiosk.record.transcription import Plays
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import BySide, Side
from kiosk.transcribe import analyse
from kiosk.transcribe.analyse import analyse_match, analysis_text, read_statistics
from kiosk.transcribe.errors import AnalyserFailed, AnalyserMissing, PlaysUnknown

ANSWER = """
GNU Backgammon 1.07.001 20230103
Player                                   black                   white

Chequerplay statistics

Error total EMG (MWC)                         -1.908 (-29.162%)       -1.519 (-18.487%)
Error rate mEMG (MWC)                        -48.9   ( -0.748%)      -42.2   ( -0.514%)

Luck statistics

Luck total EMG (MWC)                          +0.343 (-14.137%)       +0.819 (+23.822%)
Luck rate mEMG (MWC)                          +7.8   ( -0.321%)      +19.0   ( +0.554%)

Cube statistics

Error rate mEMG (MWC)                         n/a                     -26.6   ( -0.398%)

Overall statistics

Error rate mEMG (MWC)                        -46.9   ( -0.674%)      -36.6   ( -0.472%)
Overall rating                           Awful!                  Casual player
"""


@pytest.fixture(scope="module")
def played(norway: RuleBook, tmp_path_factory: pytest.TempPathFactory) -> tuple[Record, Plays]:
    return played_record(tmp_path_factory.mktemp("match") / "j", 5, 1, norway)


def test_each_sides_figures_stand_under_its_name() -> None:
    found = read_statistics(ANSWER)
    black, white = found[Side.BLACK], found[Side.WHITE]
    assert (black.error_rate, white.error_rate) == (-46.9, -36.6)
    assert (black.checker_error_rate, white.checker_error_rate) == (-48.9, -42.2)
    assert (black.cube_error_rate, white.cube_error_rate) == (None, -26.6)
    assert (black.luck, white.luck_rate) == (0.343, 19.0)
    assert (black.rating, white.rating) == ("Awful!", "Casual player")


@pytest.mark.parametrize("answer", ["", "No game in progress.", "Player  white  black"])
def test_an_answer_without_statistics_is_said_with_its_words(answer: str) -> None:
    with pytest.raises(AnalyserFailed, match="it said"):
        read_statistics(answer)


def test_a_match_is_analysed(played: tuple[Record, Plays]) -> None:
    record, plays = played
    found = analyse_match(record, plays)
    assert found.analyser.startswith("GNU Backgammon 1.")
    assert set(found.sides) == {Side.WHITE, Side.BLACK}
    for side in found.sides.values():
        assert side.error_rate is not None
        assert side.error_rate <= 0
        assert side.luck is not None
    text = analysis_text(found, BySide("Ada", "Bo"))
    assert "Ada: error rate -" in text
    assert "2-ply" in text


def test_nothing_is_analysed_before_all_plays_are_known(played: tuple[Record, Plays]) -> None:
    record, plays = played
    known = dict(plays)
    known.pop(next(iter(plays)))
    with pytest.raises(PlaysUnknown, match="are not known: answer its questions first"):
        analyse_match(record, known)


def test_a_machine_without_it_is_told_what_to_install(
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
    played: tuple[Record, Plays],
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(analyse, "PLACES", ("no-such-program",))
    with pytest.raises(AnalyserMissing, match="install its package, gnubg"):
        analyse_match(*played)
    assert cli.main(["analyse", str(kept)]) == cli.WRONG
    assert "are not known" in capfd.readouterr().err


def test_a_program_that_is_no_gnubg_is_an_error_in_words(
    monkeypatch: pytest.MonkeyPatch, played: tuple[Record, Plays]
) -> None:
    monkeypatch.setattr(analyse, "PLACES", ("true",))
    with pytest.raises(AnalyserFailed, match="gave no statistics"):
        analyse_match(*played)
    assert GNUBG.is_file()
