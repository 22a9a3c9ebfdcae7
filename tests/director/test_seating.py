"""The service keeps event and tables together: a call reaches its table, a result the event; and a
director who was killed in between goes on where he was.
"""

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kits import commands as c
from kits.event_kit import FORM
from kits.hall_kit import KARI, HandClocks, PaperTable, settled, words
from kits.rules_kit import BLACK, NORWAY, WHITE, setup
from kits.service_kit import play, running

from kiosk.catalogue.tables import waits
from kiosk.catalogue.text import format_text, text
from kiosk.director.enrolment.register import Replaced, Revoked
from kiosk.director.errors import EventRefused
from kiosk.director.event.acts import ActRequest
from kiosk.director.event.next_match import find_next
from kiosk.director.local_days import local_slot
from kiosk.director.service import Service
from kiosk.director.store.second_copy import copy_database
from kiosk.rules.language import LanguageOrdered
from kiosk.rules.match import Match, PostedMessage
from kiosk.rules.units import BySide
from kiosk.tournament.tournament import PairingKey
from kiosk.wire.match_page import MatchPage
from kiosk.wire.next_match import NextMatch, NextMatches
from kiosk.wire.sync import InReply, Orders

FIRST = PairingKey("main", "main-1-1")
MAIN = {"division_id": "main"}
FIRST_FIELDS = {**MAIN, "pairing_id": "main-1-1"}
MakeTable = Callable[..., PaperTable]


async def does(director: Service, kind: str, **fields: Any) -> None:
    await director.event.act(ActRequest(kind, director.event.seq, fields), KARI)
    await settled(director)


async def published(director: Service, table: PaperTable) -> None:
    """Two are entered and drawn; table 1 has reported that it is there."""
    await director.traffic.batch(table.batch())
    await does(director, "OpenEvent", name="Malmö Open")
    await does(director, "SetTables", tables=[1])
    await does(director, "MakeDivision", name="Main", format=FORM, precedence=1, **MAIN)
    players = [{"name": "Anna", "language": "nb"}, {"name": "Bo"}]
    await does(director, "Enter", entries=[{"players": [each]} for each in players], **MAIN)
    await does(director, "DrawDivision", **MAIN)
    await does(director, "PublishDraw", **MAIN)


async def calls(director: Service) -> None:
    await does(director, "Call", at_tables=[[FIRST_FIELDS, 1]])


async def called(director: Service, table: PaperTable) -> None:
    """They are called to table 1."""
    await published(director, table)
    await calls(director)


async def sends(director: Service, table: PaperTable, after: int) -> None:
    """Its rows after that one are taken up."""
    await director.traffic.batch(table.batch(after=after))
    await asyncio.sleep(0)  # the batch is learned from on the next turn of the loop
    await settled(director)


async def obeys(director: Service, table: PaperTable) -> list[c.Order]:
    """The table does what it is told, and sends what came of it."""
    said = words(await director.traffic.poll(table.poll(), wait_s=0))
    assert isinstance(said, Orders)
    orders, before = [sent.order() for sent in said.orders], len(table.rows)
    for sent, order in zip(said.orders, orders, strict=True):
        if isinstance(order, c.MatchAssigned):
            table.keeper.match_id = order.opens
        table.obey(sent)
        if isinstance(order, c.MatchAssigned):
            table.keeper.do(c.SetUpTable, setup())
    await sends(director, table, before)
    return orders


async def plays(director: Service, table: PaperTable) -> None:
    """White wins, both sign."""
    before, keeper = len(table.rows), table.keeper
    for side in (WHITE, BLACK):
        keeper.tap(c.ReadyTapped, side)
    keeper.do(c.ScoreOrdered, keeper.match_id, "director:Kari", "x", BySide(7, 3), None, None)
    for side in (WHITE, BLACK):
        keeper.tap(c.ResultConfirmed, side)
    await sends(director, table, before)


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
            assert assigned.sides.of_side(reads.side).name == "Anna"
            assert reads.tag == "nb"

    play(scene)


