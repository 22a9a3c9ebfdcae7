"""A new or renamed file survives a power cut once its folder is synced, too: who writes one."""

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.director.store.pictures import PictureStore
from kiosk.director.store.second_copy import copy_database
from kiosk.director.store.sqlite import SqliteStore
from kiosk.director.store.store import NamedPicture
from kiosk.journal import Journal
from kiosk.record import write
from kiosk.table import pictures
from kiosk.table.director import device_key
from kiosk.table.note import HaltNote
from kiosk.wire.codec import sha256

NAME = "a" * 64


def open_journal(path: Path) -> None:
    Journal.open(path, boot_id="boot-1").close()


def open_store(path: Path) -> None:
    SqliteStore.open(path).close()


def keep_reading(path: Path) -> None:
    pictures.keep_reading(path.parent, NAME, "{}")


def keep_at_director(path: Path) -> None:
    named = NamedPicture(path.stem, "journal-1", 1)
    assert PictureStore(path.parent, [named], free=lambda _folder: 10**12).keep(
        path.stem, b"a roll"
    )


def halt(path: Path) -> None:
    HaltNote(path.with_suffix("")).write("the disk is full")


def keep_head(path: Path) -> None:
    """The first, and the second, which the journal's own making does not sync."""
    with Journal.open(path.with_suffix(""), boot_id="boot-1") as journal:
        journal.mark(1)


def copy_store(path: Path) -> None:
    with closing(SqliteStore.open(path.with_suffix(".db"))) as store:
        copy_database(store.path, path)


WRITERS: dict[str, Callable[[Path], object]] = {
    "table.journal": open_journal,
    "journal.head-b": keep_head,
    "director.copy": copy_store,
    "director.sqlite": open_store,
    "match-1.json": lambda path: write({"format": "any"}, path),
    "device.key": device_key,
    "table.halted": halt,
    f"{NAME}.reading.json": keep_reading,
    f"{sha256(b'a roll')}.jpg": keep_at_director,
}


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, set[str]]]:
    """Each folder that is synced and what it held then; of a file, what its folder held."""
    done: list[tuple[Path, set[str]]] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        what = Path(f"/proc/self/fd/{handle}").readlink()
        done.append((what, set(os.listdir(what if what.is_dir() else what.parent))))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    return done


@pytest.mark.parametrize("name", WRITERS)
def test_the_folder_is_synced_once_the_file_has_its_name(
    name: str, tmp_path: Path, synced: list[tuple[Path, set[str]]]
) -> None:
    WRITERS[name](tmp_path / name)
    assert (tmp_path / name).exists()
    folders = [what for what, held in synced if name in held and what.is_dir()]
    assert set(folders) == {tmp_path}


def test_a_key_is_whole_on_the_disk_before_it_has_its_name(
    tmp_path: Path, synced: list[tuple[Path, set[str]]]
) -> None:
    device_key(tmp_path / "device.key")
    assert synced == [
        (tmp_path / "device.key.new", {"device.key.new"}),
        (tmp_path, {"device.key"}),
    ]


def test_a_picture_in_a_new_folder_survives_with_its_folder(
    tmp_path: Path, synced: list[tuple[Path, set[str]]]
) -> None:
    folder = tmp_path / "pictures"
    name = pictures.keep(folder, b"a roll")
    assert [(where, "pictures" in held) for where, held in synced if where == tmp_path] == [
        (tmp_path, True)
    ]
    assert synced[-1] == (folder, {f"{name}.jpg"})


def test_a_directors_picture_survives_with_its_folder(
    tmp_path: Path, synced: list[tuple[Path, set[str]]]
) -> None:
    """Its row is kept already; it is synced before its table hears that it came."""
    folder, jpeg = tmp_path / "hall" / "pictures", b"\xff\xd8 a roll"
    folder.parent.mkdir()
    name = sha256(jpeg)
    kept = PictureStore(folder, [NamedPicture(name, "journal-1", 1)])
    assert synced == [(folder.parent, {"pictures"})]
    synced.clear()
    assert kept.keep(name, jpeg)
    assert synced == [(folder / f"{name}.part", {f"{name}.part"}), (folder, {f"{name}.jpg"})]


def test_a_picture_kept_before_is_synced_again(
    tmp_path: Path, synced: list[tuple[Path, set[str]]]
) -> None:
    """The last one to keep it may have died between its name and the sync."""
    pictures.keep(tmp_path, b"a roll")
    synced.clear()
    name = pictures.keep(tmp_path, b"a roll")
    assert synced == [(tmp_path, {f"{name}.jpg"})]
