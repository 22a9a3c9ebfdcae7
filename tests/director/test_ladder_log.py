"""A ladder's own log: its chain is looked at whenever a director starts, beside those of others."""

import re
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.hall_kit import HandClocks, service
from kits.ladder_facts_kit import every_fact

from kiosk.director.errors import StoreError
from kiosk.director.ladder_log import LADDER_LOG, kept_ladders
from kiosk.director.second_copy import copy_database
from kiosk.director.sqlite import SqliteStore
from kiosk.director.store import EventRow


def rows_of(ladder_id: str) -> tuple[EventRow, ...]:
    facts = every_fact(ladder_id).kept
    return LADDER_LOG.chained(facts, LADDER_LOG.nothing, "Kari", "s-1", "10.0.0.7")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A database with two ladders."""
    store = SqliteStore.open(tmp_path / "d.db")
    for ladder_id in ("l-2", "l-1"):
        store.keep_ladder(ladder_id, rows_of(ladder_id))
    store.close()
    return tmp_path


def test_each_ladder_is_told_by_its_own_log_in_the_order_they_were_opened(kept: Path) -> None:
    store = SqliteStore.open(kept / "d.db")
    assert store.ladders() == ("l-2", "l-1")
    assert store.ladder_rows("l-1", after=1, most=2) == rows_of("l-1")[1:3]
    assert store.ladder_rows("l-9") == ()
    found = kept_ladders(store)
    assert [*found] == ["l-2", "l-1"]
    for ladder_id, (told, recent) in found.items():
        assert told.state == every_fact(ladder_id).state
        assert (told.seq, told.hash) == (len(rows_of("l-1")), rows_of(ladder_id)[-1].hash)
        assert recent.news[0].kind == "SeasonClosed"
    store.close()


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(1, 4), max_size=12))
def test_however_it_was_kept_its_log_tells_the_ladder_that_was_live(cuts: list[int]) -> None:
    desk = every_fact()
    told, rows, at = LADDER_LOG.nothing, [], 0
    for size in (*cuts, len(desk.kept)):
        facts = desk.kept[at : at + size]
        if facts:
            some = LADDER_LOG.chained(facts, told)
            told, at = LADDER_LOG.after(told, facts, some), at + size
            rows += some
    assert told.state == desk.state
    assert LADDER_LOG.replayed(lambda after, most: rows[after : after + most]) == told


def damaged(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / "d.db", isolation_level=None)
    for verb in ("update", "delete", "only_grows"):
        connection.execute(f"DROP TRIGGER ladder_log_{verb}")
    connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            "UPDATE ladder_log SET body = replace(body, 'Member', 'Mr') WHERE seq = 1",
            "row 1 of the log of ladder l-2 is damaged (its content",
        ),
        (
            "DELETE FROM ladder_log WHERE seq = 3",
            "row 4 of the log of ladder l-2 is damaged (row 3",
        ),
        (
            "UPDATE ladder_log SET \"by\" = 'Ola' WHERE seq = 2 AND ladder_id = 'l-1'",
            "row 2 of the log of ladder l-1 is damaged",
        ),
        (
            "UPDATE ladder_log SET ladder_id = 'l-3' WHERE ladder_id = 'l-1'",
            "the log of ladder l-3 is l-1's",
        ),
        (
            "UPDATE ladder_log SET v = 2, kind = 'Rained' WHERE seq = 5",
            "row 5 of the log of ladder",
        ),
    ],
)
def test_a_director_does_not_start_on_a_damaged_log(
    kept: Path, hand: HandClocks, change: str, says: str
) -> None:
    damaged(kept, change)
    with pytest.raises(StoreError, match=re.escape(says)):
        service(kept, hand)


def test_a_database_from_before_gets_a_log_and_the_second_copy_has_it(tmp_path: Path) -> None:
    path = tmp_path / "d.db"
    SqliteStore.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE ladder_log")
    connection.close()
    store = SqliteStore.open(path)
    assert store.ladders() == ()
    store.keep_ladder("l-1", rows_of("l-1"))
    copy_database(path, tmp_path / "copy.db")
    store.close()
    copy = SqliteStore.open(tmp_path / "copy.db")
    assert copy.ladder_rows("l-1") == rows_of("l-1")
    copy.close()
