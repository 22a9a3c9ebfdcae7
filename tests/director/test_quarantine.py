"""One bad row stops its own table and nobody else: not the hall, and no start of the director."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from kits.hall_kit import HandClocks, PaperTable, rehashed, words
from kits.match_corpus import plain_matches
from kits.served_kit import Director, settings_of, starts
from kits.service_kit import heard, play, running, singly
from kits.strategies import of_kind

from kiosk.director.store.allowance import Allowance
from kiosk.director.tables.card import card
from kiosk.director.tables.lines import line
from kiosk.director.tables.state import TableState, with_row
from kiosk.rules.fact import Event
from kiosk.rules.match import EMPTY
from kiosk.rules.match.rulings import Ruled, Ruling
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import BySide
from kiosk.wire import codec
from kiosk.wire.replay import Replay, fold_rows
from kiosk.wire.row import Row
from kiosk.wire.sync import InReply, JournalRows, Receipt, Rejected

BAD = 6
"""The row that is spoilt; some follow it."""


def nested(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


SPOILT: dict[str, dict[str, Any]] = {
    "nested 5000 deep": {"body": nested(5000)},
    "nested 33 deep": {"body": nested(33)},
    "lists in lists": {"body": '{"a":' + "[" * 5000 + "]" * 5000 + "}"},
    "a number of 5000 digits": {"body": '{"number":' + "9" * 5000 + "}"},
    "a number of 4000 digits": {
        "kind": "ScoreChanged",
        "v": 1,
        "body": '{"by":"director:K","cites":[],"corrects_seq":'
        + "9" * 4000
        + ',"score":{"black":0,"white":0},"section":null,"why":""}',
    },
    "a number beyond all bounds": {"body": '{"number":1e999}'},
    "empty": {"body": "{}"},
    "no JSON": {"body": "oops"},
    "a text of 300 kB": {"body": '{"a":"' + "x" * 300_000 + '"}'},
    "words of great length": {
        "kind": "DeviceLost",
        "v": 1,
        "body": '{"device":"camera","why":"' + "x" * 5000 + '"}',
    },
    "out of place": {
        "kind": "TurnEnded",
        "v": 1,
        "body": '{"side":"white","used":1,"reserve":{"white":1,"black":1}}',
    },
}


@pytest.fixture
def other(make_table: Callable[..., PaperTable], norway: RuleBook) -> PaperTable:
    made = make_table(2)
    made.open(norway)
    return made


@pytest.mark.parametrize("how", SPOILT)
def test_a_row_that_can_not_be_read_stops_its_own_table_alone(
    tmp_path: Path, hand: HandClocks, table: PaperTable, other: PaperTable, how: str
) -> None:
    sound = fold_rows(table.rows[: BAD - 1]).match
    table.spoil(BAD, **SPOILT[how])

    def check(director: Any) -> None:
        bad = director.tables.card("journal-1")
        assert bad.alarms[0].startswith(f"Row {BAD} can't be read (")
        assert len(bad.alarms[0]) < 500
        assert (bad.seq, bad.behind) == (len(table.rows), 0)
        assert director.tables.table_of("journal-1").state.replay.match == sound
        assert director.tables.card("journal-2").alarms == ()

    async def scene() -> None:
        with running(tmp_path, hand, table, other) as director:
            said = words(await director.traffic.batch(table.batch(upto=BAD + 1)))
            assert isinstance(said, Receipt)
            assert said.seq == BAD + 1
            said = words(await director.traffic.batch(table.batch(after=BAD + 1)))
            assert isinstance(said, Receipt)
            assert said.seq == len(table.rows)
            await director.traffic.batch(other.batch())
            check(director)
            async with aclosing(singly(director.console.grid())) as grid:
                assert len(await heard(grid, "cards")) == 2
            async with aclosing(singly(director.console.timeline("journal-1", BAD - 1))) as page:
                lines = await heard(page, "lines")
                assert [each["seq"] for each in lines] == list(range(BAD, len(table.rows) + 1))
        for _again in range(2):
            with running(tmp_path, hand, table, other) as director:
                assert director.lifecycle.thread.store.rows("journal-1") == tuple(table.rows)
                said = words(await director.traffic.batch(table.beat()))
                assert isinstance(said, Receipt)
                assert said.seq == len(table.rows)
                said = words(await director.traffic.batch(other.beat()))
                assert isinstance(said, Receipt)
                check(director)

    play(scene)


def test_a_row_that_is_damaged_in_the_directors_own_file_stops_its_own_table_alone(
    tmp_path: Path, hand: HandClocks, table: PaperTable, other: PaperTable
) -> None:
    async def before() -> None:
        with running(tmp_path, hand, table, other) as director:
            await director.traffic.batch(table.batch())
            await director.traffic.batch(other.batch())

    async def after() -> None:
        with running(tmp_path, hand, table, other) as director:
            (alarm,) = director.tables.card("journal-1").alarms
            assert alarm.startswith("Row 4 can't be read (its content does not match its hash).")
            assert director.tables.card("journal-2").alarms == ()
            said = words(await director.traffic.batch(table.beat()))
            assert isinstance(said, Receipt)
            assert said.seq == len(table.rows)

    play(before)
    connection = sqlite3.connect(tmp_path / "d.db")
    connection.executescript(
        "DROP TRIGGER event_update; "
        "UPDATE event SET wall_utc = 'x' WHERE seq = 4 AND journal_id = 'journal-1'"
    )
    connection.close()
    play(after)


def test_a_journal_too_many_is_told_on_the_cards_of_its_device(
    tmp_path: Path, hand: HandClocks, make_table: Callable[..., PaperTable], other: PaperTable
) -> None:
    tables = [make_table(1, f"card-{number}") for number in range(5)]

    async def scene() -> None:
        with running(tmp_path, hand, tables[0], other) as director:
            await director.traffic.batch(other.batch())
            for each in tables[:4]:
                await director.traffic.batch(each.beat())
            async with aclosing(singly(director.console.grid())) as grid:
                await heard(grid, "cards")
                reply = await director.traffic.batch(tables[4].beat())
                assert isinstance(reply, InReply)  # signed: the table knows its director
                assert isinstance(reply.message, Rejected)
                (alarm,) = (await heard(grid, "card"))["alarms"]
                assert "begin another journal (card-4) and was refused" in alarm
            assert director.tables.card("journal-2").alarms == ()

    play(scene)


def test_who_sends_too_much_is_told_on_its_card(
    tmp_path: Path, hand: HandClocks, table: PaperTable, other: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table, other) as director:
            await director.traffic.batch(table.batch(upto=1))
            director.traffic.intake.allowance = Allowance(most=1000, again_s=100)
            async with aclosing(singly(director.console.grid())) as grid:
                await heard(grid, "cards")
                assert isinstance(
                    words(await director.traffic.batch(table.batch(upto=2))), Rejected
                )
                (alarm,) = (await heard(grid, "card"))["alarms"]
                assert "has sent 256 MB in a day" in alarm
            director.traffic.intake.allowance = Allowance()
            assert isinstance(words(await director.traffic.batch(table.batch(upto=2))), Receipt)
            assert director.tables.card("journal-1").alarms == ()

    play(scene)


def test_of_a_match_that_can_not_be_shown_only_that_is_told(table: PaperTable) -> None:
    """A ruling that both have read stands no longer: no play leads there."""
    replay = fold_rows(table.rows)
    read = Ruling(Ruled.DISPUTE, "director:Kari", "a slip", seen=BySide(True, True))
    match = replace(replay.match, hearing=replace(replay.match.hearing, rulings=(read,)))
    shown = card(TableState("journal-1", 7, replay=replace(replay, match=match)), 0)
    (alarm,) = shown.alarms
    assert alarm.startswith(f"Row {len(table.rows)} can't be read (IndexError")
    assert (shown.table, shown.seq, shown.sides) == (7, len(table.rows), None)


# --- whatever a key signs ------------------------------------------------------------------------


def row_of(event: Event, table: PaperTable) -> Row:
    kind = codec.kind_of(event)
    body = codec.encode(event).decode()
    last = table.rows[-1]
    return rehashed(
        last,
        seq=last.seq + 1,
        kind=kind,
        v=codec.version_of(kind),
        body=body,
        prev_hash=last.hash,
    )


def taken_up(state: TableState, row: Row) -> None:
    """Whatever comes of it: it is counted, shown, and put into words."""
    after = with_row(state, row)
    assert after.replay.last_seq == row.seq
    shown = card(after, 0)
    assert shown.seq == row.seq
    assert line(row).text


@pytest.mark.parametrize("kind", codec.EVENTS)
def test_no_event_whatever_it_says_and_wherever_it_comes_stops_the_hall(
    kind: str, table: PaperTable
) -> None:
    matches = [EMPTY, fold_rows(table.rows).match, *plain_matches()[::40]]

    @hypothesis_settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
    @given(of_kind(codec.EVENTS[kind]), st.sampled_from(matches))
    def check(event: Event, match: Any) -> None:
        row = row_of(event, table)
        before = Replay(match=match, match_id=row.match_id, last_seq=row.seq - 1)
        taken_up(TableState("journal-1", replay=before), row)

    check()


# --- the real process ----------------------------------------------------------------------------


@pytest.fixture
def start(tmp_path: Path, table: PaperTable, other: PaperTable) -> Iterator[Callable[[], Director]]:
    settings_of(tmp_path, table.key.public, other.key.public)
    with starts(tmp_path, table) as starting:
        yield starting


def test_a_signed_row_nested_5000_deep_stops_neither_the_director_nor_its_next_start(
    start: Callable[[], Director], table: PaperTable, other: PaperTable
) -> None:
    table.spoil(BAD, body=nested(5000))
    for _life in range(2):
        director = start()
        assert director.line.startswith("Director at ")
        assert director.batch(table.batch()).seq == len(table.rows)
        assert director.batch(other.batch()).seq == len(other.rows)
        with director.stream("/events") as grid:
            cards = {each["journal_id"]: each for each in grid.next("cards")}
            while not cards["journal-1"]["alarms"]:
                changed = grid.next("card")
                cards[changed["journal_id"]] = changed
        assert cards["journal-1"]["alarms"][0].startswith(f"Row {BAD} can't be read")
        assert cards["journal-2"]["alarms"] == []
        assert director.ask("GET", "/healthz")[0] == 200
        assert director.end(9)[0] == -9


TOO_LONG: dict[str, dict[str, Any]] = {
    "match_id": {"match_id": "m" * 201},
    "kind": {"kind": "K" * 201},
    "boot_id": {"boot_id": "b" * 201},
    "wall_utc": {"wall_utc": "2026" * 51},
    "by": {"by": "director:" + "Kari " * 60 + "x"},
    "command_id": {"command_id": "c" * 201},
    "all of them, endless": dict.fromkeys(
        ("match_id", "kind", "boot_id", "wall_utc", "by", "command_id"), "x" * 20_000
    ),
}


@pytest.mark.parametrize("name", TOO_LONG)
def test_a_row_whose_ids_are_too_long_is_kept_and_stops_its_own_table_alone(
    start: Callable[[], Director], table: PaperTable, other: PaperTable, name: str
) -> None:
    table.spoil(BAD, **TOO_LONG[name])
    for _life in range(2):
        director = start()
        said = director.batch(table.batch())
        assert isinstance(said, Receipt), said
        assert said.seq == len(table.rows)
        assert director.batch(other.batch()).seq == len(other.rows)
        with director.stream("/events") as grid:
            cards = {each["journal_id"]: each for each in grid.next("cards")}
            while not cards["journal-1"]["alarms"]:
                changed = grid.next("card")
                cards[changed["journal_id"]] = changed
        alarm = cards["journal-1"]["alarms"][0]
        assert alarm.startswith(f"Row {BAD} can't be read (")
        assert "characters: write 200 at most" in alarm
        assert cards["journal-2"]["alarms"] == []
        with director.stream(f"/tables/journal-1/events?after={BAD - 1}") as page:
            (bad, *_rest) = page.next("lines")
        assert "can't be read" in bad["text"]
        assert len(json.dumps(bad)) < 2000
        assert director.end(9)[0] == -9


def test_a_table_that_lost_its_rows_gets_back_one_whose_ids_are_too_long(
    start: Callable[[], Director], table: PaperTable
) -> None:
    table.spoil(BAD, command_id="c" * 201)
    director = start()
    director.batch(table.batch())
    reply = director.ask("POST", "/table/rows", table.rows_wanted(0))[1]
    found = words(reply)
    assert isinstance(found, JournalRows)
    assert found.rows == tuple(table.rows)
