"""`kiosk transcribe`: journals, folders and databases; what they lack in one sentence."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk import cli
from kiosk.journal import Journal


def transcribed(*line: str | Path) -> int:
    return cli.main(["transcribe", *map(str, line)])


def test_a_journal_without_pictures_is_written_and_what_it_lacks_is_said(
    kept: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "match.mat"
    assert transcribed(kept, "--format", "mat", "--out", out) == cli.DONE
    assert "31: ???" in out.read_text()
    printed = capfd.readouterr().out.splitlines()
    assert "0 certain" in printed[0]
    assert len(printed) == 2


def test_a_folder_stands_for_the_journal_in_it(
    kept: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    kept.rename(kept.parent / "journal.db")
    assert transcribed(kept.parent) == cli.DONE
    assert "Game 1\n" in capfd.readouterr().out
    assert transcribed(kept.parent, "--format", "json") == cli.DONE
    shown = capfd.readouterr()
    assert json.loads(shown.out)["plays"][0]["certainty"] == "unknown"
    assert "unknown" in shown.err


def test_a_folder_of_photographs_is_refused_in_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "beach.jpg").write_bytes(b"no picture")
    assert transcribed(tmp_path) == cli.WRONG
    assert "holds no journal" in capfd.readouterr().err
    for name in ("one.db", "two.db"):
        (tmp_path / name).touch()
    assert transcribed(tmp_path) == cli.WRONG
    assert "one.db, two.db: name one of them" in capfd.readouterr().err


def test_event_round_and_signature_go_where_a_file_has_them(
    kept: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "match.mat"
    options = ("--event", "Nordic Open", "--round", "5", "--out", out)
    assert transcribed(kept, "--format", "mat", *options) == cli.DONE
    assert '; [Event "Nordic Open"]\n; [Round "5"]\n' in out.read_text()
    assert transcribed(kept, "--sign", kept) == cli.WRONG
    assert "leave it out" in capfd.readouterr().err


def test_of_two_matches_in_one_journal_one_must_be_named(
    tmp_path: Path, keep: Callable[..., object], capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path, boot_id="boot-1") as journal:
        keep(journal, "match-1", "match-2")
    assert transcribed(path) == cli.WRONG
    assert "match-1, match-2: name one with --match" in capfd.readouterr().err
    assert transcribed(path, "--match", "match-2") == cli.DONE
    assert "Match match-2" in capfd.readouterr().out


def test_only_a_directors_database_is_followed(
    kept: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for source in (kept, tmp_path / "nowhere.db"):
        assert transcribed(source, "--follow") == cli.WRONG
        assert str(source) in capfd.readouterr().err
