"""The event's own log: its chain is looked at whenever a director starts, and tells its own end."""

import re
import sqlite3
from pathlib import Path

import msgspec
import pytest
from kits.hall_kit import HandClocks, service
from kits.tournament_kit import Desk, drawn

from kiosk.director.errors import StoreError
from kiosk.director.event.log import EVENT_LOG
from kiosk.director.store.fact_log import LogState, row_hash
from kiosk.director.store.second_copy import copy_database
from kiosk.director.store.sqlite import SqliteStore
from kiosk.director.store.store import EventRow
from kiosk.tournament.tournament import Tournament
from kiosk.wire.row import NO_HASH

DESK = drawn(6)


def kept(desk: Desk = DESK) -> tuple[EventRow, ...]:
    return EVENT_LOG.chain_rows(desk.kept, EVENT_LOG.empty_state, "Kari", "s-1", "10.0.0.7")


def told(rows: tuple[EventRow, ...]) -> LogState[Tournament]:
    return EVENT_LOG.replay(lambda after, most: [row for row in rows if row.seq > after][:most])


def test_it_tells_the_event_and_where_it_ends() -> None:
    rows = kept()
    assert told(rows) == LogState(DESK.tournament, len(DESK.kept), rows[-1].hash)
    assert told(()) == EVENT_LOG.empty_state
    assert rows[0].prev_hash == NO_HASH
    assert [row.prev_hash for row in rows[1:]] == [row.hash for row in rows[:-1]]
    assert [(row.by, row.at_ms) for row in rows] == [(f.by, f.at_ms) for f in DESK.kept]


def test_what_is_added_follows_what_is_there() -> None:
    first = EVENT_LOG.chain_rows(DESK.kept[:2], EVENT_LOG.empty_state)
    then = EVENT_LOG.states_after(EVENT_LOG.empty_state, DESK.kept[:2], first)[-1]
    assert then == told(first)
    rest = EVENT_LOG.chain_rows(DESK.kept[2:], then)
    assert EVENT_LOG.states_after(then, DESK.kept[2:], rest)[-1] == told((*first, *rest))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"body": '{"at_ms":1,"by":"Kari","tables":[1]}'}, "content does not match"),
        ({"by": "Ola"}, "content does not match"),
        ({"account": "Ola"}, "content does not match"),
        ({"session": "s-2"}, "content does not match"),
        ({"address": "10.0.0.8"}, "content does not match"),
        ({"at_ms": 5}, "content does not match"),
        ({"v": 2}, "content does not match"),
        ({"kind": "EventOpened"}, "content does not match"),
        ({"prev_hash": "a" * 64}, "does not follow"),
        ({"seq": 9}, "row 2 is missing"),
    ],
)
def test_a_row_that_was_changed_is_named_and_what_to_do(
    change: dict[str, object], says: str
) -> None:
    rows = list(kept())
    rows[1] = msgspec.structs.replace(rows[1], **change)
    with pytest.raises(StoreError, match=f"row {rows[1].seq} of the event's log.*{says}") as found:
        told(tuple(rows))
    assert "put the second copy" in str(found.value)


def test_a_row_that_was_forged_whole_breaks_the_chain_after_it() -> None:
    rows = list(kept())
    forged = msgspec.structs.replace(rows[1], by="Ola")
    rows[1] = msgspec.structs.replace(forged, hash=row_hash(forged))
    with pytest.raises(StoreError, match=r"row 3 .*does not follow the row before it"):
        told(tuple(rows))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kind": "Rained"}, "of a newer program"),
        ({"v": 2}, "of a newer program"),
        ({"body": "{}"}, "can't be read"),
    ],
)
def test_a_row_that_this_program_does_not_know_is_told(
    change: dict[str, object], says: str
) -> None:
    (row, *_rest) = kept()
    other = msgspec.structs.replace(row, **change)
    with pytest.raises(StoreError, match=f"row 1 of the event's log.*{says}"):
        told((msgspec.structs.replace(other, hash=row_hash(other)),))


def damaged(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / "d.db", isolation_level=None)
    for verb in ("update", "delete", "only_grows"):
        connection.execute(f"DROP TRIGGER event_log_{verb}")
    connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "row"),
    [
        ("UPDATE event_log SET body = replace(body, 'Malmö', 'Lund') WHERE seq = 1", 1),
        ("DELETE FROM event_log WHERE seq = 3", 4),
        ("UPDATE event_log SET \"by\" = 'Ola' WHERE seq = 2", 2),
    ],
)
def test_a_director_does_not_start_on_a_damaged_log(
    tmp_path: Path, hand: HandClocks, statement: str, row: int
) -> None:
    store = SqliteStore.open(tmp_path / "d.db")
    store.keep_event(kept())
    store.close()
    damaged(tmp_path, statement)
    with pytest.raises(StoreError, match=re.escape(f"row {row} of the event's log is damaged")):
        service(tmp_path, hand)


def test_the_second_copy_has_the_log(tmp_path: Path) -> None:
    path = tmp_path / "d.db"
    store = SqliteStore.open(path)
    assert store.event_rows() == ()
    store.keep_event(kept())
    copy_database(path, tmp_path / "copy.db")
    store.close()
    copy = SqliteStore.open(tmp_path / "copy.db")
    assert copy.event_rows() == kept()
    copy.close()
