"""A match as a zip: its page, its files, and that anybody finds out what was changed in it."""

import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from kits import commands as c
from kits.hall_kit import Client, HandClocks, PaperTable, service
from kits.played_turns import transcript_of

from kiosk import cli
from kiosk.director.service import Service
from kiosk.record import Supplement, fill_record
from kiosk.record.bundle import BundledMatch, page_of
from kiosk.record.transcripts import transcript_file, transcripts_beside
from kiosk.rules.units import Side

PICTURE = b"\xff\xd8 a picture of a roll \xff\xd9"
NAME = hashlib.sha256(PICTURE).hexdigest()


@pytest.fixture
def table(table: PaperTable) -> PaperTable:
    """White's roll of the second turn has a picture, and Black leaves."""
    table.keeper.do(c.ClockPressed, Side.WHITE, by="buttons")
    table.keeper.roll((3, 1), picture=NAME)
    order = (c.ForfeitOrdered, "match-1", "director:Kari", "left", Side.BLACK)
    table.keeper.do(*order, False, "§2.2", by="director:Kari")
    return table


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks, table: PaperTable) -> Iterator[Service]:
    started = service(tmp_path, hand, table)
    yield started
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


@pytest.fixture
def opened_zip(client: Client, director: Service, table: PaperTable, tmp_path: Path) -> Path:
    assert client.post("/table/batch", table.batch()).status == 200
    folder = tmp_path / "pictures"
    (folder / f"{NAME}.jpg").write_bytes(PICTURE)
    director.traffic.album.pictures._kept[NAME] = len(PICTURE)
    made = transcript_of(table.rows, "match-1")
    known = msgspec.structs.replace(made.turns[0], certainty="certain")
    file = transcript_file(director.transcripts, "journal-1", "match-1")
    file.parent.mkdir()
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(made, turns=(known,))))
    answer = client.get("/tables/journal-1/bundle.zip?match_id=match-1")
    assert answer.status == 200, answer.body
    assert answer.headers["content-type"] == "application/zip"
    where = tmp_path / "opened"
    (tmp_path / "match.zip").write_bytes(answer.body)
    with zipfile.ZipFile(tmp_path / "match.zip") as bundle:
        assert bundle.testzip() is None
        bundle.extractall(where)
    return where


def verified(where: Path) -> tuple[int, str]:
    run = subprocess.run(
        [sys.executable, "-I", where / "verify.py"], capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout + run.stderr


class Page(HTMLParser):
    """The links of a page, and its words."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.links.append(dict(attrs)["href"] or "")
        assert tag != "script"

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_names_who_threw_and_played_what_and_its_links_are_there(opened_zip: Path) -> None:
    page = Page()
    page.feed((opened_zip / "index.html").read_text("utf-8"))
    words = " ".join(" ".join(page.words).split())
    assert "Anna" in words
    assert "24/19 13/11" in words
    assert "1 of 1 pictures are here" in words
    assert f"pictures/{NAME}.jpg" in page.links
    assert all((opened_zip / link).is_file() for link in page.links)
    assert "52: 24/19 13/11" in (opened_zip / "match.mat").read_text()


def test_anybody_sees_that_it_is_whole_or_what_was_changed(opened_zip: Path) -> None:
    code, words = verified(opened_zip)
    assert (code, "follow each other" in words) == (0, True), words
    rows = opened_zip / "rows.txt"
    sound = rows.read_text()
    number = sound.count("\n")
    rows.write_text(sound.replace("[3,1]", "[6,6]"))
    code, words = verified(opened_zip)
    assert code == 1
    assert "its content does not match its hash" in words
    lines = sound.splitlines(keepends=True)
    rows.write_text("".join(lines[:4] + lines[5:]))
    assert verified(opened_zip)[0] == 1
    assert number > 5
    rows.write_text(sound)
    (opened_zip / f"pictures/{NAME}.jpg").write_bytes(PICTURE + b"!")
    assert "does not match its name" in verified(opened_zip)[1]


def test_the_device_signed_the_last_row(opened_zip: Path) -> None:
    """With OpenSSL, as the page says."""
    command = (
        "openssl pkeyutl -verify -pubin -inkey device.pem -rawin -in head.txt -sigfile head.sig"
    )
    assert command.replace("openssl", "") in (opened_zip / "index.html").read_text()
    run = subprocess.run(command.split(), cwd=opened_zip, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr
    head = msgspec.json.decode((opened_zip / "head.txt").read_bytes())
    last = (opened_zip / "rows.txt").read_text().splitlines()[-1]
    assert last.startswith(head["last_hash"])
    (opened_zip / "head.txt").write_text("{}")
    run = subprocess.run(command.split(), cwd=opened_zip, capture_output=True, check=False)
    assert run.returncode != 0


def test_the_command_writes_the_same_from_a_database_and_from_a_journal(
    opened_zip: Path, tmp_path: Path, kept: Path
) -> None:
    out = tmp_path / "out.zip"
    database = tmp_path / "d.db"
    (tmp_path / "transcripts").rename(transcripts_beside(database))
    given = ["--match", "match-1", "--out", str(out), "--event", "open-2026"]
    assert cli.main(["bundle", str(database), *given]) == cli.DONE
    with zipfile.ZipFile(out) as bundle:
        for name in ("rows.txt", "head.txt", "match.mat", f"pictures/{NAME}.jpg"):
            assert bundle.read(name) == (opened_zip / name).read_bytes(), name
    assert cli.main(["bundle", str(kept), "--out", str(out)]) == cli.DONE
    with zipfile.ZipFile(out) as bundle:
        assert "head.sig" not in bundle.namelist()
        assert "No signature" in bundle.read("index.html").decode()


def test_a_name_is_no_markup(table: PaperTable) -> None:
    record = fill_record(table.rows, "match-1")
    sides = record.sides.with_(Side.WHITE, replace(record.sides.white, name="<b>Anna"))
    record = msgspec.structs.replace(record, sides=sides)
    match = BundledMatch(record, table.rows, Supplement(), None, lambda _name: None)
    page = page_of(match, (), 0)
    assert "<bdi>&lt;b&gt;Anna</bdi>" in page
    assert "<b>" not in page
