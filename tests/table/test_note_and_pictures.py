"""Two kinds of file beside the journal: the note of a halt, and the pictures of rolls."""

import hashlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.table import note, pictures
from kiosk.table.note import HaltNote
from kiosk.table.pictures import PictureFolder, PictureQuota
from kiosk.wire.codec import sha256
from kiosk.wire.disk import free_bytes

NO_WORDS = "the table had halted; its note gives no reason"


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


# --- the folder's quota --------------------------------------------------------------------------


class Disk:
    """So many bytes are free, as if pictures were all that is on it."""

    def __init__(self, folder: Path, room: int) -> None:
        self.folder = folder
        self.room = room

    def free(self, _folder: Path) -> int:
        return self.room - sum(file.stat().st_size for file in self.folder.glob("*"))


class Album:
    """A folder of pictures of ten bytes each, a match open."""

    def __init__(
        self, folder: Path, most: int, room: int = 10_000, reserve: int = 0, ours: str = ""
    ) -> None:
        self.path = folder / "pictures"
        self.path.mkdir(exist_ok=True)
        self.match: str | None = "match-1"
        self.disk = Disk(self.path, room)
        names = frozenset(sha256(picture(letter)) for letter in ours)
        self.folder = PictureFolder(
            self.path, PictureQuota(most, reserve), lambda: self.match, names, self.disk.free
        )

    def keep(self, letters: str) -> list[bool]:
        return [self.folder.keep(picture(letter)) is not None for letter in letters]

    @property
    def kept(self) -> str:
        """The letters of the pictures that are there, sorted."""
        names = {file.stem for file in self.path.glob("*.jpg") if "." not in file.stem}
        return "".join(letter for letter in ALPHABET if sha256(picture(letter)) in names)


ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def picture(letter: str) -> bytes:
    return letter.encode() * 10


def test_the_oldest_pictures_of_closed_matches_go_first(tmp_path: Path) -> None:
    album = Album(tmp_path, most=50)
    album.keep("ab")
    album.match = "match-2"
    album.keep("cde")
    assert album.kept == "abcde"
    assert album.keep("f") == [True]
    assert album.kept == "bcdef"
    album.keep("g")
    assert album.kept == "cdefg"


def test_pictures_of_the_open_match_go_only_when_nothing_else_is_left(tmp_path: Path) -> None:
    album = Album(tmp_path, most=30)
    album.keep("a")
    album.match = "match-2"
    album.keep("bcd")
    assert album.kept == "bcd"
    assert album.keep("e") == [True]
    assert album.kept == "cde"
    album.match = None
    album.keep("f")
    assert album.kept == "def"


def test_an_older_picture_of_the_open_match_stays_before_a_younger_of_another(
    tmp_path: Path,
) -> None:
    album = Album(tmp_path, most=30)
    album.keep("a")
    album.match = None
    album.keep("bc")
    album.match = "match-1"
    album.keep("de")
    assert album.kept == "ade"


def test_what_lies_beside_a_picture_counts_and_goes_with_it(tmp_path: Path) -> None:
    album = Album(tmp_path, most=60)
    for letter in "ab":
        name = album.folder.keep(picture(letter))
        assert name is not None
        album.folder.keep_close_up(name, b"1234567")
        album.folder.keep_reading(name, "1234567")
    assert len(list(album.path.iterdir())) == 6
    album.match = "match-2"
    album.keep("cd")
    assert album.kept == "bcd"
    assert len(list(album.path.iterdir())) == 5
    album.folder.keep_close_up(sha256(picture("d")), b"1" * 17)
    assert album.kept == "cd"


def test_a_picture_that_is_used_again_is_of_the_match_that_uses_it(tmp_path: Path) -> None:
    """Such as the board as it lay before a roll."""
    album = Album(tmp_path, most=40)
    album.keep("abc")
    album.match = "match-2"
    album.folder.mark_used(sha256(picture("a")))
    album.keep("bde")
    assert album.kept == "abde"


def test_no_picture_takes_the_journals_room_and_the_log_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    album = Album(tmp_path, most=1000, room=70, reserve=30)
    assert album.keep("abcdefg") == [True] * 4 + [False] * 3
    assert album.kept == "abcd"
    name = sha256(picture("a"))
    album.folder.keep_close_up(name, b"1")
    album.folder.keep_reading(name, "1")
    assert len(list(album.path.iterdir())) == 4
    (said,) = caplog.messages
    assert said.startswith("rolls are journaled without pictures")
    album.disk.room = 80
    assert album.keep("hi") == [True, False]
    assert len(caplog.messages) == 3
    assert "kept again" in caplog.messages[1]


def test_pictures_of_closed_matches_give_the_journal_its_room_back(tmp_path: Path) -> None:
    album = Album(tmp_path, most=1000, room=70, reserve=30)
    album.keep("abcd")
    album.match = "match-2"
    assert album.keep("ef") == [True, True]
    assert album.kept == "cdef"
    album.disk.room = 50
    assert album.keep("g") == [False]
    assert album.kept == "ef"


def test_a_table_started_again_knows_what_is_there_and_what_is_of_its_match(tmp_path: Path) -> None:
    before = Album(tmp_path, most=1000)
    before.keep("abcdef")
    for age, letter in enumerate("fedcba"):  # the oldest is a
        for file in before.path.glob(f"{sha256(picture(letter))}*"):
            os.utime(file, ns=(10**18 - age, 10**18 - age))
    (before.path / f"{sha256(b'x')}.part").write_bytes(b"cut short")
    again = Album(tmp_path, most=60, ours="ce")
    assert not list(again.path.glob("*.part"))
    again.keep("gh")
    assert again.kept == "cdefgh"
    again.keep("i")
    assert again.kept == "defghi"


def test_a_folder_that_can_not_be_looked_into_stops_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuses(_folder: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuses)
    album = Album(tmp_path, most=1000)
    assert "can't be looked into" in caplog.messages[0]
    assert album.keep("a") == [True]


def test_a_disk_that_does_not_answer_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_folder: Path) -> int:
        raise OSError(5, "Input/output error")

    folder = PictureFolder(tmp_path, free=broken)
    assert folder.keep(b"a roll") is None
    assert "Input/output error" in caplog.messages[0]


def test_what_is_free_is_what_the_system_says(tmp_path: Path) -> None:
    disk = os.statvfs(tmp_path)
    assert free_bytes(tmp_path) <= disk.f_blocks * disk.f_frsize
    assert (
        PictureFolder(tmp_path / "not" / "there", PictureQuota(reserve=0)).keep(b"a roll")
        is not None
    )
