"""Two kinds of file beside the journal: the note of a halt, and the pictures of rolls."""

import hashlib
from pathlib import Path

import pytest

from kiosk.table import note, pictures
from kiosk.table.note import HaltNote

NO_WORDS = "the table had halted; its note does not say why"


@pytest.fixture
def halt(tmp_path: Path) -> HaltNote:
    return HaltNote(tmp_path / "table.journal")


def test_a_table_that_did_not_halt_left_no_note(halt: HaltNote) -> None:
    assert halt.read() is None
    halt.remove()


def test_a_note_says_why_until_it_is_removed(halt: HaltNote, tmp_path: Path) -> None:
    halt.write("the disk is full: ring «Kari»")
    assert (tmp_path / "table.journal.halted").exists()
    assert HaltNote(tmp_path / "table.journal").read() == "the disk is full: ring «Kari»"
    halt.remove()
    assert halt.read() is None


def test_a_note_is_on_the_disk_before_the_table_goes_on(
    halt: HaltNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    monkeypatch.setattr(
        note.os,
        "fsync",
        lambda handle: synced.append(Path(f"/proc/self/fd/{handle}").readlink().name),
    )
    halt.write("why")
    assert synced == [halt.path.name, halt.path.parent.name]


@pytest.mark.parametrize(
    ("kept", "read"),
    [(b"", NO_WORDS), (b" \n", NO_WORDS), (b"\xff!", "\ufffd!"), (b"x" * 5000, "x" * 1000)],
)
def test_a_spoilt_note_still_says_that_it_halted(halt: HaltNote, kept: bytes, read: str) -> None:
    halt.path.write_bytes(kept)
    assert halt.read() == read


def test_a_note_that_cant_be_written_stops_nothing(
    halt: HaltNote, caplog: pytest.LogCaptureFixture
) -> None:
    halt.path.mkdir()
    halt.write("why")
    assert halt.read() is None
    halt.remove()
    assert all(str(halt.path) in line for line in caplog.messages)
    assert len(caplog.messages) == 3


# --- pictures ----------------------------------------------------------------------------------


def test_a_picture_is_kept_under_its_hash(tmp_path: Path) -> None:
    name = pictures.keep(tmp_path / "new" / "pictures", b"a roll")
    assert name == hashlib.sha256(b"a roll").hexdigest()
    (file,) = (tmp_path / "new" / "pictures").iterdir()
    assert (file.name, file.read_bytes()) == (f"{name}.jpg", b"a roll")


def test_the_same_picture_is_kept_once(tmp_path: Path) -> None:
    name = pictures.keep(tmp_path, b"a roll")
    written = (tmp_path / f"{name}.jpg").stat().st_mtime_ns
    assert pictures.keep(tmp_path, b"a roll") == name
    assert (tmp_path / f"{name}.jpg").stat().st_mtime_ns == written


def test_a_picture_is_synced_before_it_has_its_name_and_its_name_before_the_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, list[str]]] = []

    def noted(handle: int) -> None:
        what = Path(f"/proc/self/fd/{handle}").readlink().name
        seen.append((what, sorted(file.name for file in tmp_path.glob("*"))))

    monkeypatch.setattr(pictures.os, "fsync", noted)
    name = pictures.keep(tmp_path, b"a roll")
    assert seen == [
        (f"{name}.part", [f"{name}.part"]),
        (tmp_path.name, [f"{name}.jpg"]),
    ]


def test_a_picture_that_cant_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, f"No space left on device: {handle}")

    monkeypatch.setattr(pictures.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        pictures.keep(tmp_path, b"a roll")
    assert list(tmp_path.iterdir()) == []


def test_a_close_up_is_kept_beside_its_picture(tmp_path: Path) -> None:
    name = pictures.keep(tmp_path, b"a roll")
    pictures.keep_close_up(tmp_path, name, b"its dice")
    assert (tmp_path / f"{name}.dice.jpg").read_bytes() == b"its dice"
    assert (tmp_path / f"{name}.jpg").read_bytes() == b"a roll"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_close_up_that_cant_be_kept_is_only_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pictures.keep_close_up(tmp_path / "nowhere", "a" * 64, b"its dice")
    assert len(caplog.messages) == 1
    assert f"{'a' * 64}.dice.jpg was not kept" in caplog.messages[0]
