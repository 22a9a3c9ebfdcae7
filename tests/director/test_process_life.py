"""What a director's real port takes for a sign of life, and what it signs: whoever is on the way
records what tables send and sends it again, and answers in a director's name.
"""

import json
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kits.hall_kit import UTC, PaperTable
from kits.served_kit import WITHIN_S, Director, settings_of, starts

from kiosk.rules.score import ScoreOrdered
from kiosk.rules.stops import StopOrdered
from kiosk.rules.units import BySide, Instant
from kiosk.wire import sync
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import MOST_ROWS, Orders, Receipt, Rejected, Rejection

Start = Callable[..., Director]


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Start]:
    settings_of(tmp_path, table.key.public)
    with starts(tmp_path, table) as starting:
        yield starting


def card(director: Director) -> Any:
    with director.stream("/events") as grid:
        (only,) = grid.next("cards")
        return only


def heard(director: Director, table: PaperTable, **boot: int) -> None:
    """A table's first two heads are what it takes; more, where this machine stalls."""
    director.batch(table.batch(**boot))
    until = time.monotonic() + WITHIN_S
    while not director.alive or card(director)["stale"]:
        director.batch(table.beat(**boot))
        assert time.monotonic() < until, "it is never heard"


def test_an_old_beat_does_not_revive_a_dead_table_after_a_restart(
    start: Start, table: PaperTable
) -> None:
    director = start()
    heard(director, table)
    recorded = [table.beat() for _ in range(3)]  # made, and never arrived: as fresh as can be
    director.end(signal.SIGKILL)
    director = start()
    for body in recorded:
        assert not director.replay(body)
        assert card(director)["stale"]
    heard(director, table)


def test_a_replayed_head_of_another_boot_makes_no_live_table_stale(
    start: Start, table: PaperTable
) -> None:
    """The director knows neither boot: a beat is not kept, and he has just been started."""
    yesterday = table.beat(boot_id="boot-0", boot=1, at_ns=10**15)
    director = start()
    director.batch(table.batch(boot=2))
    director.end(signal.SIGKILL)
    director = start()
    assert not director.replay(yesterday)
    for _again in range(3):
        heard(director, table, boot=2)
        assert not director.replay(yesterday)


def test_a_beat_of_now_sent_twice_is_life_once(start: Start, table: PaperTable) -> None:
    director = start()
    heard(director, table)
    while not director.replay(beat := table.beat()):
        director.batch(table.beat())
    assert not director.replay(beat)


def test_a_head_that_answers_no_challenge_is_no_life(start: Start, table: PaperTable) -> None:
    director = start()
    director.batch(table.batch())
    assert not director.alive
    assert card(director)["stale"]


def test_all_a_table_hears_is_signed_in_reply_to_this_very_request(
    start: Start, table: PaperTable, tmp_path: Path
) -> None:
    director = start()
    public = DeviceKey.load(tmp_path / "director.db.key").public

    def said(path: str, body: bytes) -> Any:
        asked = sync.request_header(sync.read_signed(body))
        reply = director.ask("POST", path, body)[1]
        return sync.reply_to(body, asked, reply, public).message

    assert said("/table/batch", table.batch(upto=4)) == Receipt(4, ())
    gap = said("/table/batch", table.batch(after=6))
    assert (type(gap), gap.code) == (Rejected, Rejection.GAP)
    given = {"journal_id": "journal-1", "match_id": "match-1", "kind": "stop"}
    assert director.ask("POST", "/orders", json.dumps(given | {"why": "x"}).encode())[0] == 202
    (order,) = said("/table/orders", table.poll()).orders
    assert isinstance(order.order(), StopOrdered)
    table.key = DeviceKey.generate()
    refused = said("/table/orders", table.poll())
    assert (type(refused), refused.code) == (Rejected, Rejection.SIGNATURE)


def test_an_older_table_is_refused_in_words_it_can_read(start: Start, table: PaperTable) -> None:
    """Its request has no nonce, so that no reply to it can be signed."""
    director = start()
    head = msgspec.to_builtins(table.head(protocol=PROTOCOL - 1, app="table-kiosk 0.1"))
    for later in ("key", "nonce", "boot", "beat", "echo", "turned_ms"):
        head.pop(later, None)
    text = json.dumps({"type": "head"} | head)
    body = {"type": "signed", "signed": text, "signature": table.key.sign(text.encode())}
    status, answer = director.ask("POST", "/table/batch", json.dumps(body).encode())
    assert status == 400
    why = "table-kiosk 0.1 speaks protocol 0, this end knows 1: update that one"
    assert json.loads(answer) == {"type": "rejected", "code": "protocol", "why": why, "seq": None}


