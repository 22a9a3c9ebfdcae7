"""Whatever one changes in a journal, the reader names the first row that is not as it was."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from kits.journal_kit import without_head

from kiosk.journal import (
    HeadMismatch,
    Journal,
    JournalDamaged,
    JournalError,
    JournalShort,
    Row,
    read,
)
from kiosk.wire.row import row_hash

COLUMNS = tuple(Row.__dataclass_fields__)


@pytest.fixture
def rows(kept: Path) -> list[Row]:
    return list(read(kept))


def sound_rows(path: Path) -> tuple[list[Row], JournalDamaged | None]:
    """The rows a reader hands on, and the damage that ended them."""
    sound: list[Row] = []
    try:
        sound.extend(read(path))
    except JournalDamaged as damage:
        return sound, damage
    return sound, None


def first_bad(path: Path) -> int:
    """The row the reader names; the rows before it come out as ever."""
    sound, damage = sound_rows(path)
    assert damage is not None
    assert len(sound) == damage.seq - 1
    assert f"row {damage.seq}" in str(damage)
    return damage.seq


@pytest.fixture
def visit(kept: Path) -> Iterator[Callable[..., None]]:
    """Change the file as someone with a database tool and time would."""
    with closing(sqlite3.connect(kept, isolation_level=None)) as visitor:
        for trigger in ("only_grows", "is_kept", "stays"):
            visitor.execute(f"DROP TRIGGER event_{trigger}")

        def run(change: str, *values: object) -> None:
            visitor.execute(change, values)

        yield run


def flipped(value: object, rng: random.Random) -> object:
    """One bit of a stored value changed."""
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(40))
    content = bytearray(str(value).encode())
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


@pytest.mark.parametrize("column", [name for name in COLUMNS if name != "seq"])
def test_a_bit_in_any_column_is_found_where_it_is(
    kept: Path, rows: list[Row], visit: Callable[..., None], column: str
) -> None:
    rng = random.Random(column)
    for row in rng.sample(rows, 6):
        value = getattr(row, column)
        text = "CAST(? AS TEXT)" if isinstance(value, str) else "?"
        change = f'UPDATE event SET "{column}" = {text} WHERE seq = ?'
        visit(change, flipped(value, rng), row.seq)
        assert first_bad(kept) == row.seq
        visit(change, value, row.seq)
    assert list(read(kept)) == rows


def test_a_row_moved_to_another_match_is_found(kept: Path, visit: Callable[..., None]) -> None:
    visit("UPDATE event SET match_id = NULL WHERE seq = 12")
    assert first_bad(kept) == 12


def test_a_row_taken_out_is_found(kept: Path, visit: Callable[..., None]) -> None:
    visit("DELETE FROM event WHERE seq = 20")
    assert first_bad(kept) == 20
    visit("DELETE FROM event WHERE seq = 1")
    assert first_bad(kept) == 1


@pytest.mark.parametrize(
    ("seq", "sound"), [(1, ""), (2, ": rows 1 to 1 are sound"), (9, ": rows 1 to 8 are sound")]
)
def test_damage_says_which_rows_are_sound(
    kept: Path, visit: Callable[..., None], seq: int, sound: str
) -> None:
    visit("DELETE FROM event WHERE seq = ?", seq)
    damage = sound_rows(kept)[1]
    assert damage is not None
    assert str(damage).startswith(f"{kept} is damaged at row {seq} (")
    assert str(damage).endswith(f"){sound}; keep the files, and see kiosk restore --help")


def test_a_gap_closed_by_renumbering_is_found(
    kept: Path, rows: list[Row], visit: Callable[..., None]
) -> None:
    visit("DELETE FROM event WHERE seq = 20")
    for seq in range(21, len(rows) + 1):
        visit("UPDATE event SET seq = ? WHERE seq = ?", seq - 1, seq)
    assert first_bad(kept) == 20


def test_two_rows_changed_round_are_found(kept: Path, visit: Callable[..., None]) -> None:
    for old, new in ((30, 0), (31, 30), (0, 31)):
        visit("UPDATE event SET seq = ? WHERE seq = ?", new, old)
    assert first_bad(kept) == 30


def test_a_row_put_in_is_found(kept: Path, rows: list[Row], visit: Callable[..., None]) -> None:
    last = len(rows)
    names = ", ".join(f'"{name}"' for name in COLUMNS if name != "seq")
    visit(f"INSERT INTO event (seq, {names}) SELECT ?, {names} FROM event WHERE seq = 5", last + 1)
    assert first_bad(kept) == last + 1


def test_rows_of_another_journal_are_found(kept: Path, visit: Callable[..., None]) -> None:
    visit("DROP TRIGGER journal_stays")
    visit("UPDATE journal SET journal_id = 'another'")
    with pytest.raises(HeadMismatch, match="is journal 'another', the head files beside it are of"):
        list(read(kept))
    without_head(kept)
    assert first_bad(kept) == 1


@pytest.mark.parametrize(("off", "told"), [(1, "1 row is missing"), (3, "3 rows are missing")])
def test_rows_taken_off_the_end_are_missed(
    kept: Path, rows: list[Row], visit: Callable[..., None], off: int, told: str
) -> None:
    visit("DELETE FROM event WHERE seq > ?", len(rows) - off)
    sound, damage = sound_rows(kept)
    assert sound == rows[:-off]
    assert isinstance(damage, JournalShort)
    assert str(damage) == (
        f"{kept} ends at row {len(rows) - off}, its head files name row {len(rows)}: {told}; "
        "keep the files, and see kiosk restore --help"
    )


def test_without_a_head_rows_taken_off_the_end_are_not_missed(
    kept: Path, rows: list[Row], visit: Callable[..., None]
) -> None:
    """No chain can know what came after its end: that takes a second copy of the last hash."""
    visit("DELETE FROM event WHERE seq > ?", len(rows) - 3)
    without_head(kept)
    assert list(read(kept)) == rows[:-3]


def test_a_chain_computed_anew_is_found_by_its_head(
    kept: Path, rows: list[Row], visit: Callable[..., None]
) -> None:
    at, before = 60, rows[58].hash
    for row in rows[59:]:
        row = replace(row, wall_utc="2026-05-09T15:03:07.123Z", prev_hash=before)  # noqa: PLW2901
        before = row_hash(row)
        change = "UPDATE event SET wall_utc = ?, prev_hash = ?, hash = ? WHERE seq = ?"
        visit(change, row.wall_utc, row.prev_hash, before, row.seq)
        at = row.seq
    assert first_bad(kept) == at == len(rows)
    assert "its head files name another row" in str(sound_rows(kept)[1])
    without_head(kept)
    assert len(list(read(kept))) == len(rows)


def test_any_changed_byte_of_the_file_is_found_or_changes_nothing(
    kept: Path, rows: list[Row], tmp_path: Path
) -> None:
    """Never other rows, never an error that is not ours; SQLite's own complaints included."""
    content = kept.read_bytes()
    rng = random.Random(5)
    hurt = tmp_path / "hurt.journal"
    found = 0
    for _ in range(400):
        changed = bytearray(content)
        place = rng.randrange(len(content))
        changed[place] ^= rng.randrange(1, 256)
        hurt.write_bytes(changed)
        try:
            sound, damage = sound_rows(hurt)
        except JournalError:
            assert place < 100  # the header: no journal, or one of a later version
            found += 1
            continue
        found += damage is not None
        assert sound == (rows[: damage.seq - 1] if damage else rows)
    assert found > 200


