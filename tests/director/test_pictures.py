"""Roll pictures that rows name: which are asked for, and what is kept of what comes."""

from pathlib import Path

import pytest
from kits.pictures_kit import jpeg

from kiosk.director.errors import StoreError
from kiosk.director.store import pictures as pictures_module
from kiosk.director.store.jpeg import jpeg_fault
from kiosk.director.store.pictures import PictureStore, StoreQuota
from kiosk.director.store.store import NamedPicture
from kiosk.wire.codec import sha256

JPEGS = [f"\xff\xd8 roll {number}".encode("latin-1") for number in range(25)]


def named(*numbers: int, journal_id: str = "journal-1") -> list[NamedPicture]:
    return [NamedPicture(sha256(JPEGS[number]), journal_id, number + 1) for number in numbers]


def hashes(*numbers: int) -> tuple[str, ...]:
    return tuple(sha256(JPEGS[number]) for number in numbers)


def test_the_newest_twenty_are_asked_for_first(tmp_path: Path) -> None:
    """A picture that its table has lost must not hold up the others."""
    pictures = PictureStore(tmp_path / "pictures", named(*range(24)))
    assert pictures.wanted("journal-1") == hashes(*range(23, 3, -1))
    pictures.add_named(named(24))
    assert pictures.wanted("journal-1") == hashes(*range(24, 4, -1))
    assert pictures.wanted("journal-2") == ()


def test_a_picture_two_tables_name_is_asked_for_once_it_came_of_neither(tmp_path: Path) -> None:
    both = [*named(0, 1), *named(1, 2, journal_id="journal-2")]
    pictures = PictureStore(tmp_path, both)
    assert pictures.wanted("journal-2") == hashes(2, 1)
    (name,) = hashes(1)
    assert pictures.keep(name, JPEGS[1])
    pictures.note_stored(name, len(JPEGS[1]))
    assert pictures.wanted("journal-1") == hashes(0)
    assert pictures.wanted("journal-2") == hashes(2)
    pictures.add_named(named(1))
    assert pictures.wanted("journal-1") == hashes(0)
    again = PictureStore(tmp_path, both)
    assert again.wanted("journal-1") == hashes(0)
    assert again.wanted("journal-2") == hashes(2)


def test_only_the_bytes_a_row_names_are_kept_and_nothing_beside(tmp_path: Path) -> None:
    pictures = PictureStore(tmp_path, named(0))
    (name, other) = hashes(0, 1)
    assert not pictures.keep(name, JPEGS[1])
    assert not pictures.keep(other, JPEGS[1])
    assert pictures.keep(name, JPEGS[0])
    assert [file.name for file in tmp_path.iterdir()] == [f"{name}.jpg"]
    assert pictures.file(name) == tmp_path / f"{name}.jpg"
    assert pictures.file(other) is None


# --- room -----------------------------------------------------------------------------------------


SIZE = 10


class Hall:
    """Pictures of ten bytes, named in this order; the last journal's match goes on."""

    def __init__(self, folder: Path, most: int, room: int = 10_000, reserve: int = 0) -> None:
        self.folder = folder
        self.room = room
        self.open = {"journal-2"}
        self.named: list[NamedPicture] = []
        self.pictures = PictureStore(
            folder,
            (),
            StoreQuota(most, reserve),
            lambda named: named.journal_id in self.open,
            lambda _folder: self.room - SIZE * len(list(folder.glob("*.jpg"))),
        )

    def take(self, letters: str, journal_id: str = "journal-1") -> list[bool]:
        return [self._taken(letter, journal_id) for letter in letters]

    def _taken(self, letter: str, journal_id: str) -> bool:
        jpeg = letter.encode() * SIZE
        self.named.append(NamedPicture(sha256(jpeg), journal_id, len(self.named) + 1))
        self.pictures.add_named(self.named[-1:])
        going = self.pictures.room_for(SIZE)
        if going is None:
            return False
        assert self.pictures.keep(sha256(jpeg), jpeg, going)
        self.pictures.note_stored(sha256(jpeg), SIZE, going)
        return True

    @property
    def kept(self) -> str:
        there = {file.read_bytes()[:1].decode() for file in self.folder.glob("*.jpg")}
        return "".join(sorted(there))


