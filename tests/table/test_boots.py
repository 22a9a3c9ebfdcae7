"""The number of a start never goes back, whatever became of the file that counts."""

from pathlib import Path

import pytest

from kiosk.table.boots import next_boot


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def test_each_start_has_the_next_number(journal: Path) -> None:
    assert [next_boot(journal, 0) for _ in range(3)] == [1, 2, 3]


@pytest.mark.parametrize("content", [None, b"", b"seven", b"\xff", b"-3", b"9" * 400])
def test_what_is_lost_or_spoilt_is_made_up_for_by_the_rows(
    journal: Path, content: bytes | None
) -> None:
    """Nearly every start journals a row, so that there are more rows than starts."""
    before = [next_boot(journal, rows) for rows in (0, 5, 6)]
    file = journal.with_name("table.journal.boots")
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)
    after = [next_boot(journal, rows) for rows in (7, 7, 8)]
    assert [*before, *after] == sorted({*before, *after})


def test_it_is_on_the_disk_and_nothing_else_is_left(journal: Path) -> None:
    next_boot(journal, 41)
    assert {file.name: file.read_text() for file in journal.parent.iterdir()} == {
        "table.journal.boots": "42\n"
    }


def test_a_file_that_cant_be_written_is_logged_and_keeps_no_table_from_starting(
    journal: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal.with_name("table.journal.boots.new").mkdir()
    assert [next_boot(journal, rows) for rows in (4, 5)] == [5, 6]
    assert "table.journal.boots can't be written: Is a directory" in caplog.text
