"""An order on its way through the service: down to its table, and its answer up."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.hall_kit import KARI, HandClocks, PaperTable, words
from kits.service_kit import heard, play, running, singly
from kits.sqlite_kit import forbid_writing

from kiosk.director.errors import OrderInvalid, StoreFailed, TableUnknown
from kiosk.director.hub import Push
from kiosk.director.orders.orders import OrderBook
from kiosk.director.service import Service
from kiosk.director.tables.polls import spread_wait_s
from kiosk.rules.rulebook import RuleBook
from kiosk.wire.sync import Orders, Receipt, SentOrder, Undecided


def order(kind: str = "stop", **changed: Any) -> bytes:
    base = {"journal_id": "journal-1", "match_id": "match-1", "kind": kind}
    return json.dumps(base | {"why": "noise"} | changed).encode()


async def asked(director: Service, table: PaperTable, *have: str) -> tuple[SentOrder, ...]:
    said = words(await director.traffic.poll(table.poll(*have), wait_s=0))
    assert isinstance(said, Orders)
    return said.orders


def ids_of(said: object) -> list[str]:
    assert isinstance(said, Orders)
    return [sent.command_id for sent in said.orders]


# --- orders ----------------------------------------------------------------------------------


def test_an_order_that_could_not_be_kept_reaches_no_table(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch())
            forbid_writing(director.lifecycle.thread.store)
            with pytest.raises(StoreFailed):
                await director.orders.give(order(), KARI)
            assert await asked(director, table) == ()
            assert director.orders.given() == ()

    play(scene)


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
            await director.traffic.batch(table.batch())
            before = len(table.rows)
            async with (
                aclosing(singly(director.console.grid())) as grid,
                aclosing(singly(director.console.timeline("journal-1", before))) as page,
            ):
                await heard(grid, "cards")
                await heard(page, "card")
                view = await director.orders.give(order(kind), KARI)
                assert (await heard(grid, "order"))["status"] == "waiting"
                (sent,) = await asked(director, table)
                assert sent.command_id == view.command_id
                table.obey(sent)
                await director.traffic.batch(table.batch(after=before))
                for stream in (grid, page):
                    said = await heard(stream, "order")
                    while said["status"] == "waiting":
                        said = await heard(stream, "order")
                    assert (said["status"], said["reasons"]) == (status, reasons)
                    assert said["seqs"] == list(range(before + 1, len(table.rows) + 1))
                assert await asked(director, table) == ()

    play(scene)


def test_a_grid_opened_later_is_told_of_orders_that_wait_and_of_no_other(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> list[str]:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch())
            before = len(table.rows)
            await director.orders.give(order("stop"), KARI)
            for sent in await asked(director, table):
                table.obey(sent)
            await director.traffic.batch(table.batch(after=before))
            waits = await director.orders.give(order("start"), KARI)
            async with aclosing(singly(director.console.grid())) as grid:
                await heard(grid, "cards")
                director.console.hub.publish(Push("beat", "{}"))
                told = await heard(grid, "order")
                assert await heard(grid, "order", "beat") == {}
                assert told["command_id"] == waits.command_id
                return [told["status"], told["kind"]]

    assert play(scene) == ["waiting", "start"]


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
            await director.traffic.batch(table.batch())
            view = await director.orders.give(order(), KARI)
            (sent,) = await asked(director, table)
            before = len(table.rows)
            table.obey(sent)
            await director.traffic.batch(table.batch(after=before))
            said = director.orders.view(view.command_id)
            assert (said.status.value, said.reasons) == ("refused", ("the match is over",))

    play(scene)


def test_a_poll_that_waits_is_answered_by_the_order(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch())
            polls = [
                asyncio.create_task(director.traffic.poll(table.poll(), 3600)) for _ in range(2)
            ]
            await asyncio.sleep(0)  # they ask; the store's thread takes one after the other
            view = await director.orders.give(order(), KARI)
            for poll in polls:
                assert ids_of(words(await poll)) == [view.command_id]

    play(scene)


def test_a_poll_that_came_before_the_first_batch_hears_of_orders_too(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            poll = asyncio.create_task(director.traffic.poll(table.poll(), 3600))
            await asyncio.sleep(0)
            await director.traffic.batch(table.batch())
            view = await director.orders.give(order(), KARI)
            assert ids_of(words(await poll)) == [view.command_id]

    play(scene)


def test_an_order_is_given_again_until_it_is_answered_but_not_to_who_has_it(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch())
            ids = [(await director.orders.give(order(), KARI)).command_id for _ in range(3)]
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
            await director.traffic.batch(table.batch())
            view = await director.orders.give(order(), KARI)
        with running(tmp_path, hand, table) as director:
            assert director.orders.view(view.command_id) == view
            async with aclosing(singly(director.console.grid())) as grid:
                assert (await heard(grid, "order"))["command_id"] == view.command_id
            (sent,) = await asked(director, table)
            before = len(table.rows)
            table.obey(sent)
            await director.traffic.batch(table.batch(after=before))
        with running(tmp_path, hand, table) as director:
            assert director.orders.view(view.command_id).status.value == "accepted"
            assert await asked(director, table) == ()

    play(scene)


def test_a_director_is_rebuilt_from_its_tables(
    tmp_path: Path,
    hand: HandClocks,
    make_table: Callable[..., PaperTable],
    keep: Callable[..., Any],
    norway: RuleBook,
) -> None:
    """Its database is gone: the tables send all their rows again, and the orders are in them."""
    played, open_ = make_table(1), make_table(2)
    played.keeper = keep(played.journal)
    open_.open(norway)
    lost, anew = tmp_path / "lost", tmp_path / "anew"
    lost.mkdir()
    anew.mkdir()

    async def scene() -> tuple[str, ...]:
        with running(lost, hand, played, open_) as director:
            for table in (played, open_):
                await director.traffic.batch(table.batch())
            given = (
                await director.orders.give(order(journal_id=open_.journal_id), KARI)
            ).command_id
            (sent,) = await asked(director, open_)
            before = len(open_.rows)
            open_.obey(sent)
            await director.traffic.batch(open_.batch(after=before))
            unanswered = (
                await director.orders.give(order(journal_id=open_.journal_id), KARI)
            ).command_id
            rows = {
                name: director.lifecycle.thread.store.rows(name)
                for name in ("journal-1", "journal-2")
            }
            cards = director.tables.cards()
        with running(anew, hand, played, open_) as director:
            for table in (played, open_):
                receipt = words(await director.traffic.batch(table.beat()))
                assert isinstance(receipt, Receipt)
                assert receipt.seq == 0
                await director.traffic.batch(table.batch())
            assert {name: director.lifecycle.thread.store.rows(name) for name in rows} == rows
            assert [each.words for each in director.tables.cards()] == [
                each.words for each in cards
            ]
            view = director.orders.view(given)
            assert (view.status.value, view.by, view.given_utc) == ("accepted", "Kari", None)
            assert view.seqs == tuple(r.seq for r in open_.rows if r.command_id == given)
            with pytest.raises(OrderInvalid):
                director.orders.view(unanswered)
            assert director.lifecycle.thread.store.given() == ()
            assert await asked(director, open_) == ()
        with running(anew, hand, played, open_) as director:  # and once more from the new one
            assert director.orders.view(given) == view
            async with aclosing(singly(director.console.timeline(open_.journal_id, 0))) as timeline:
                assert (await heard(timeline, "order"))["command_id"] == given
        return tuple(sorted({r.command_id for r in played.rows if r.by.startswith("director:")}))

    assert len(play(scene)) == 2


def test_an_order_no_table_could_decide_is_told_and_stays_so(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch())
            view = await director.orders.give(order(), KARI)
            said = Undecided(view.command_id, "the table has halted")
            await director.traffic.batch(table.beat(undecided=(said,)))
            assert director.orders.view(view.command_id).status.value == "undecided"
            assert await asked(director, table) == ()
        with running(tmp_path, hand, table) as director:
            assert director.orders.view(view.command_id).reasons == ("the table has halted",)
            assert await asked(director, table) == ()

    play(scene)


def test_orders_for_nobody_and_of_nobody_are_said(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            with pytest.raises(TableUnknown, match="no table has sent journal 'journal-1'"):
                await director.orders.give(order(), KARI)
            with pytest.raises(OrderInvalid, match="there is no order"):
                director.orders.view("id")
            with pytest.raises(TableUnknown):
                director.tables.card("journal-1")

    play(scene)


def test_the_first_batch_of_a_table_wakes_no_other_tables_poll(
    tmp_path: Path,
    hand: HandClocks,
    table: PaperTable,
    make_table: Callable[..., PaperTable],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other, asked = make_table(2, journal_id="journal-2"), Counter[str]()
    waiting = OrderBook.waiting

    def counted(book: OrderBook, journal_id: str) -> Any:
        asked[journal_id] += 1
        return waiting(book, journal_id)

    monkeypatch.setattr(OrderBook, "waiting", counted)

    async def scene() -> None:
        with running(tmp_path, hand, table, other) as director:
            polls = [
                asyncio.create_task(director.traffic.poll(each.poll(), 3600))
                for each in (table, other)
            ]
            await director.traffic.batch(table.beat())
            view = await director.orders.give(order(), KARI)
            assert ids_of(words(await polls[0])) == [view.command_id]
            assert asked == {"journal-1": 2, "journal-2": 1}
            polls[1].cancel()

    play(scene)


@given(st.binary(), st.floats(0, 60))
def test_a_poll_waits_three_quarters_of_its_time_at_least(poll: bytes, wait_s: float) -> None:
    assert 0.75 * wait_s <= spread_wait_s(wait_s, poll) <= wait_s


def test_tables_that_ask_together_are_answered_apart() -> None:
    waits = sorted(spread_wait_s(5.0, bytes([n])) for n in range(200))
    assert waits[50] < 4.2
    assert waits[150] > 4.5


def test_polls_and_streams_end_when_the_director_closes(
    tmp_path: Path, hand: HandClocks, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    unheard = make_table(2)

    async def scene() -> None:
        with running(tmp_path, hand, table, unheard) as director:
            await director.traffic.batch(table.batch())
            async with aclosing(singly(director.console.grid())) as grid:
                await heard(grid, "cards")
                waiting = [
                    asyncio.create_task(director.traffic.poll(one.poll(), 3600))
                    for one in (table, unheard)
                ]
                await asyncio.sleep(0)  # they ask; the store's thread takes one after the other
                await director.traffic.batch(table.beat())
                director.lifecycle.close()
                assert [push async for push in grid] == []
                assert list(map(words, await asyncio.gather(*waiting))) == [Orders(())] * 2

    play(scene)
