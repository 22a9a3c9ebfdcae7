"""The service keeps event and tables together: a call reaches its table, a result the event; and a
director who was killed in between goes on where he was.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kits import commands as c
from kits.event_kit import FORM
from kits.hall_kit import KARI, HandClocks, PaperTable, words
from kits.rules_kit import BLACK, WHITE, setup
from kits.service_kit import play, running

from kiosk.director.event.acts import Asked
from kiosk.director.service import Service
from kiosk.rules.language import LanguageOrdered
from kiosk.rules.units import BySide
from kiosk.tournament.tournament import Key
from kiosk.wire.sync import Orders

FIRST = Key("main", "main-1-1")
MAIN = {"division_id": "main"}
MakeTable = Callable[..., PaperTable]


async def settled(director: Service) -> None:
    """Whatever is due was done."""
    while (work := director._event._seating._work) is not None or director._giving:
        await asyncio.gather(*([work] if work else []), *director._giving)


async def does(director: Service, kind: str, **fields: Any) -> None:
    await director.event.act(Asked(kind, director.event.seq, fields), KARI)
    await settled(director)


async def called(director: Service, table: PaperTable) -> None:
    """Two are entered, drawn, and called to table 1, which has said that it is there."""
    await director.batch(table.batch())
    await does(director, "OpenEvent", name="Malmö Open")
    await does(director, "SetTables", tables=[1])
    await does(director, "MakeDivision", name="Main", format=FORM, precedence=1, **MAIN)
    players = [{"name": "Anna", "language": "nb"}, {"name": "Bo"}]
    await does(director, "Enter", entries=[{"players": [each]} for each in players], **MAIN)
    await does(director, "DrawDivision", **MAIN)
    await does(director, "PublishDraw", **MAIN)
    await does(director, "Call", at_tables=[[{**MAIN, "pairing_id": "main-1-1"}, 1]])


async def obeys(director: Service, table: PaperTable) -> list[c.Order]:
    """The table does what it is told, and sends what came of it."""
    said = words(await director.poll(table.poll(), wait_s=0))
    assert isinstance(said, Orders)
    orders, before = [sent.order() for sent in said.orders], len(table.rows)
    for sent, order in zip(said.orders, orders, strict=True):
        if isinstance(order, c.MatchAssigned):
            table.keeper.match_id = order.opens
        table.obey(sent)
        if isinstance(order, c.MatchAssigned):
            table.keeper.do(c.SetUpTable, setup())
    await director.batch(table.batch(after=before))
    await asyncio.sleep(0)  # the batch is learned from on the next turn of the loop
    await settled(director)
    return orders


async def plays(director: Service, table: PaperTable) -> None:
    """White wins, both sign."""
    before, keeper = len(table.rows), table.keeper
    for side in (WHITE, BLACK):
        keeper.tap(c.ReadyTapped, side)
    keeper.do(c.ScoreOrdered, keeper.match_id, "director:Kari", "x", BySide(7, 3), None, None)
    for side in (WHITE, BLACK):
        keeper.tap(c.ResultConfirmed, side)
    await director.batch(table.batch(after=before))
    await asyncio.sleep(0)
    await settled(director)


def test_a_call_reaches_its_table_and_its_result_the_event(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    table = make_table(1)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await called(director, table)
            (assigned,) = await obeys(director, table)
            assert isinstance(assigned, c.MatchAssigned)
            assert (assigned.table, assigned.event_id) == (1, "open-2026")
            assert assigned.by == "director:Kari"
            assert {each.name for each in (assigned.sides.white, assigned.sides.black)} == {
                *("Anna", "Bo"),
            }
            await plays(director, table)
            tournament = director.event.tournament
            winner = tournament.entries[tournament.results[FIRST].winner or ""].name
            assert winner == assigned.sides.white.name
            again = await obeys(director, table)
            assert [type(each).__name__ for each in again if each.by == "director:service"] != []
            assert table.keeper.match.outcome.posted

    play(scene)


def test_who_is_listed_with_a_language_reads_it(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    table = make_table(1)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await called(director, table)
            (assigned,) = await obeys(director, table)
            assert isinstance(assigned, c.MatchAssigned)
            (reads,) = await obeys(director, table)
            assert isinstance(reads, LanguageOrdered)
            assert assigned.sides.of(reads.side).name == "Anna"
            assert reads.tag == "nb"

    play(scene)


def test_a_director_who_was_killed_finds_what_was_due(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    """Once between the call and its order, once between the result and the event."""
    table = make_table(1)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            director._event._seating.look = lambda: None  # type: ignore[method-assign]
            await called(director, table)
            assert isinstance(words(await director.poll(table.poll(), wait_s=0)), Orders)
            assert not director.orders.given()
        with running(tmp_path, hand, table) as director:
            director._event.look()
            await settled(director)
            (assigned,) = await obeys(director, table)
            assert isinstance(assigned, c.MatchAssigned)
            director._event._seating.look = lambda: None  # type: ignore[method-assign]
            await plays(director, table)
            assert FIRST not in director.event.tournament.results
        with running(tmp_path, hand, table) as director:
            director._event.look()
            await settled(director)
            assert FIRST in director.event.tournament.results
            before = director.event.seq
            director._event.look()
            await settled(director)
            assert director.event.seq == before

    play(scene)


def test_a_table_that_does_not_answer_is_proposed_to_nobody(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    table = make_table(1)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            assert director.tables.silent() == frozenset()
            await director.batch(table.batch())
            await asyncio.sleep(0)
            table.hears(director, hand)
            await director.batch(table.beat())
            await asyncio.sleep(0)
            assert director.tables.silent() == frozenset()
            hand.later(5)
            assert director.tables.silent() == {1}

    play(scene)