# --- rows of orders that nobody gave -------------------------------------------------------------


def eves(table: PaperTable, command_id: str = "eve-1") -> None:
    """The table carries out what another than its director ordered."""
    order = ScoreOrdered(Instant(0), "match-1", "director:Eve", "so", BySide(2, 0), "§4.6", None)
    table.obey(sync.order_message(order, command_id=command_id, wall_utc=UTC))


def test_a_row_of_an_order_that_nobody_gave_is_an_alarm_with_its_number(
    start: Start, table: PaperTable
) -> None:
    director = start()
    director.batch(table.batch())
    assert card(director)["alarms"] == []
    first = len(table.rows) + 1
    eves(table)
    director.batch(table.batch(after=first - 1))
    words = f"Row {first} is of an order that this director never gave: find out who gave it."
    assert card(director)["alarms"] == [words]
    director.end(signal.SIGKILL)
    director = start()
    assert card(director)["alarms"] == [words]
    second = len(table.rows)
    eves(table, "eve-2")
    director.batch(table.batch(after=second))
    (alarm,) = card(director)["alarms"]
    assert alarm.startswith(f"2 rows from {first} on are of orders that this director never gave")


def test_orders_that_were_given_are_no_alarm(start: Start, table: PaperTable) -> None:
    director = start()
    director.batch(table.batch())
    given = {"journal_id": "journal-1", "match_id": "match-1", "kind": "stop"}
    director.ask("POST", "/orders", json.dumps(given | {"why": "noise"}).encode())
    (order,) = director.polled(table.poll())
    before = len(table.rows)
    table.obey(order)
    director.batch(table.batch(after=before))
    assert table.rows[-1].by == "director:Kari"
    assert card(director)["alarms"] == []
    director.end(signal.SIGKILL)
    assert card(start())["alarms"] == []


def test_a_director_rebuilt_from_its_tables_cries_no_wolf(start: Start, table: PaperTable) -> None:
    """What a table had when its first row came may be another director's, or his before he lost
    all; what comes later he has given himself, or nobody.
    """
    while len(table.rows) < MOST_ROWS + 20:  # more than a batch holds: the rest comes later
        eves(table, f"given before the database was lost {len(table.rows)}")
    director = start()
    director.batch(table.batch(upto=MOST_ROWS))
    director.end(signal.SIGKILL)
    director = start()
    director.batch(table.batch(after=MOST_ROWS))
    assert card(director)["alarms"] == []
    director.end(signal.SIGKILL)
    director = start()
    assert card(director)["alarms"] == []
    last = len(table.rows)
    eves(table)
    director.batch(table.batch(after=last))
    (alarm,) = card(director)["alarms"]
    assert alarm.startswith(f"Row {last + 1} is of an order")


@pytest.mark.parametrize("claimed", [2**63 - 1, 10_000])
def test_who_claims_rows_it_has_not_got_can_invent_no_order_in_them(
    start: Start, table: PaperTable, claimed: int
) -> None:
    director = start()
    said = director.batch(table.batch(upto=3, head_seq=claimed))
    assert said.seq == 3
    director.batch(table.batch(after=3, head_seq=claimed))
    first = len(table.rows) + 1
    eves(table)
    director.batch(table.batch(after=first - 1, head_seq=claimed))
    words = f"Row {first} is of an order that this director never gave: find out who gave it."
    assert card(director)["alarms"] == [words]
    assert card(director)["behind"] == claimed - len(table.rows)
    director.end(signal.SIGKILL)
    assert card(start())["alarms"] == [words]


def test_heads_of_the_older_protocol_are_read_at_the_start(
    start: Start, table: PaperTable, tmp_path: Path
) -> None:
    """A database of a director before this one has heads without key and nonce."""
    eves(table)
    director = start()
    director.batch(table.batch())
    director.end(signal.SIGTERM)
    with sqlite3.connect(tmp_path / "director.db") as database:
        (text,) = database.execute("SELECT signed FROM head").fetchone()
        old = json.loads(text)
        for later in ("key", "nonce", "boot", "beat", "echo", "turned_ms"):
            del old[later]
        database.execute("DROP TRIGGER head_update")
        database.execute(
            "UPDATE head SET signed = ?", (json.dumps(old | {"protocol": PROTOCOL - 1}),)
        )
    database.close()
    director = start()
    shown = card(director)
    assert (shown["seq"], shown["alarms"]) == (len(table.rows), [])
    assert director.polled(table.poll()) == list(Orders(()).orders)
