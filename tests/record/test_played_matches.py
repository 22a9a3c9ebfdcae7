"""From the table to other programs: matches played at the rules core, kept in a journal, recorded,
given the plays that were made, written, and read back.
"""

from pathlib import Path

import pytest
from kits.core_matches_kit import played_record
from kits.gnubg_files import ask_gnubg, read_mat, read_sgf
from kits.read_games import truth

from kiosk.record import Supplement, format_record
from kiosk.record.transcription import Heading
from kiosk.record.turns import transcribe_record
from kiosk.rules.rulebook import RuleBook


@pytest.mark.parametrize("seed", [6, 7, 8])
def test_a_match_at_the_table_is_what_gnubg_reads(
    seed: int, tmp_path: Path, norway: RuleBook
) -> None:
    record, plays = played_record(tmp_path / "j", seed, 5, norway)
    given = Supplement(plays, Heading("Nordic Open", "5"))
    for form in ("mat", "sgf"):
        (tmp_path / f"m.{form}").write_bytes(format_record(record, form, given))
    said = ask_gnubg(tmp_path, ["m"])
    assert "WARNING" not in said
    assert record.result is not None
    true = truth(transcribe_record(record, plays))
    assert true.games[-1].winner is record.result.winner
    for source in ("mat", "sgf"):
        saved = read_sgf((tmp_path / f"m.{source}.sgf").read_text())
        exported = read_mat((tmp_path / f"m.{source}.mat").read_text())
        assert [game.steps for game in saved.games] == [game.steps for game in true.games]
        assert [game.steps for game in exported.games] == [game.steps for game in true.games]
        scores = [(game.score, game.winner, game.points) for game in true.games]
        assert [(game.score, game.winner, game.points) for game in saved.games] == scores
