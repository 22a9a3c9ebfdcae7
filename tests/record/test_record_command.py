"""`kiosk record`: a match of a journal or of a director's database, as JSON, CSV or text."""

import csv
import io
import json
import re
import sqlite3
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import UTC, PaperTable

from kiosk import cli
from kiosk.director.store.sqlite import SqliteStore
from kiosk.director.tables.intake import Intake
from kiosk.journal import Journal, read
from kiosk.record import FORMS, fill_record, record_document
from kiosk.record.moments import COLUMNS, lines
from kiosk.record.spreadsheet import csv_bytes, read_cell
from kiosk.rules.rulebook import RuleBook
from kiosk.wire.signing import DeviceKey

MARK = b"\xef\xbb\xbf"


def files(folder: Path) -> dict[str, bytes]:
    """All but the index of a log, in which whoever reads a database in use is marked."""
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.endswith("-shm"))
    return {entry.name: entry.read_bytes() for entry in entries}


def table_of(content: bytes) -> list[list[str]]:
    assert content.startswith(MARK)
    return list(csv.reader(io.StringIO(content[3:].decode(), newline="")))


def test_the_only_match_of_a_journal_is_printed_and_nothing_changed(
    kept: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    before = files(kept.parent)
    assert cli.main(["record", str(kept)]) == cli.DONE
    assert json.loads(capfdbinary.readouterr().out) == record_document(read(kept), "match-1")
    assert files(kept.parent) == before


def test_a_csv_has_everything_that_happened_in_the_journals_order(
    kept: Path, tmp_path: Path
) -> None:
    out = tmp_path / "match.csv"
    assert cli.main(["record", str(kept), "--format", "csv", "--out", str(out)]) == cli.DONE
    header, *rest = table_of(out.read_bytes())
    assert tuple(header) == COLUMNS
    seqs = [int(line[0]) for line in rest]
    assert seqs == sorted(seqs)
    told = [dict(zip(header, line, strict=True)) for line in rest]
    rolls = [(each["turn"], each["side"], each["value"]) for each in told if each["what"] == "roll"]
    assert rolls[:2] == [("1", "white", "31"), ("2", "black", "54")]
    doubles = [(each["what"], each["value"]) for each in told if each["what"] in {"double", "take"}]
    assert doubles == [("double", "2"), ("take", "2")]
    (ended,) = [each for each in told if each["what"] == "match_ended"]
    assert (ended["side"], ended["value"], ended["why"]) == ("white", "2 to 2", "flag")


def test_every_moment_of_the_record_is_a_line(kept: Path) -> None:
    """Whatever has a row's number in the document."""
    document = record_document(read(kept), "match-1")
    found = {line.seq for line in lines(fill_record(read(kept), "match-1"))}

    def seqs(plain: Any) -> set[int]:
        inner = plain.values() if isinstance(plain, dict) else plain
        if not isinstance(plain, dict | list):
            return set()
        own = {plain["seq"]} if isinstance(plain, dict) and "seq" in plain else set()
        return own.union(*map(seqs, inner))

    assert found == seqs(document)


def test_a_text_names_the_players_their_rules_and_the_journals_hash(
    kept: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert cli.main(["record", str(kept), "--format", "text"]) == cli.DONE
    said = capfdbinary.readouterr().out.decode()
    first, *rest = said.splitlines()
    assert first == "Anna (White) and Bo (Black), to 3 points"
    assert list(read(kept))[-1].hash in said
    assert "Score: 3 to 2" in rest
    assert [line for line in rest if line.startswith("Game ")] == ["Game 1", "Game 2", "Game 3"]
    told = [line[30:] for line in rest if line.startswith("   ")]
    assert told[1] == "game begins 0 to 0"
    assert any(line.endswith("Bo roll 54 (camera; norway §4.1(iv)(a))") for line in told)
    assert any(line.endswith("Anna turn ends 1.0 s") for line in told)
    assert any(line.endswith(":07  Anna calls the director.") for line in rest)
    assert not re.findall(r"[a-z]_[a-z]|[a-z][A-Z]|director:|White|Black", "\n".join(rest))


FOR_OTHERS = {"mat": b"; [Site", "sgf": b"(;FF[4]GM[6]", "ogxm": b"OGXM"}


def test_the_command_offers_each_form_there_is(
    kept: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["record", str(kept), "--format", "xg"]) == cli.WRONG
    offered = capfd.readouterr().err.partition("choose from")[2].partition(")")[0]
    assert tuple(re.findall(r"\w+", offered)) == FORMS


@pytest.mark.parametrize("form", FOR_OTHERS)
def test_a_file_for_other_programs_has_event_and_round(
    form: str, kept: Path, tmp_path: Path
) -> None:
    out = tmp_path / "match"
    line = ["record", str(kept), "--format", form, "--out", str(out)]
    assert cli.main(line) == cli.DONE
    plain = out.read_bytes()
    assert plain.startswith(FOR_OTHERS[form])
    assert b"open-2026" in plain
    assert list(read(kept))[-1].hash.encode() in plain
    assert cli.main([*line, "--event", "Nordic Open", "--round", "Final"]) == cli.DONE
    named = out.read_bytes()
    assert b"Nordic Open" in named
    assert b"Final" in named
    assert b"open-2026" not in named


def test_an_ogxm_is_signed_by_the_key_that_is_given(
    kept: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    key = DeviceKey.load_or_make(tmp_path / "key")
    out = tmp_path / "match.ogxm"
    line = ["record", str(kept), "--out", str(out), "--sign", str(tmp_path / "key")]
    assert cli.main([*line, "--format", "ogxm"]) == cli.DONE
    assert b64decode(key.public.partition(":")[2]) in out.read_bytes()
    assert cli.main([*line, "--format", "mat"]) == cli.WRONG
    assert "--sign signs an ogxm, not a mat" in capfd.readouterr().err
    assert cli.main([*line[:-1], str(tmp_path / "none"), "--format", "ogxm"]) == cli.WRONG
    assert "name another file" in capfd.readouterr().err


def test_a_match_without_a_roll_has_no_games_to_write(
    tmp_path: Path,
    make_keeper: Callable[..., Any],
    norway: RuleBook,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        make_keeper(journal).open("m", 3, norway)
    assert cli.main(["record", str(tmp_path / "j"), "--format", "mat"]) == cli.WRONG
    assert capfd.readouterr().err.strip().endswith("write it as json or text")
    assert cli.main(["record", str(tmp_path / "j"), "--format", "text"]) == cli.DONE


def test_of_several_matches_one_is_named(
    tmp_path: Path, keep: Callable[..., Any], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "j"
    with Journal.open(path, boot_id="b") as journal:
        keep(journal, "one", "two")
    assert cli.main(["record", str(path)]) == cli.WRONG
    assert b"holds one, two: name one with --match" in capfdbinary.readouterr().err
    assert cli.main(["record", str(path), "--match", "two"]) == cli.DONE
    assert json.loads(capfdbinary.readouterr().out) == record_document(read(path), "two")
    assert cli.main(["record", str(path), "--match", "three"]) == cli.WRONG
    assert b"no match 'three'" in capfdbinary.readouterr().err
    assert cli.main(["record", str(path), "--match", "two", "--journal-id", "x"]) == cli.WRONG
    assert capfdbinary.readouterr().err.endswith(b"not 'x'\n")


@pytest.fixture
def database(
    tmp_path: Path, make_keeper: Callable[..., Any], norway: RuleBook
) -> tuple[Path, PaperTable, SqliteStore]:
    """A director's database in use: two tables, whose matches have the same name."""
    tables = [PaperTable(make_keeper, number) for number in (1, 2)]
    path = tmp_path / "hall" / "d.db"
    path.parent.mkdir()
    store = SqliteStore.open(path)
    intake = Intake(store, [each.key.public for each in tables])
    for table in tables:
        table.open(norway, match_id="final")
        table.keeper.begin_game(white=3, black=1)
        assert intake.take(table.batch(), UTC).seq == len(table.rows)
    return path, tables[1], store


def test_a_directors_database_gives_the_record_of_any_table_while_it_is_in_use(
    database: tuple[Path, PaperTable, SqliteStore], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path, table, store = database
    before = files(path.parent)
    line = ["record", str(path), "--match", "final"]
    assert cli.main(line) == cli.WRONG
    said = capfdbinary.readouterr().err
    assert b"journal-1, journal-2; give --journal-id" in said
    assert cli.main([*line, "--journal-id", "journal-2"]) == cli.DONE
    assert json.loads(capfdbinary.readouterr().out) == record_document(table.rows, "final")
    assert files(path.parent) == before
    store.close()
    assert cli.main([*line[:2], "--journal-id", "journal-2"]) == cli.DONE
    assert json.loads(capfdbinary.readouterr().out) == record_document(table.rows, "final")


def test_a_database_without_it_and_a_row_that_was_changed_are_told(
    database: tuple[Path, PaperTable, SqliteStore], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path, _table, store = database
    assert cli.main(["record", str(path), "--match", "semi"]) == cli.WRONG
    assert b"holds no journal with match 'semi'" in capfdbinary.readouterr().err
    assert cli.main(["record", str(path), "--journal-id", "journal-9"]) == cli.WRONG
    assert b"holds no journal 'journal-9'" in capfdbinary.readouterr().err
    store.close()
    visitor = sqlite3.connect(path)
    visitor.execute("DROP TRIGGER event_update")
    visitor.execute("UPDATE event SET wall_utc = '2026-05-09T15:03:07.123Z' WHERE seq = 3")
    visitor.commit()
    visitor.close()
    assert cli.main(["record", str(path), "--journal-id", "journal-2"]) == cli.WRONG
    assert b"row 3 of journal journal-2" in capfdbinary.readouterr().err


# --- a table for spreadsheets ---------------------------------------------------------------------


def test_no_spreadsheet_takes_a_name_for_a_formula() -> None:
    names = ["=1+1", "+4", "-2", "@SUM(A1)", "\tx", "\r=1", " =1", "Ola", "Åse; ok", 'a "b", c', ""]
    (header, *rest) = table_of(csv_bytes(["name", "points"], [[name, -3] for name in names]))
    assert header == ["name", "points"]
    assert [points for _name, points in rest] == ["-3"] * len(names)
    shown = [name for name, _points in rest]
    assert [read_cell(name) for name in shown] == names
    assert {name[:1] for name in shown[:7]} == {"'"}
    assert shown[7:] == names[7:]
