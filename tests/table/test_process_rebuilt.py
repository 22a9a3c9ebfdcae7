"""A director whose database is gone is rebuilt from a running table, by nothing but the two."""

import select
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from kits import commands as c
from kits.console_live import Director
from kits.hall_kit import words
from kits.process_kit import WITHIN_S, TableProcess
from kits.table_kit import CONFIG

from kiosk.rules.units import Instant, Side
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import Row
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import JournalRows, RowsWanted, sign

WHITE, BLACK = Side


@pytest.fixture
def director(tmp_path: Path) -> Iterator[Director]:
    home = tmp_path / "director"
    home.mkdir()
    made = Director(home)
    yield made
    made.kill()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableProcess]:
    made = TableProcess(tmp_path)
    yield made
    made.end()


def kept(director: Director, table: TableProcess) -> tuple[Row, ...]:
    """The director's rows of this table, as it gives them back."""
    key = DeviceKey.load(table.folder / "device.key")
    wanted = RowsWanted(
        PROTOCOL, "test", table.rows()[0].journal_id, key.public, "nonce-1", "boot", 5, 0
    )
    wish = urllib.request.Request(f"{director.url}/table/rows", sign(wanted, key), method="POST")
    with urllib.request.urlopen(wish) as answer:
        said = words(answer.read())
    assert isinstance(said, JournalRows)
    return said.rows


def all_there(director: Director, table: TableProcess) -> None:
    late = time.monotonic() + WITHIN_S
    while list(kept(director, table)) != table.rows():
        assert time.monotonic() < late, "the rows never came"
        select.select([], [], [], 0.05)


def test_a_director_without_its_database_gets_every_row_again(
    director: Director, table: TableProcess
) -> None:
    key = DeviceKey.generate()
    key.save(table.folder / "device.key")
    director.enrol(1, key.public)
    director.start()
    theirs = DeviceKey.load(director.home / "director.db.key").public
    section = f'[director]\nurl = "{director.url}"\nkey = "{theirs}"\n'
    table.config.write_text(f"{CONFIG}{section}", encoding="utf-8")
    screen = table.start().screen()
    screen.until(lambda shown: shown.sides is not None)
    for side in Side:
        assert screen.tap(c.ReadyTapped(Instant(time.monotonic_ns()), side)).refused == ()
    all_there(director, table)
    director.kill()
    for file in director.home.glob("director.db*[!y]"):
        file.unlink()
    screen.until(lambda shown: shown.lost_devices == ("director",))
    director.start()
    screen.until(lambda shown: shown.lost_devices == ())
    all_there(director, table)
    assert table.stop() == 0
