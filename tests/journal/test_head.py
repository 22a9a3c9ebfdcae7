"""The head: two files in turn, by which a journal that lost its end is not opened."""

import errno
import os
import random
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits import commands as c
from kits.journal_kit import BACK, LOST, append, opened, without_head

from kiosk.journal import (
    DiskFull,
    HeadMismatch,
    Journal,
    JournalError,
    JournalFailed,
    JournalShort,
    Mark,
    read,
)
from kiosk.journal import head as heads
from kiosk.journal.head import JournalHead, newest, pack, unpack
from kiosk.journal.reading import is_absent
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side
from kiosk.wire.row import NO_HASH

FRAME = 24 + 4096
"""A frame of SQLite's log: its header and a page (https://www.sqlite.org/fileformat.html#walformat)."""


def side(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def both(path: Path) -> list[Path]:
    return [side(path, suffix) for suffix in (".head-a", ".head-b")]


def counters(path: Path) -> list[int]:
    found = (unpack(file.read_bytes()) for file in both(path) if file.exists())
    return [head.counter if head else 0 for head in found]


# --- what is written, and when -----------------------------------------------------------------


def test_a_head_comes_back_from_its_512_bytes() -> None:
    for mark in (None, Mark("b" * 36, 2**63 - 1)):
        head = JournalHead(2**63 - 1, "j" * 36, 2**63 - 1, "f" * 64, mark)
        content = pack(head)
        assert len(content) == 512
        assert unpack(content) == head


def test_any_changed_byte_of_a_head_is_no_head() -> None:
    content = pack(JournalHead(7, "journal-1", 41, "f" * 64, Mark("boot-1", 5)))
    for place in range(512):
        for change in (1, 0x20, 0x80):
            hurt = bytearray(content)
            hurt[place] ^= change
            assert unpack(bytes(hurt)) is None
    for length in range(512):
        assert unpack(content[:length]) is None
    assert unpack(content + b" ") is None


def test_a_name_too_long_for_a_head_is_refused() -> None:
    with pytest.raises(ValueError, match="longer than a head file's 512 bytes"):
        pack(JournalHead(1, "j" * 500, 0, NO_HASH, None))


def test_the_head_files_name_the_last_row_and_when_the_table_lived(path: Path) -> None:
    with opened(path) as journal:
        assert journal.is_marked
        (row,) = append(journal, "c-1", LOST)
        assert not journal.is_marked
        journal.mark(8)
        assert journal.is_marked
        head = newest(path)
        assert head is not None
        assert head == JournalHead(2, journal.journal_id, 1, row.hash, Mark("boot-1", 8))
        assert journal.last_mark() == Mark("boot-1", 8)
    with opened(path, "boot-2") as journal:
        assert journal.last_mark() == Mark("boot-1", 8)
        journal.mark(3)
        assert journal.last_mark() == Mark("boot-2", 3)


def test_a_mark_costs_the_log_nothing(path: Path) -> None:
    with opened(path) as journal:
        append(journal, "c-1", LOST)
        before = {name: side(path, name).read_bytes() for name in ("", "-wal")}
        for at_ns in range(100):
            journal.mark(at_ns)
        assert {name: side(path, name).read_bytes() for name in ("", "-wal")} == before
        assert [file.stat().st_size for file in both(path)] == [512, 512]


def test_closing_writes_the_head_and_keeps_the_clock_mark(path: Path) -> None:
    """Whoever appends last and closes in the same breath has a head, too."""
    with opened(path) as journal:
        journal.mark(8)
        append(journal, "c-1", LOST, BACK)
    head = newest(path)
    assert head is not None
    assert (head.seq, head.mark) == (2, Mark("boot-1", 8))


def test_the_files_are_written_in_turn_and_each_is_synced_before_the_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, list[int]]] = []
    fdatasync = os.fdatasync

    def noted(handle: int) -> None:
        fdatasync(handle)
        name = Path(f"/proc/self/fd/{handle}").readlink().name
        done.append((name.removeprefix(path.name), counters(path)))

    monkeypatch.setattr(os, "fdatasync", noted)
    with opened(path) as journal:
        for at_ns in range(4):
            journal.mark(at_ns)
    assert done == [
        (".head-a.new", []),
        (".head-b.new", [1]),
        (".head-a", [3, 2]),
        (".head-b", [3, 4]),
        (".head-a", [5, 4]),
    ]


