"""A ladder's own log: its chain is looked at whenever a director starts, beside those of others."""

import asyncio
import random
import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.hall_kit import KARI, WALL_NS, HandClocks, service
from kits.ladder_facts_kit import every_fact

from kiosk.director.errors import EventRefused, StoreError
from kiosk.director.event.acts import ActRequest
from kiosk.director.hub import Hub
from kiosk.director.ladder.desk import LadderDesk
from kiosk.director.ladder.log import LADDER_LOG, load_ladders
from kiosk.director.ladder.view import RecentFacts
from kiosk.director.store.second_copy import copy_database
from kiosk.director.store.sqlite import SqliteStore
from kiosk.director.store.store import EventRow

WHO = frozenset({"challenger", "challenged", "winner", "absent", "member_id"})


def rows_of(ladder_id: str) -> tuple[EventRow, ...]:
    facts = every_fact(ladder_id).kept
    return LADDER_LOG.chain_rows(facts, LADDER_LOG.empty_state, "Kari", "s-1", "10.0.0.7")


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
    found = load_ladders(store)
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
    told, rows, at = LADDER_LOG.empty_state, [], 0
    for size in (*cuts, len(desk.kept)):
        facts = desk.kept[at : at + size]
        if facts:
            some = LADDER_LOG.chain_rows(facts, told)
            told, at = LADDER_LOG.states_after(told, facts, some)[-1], at + size
            rows += some
    assert told.state == desk.state
    assert LADDER_LOG.replay(lambda after, most: rows[after : after + most]) == told


Said = tuple[str, dict[str, Any]]


@st.composite
def acts(draw: st.DrawFn) -> list[Said]:
    """Of which most are refused for something; members are named by their place at the start."""
    who, number, score = st.integers(0, 7), st.integers(1, 6), st.sampled_from([[7, 2], [3, 7]])
    why = st.sampled_from(["", "snow"])
    one = st.one_of(
        st.tuples(
            st.just("MakeChallenge"), st.fixed_dictionaries({"challenger": who, "challenged": who})
        ),
        st.tuples(
            st.just("TakeLadderResult"),
            st.fixed_dictionaries({"number": number, "winner": who, "score": score, "why": why}),
        ),
        st.tuples(
            st.just("EndUnplayed"),
            st.fixed_dictionaries({"number": number, "absent": who, "why": why}),
        ),
        st.tuples(
            st.just("DisputeLadderResult"), st.fixed_dictionaries({"number": number, "why": why})
        ),
        st.tuples(
            st.just("CorrectLadderResult"),
            st.fixed_dictionaries({"number": number, "winner": who, "score": score, "why": why}),
        ),
        st.tuples(st.just("JoinLadder"), st.fixed_dictionaries({"name": st.sampled_from("xyz")})),
        st.tuples(st.just("LeaveLadder"), st.fixed_dictionaries({"member_id": who})),
    )
    return draw(st.lists(one, min_size=10, max_size=40))


@settings(max_examples=30, deadline=None)
@given(acts())
def test_whatever_was_asked_of_the_desk_its_log_tells_the_same_ladder(asked: list[Said]) -> None:
    rows: list[EventRow] = []

    async def keep(_ladder_id: str, some: Sequence[EventRow]) -> None:
        rows.extend(some)

    async def run() -> None:
        desk = LadderDesk({}, keep, lambda: WALL_NS, random.Random(1), Hub())
        opening = {"rules": "london-club", "name": "L", "members": [*"abcdefgh"]}
        done = await desk.open(ActRequest("OpenLadder", 0, opening), KARI)
        ladder_id = done.ladder_id
        await desk.act(ladder_id, ActRequest("OpenSeason", 1), KARI)
        start = desk.ladder(ladder_id).order
        for kind, said in asked:
            fields = {
                field: start[value] if field in WHO else value for field, value in said.items()
            }
            before, seq = desk.ladder(ladder_id), len(rows)
            try:
                done = await desk.act(ladder_id, ActRequest(kind, seq, fields), KARI)
                assert len(rows) == done.seq == seq + 1
            except EventRefused:
                assert (desk.ladder(ladder_id), len(rows)) == (before, seq)
        recent = RecentFacts()
        told = LADDER_LOG.replay(lambda after, most: rows[after : after + most], recent.heard)
        assert told.state == desk.ladder(ladder_id)
        again = LadderDesk(
            {ladder_id: (told, recent)}, keep, lambda: WALL_NS, random.Random(2), Hub()
        )
        assert again.packed_view(ladder_id) == desk.packed_view(ladder_id)

    asyncio.run(run())


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


def test_the_second_copy_has_the_log(tmp_path: Path) -> None:
    path = tmp_path / "d.db"
    store = SqliteStore.open(path)
    assert store.ladders() == ()
    store.keep_ladder("l-1", rows_of("l-1"))
    copy_database(path, tmp_path / "copy.db")
    store.close()
    copy = SqliteStore.open(tmp_path / "copy.db")
    assert copy.ladder_rows("l-1") == rows_of("l-1")
    copy.close()