def test_the_oldest_pictures_of_closed_matches_make_room(tmp_path: Path) -> None:
    hall = Hall(tmp_path, most=50)
    hall.take("a", "journal-2")
    hall.take("bcde")
    assert hall.take("fg") == [True, True]
    assert hall.kept == "adefg"
    hall.take("hijk", "journal-2")
    assert hall.kept == "ahijk"
    assert hall.take("l", "journal-2") == [True]
    assert hall.kept == "hijkl"
    hall.open.clear()
    hall.take("m")
    assert hall.kept == "ijklm"


def test_a_table_that_names_pictures_without_end_pushes_out_its_own_alone(tmp_path: Path) -> None:
    """Its match goes on for ever; those of the others are over, or go on."""
    hall = Hall(tmp_path, most=120)
    hall.take("ab", "journal-1")
    hall.take("c", "journal-2")
    assert all(hall.take("ghijklmnopqrstuvwxyz", "journal-3"))
    hall.take("d", "journal-1")
    assert all(hall.take("GHIJKLMN", "journal-3"))
    assert set("abcd") <= set(hall.kept)
    assert len(hall.kept) == 12


def test_what_made_room_is_not_asked_for_again_not_even_by_the_next_director(
    tmp_path: Path,
) -> None:
    hall = Hall(tmp_path, most=3_000_000)
    hall.take("abcde")
    small = Hall(tmp_path, most=30)
    small.named = hall.named
    small.pictures.add_named(hall.named)
    small.take("f")
    assert small.kept == "def"
    lost = NamedPicture(sha256(b"lost"), "journal-1", 9)
    next_one = PictureStore(tmp_path, [*small.named, lost], free=lambda _folder: 10**12)
    assert next_one.wanted("journal-1") == (lost.sha256,)
    small.pictures.add_named([*small.named, lost])
    assert small.pictures._wanted["journal-1"] == {lost.sha256: None}


def test_no_picture_takes_the_databases_room_and_the_log_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(tmp_path, most=1000, room=70, reserve=30)
    assert hall.take("abcdef", "journal-2") == [True] * 4 + [False] * 2
    assert hall.kept == "abcd"
    assert hall.pictures.wanted("journal-2") == ()
    (said,) = caplog.messages
    assert said.startswith("no more roll pictures are asked for")
    hall.open.clear()
    assert hall.take("gh") == [True, True]
    assert hall.kept == "cdgh"


def test_nothing_is_asked_for_while_the_disk_does_not_answer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_folder: Path) -> int:
        raise OSError(5, "Input/output error")

    assert PictureStore(tmp_path, named(0), free=broken).wanted("journal-1") == ()
    assert "Input/output error" in caplog.messages[0]


def test_what_no_row_names_goes_first(tmp_path: Path) -> None:
    (tmp_path / f"{'f' * 64}.jpg").write_bytes(b"x" * SIZE)
    hall = Hall(tmp_path, most=20)
    hall.take("ab")
    assert hall.kept == "ab"


def test_a_folder_that_can_not_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("no folder")
    with pytest.raises(StoreError, match="pictures is no folder for pictures"):
        PictureStore(tmp_path / "pictures", ())


# --- what is a picture ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (jpeg("a roll"), None),
        (jpeg("a roll", 8000, 5000), None),
        (b"\xff\xd8\xff\x01\xff" + jpeg("fill bytes and a marker alone")[2:], None),
        (b"RIFF....WEBP", "no JPEG"),
        (b"", "no JPEG"),
        (b"\xff\xd8\xff", "no JPEG"),
        (b"\xff\xd8\xff\xda" + jpeg("a scan before a frame")[2:], "no JPEG"),
        (jpeg("a roll")[:-12], "no JPEG"),
        (jpeg("a roll", 65_535, 65_535), "65535 x 65535 pixels"),
        (jpeg("a roll", 8000, 5001), "8000 x 5001 pixels"),
        (jpeg("a roll", 0, 8), "0 x 8 pixels"),
    ],
)
def test_a_picture_is_a_jpeg_of_a_bearable_size_by_its_head(
    content: bytes, fault: str | None
) -> None:
    found = jpeg_fault(content)
    assert (found is None) is (fault is None)
    assert (fault or "") in (found or "")


def test_one_that_is_there_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(pictures_module, "sync_folder", synced.append)
    pictures = PictureStore(tmp_path, named(0))
    (name,) = hashes(0)
    assert pictures.keep(name, JPEGS[0])
    assert pictures.keep(name, JPEGS[0])
    assert not pictures.keep(name, JPEGS[1])
    assert synced == [tmp_path]
