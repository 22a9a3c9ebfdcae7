"""Roll pictures that rows name: which are asked for, and what is kept of what comes."""

from pathlib import Path

import pytest

from kiosk.director.errors import StoreError
from kiosk.director.pictures import Pictures
from kiosk.director.store import NamedPicture
from kiosk.wire.codec import sha256

JPEGS = [f"\xff\xd8 roll {number}".encode("latin-1") for number in range(25)]


def named(*numbers: int, journal_id: str = "journal-1") -> list[NamedPicture]:
    return [NamedPicture(sha256(JPEGS[number]), journal_id, number + 1) for number in numbers]


def hashes(*numbers: int) -> tuple[str, ...]:
    return tuple(sha256(JPEGS[number]) for number in numbers)


def test_the_newest_twenty_are_asked_for_first(tmp_path: Path) -> None:
    """A picture that its table has lost must not hold up the others."""
    pictures = Pictures(tmp_path / "pictures", named(*range(24)))
    assert pictures.wanted("journal-1") == hashes(*range(23, 3, -1))
    pictures.name(named(24))
    assert pictures.wanted("journal-1") == hashes(*range(24, 4, -1))
    assert pictures.wanted("journal-2") == ()


def test_a_picture_two_tables_name_is_asked_for_once_it_came_of_neither(tmp_path: Path) -> None:
    both = [*named(0, 1), *named(1, 2, journal_id="journal-2")]
    pictures = Pictures(tmp_path, both)
    assert pictures.wanted("journal-2") == hashes(2, 1)
    (name,) = hashes(1)
    assert pictures.keep(name, JPEGS[1])
    pictures.kept(name)
    assert pictures.wanted("journal-1") == hashes(0)
    assert pictures.wanted("journal-2") == hashes(2)
    pictures.name(named(1))
    assert pictures.wanted("journal-1") == hashes(0)
    again = Pictures(tmp_path, both)
    assert again.wanted("journal-1") == hashes(0)
    assert again.wanted("journal-2") == hashes(2)


def test_only_the_bytes_a_row_names_are_kept_and_nothing_beside(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path, named(0))
    (name, other) = hashes(0, 1)
    assert not pictures.keep(name, JPEGS[1])
    assert not pictures.keep(other, JPEGS[1])
    assert pictures.keep(name, JPEGS[0])
    assert [file.name for file in tmp_path.iterdir()] == [f"{name}.jpg"]
    assert pictures.file(name) == tmp_path / f"{name}.jpg"
    assert pictures.file(other) is None


def test_a_folder_that_can_not_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("no folder")
    with pytest.raises(StoreError, match="pictures is no folder for pictures"):
        Pictures(tmp_path / "pictures", ())
