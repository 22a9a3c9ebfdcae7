"""Following a journal: from any row on, as it grows, without holding anything up."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kiosk.journal import Journal, JournalDamaged, JournalError, read
from kiosk.journal.following import Following
from kiosk.rules.devices import DeviceLost
from kiosk.wire.row import NO_HASH, Row, row_fault

PLENTY: dict[str, int] = {"most": 10_000, "longest": 10**9}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "table.journal", boot_id="boot-1") as opened:
        yield opened


@pytest.fixture
def following(journal: Journal) -> Iterator[Following]:
    with Following(journal.path) as opened:
        yield opened


def grow(journal: Journal, count: int, why: str = "no answer") -> tuple[Row, ...]:
    """`count` rows of one command."""
    return journal.append(
        command_id=f"after-{journal.head[0]}",
        by="table",
        at_ns=5,
        wall_utc="2026-05-09T14:03:07.123Z",
        match_id=None,
        events=[DeviceLost("camera", why)] * count,
    )


def test_rows_are_given_from_any_row_on_as_the_journal_grows(
    journal: Journal, following: Following
) -> None:
    assert following.rows(0, 0, **PLENTY) == ()
    first = grow(journal, 3)
    assert following.rows(0, 3, **PLENTY) == first
    more = grow(journal, 4)
    assert following.rows(3, 7, **PLENTY) == more
    assert following.rows(1, 7, **PLENTY) == (*first, *more)[1:]
    assert following.rows(7, 7, **PLENTY) == ()


def test_no_row_beyond_the_last_one_asked_for(journal: Journal, following: Following) -> None:
    rows = grow(journal, 5)
    assert following.rows(1, 3, **PLENTY) == rows[1:3]


def test_a_batch_has_so_many_rows_and_bytes_at_most_but_one_row_always(
    journal: Journal, following: Following
) -> None:
    rows = grow(journal, 6, "é" * 100)
    size = len(rows[0].body.encode())
    assert size > len(rows[0].body)
    assert following.rows(0, 6, most=4, longest=10**9) == rows[:4]
    assert following.rows(0, 6, most=10, longest=3 * size) == rows[:3]
    assert following.rows(0, 6, most=10, longest=3 * size - 1) == rows[:2]
    assert following.rows(0, 6, most=10, longest=1) == rows[:1]


def test_the_hash_of_a_row(journal: Journal, following: Following) -> None:
    rows = grow(journal, 2)
    assert [following.hash_at(seq) for seq in (0, 1, 2)] == [NO_HASH, rows[0].hash, rows[1].hash]
    with pytest.raises(JournalDamaged, match="row 3"):
        following.hash_at(3)


def test_the_owner_can_empty_its_log_between_two_reads(
    journal: Journal, following: Following
) -> None:
    wal = journal.path.with_name(journal.path.name + "-wal")
    grow(journal, 600)
    for _ in range(2):
        assert len(following.rows(0, 600, most=500, longest=10**9)) == 500
        following.hash_at(600)
        journal.checkpoint()
        assert wal.stat().st_size == 0
        more = grow(journal, 1)
        head = journal.head[0]
        assert following.rows(head - 1, head, **PLENTY) == more


def test_what_is_not_committed_is_not_seen(journal: Journal, following: Following) -> None:
    rows = grow(journal, 1)
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute(
            "INSERT INTO event SELECT 2, journal_id, match_id, kind, v, at_ns, boot_id, wall_utc, "
            '"by", command_id, body, hash, hash FROM event'
        )
        assert following.rows(0, 9, **PLENTY) == rows


def test_a_row_is_verified_when_it_is_read_and_no_other_with_it(
    journal: Journal, following: Following, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified: list[int] = []

    def noted(row: Row, **place: Any) -> str | None:
        verified.append(row.seq)
        return row_fault(row, **place)

    monkeypatch.setattr("kiosk.journal.following.row_fault", noted)
    grow(journal, 300)
    following.rows(298, 300, **PLENTY)
    following.hash_at(300)
    following.rows(300, 300, **PLENTY)
    assert verified == [299, 300]


@pytest.mark.parametrize(
    ("change", "damaged"),
    [
        ("UPDATE event SET \"by\" = 'black' WHERE seq = 4", 4),
        ("UPDATE event SET hash = prev_hash WHERE seq = 4", 4),
        ("DELETE FROM event WHERE seq = 4", 4),
        ("UPDATE event SET journal_id = 'another' WHERE seq = 4", 4),
        ("UPDATE event SET body = x'ff' WHERE seq = 4", 4),
    ],
)
def test_a_row_that_does_not_chain_is_not_given(tmp_path: Path, change: str, damaged: int) -> None:
    path = tmp_path / "table.journal"
    with Journal.open(path, boot_id="boot-1") as journal:
        grow(journal, 6)
        sound = list(read(path))
        with sqlite3.connect(path) as other:
            for name in ("event_stays", "event_is_kept"):
                other.execute(f"DROP TRIGGER {name}")
            if "x'ff'" in change:
                other.execute("PRAGMA ignore_check_constraints = ON")
                change = change.replace("x'ff'", "CAST(x'ff' AS TEXT)")
            other.execute(change)
        other.close()
        with Following(path) as following:
            assert following.rows(0, 3, **PLENTY) == tuple(sound[:3])
            with pytest.raises(JournalDamaged, match=f"row {damaged}"):
                following.rows(3, 6, **PLENTY)


@pytest.mark.parametrize(
    "change", ["DROP TABLE journal", "UPDATE journal SET journal_id = CAST(x'ff' AS TEXT)"]
)
def test_a_journal_that_can_not_be_followed_is_let_go(tmp_path: Path, change: str) -> None:
    path = tmp_path / "table.journal"
    with Journal.open(path, boot_id="boot-1") as journal:
        grow(journal, 1)
    with sqlite3.connect(path) as other:
        other.execute("DROP TRIGGER journal_stays")
        other.execute("PRAGMA ignore_check_constraints = ON")
        other.execute(change)
    other.close()
    with pytest.raises(JournalDamaged) as told:
        Following(path)
    assert (told.value.seq, open_files(path)) == (1, [])


def open_files(path: Path) -> list[str]:
    """Of this process, that path and what SQLite puts beside it."""
    there = [os.readlink(entry) for entry in descriptors()]
    return [name for name in there if name.startswith(str(path))]


def descriptors() -> list[Path]:
    """Without the one that reads the folder, which is gone by now."""
    return [entry for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()]


def test_a_file_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"gone\.journal"):
        Following(tmp_path / "gone.journal")