def test_any_row_hurt_in_the_file_is_named(kept: Path, rows: list[Row], tmp_path: Path) -> None:
    """Bytes inside a row's own text: the hash says which row."""
    content = kept.read_bytes()
    rng = random.Random(6)
    hurt = tmp_path / "hurt.journal"
    for row in rng.sample(rows, 12):
        place = content.index(row.prev_hash.encode() + row.hash.encode()) + rng.randrange(128)
        changed = bytearray(content)
        changed[place] ^= 1 << rng.randrange(8)
        hurt.write_bytes(changed)
        assert first_bad(hurt) == row.seq


def test_a_file_cut_short_is_found(kept: Path, rows: list[Row], tmp_path: Path) -> None:
    content = kept.read_bytes()
    hurt = tmp_path / "hurt.journal"
    for pages in range(1, len(content) // 4096):
        hurt.write_bytes(content[: pages * 4096])
        assert 1 <= first_bad(hurt) <= len(rows)


def test_a_log_cut_short_loses_whole_commands_from_the_end(
    tmp_path: Path, keep: Callable[..., Any]
) -> None:
    """As after a power cut: what is left is a journal, ending where a command ended."""
    path = tmp_path / "table.journal"
    with Journal.open(path, boot_id="boot-1") as journal:
        keep(journal)
    rows = list(read(path))
    ends = {row.seq for row, after in pairwise(rows) if row.command_id != after.command_id} | {
        0,
        len(rows),
    }
    log = (tmp_path / "table.journal-wal").read_bytes()
    rng = random.Random(7)
    seen = set()
    for number in range(40):
        folder = tmp_path / str(number)
        folder.mkdir()
        shutil.copy(path, folder)
        (folder / "table.journal-wal").write_bytes(log[: rng.randrange(len(log))])
        left = list(read(folder / path.name))
        assert left == rows[: len(left)]
        assert len(left) in ends
        seen.add(len(left))
    assert len(seen) > 10