def test_a_director_who_was_killed_finds_what_was_due(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    """Once between the call and its order, once between the result and the event."""
    table = make_table(1)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            director.console.event_tables._seating.schedule = lambda: None  # type: ignore[method-assign]
            await called(director, table)
            assert isinstance(words(await director.traffic.poll(table.poll(), wait_s=0)), Orders)
            assert not director.orders.given()
        with running(tmp_path, hand, table) as director:
            director.console.event_tables.check_silent()
            await settled(director)
            (assigned,) = await obeys(director, table)
            assert isinstance(assigned, c.MatchAssigned)
            director.console.event_tables._seating.schedule = lambda: None  # type: ignore[method-assign]
            await plays(director, table)
            assert FIRST not in director.event.tournament.results
        with running(tmp_path, hand, table) as director:
            director.console.event_tables.check_silent()
            await settled(director)
            assert FIRST in director.event.tournament.results
            before = director.event.seq
            director.console.event_tables.check_silent()
            await settled(director)
            assert director.event.seq == before

    play(scene)


def test_a_table_that_does_not_answer_is_proposed_to_nobody(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    table = make_table(1)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            assert director.tables.silent_numbers() == frozenset()
            await director.traffic.batch(table.batch())
            await asyncio.sleep(0)
            table.hears(director, hand)
            await director.traffic.batch(table.beat())
            await asyncio.sleep(0)
            assert director.tables.silent_numbers() == frozenset()
            hand.later(5)
            assert director.tables.silent_numbers() == {1}

    play(scene)


def test_a_director_on_an_older_copy_takes_up_a_match_that_was_called_since(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    """Its game, score and clocks stay as they are, and it is not put away meanwhile."""
    table, copy = make_table(1), tmp_path / "copy.db"

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await published(director, table)
            copy_database(director.lifecycle.thread.store.path, copy)
            await calls(director)
            await obeys(director, table)
            before = len(table.rows)
            for side in (WHITE, BLACK):
                table.keeper.tap(c.ReadyTapped, side)
            await sends(director, table, before)
            path = director.lifecycle.thread.store.path
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        shutil.move(copy, path)
        playing = table.keeper.match
        with running(tmp_path, hand, table) as director:
            hand.later(3)
            await sends(director, table, 0)
            orders = await obeys(director, table)
            assert {type(each) for each in orders} <= {LanguageOrdered}
            assert table.keeper.match.game == playing.game
            (alarm,) = director.console.event_tables.alarms
            assert not director.console.health.is_sound
            assert director.console.health.view()["event"] == [format_text(alarm.words)]
            assert director.event.tournament.called == {}
            (offered,) = [each for each in alarm.acts if each.kind == "TakeUp"]
            await does(director, "TakeUp", **offered.fields)
            assert director.console.health.is_sound
            assert director.event.tournament.matches[FIRST].match_id == playing.match_id
            await plays(director, table)
            assert FIRST in director.event.tournament.results

    play(scene)


def test_a_rogue_stops_neither_calls_nor_health_for_ever_and_its_card_names_it(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    """Its journal has another's match between sides that there are not; it survives a restart,
    and is over once its key is revoked.
    """
    table, rogue = make_table(1), make_table(8)

    async def scene() -> None:
        with running(tmp_path, hand, table, rogue) as director:
            await published(director, table)
            await calls(director)
            match_id = director.event.tournament.matches[FIRST].match_id
            rogue.open(NORWAY, 1, match_id)
            rogue.keeper.tap(c.DisputeTapped, WHITE)
            await sends(director, rogue, 0)
            assert not any(each.matches for each in await director.console.rulings())
            assert [each.table for each in director.console.event_tables.alarms] == [8]
            (card,) = [each for each in director.tables.cards() if each.table == 8]
            assert any("was not called there" in each for each in card.alarms)
        with running(tmp_path, hand, table, rogue) as director:
            director.console.event_tables.check_silent()
            await settled(director)
            assert not director.console.health.is_sound
            (assigned,) = await obeys(director, table)
            assert isinstance(assigned, c.MatchAssigned)
            await plays(director, table)
            assert FIRST in director.event.tournament.results
            await director.traffic.devices.note(Revoked(rogue.key.public), "Kari")
            director.console.event_tables.check_silent()
            await settled(director)
            assert director.console.health.is_sound

    play(scene)


def test_of_a_match_that_does_not_count_strangers_see_nothing_and_only_a_call_waits(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    table, rogue = make_table(1), make_table(8)

    async def scene() -> None:
        with running(tmp_path, hand, table, rogue) as director:
            await called(director, table)
            rogue.open(NORWAY, 1, director.event.tournament.matches[FIRST].match_id)
            ends = BySide(1, 0), None, None
            for side in (WHITE, BLACK):
                rogue.keeper.tap(c.ReadyTapped, side)
            rogue.keeper.do(c.ScoreOrdered, rogue.keeper.match_id, "director:Kari", "x", *ends)
            await sends(director, rogue, 0)
            assert waits(rogue.keeper.match, ())
            (card,) = [each for each in director.tables.cards() if each.table == 8]
            assert card.waits == ()
            shown = [each.card() for each in director.tables.public_sources()]
            assert [each.sides for each in shown if each.table == 8] == [None]
            rogue.keeper.tap(c.DirectorCallTapped, WHITE)
            await sends(director, rogue, len(rogue.rows) - 1)
            (card,) = [each for each in director.tables.cards() if each.table == 8]
            assert [each.key for each in card.waits] == ["call"]

    play(scene)


def test_no_two_tables_have_one_number_once_a_spare_took_the_place_of_one(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    table, spare = make_table(1), make_table(2)

    async def scene() -> None:
        with running(tmp_path, hand, table, spare) as director:
            await called(director, table)
            await director.traffic.batch(spare.batch())
            await obeys(director, table)
            await director.traffic.devices.note(
                Replaced(table.key.public, spare.key.public), "Kari"
            )
            numbers = {each.journal_id: each.table for each in director.tables.cards()}
            assert numbers == {table.journal_id: None, spare.journal_id: 1}
        with running(tmp_path, hand, table, spare) as director:
            numbers = {each.journal_id: each.table for each in director.tables.cards()}
            assert numbers == {table.journal_id: None, spare.journal_id: 1}

    play(scene)


def test_what_an_event_refuses_is_an_alarm_and_not_only_a_line_in_a_log(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    table = make_table(1)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await called(director, table)
            await obeys(director, table)
            refused = EventRefused(text("the score is odd"), (("bad_value", "score"),))

            async def refuse(_act: object) -> None:
                raise refused

            director.event.take_report = refuse  # type: ignore[method-assign, assignment]
            await plays(director, table)
            (alarm,) = director.console.event_tables.alarms
            assert alarm.key == FIRST
            assert "the score is odd" in format_text(alarm.words)
            assert not director.console.health.is_sound

    play(scene)


def test_a_match_that_is_too_large_to_move_stands_still_alone(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    table, spare = make_table(1), make_table(2)

    async def scene() -> None:
        with running(tmp_path, hand, table, spare) as director:
            await called(director, table)
            await director.traffic.batch(spare.batch())
            await does(director, "SetTables", tables=[1, 2])
            await obeys(director, table)
            before = len(table.rows)
            for side in (WHITE, BLACK):
                table.keeper.tap(c.ReadyTapped, side)
            await sends(director, table, before)
            known = director.tables.table_of(table.journal_id)
            large = replace(known.state.replay.match, message=PostedMessage("x" * 5000, "Ola"))
            name = large.match_id or ""
            replay = replace(known.state.replay, match=large, matches={name: large})
            known.state = replace(known.state, replay=replay)
            await does(director, "Move", key=FIRST_FIELDS, table=2, why="a draught")
            await settled(director)
            await obeys(director, table)
            (alarm,) = director.console.event_tables.alarms
            assert alarm.key == FIRST
            assert not director.console.health.is_sound

    play(scene)


# --- where those play next who have finished -----------------------------------------------------

ANOTHER = "main/main-9-9/5"


def of_another(match: Match) -> Match:
    """The same players' match of another pairing."""
    assert match.opened is not None
    return replace(match, opened=replace(match.opened, match_id=ANOTHER))


def test_a_side_reads_the_table_and_the_time_it_is_called_to(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    table = make_table(1)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await called(director, table)
            await obeys(director, table)
            tournament = director.event.tournament
            minute = local_slot(tournament.called[FIRST].starts_ms).minute
            there = NextMatch(1, f"{minute // 60:02d}:{minute % 60:02d}")
            playing = of_another(table.keeper.match)
            assert find_next(tournament, playing) is None
            over = table.keeper.match.match_id or ""
            before = await director.traffic.batch(table.beat(over=over))
            assert isinstance(before, InReply)
            assert before.next_matches is None
            await plays(director, table)
            finished = table.keeper.match
            assert find_next(tournament, of_another(finished)) == NextMatches(ANOTHER, there, there)
            for known in (tournament, director.event.tournament):  # before its result, and after
                assert find_next(known, finished) == NextMatches(over)
            for asked, answer in ((over, NextMatches(over)), ("", None), (ANOTHER, None)):
                reply = await director.traffic.batch(table.beat(over=asked))
                assert isinstance(reply, InReply)
                assert reply.next_matches == answer

    play(scene)


def test_a_match_has_its_page_at_the_table_it_was_called_to_as_long_as_nothing_is_doubted(
    tmp_path: Path, hand: HandClocks, make_table: MakeTable
) -> None:
    table = make_table(1)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await called(director, table)
            await obeys(director, table)
            await plays(director, table)
            over, tables = table.keeper.match.match_id or "", director.console.event_tables

            async def page() -> MatchPage | None:
                reply = await director.traffic.batch(table.beat(over=over))
                assert isinstance(reply, InReply)
                return reply.match_page

            found = await page()
            assert found is not None
            assert found.match_id == over
            shown = director.match_pages.find(found.token)
            assert shown is not None
            assert (shown.journal_id, shown.match_id) == ("journal-1", over)
            assert not tables.counts("journal-2", over)
            assert not tables.counts("journal-1", ANOTHER)
            doubts, tables._doubts = tables._doubts, {"journal-1": text("moved")}
            assert await page() is None
            assert director.match_pages.find(found.token) is None
            tables._doubts = doubts
            assert await page() == found

    play(scene)