@pytest.mark.parametrize("written", [0, 1, 64, 100, 200])
def test_a_torn_write_leaves_the_other_file(
    path: Path, written: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power goes in the middle of one of the two: the journal opens, with the mark before."""
    write = heads._write

    def torn(file: Path, content: bytes, flags: int) -> None:
        write(file, content[:written], flags)

    for at_ns in range(5):
        with opened(path) as journal:
            append(journal, f"c-{at_ns}", LOST)
            journal.mark(at_ns)
            whole = newest(path)
            append(journal, f"d-{at_ns}", BACK)
            with monkeypatch.context() as power:
                power.setattr(heads, "_write", torn)
                journal.mark(99)
            left = files(path)
        assert newest(put(path, left)) == whole
        assert len(list(read(path))) == 2 * at_ns + 2


def test_a_head_that_can_not_be_written_stops_all_writing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for code, kind, words in (
        (errno.ENOSPC, DiskFull, "the disk is full"),
        (errno.EIO, JournalFailed, "Input/output error"),
    ):
        with opened(path) as journal, monkeypatch.context() as disk:

            def broken(_handle: int, code: int = code) -> None:
                raise OSError(code, os.strerror(code))

            disk.setattr(os, "fdatasync", broken)
            with pytest.raises(kind, match=f"{words}.*stop play, call the director"):
                journal.mark(1)
            with pytest.raises(JournalFailed, match="takes no more"):
                append(journal, "c-1", LOST)
    assert list(read(path)) == []


# --- what it is held against -------------------------------------------------------------------


def test_a_head_older_than_the_log_is_normal(path: Path) -> None:
    """The power went between a commit and its head."""
    with opened(path) as journal:
        append(journal, "c-1", LOST)
        journal.mark(1)
        old = [file.read_bytes() for file in both(path)]
        rows = append(journal, "c-2", BACK, LOST)
    for file, content in zip(both(path), old, strict=True):
        file.write_bytes(content)
    assert len(list(read(path))) == 3
    with opened(path) as journal:
        assert journal.head == (3, rows[-1].hash)
        assert not journal.is_marked
    head = newest(path)
    assert head is not None
    assert head.seq == 3


def test_a_journal_that_lost_its_end_is_not_opened_and_left_as_it_is(path: Path) -> None:
    with opened(path) as journal:
        for number in range(5):
            append(journal, f"c-{number}", LOST)
    log = side(path, "-wal")
    log.write_bytes(log.read_bytes()[:-1])  # the last commit's last frame
    before = files(path)
    with pytest.raises(JournalShort) as told:
        opened(path)
    assert str(told.value) == (
        f"{path} ends at row 4, its head files name row 5: 1 row is missing; keep the files, and "
        "see kiosk restore --help"
    )
    assert (told.value.seq, told.value.last, told.value.wanted) == (5, 4, 5)
    assert files(path) == before


def test_a_journal_that_is_gone_is_missed(path: Path) -> None:
    with opened(path) as journal:
        append(journal, "c-1", LOST, BACK)
        journal.checkpoint()
    for gone in (lambda: path.write_bytes(b""), path.unlink):
        gone()
        for look in (lambda: opened(path), lambda: is_absent(path)):
            with pytest.raises(
                JournalShort, match=r"ends before its first row.*2 rows are missing"
            ):
                look()


def test_a_journal_that_is_gone_before_its_first_row_is_begun_anew(path: Path) -> None:
    with opened(path) as journal:
        name = journal.journal_id
    path.unlink()
    assert is_absent(path)
    with opened(path) as journal:
        assert journal.journal_id == name
        append(journal, "c-1", LOST)


def test_the_head_of_another_journal_is_told(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for each in (path, other):
        with opened(each) as journal:
            append(journal, "c-1", LOST)
            journal.checkpoint()
    mine, its = newest(path), newest(other)
    assert mine is not None
    assert its is not None
    shutil.copy(other, path)
    for look in (lambda: opened(path), lambda: list(read(path))):
        with pytest.raises(HeadMismatch) as told:
            look()
        assert str(told.value) == (
            f"{path} is journal {its.journal_id!r}, the head files beside it are of "
            f"{mine.journal_id!r}: put the journal back that belongs to them, or its own head files"
        )


@pytest.mark.parametrize("alone", [True, False])
def test_no_whole_head_is_told(path: Path, alone: bool) -> None:
    with opened(path) as journal:
        if not alone:
            append(journal, "c-1", LOST)
            journal.mark(1)
    there = [file for file in both(path) if file.exists()]
    assert len(there) == 2 - alone
    for file in there:
        content = bytearray(file.read_bytes())
        content[70] ^= 1
        file.write_bytes(content)
    for look in (lambda: opened(path), lambda: list(read(path))):
        with pytest.raises(HeadMismatch, match=r"head-a.*: damaged, so that it is unknown whether"):
            look()


def test_a_head_that_is_just_being_written_is_looked_at_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(path).close()
    looks = iter([None])
    monkeypatch.setattr(heads, "unpack", lambda content: next(looks, unpack(content)))
    assert newest(path) is not None


def test_a_journal_without_its_head_files_gets_a_head(path: Path) -> None:
    with opened(path) as journal:
        rows = append(journal, "c-1", LOST)
    without_head(path)
    with opened(path) as journal:
        assert journal.last_mark() is None
        assert newest(path) == JournalHead(1, journal.journal_id, 1, rows[0].hash, None)


# --- whatever bit is flipped, whatever is cut off ----------------------------------------------


def files(path: Path) -> dict[str, bytes]:
    """A closed journal: its file, its log, its heads."""
    names = ("", "-wal", ".head-a", ".head-b")
    return {name: side(path, name).read_bytes() for name in names if side(path, name).exists()}


def put(path: Path, content: dict[str, bytes]) -> Path:
    for old in path.parent.iterdir():
        old.unlink()
    for name, each in content.items():
        side(path, name).write_bytes(each)
    return path


Played = Callable[[str], tuple[dict[str, bytes], int]]


@pytest.fixture
def played(
    tmp_path_factory: pytest.TempPathFactory, norway: RuleBook, keep: Callable[..., Any]
) -> Played:
    """A match in the log, in the file, or one in each: the files, and how many rows."""

    def play(kind: str) -> tuple[dict[str, bytes], int]:
        path = tmp_path_factory.mktemp("played") / "journal.db"
        with Journal.open(path, boot_id="boot-1") as journal:
            keeper = keep(journal, "m-1")
            if kind != "log":
                journal.checkpoint()
            if kind == "both":
                keeper.open("m-2", 3, norway)
                for values in ((3, 1), (2, 5), (6, 1)):
                    keeper.begin_game(*values)
                    keeper.tap(c.WinDeclared, Side.WHITE, 1)
                    keeper.tap(c.WinAgreed, Side.BLACK)
            rows = journal.head[0]
        return files(path), rows

    return play


def outcome(path: Path, rows: int) -> str:
    """Opened with all rows, or refused in words with every file left as it was."""
    before = files(path)
    read_, opened_ = (
        refused(look) for look in (lambda: len(list(read(path))), lambda: length_of(path))
    )
    for came in (read_, opened_):
        if isinstance(came, JournalError):
            assert {"-wal": b"", **files(path)} == {"-wal": b"", **before}
            assert len(str(came).splitlines()) == 1
            assert str(path) in str(came)
        else:
            assert came == rows, "it opened short"
    assert type(read_) is type(opened_)
    return type(read_).__name__ if isinstance(read_, JournalError) else "all rows"


def refused(look: Callable[[], int]) -> int | JournalError:
    try:
        return look()
    except JournalError as refusal:
        return refusal


def length_of(path: Path) -> int:
    with opened(path, "boot-2") as journal:
        return journal.head[0]


def flips(content: dict[str, bytes], spread: int, rng: random.Random) -> Iterator[tuple[str, int]]:
    """Places in each file: all over it, in the log's header and in headers of its frames."""
    for name, each in content.items():
        for _ in range(spread):
            yield name, rng.randrange(len(each))
    log = content.get("-wal", b"")
    for place in range(0, 32, 3) if log else ():
        yield "-wal", place
    for frame in range(0, len(log) // FRAME, 6):
        yield "-wal", 32 + frame * FRAME + rng.randrange(24)


def flip_all(
    played: tuple[dict[str, bytes], int], path: Path, spread: int, seed: int
) -> dict[str, int]:
    content, rows = played
    rng = random.Random(seed)
    told: dict[str, int] = {}
    for name, place in flips(content, spread, rng):
        hurt = bytearray(content[name])
        hurt[place] ^= 1 << rng.randrange(8)
        came = outcome(put(path, content | {name: bytes(hurt)}), rows)
        if name == "-wal":
            assert came == "JournalShort", place
        if name.startswith(".head"):
            assert came == "all rows", place
        told[came] = told.get(came, 0) + 1
    return told


@pytest.mark.parametrize("kind", ["log", "file", "both"])
def test_whatever_bit_is_flipped_no_row_is_missed_in_silence(
    played: Played, kind: str, path: Path
) -> None:
    told = flip_all(played(kind), path, 14, seed=34)
    assert sum(told.values()) >= (42 if kind == "file" else 60)
    assert len(told) >= 2


@pytest.mark.night
@pytest.mark.parametrize("kind", ["log", "file", "both"])
def test_whatever_bit_is_flipped_no_row_is_missed_in_silence_by_the_thousand(
    played: Played, kind: str, path: Path
) -> None:
    one = played(kind)
    for seed in range(4):
        flip_all(one, path, 200, seed)


@pytest.mark.parametrize("kind", ["log", "both"])
def test_a_log_cut_off_anywhere_is_missed(played: Played, kind: str, path: Path) -> None:
    content, rows = played(kind)
    log = content["-wal"]
    assert (len(log) - 32) % FRAME == 0
    cuts = [0, 1, 31, *range(32, len(log), FRAME), 32 + FRAME + 10, len(log) - 1]
    assert len(cuts) > 40
    for cut in cuts:
        came = outcome(put(path, content | {"-wal": log[:cut]}), rows)
        assert came == "JournalShort", cut
    assert outcome(put(path, content), rows) == "all rows"
    gone = {name: each for name, each in content.items() if name != "-wal"}
    assert outcome(put(path, gone), rows) == "JournalShort"


def test_without_a_head_a_flipped_bit_opens_short(played: Played, path: Path) -> None:
    """What the head is for: SQLite takes a log up to the first frame that makes no sense."""
    content, rows = played("log")
    hurt = bytearray(content["-wal"])
    hurt[32 + 30 * FRAME + 100] ^= 1
    put(path, content | {"-wal": bytes(hurt)})
    without_head(path)
    assert 0 < length_of(path) < rows


def test_a_checksum_that_fits_is_no_excuse(played: Played, path: Path) -> None:
    """A log whose frames were taken off and whose last one says that it ends a commit."""
    content, rows = played("log")
    log = bytearray(content["-wal"])
    ends = [
        frame
        for frame in range((len(log) - 32) // FRAME)
        if struct.unpack_from(">I", log, 32 + frame * FRAME + 4)[0]
    ]
    kept = bytes(log[: 32 + (ends[-2] + 1) * FRAME])
    assert outcome(put(path, content | {"-wal": kept}), rows) == "JournalShort"
