"""The service between tables and browsers, on one event loop, its clocks in the test's hand."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hall_kit import HandClocks, PaperTable, rehashed, service, settings

from kiosk.director.errors import OrderInvalid, StoreError, StoreFailed, TableUnknown
from kiosk.director.hub import Push
from kiosk.director.service import Service
from kiosk.director.sqlite import SqliteStore
from kiosk.rules.commands import ClockPressed
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side
from kiosk.wire.codec import sha256
from kiosk.wire.sync import Orders, Receipt, Rejected, SentOrder, Undecided, sign

T = TypeVar("T")
WITHIN_S = 20.0
"""Far more than anything takes; only a broken promise waits so long."""


@contextmanager
def running(folder: Path, hand: HandClocks, *tables: PaperTable) -> Iterator[Service]:
    director = service(folder, hand, *tables)
    try:
        yield director
    finally:
        director.finish()
        director._store.close()


def play(scene: Callable[[], Awaitable[T]]) -> T:
    async def limited() -> T:
        return await asyncio.wait_for(scene(), WITHIN_S)

    return asyncio.run(limited())


async def heard(pushes: AsyncIterator[Push], *kinds: str) -> Any:
    """The JSON of the next push of one of these kinds."""
    async for push in pushes:
        if push.event in kinds:
            return json.loads(push.json)
    raise AssertionError(f"the stream ended without {kinds}")


def order(kind: str = "stop", **changed: Any) -> bytes:
    base = {"journal_id": "journal-1", "match_id": "match-1", "kind": kind, "by": "Kari"}
    return json.dumps(base | {"why": "noise"} | changed).encode()


async def asked(director: Service, table: PaperTable, *have: str) -> tuple[SentOrder, ...]:
    said = await director.poll(table.poll(*have), wait_s=0)
    assert isinstance(said, Orders)
    return said.orders


# --- from tables to browsers -----------------------------------------------------------------


def test_the_grid_shows_every_table_first_and_then_each_change(
    tmp_path: Path, hand: HandClocks, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    other = make_table(2)

    async def scene() -> None:
        with running(tmp_path, hand, table, other) as director:
            await director.batch(table.batch(upto=4))
            async with aclosing(director.grid()) as grid:
                (card,) = await heard(grid, "cards", "card")
                assert (card["journal_id"], card["seq"], card["stale"]) == ("journal-1", 4, False)
                await director.batch(table.batch(after=4))
                card = await heard(grid, "card")
                assert (card["journal_id"], card["seq"]) == ("journal-1", len(table.rows))
                await director.batch(other.beat())
                assert (await heard(grid, "card"))["journal_id"] == "journal-2"

    play(scene)


def test_a_page_shows_its_table_whole_then_each_line_once(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch(upto=4))
            async with aclosing(director.timeline("journal-1", 1)) as page:
                assert (await heard(page, "card", "lines"))["seq"] == 4
                await director.batch(table.batch(after=2, upto=6))
                seqs = [line["seq"] for line in await heard(page, "lines")]
                await director.batch(table.batch(after=6))
                while len(seqs) < len(table.rows) - 1:
                    seqs += [line["seq"] for line in await heard(page, "lines")]
                assert seqs == list(range(2, len(table.rows) + 1))
                director.hub.tell(Push("beat", "{}"))
                assert await heard(page, "lines", "beat") == {}

    play(scene)


def test_a_long_timeline_comes_in_pieces_and_whole(
    tmp_path: Path, hand: HandClocks, table: PaperTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.director.service._CHUNK", 3)

    async def scene() -> list[int]:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch())
            seqs: list[int] = []
            async with aclosing(director.timeline("journal-1", 0)) as page:
                while len(seqs) < len(table.rows):
                    lines = await heard(page, "lines")
                    assert len(lines) <= 3
                    seqs += [line["seq"] for line in lines]
            return seqs

    assert play(scene) == list(range(1, len(table.rows) + 1))


def test_silence_is_shown_by_the_ticking_alone(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            last = table.head()
            await director.batch(sign(last, table.key, table.rows))
            async with aclosing(director.grid()) as grid:
                (card,) = await heard(grid, "cards")
                director.tick()
                card = await heard(grid, "card")
                hand.later(2.49)
                director.tick()
                hand.later(0.01)
                director.tick()
                card = await heard(grid, "card")
                assert (card["stale"], card["at_ns"]) == (True, last.at_ns)
                hand.later(100)
                await director.batch(table.beat())
                assert (await heard(grid, "card"))["stale"] is False

    play(scene)


def test_a_card_that_does_not_change_still_goes_out_every_five_seconds(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> list[str]:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch())
            with director.hub.listening(None) as listener:
                for _second in range(12):
                    hand.later(1.0)
                    await director.batch(table.beat())
                    director.tick()
                director.hub.tell(Push("beat", "{}"))
                pushes = listener.pushes()
                said = []
                while (push := await anext(pushes)).event != "beat":
                    said.append(push.event)
                return said

    assert play(scene) == ["card"] * 3


def test_a_refused_batch_still_shows_that_the_table_lives(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch(upto=3))
            hand.later(9.0)
            assert director.card("journal-1").stale
            said = await director.batch(table.batch(after=5))
            assert isinstance(said, Rejected)
            card = director.card("journal-1")
            assert (card.stale, card.seq, card.behind) == (False, 3, len(table.rows) - 3)

    play(scene)


def test_a_tampered_head_is_no_life(
    tmp_path: Path, hand: HandClocks, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch(upto=3))
            hand.later(9.0)
            await director.batch(sign(table.head(), make_table(2).key))
            assert director.card("journal-1").stale

    play(scene)


def test_a_forked_journal_raises_an_alarm_that_outlives_the_director(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    rows = table.fork(5)
    other = sign(table.head(last_hash=rows[-1].hash), table.key, rows)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch())
            async with aclosing(director.grid()) as grid:
                await heard(grid, "cards")
                said = await director.batch(other)
                assert isinstance(said, Rejected)
                alarms = (await heard(grid, "card"))["alarms"]
                while not alarms:
                    alarms = (await heard(grid, "card"))["alarms"]
                assert "Two different rows 5" in alarms[0]
        with running(tmp_path, hand, table) as director:
            assert "Two different rows 5" in director.card("journal-1").alarms[0]
            assert director.card("journal-1").seq == len(table.rows)

    play(scene)


def test_a_row_of_a_newer_program_is_kept_shown_and_an_alarm(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    newer = rehashed(table.rows[-1], kind="MoodChanged")
    batch = sign(table.head(last_hash=newer.hash), table.key, [*table.rows[:-1], newer])

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            said = await director.batch(batch)
            assert isinstance(said, Receipt)
            assert said.seq == newer.seq
        with running(tmp_path, hand, table) as director:
            assert "newer than this program" in director.card("journal-1").alarms[0]
            async with aclosing(director.timeline("journal-1", newer.seq - 1)) as page:
                (line,) = await heard(page, "lines")
                assert "MoodChanged" in line["text"]

    play(scene)


# --- orders ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "status", "reasons"),
    [
        ("stop", "accepted", []),
        ("start", "refused", ["the clocks are running"]),
    ],
)
def test_an_order_goes_down_and_its_answer_comes_up(
    tmp_path: Path,
    hand: HandClocks,
    table: PaperTable,
    kind: str,
    status: str,
    reasons: list[str],
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch())
            before = len(table.rows)
            async with (
                aclosing(director.grid()) as grid,
                aclosing(director.timeline("journal-1", before)) as page,
            ):
                await heard(grid, "cards")
                await heard(page, "card")
                view = await director.order(order(kind))
                assert (await heard(grid, "order"))["status"] == "waiting"
                (sent,) = await asked(director, table)
                assert sent.command_id == view.command_id
                table.obey(sent)
                await director.batch(table.batch(after=before))
                for stream in (grid, page):
                    said = await heard(stream, "order")
                    while said["status"] == "waiting":
                        said = await heard(stream, "order")
                    assert (said["status"], said["reasons"]) == (status, reasons)
                    assert said["seqs"] == list(range(before + 1, len(table.rows) + 1))
                assert await asked(director, table) == ()

    play(scene)


def test_a_match_that_is_over_refuses_at_the_table(
    tmp_path: Path,
    hand: HandClocks,
    keep: Callable[..., Any],
    make_table: Callable[..., PaperTable],
) -> None:
    table = make_table()
    table.keeper = keep(table.journal)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch())
            view = await director.order(order())
            (sent,) = await asked(director, table)
            before = len(table.rows)
            table.obey(sent)
            await director.batch(table.batch(after=before))
            said = director.order_view(view.command_id)
            assert (said.status.value, said.reasons) == ("refused", ("the match is over",))

    play(scene)


def test_a_poll_that_waits_is_answered_by_the_order(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch())
            polls = [asyncio.create_task(director.poll(table.poll(), 3600)) for _ in range(2)]
            await asyncio.sleep(0)  # they ask; the store's thread takes one after the other
            view = await director.order(order())
            for poll in polls:
                said = await poll
                assert isinstance(said, Orders)
                assert [sent.command_id for sent in said.orders] == [view.command_id]

    play(scene)


def test_a_poll_that_came_before_the_first_batch_hears_of_orders_too(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            poll = asyncio.create_task(director.poll(table.poll(), 3600))
            await asyncio.sleep(0)
            await director.batch(table.batch())
            view = await director.order(order())
            said = await poll
            assert isinstance(said, Orders)
            assert [sent.command_id for sent in said.orders] == [view.command_id]

    play(scene)


def test_an_order_is_given_again_until_it_is_answered_but_not_to_who_has_it(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch())
            ids = [(await director.order(order())).command_id for _ in range(3)]
            assert [sent.command_id for sent in await asked(director, table)] == ids
            assert [sent.command_id for sent in await asked(director, table)] == ids
            assert [sent.command_id for sent in await asked(director, table, *ids[:2])] == ids[2:]
            assert await asked(director, table, *ids) == ()

    play(scene)


def test_an_order_outlives_the_director_and_its_answer_too(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch())
            view = await director.order(order())
        with running(tmp_path, hand, table) as director:
            assert director.order_view(view.command_id) == view
            async with aclosing(director.grid()) as grid:
                assert (await heard(grid, "order"))["command_id"] == view.command_id
            (sent,) = await asked(director, table)
            before = len(table.rows)
            table.obey(sent)
            await director.batch(table.batch(after=before))
        with running(tmp_path, hand, table) as director:
            assert director.order_view(view.command_id).status.value == "accepted"
            assert await asked(director, table) == ()

    play(scene)


def test_an_order_no_table_could_decide_is_told_and_stays_so(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch())
            view = await director.order(order())
            said = Undecided(view.command_id, "the table has halted")
            await director.batch(table.beat(undecided=(said,)))
            assert director.order_view(view.command_id).status.value == "undecided"
            assert await asked(director, table) == ()
        with running(tmp_path, hand, table) as director:
            assert director.order_view(view.command_id).reasons == ("the table has halted",)
            assert await asked(director, table) == ()

    play(scene)


def test_orders_for_nobody_and_of_nobody_are_said(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            with pytest.raises(TableUnknown, match="no table has sent journal 'journal-1'"):
                await director.order(order())
            with pytest.raises(OrderInvalid, match="no order is called"):
                director.order_view("id")
            with pytest.raises(TableUnknown):
                director.card("journal-1")

    play(scene)


def test_polls_and_streams_end_when_the_director_closes(
    tmp_path: Path, hand: HandClocks, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    unheard = make_table(2)

    async def scene() -> None:
        with running(tmp_path, hand, table, unheard) as director:
            await director.batch(table.batch())
            async with aclosing(director.grid()) as grid:
                await heard(grid, "cards")
                waiting = [
                    asyncio.create_task(director.poll(one.poll(), 3600)) for one in (table, unheard)
                ]
                await asyncio.sleep(0)  # they ask; the store's thread takes one after the other
                await director.batch(table.beat())
                director.close()
                assert [push async for push in grid] == []
                assert await asyncio.gather(*waiting) == [Orders(()), Orders(())]

    play(scene)


# --- restarts ----------------------------------------------------------------------------------


def test_a_director_started_again_goes_on_where_it_was(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    old = table.batch(upto=7)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(old)
            before = director.card("journal-1")
        hand.later(60.0)
        with running(tmp_path, hand, table) as director:
            after = director.card("journal-1")
            assert after.stale
            assert (after.seq, after.sides, after.doing) == (7, before.sides, before.doing)
            assert after.seen_utc == before.seen_utc
            await director.batch(old)
            assert director.card("journal-1").stale
            said = await director.batch(table.batch(after=7))
            assert isinstance(said, Receipt)
            assert said.seq == len(table.rows)
            assert not director.card("journal-1").stale

    play(scene)


def test_a_damaged_row_stops_the_start(tmp_path: Path, hand: HandClocks, table: PaperTable) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.batch(table.batch())

    play(scene)
    connection = sqlite3.connect(tmp_path / "d.db")
    connection.executescript(
        "DROP TRIGGER event_update; UPDATE event SET wall_utc = 'x' WHERE seq = 4"
    )
    connection.close()
    with (
        closing(SqliteStore.open(tmp_path / "d.db")) as store,
        pytest.raises(StoreError, match="row 4 of journal journal-1 is damaged"),
    ):
        Service(settings(table), tmp_path, store, hand.clocks)


def test_a_failed_commit_is_not_acknowledged_and_stops_the_director(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            stopped: list[bool] = []
            director.on_failure = lambda: stopped.append(True)
            await director.batch(table.batch(upto=3))
            director._store._connection.execute("PRAGMA query_only = ON")  # type: ignore[attr-defined]
            with pytest.raises(StoreFailed, match="was not written"):
                await director.batch(table.batch(after=3))
            assert director.card("journal-1").seq == 3
            assert stopped == [True]
            assert director.health()["failure"]

    play(scene)


# --- pictures ----------------------------------------------------------------------------------


def test_pictures_are_asked_for_taken_and_not_asked_for_again(
    tmp_path: Path, hand: HandClocks, make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    jpeg, other = b"\xff\xd8 a roll", b"\xff\xd8 another"
    table = make_table()
    table.open(norway)
    table.keeper.begin_game(white=5, black=2)
    table.keeper.do(ClockPressed, Side.WHITE, by="buttons")
    table.keeper.roll((6, 2), sha256(jpeg))

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            said = await director.batch(table.batch())
            assert isinstance(said, Receipt)
            assert said.pictures == (sha256(jpeg),)
            assert not await director.picture(sha256(other), other)
            assert not await director.picture(sha256(jpeg), other)
            assert director.picture_file(sha256(jpeg)) is None
        with running(tmp_path, hand, table) as director:
            assert await director.picture(sha256(jpeg), jpeg)
            said = await director.batch(table.beat())
            assert isinstance(said, Receipt)
            assert said.pictures == ()
        with running(tmp_path, hand, table) as director:
            file = director.picture_file(sha256(jpeg))
            assert file is not None
            assert file.read_bytes() == jpeg
            said = await director.batch(table.beat())
            assert isinstance(said, Receipt)
            assert said.pictures == ()

    play(scene)


@pytest.mark.parametrize("name", ["../secret", "./../secret", "A" * 64, "a" * 63, ""])
def test_no_other_file_is_served_as_a_picture(
    tmp_path: Path, hand: HandClocks, table: PaperTable, name: str
) -> None:
    (tmp_path / "secret.jpg").write_text("not for browsers")
    with running(tmp_path, hand, table) as director:
        for other in ("A" * 64, "a" * 63, ""):
            (tmp_path / "pictures" / f"{other}.jpg").write_text("no picture of ours")
        assert director.picture_file(name) is None
