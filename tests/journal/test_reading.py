"""A reader leaves no trace, whatever state it finds the files in."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiosk.journal import Journal, read


def trace(folder: Path) -> dict[str, str]:
    return {
        entry.name: hashlib.sha256(entry.read_bytes()).hexdigest()
        for entry in sorted(folder.iterdir())
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "journal"
    made.mkdir()
    return made


def test_a_finished_journal(kept: Path) -> None:
    before = trace(kept.parent)
    assert len(list(read(kept))) > 50
    assert trace(kept.parent) == before
    assert not kept.with_name(kept.name + "-wal").exists()


def test_a_journal_closed_in_the_middle_of_a_match(folder: Path, keep: Callable[..., Any]) -> None:
    path = folder / "table.journal"
    with Journal.open(path, boot_id="boot-1") as journal:
        keep(journal)
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    before = trace(folder)
    assert len(list(read(path))) > 50
    assert trace(folder) == before


def test_a_journal_and_log_copied_from_a_stopped_table(
    folder: Path, tmp_path: Path, keep: Callable[..., Any]
) -> None:
    path = tmp_path / "table.journal"
    with Journal.open(path, boot_id="boot-1") as journal:
        keep(journal)
    for suffix in ("", "-wal"):
        shutil.copy(f"{path}{suffix}", folder)
    before = trace(folder)
    assert list(read(folder / path.name)) == list(read(path))
    assert trace(folder) == before


def test_a_folder_nobody_may_write_to(folder: Path, kept: Path) -> None:
    shutil.copy(kept, folder)
    os.chmod(folder / kept.name, 0o444)
    os.chmod(folder, 0o555)
    try:
        assert list(read(folder / kept.name)) == list(read(kept))
    finally:
        os.chmod(folder, 0o755)


def test_a_table_that_is_writing(folder: Path, keep: Callable[..., Any]) -> None:
    """From another process: nothing the table keeps on the disk changes."""
    path = folder / "table.journal"
    count = f"from kiosk.journal import read; print(len(list(read({str(path)!r}))))"
    with Journal.open(path, boot_id="boot-1") as journal:
        for number in (1, 2):
            keep(journal, f"match-{number}")
            before = trace(folder)
            said = subprocess.run([sys.executable, "-c", count], capture_output=True, check=True)
            assert int(said.stdout) == journal.head[0]
            assert trace(folder) == before


def test_a_table_that_was_killed(folder: Path) -> None:
    """It leaves its log and the log's index behind."""
    path = folder / "table.journal"
    die = f"""
import os
from kiosk.journal import Journal
from kiosk.rules.dice.facts import DicePickedUp
journal = Journal.open({str(path)!r}, boot_id="boot-1")
for number in range(5):
    journal.append(command_id=str(number), by="table", at_ns=1, match_id=None,
                   wall_utc="2026-05-09T14:03:07.123Z", events=[DicePickedUp()])
os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", die], check=False).returncode == 9
    before = trace(folder)
    assert set(before) >= {"table.journal", "table.journal-wal", "table.journal-shm"}
    assert [row.seq for row in read(path)] == [1, 2, 3, 4, 5]
    assert trace(folder) == before
    with Journal.open(path, boot_id="boot-1") as journal:
        assert journal.head[0] == 5


def test_many_pages_of_rows(folder: Path) -> None:
    from kiosk.rules.dice.facts import DicePickedUp  # noqa: PLC0415

    path = folder / "table.journal"
    with Journal.open(path, boot_id="boot-1") as journal:
        for number in range(3):
            journal.append(
                command_id=str(number),
                by="table",
                at_ns=1,
                wall_utc="2026-05-09T14:03:07.123Z",
                match_id=None,
                events=[DicePickedUp()] * 500,
            )
    assert [row.seq for row in read(path)] == list(range(1, 1501))
