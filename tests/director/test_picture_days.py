"""Roll pictures go after so many days, are told to be gone, and leave what was journaled whole."""

import json
import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kits.hall_kit import DIRECTORS_KEY, WALL_NS, Client, HandClocks, PaperTable
from kits.pictures_kit import jpeg, sent_by
from kits.served_kit import WITHIN_S, Director, settings_of, starts
from kits.service_kit import play, running

from kiosk.director.app import create_app
from kiosk.director.errors import StoreError
from kiosk.director.people.notes import PicturesRemoved
from kiosk.director.store.pictures import PictureStore
from kiosk.director.store.store import NamedPicture
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.turn import ClockPressed
from kiosk.rules.units import SECOND_NS, Side
from kiosk.wire.codec import sha256
from kiosk.wire.row import NO_HASH, row_fault

DAY_S = 24 * 3600
OLD, NEW = jpeg("old"), jpeg("new")


@pytest.fixture
def table(make_table: Callable[..., PaperTable], norway: RuleBook) -> PaperTable:
    """Its last two rolls have pictures."""
    made = make_table()
    made.open(norway)
    made.keeper.begin_game(white=5, black=2)
    for side, roll in ((Side.WHITE, OLD), (Side.BLACK, NEW)):
        made.keeper.do(ClockPressed, side, by="buttons")
        made.keeper.roll((6, 2), sha256(roll))
    return made


def aged(file: Path, came_s: float) -> None:
    os.utime(file, (came_s, came_s))


def test_what_came_long_ago_goes_and_stays_away_under_the_next_director(tmp_path: Path) -> None:
    named = [NamedPicture(sha256(jpeg), "journal-1", 1) for jpeg in (OLD, NEW)]
    pictures = PictureStore(tmp_path, named)
    for each, came_s in ((OLD, 999), (NEW, 1000)):
        assert pictures.keep(sha256(each), each)
        pictures.note_stored(sha256(each), len(each))
        aged(tmp_path / f"{sha256(each)}.jpg", came_s)
    (tmp_path / f"{sha256(b'half')}.part").write_bytes(b"half of one")
    aged(tmp_path / f"{sha256(b'half')}.part", 1)
    (tmp_path / "notes.txt").write_text("not ours")
    aged(tmp_path / "notes.txt", 1)
    old = pictures.older(1000)
    assert set(old) == {sha256(OLD), f"{sha256(b'half')}.part"}
    pictures.remove(old, 30)
    pictures.note_removed(old)
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {f"{sha256(OLD)}.gone", f"{sha256(NEW)}.jpg", "notes.txt"}
    for each in (pictures, PictureStore(tmp_path, named)):
        assert each.wanted("journal-1") == ()
        assert each.removed_after(sha256(OLD)) == 30
        assert each.removed_after(sha256(NEW)) is None
        assert each._used == len(NEW)


def test_what_made_room_was_not_removed_for_its_age(tmp_path: Path) -> None:
    pictures = PictureStore(tmp_path, [NamedPicture(sha256(OLD), "journal-1", 1)])
    assert pictures.keep(sha256(OLD), OLD, [sha256(NEW)])
    pictures.note_stored(sha256(OLD), len(OLD), [sha256(NEW)])
    assert pictures.removed_after(sha256(NEW)) is None


def test_a_folder_that_is_gone_is_told_in_words(tmp_path: Path) -> None:
    pictures = PictureStore(tmp_path / "pictures", ())
    (tmp_path / "pictures").rmdir()
    with pytest.raises(StoreError, match="can't go: No such file or directory; remove"):
        pictures.older(1000)


def test_the_director_removes_them_notes_it_and_keeps_every_row(
    tmp_path: Path, hand: HandClocks, table: PaperTable, caplog: pytest.LogCaptureFixture
) -> None:
    folder, now_s = tmp_path / "pictures", (WALL_NS + hand.now_ns) / SECOND_NS
    caplog.set_level(logging.INFO)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch())
            for jpeg, days in ((OLD, 30.01), (NEW, 29.99)):
                assert await director.traffic.album.take(sha256(jpeg), jpeg)
                aged(folder / f"{sha256(jpeg)}.jpg", now_s - days * DAY_S)
            await director.lifecycle.forget_pictures()
            assert director.traffic.album.file(sha256(OLD)) is None
            assert director.traffic.album.file(sha256(NEW)) is not None
            assert director.traffic.album.removal_words(sha256(OLD)) is not None
            assert director.people.noted[-1].note == PicturesRemoved(days=30, count=1)
            assert caplog.messages == ["1 pictures older than 30 days were removed"]
            await director.lifecycle.forget_pictures()
            assert len(director.lifecycle.thread.store.noted()) == 1
            before = NO_HASH
            for seq, row in enumerate(director.lifecycle.thread.store.rows("journal-1"), 1):
                assert row_fault(row, journal_id="journal-1", seq=seq, prev_hash=before) is None
                before = row.hash
            assert before == table.rows[-1].hash
            assert director.tables.card("journal-1").picture == sha256(NEW)
            hand.later(0.02 * DAY_S)
            await director.lifecycle.forget_pictures()
            assert director.traffic.album.file(sha256(NEW)) is None

    play(scene)


def test_who_asks_for_one_that_was_removed_reads_after_how_many_days(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    with running(tmp_path, hand, table) as director:
        client = Client(create_app(director, DIRECTORS_KEY), "hall:8000")
        client.post("/table/batch", table.batch())
        client.join(director)
        path = f"/pictures/{sha256(OLD)}.jpg"
        assert client.get(path).status == 404
        client.call("PUT", f"/table/pictures/{sha256(OLD)}", OLD, **sent_by(table.key, sha256(OLD)))
        kept = client.get(path)
        assert kept.headers["cache-control"] == "private, max-age=86400, immutable"
        aged(tmp_path / "pictures" / f"{sha256(OLD)}.jpg", 1)
        client.run(director.lifecycle.forget_pictures())
        gone = client.get(path)
        assert (gone.status, gone.json()) == (
            410,
            {"error": "This picture was removed after 30 days"},
        )
        assert "Pictures older than 30 days removed: 1" in client.get("/audit").body.decode()
        client.close()


# --- the real process ----------------------------------------------------------------------------


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Callable[[], Director]]:
    settings_of(tmp_path, table.key.public, more="picture_days = 2\n")
    with starts(tmp_path, table) as starting:
        yield starting


def test_at_its_start_the_process_removes_what_is_too_old(
    start: Callable[[], Director], table: PaperTable, tmp_path: Path
) -> None:
    path, file = f"/pictures/{sha256(OLD)}.jpg", tmp_path / "pictures" / f"{sha256(OLD)}.jpg"
    director = start()
    director.batch(table.batch())
    assert (
        director.ask(
            "PUT", f"/table/pictures/{sha256(OLD)}", OLD, **sent_by(table.key, sha256(OLD))
        )[0]
        == 204
    )
    aged(file, file.stat().st_mtime - 3 * DAY_S)
    assert director.end(9)[0] == -9
    director = start()
    until, (status, said) = time.monotonic() + WITHIN_S, director.ask("GET", path)
    while status == 200:  # it listens before it has looked through the folder
        assert time.monotonic() < until, "it stays"
        status, said = director.ask("GET", path)
    assert (status, json.loads(said)) == (410, {"error": "This picture was removed after 2 days"})
    assert not file.exists()
    assert director.ask("GET", "/healthz")[0] == 200
