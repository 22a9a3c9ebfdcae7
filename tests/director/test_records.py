"""A match's record, downloaded from the director."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from kits import commands as c
from kits.hall_kit import UTC, Client, HandClocks, PaperTable, service
from kits.nonsense import golden_rows, nonsense
from kits.odd_names import ODD
from kits.tournament_kit import drawn

from kiosk.director.report.record_routes import heading_of
from kiosk.director.service import Service
from kiosk.record import fill_record, format_record, record_document
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side
from kiosk.tournament.sheet import pairings
from kiosk.tournament.tournament import PairingKey
from kiosk.tournament.tournament import match_id as match_id_of
from kiosk.wire.bounds import LONGEST_ID
from kiosk.wire.journal_name import journal_address

DIRECTOR = "director:Kari"


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks, table: PaperTable) -> Iterator[Service]:
    started = service(tmp_path, hand, table)
    yield started
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


@pytest.fixture
def later(client: Client, table: PaperTable, norway: RuleBook) -> PaperTable:
    """The first match ended long ago; in the middle of the second its result is corrected."""
    table.keeper.now = Instant(table.keeper.now + 7200 * SECOND_NS)
    table.keeper.tap(c.ExpiryDeclared, Side.BLACK)
    table.open(norway, match_id="match-2")
    table.keeper.begin_game(white=3, black=1)
    order = (c.EarlierResultOrdered, "match-2", DIRECTOR, "misread", "match-1", Side.BLACK)
    table.keeper.do(*order, BySide(1, 3), by=DIRECTOR)
    assert client.post("/table/batch", table.batch()).status == 200
    return table


def test_the_record_is_that_of_the_rows_the_table_sent(client: Client, later: PaperTable) -> None:
    for match_id in ("match-1", "match-2"):
        where = f"/tables/journal-1/record.json?match_id={match_id}"
        answer = client.get(where)
        assert answer.status == 200
        assert json.loads(answer.body) == record_document(later.rows, match_id)
        assert answer.headers["content-type"] == "application/json"
        disposition = answer.headers["content-disposition"]
        assert disposition == f"attachment; filename*=UTF-8''{match_id}.json"
    one = json.loads(client.get("/tables/journal-1/record.json?match_id=match-1").body)
    assert (one["result"]["winner"], one["score_changes"][-1]["why"]) == ("black", "misread")


def test_without_a_name_it_is_the_match_that_came_last(client: Client, later: PaperTable) -> None:
    answer = client.get("/tables/journal-1/record.csv")
    assert answer.body == format_record(fill_record(later.rows, "match-2"), "csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"


@pytest.mark.parametrize("form", ["mat", "sgf", "ogxm"])
def test_files_for_other_programs_are_those_of_the_record(
    client: Client, later: PaperTable, form: str
) -> None:
    answer = client.get(f"/tables/journal-1/record.{form}?match_id=match-1")
    assert answer.status == 200
    assert answer.body == format_record(fill_record(later.rows, "match-1"), form)
    assert answer.headers["content-disposition"].endswith(f"match-1.{form}")


def test_a_match_without_a_roll_has_no_games_to_write(
    client: Client, table: PaperTable, norway: RuleBook
) -> None:
    table.keeper.now = Instant(table.keeper.now + 7200 * SECOND_NS)
    table.keeper.tap(c.ExpiryDeclared, Side.BLACK)
    table.open(norway, match_id="match-2")
    assert client.post("/table/batch", table.batch()).status == 200
    answer = client.get("/tables/journal-1/record.mat?match_id=match-2")
    assert answer.status == 404
    assert "no roll of this match counts yet" in json.loads(answer.body)["error"]
    assert client.get("/tables/journal-1/record.json?match_id=match-2").status == 200


def test_a_match_of_the_event_has_its_name_and_its_round() -> None:
    desk = drawn()
    division, event = desk.division(), desk.tournament
    pairing = pairings(division)[-1]
    match_id = match_id_of(PairingKey(division.division_id, pairing.pairing_id), 5)
    heading = heading_of(event, match_id)
    assert heading is not None
    assert heading.event == "Malmö Open"
    assert heading.round == "Championship, Last chance, Final"
    assert heading_of(event, "final") is None
    assert heading_of(replace(event, name=""), match_id) is None


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/tables/journal-1/record.json?match_id=final", "this table has no match 'final'"),
        ("/tables/journal-9/record.csv", "no table has sent journal 'journal-9'"),
    ],
)
def test_what_is_not_there_is_told(
    client: Client, later: PaperTable, path: str, words: str
) -> None:
    answer = client.get(path)
    assert (answer.status, len(later.rows) > 10) == (404, True)
    assert words in json.loads(answer.body)["error"]


def test_a_table_page_offers_it(client: Client, later: PaperTable) -> None:
    page = client.get("/tables/journal-1").body.decode()
    for form in ("json", "csv", "mat", "sgf", "ogxm"):
        assert f'href="/tables/journal-1/record.{form}"' in page
    assert later.journal_id == "journal-1"


def test_a_match_that_makes_no_sense_is_told_in_words_at_every_route(
    client: Client, make_table: Callable[..., PaperTable], table: PaperTable
) -> None:
    """Its rows are well signed, each can be read, and no match goes as they say."""
    refused = 0
    for seed in range(4):
        rogue = make_table(table.number, journal_id=f"rogue-{seed}")
        for row in nonsense(golden_rows(), random.Random(seed), most=60):
            rogue.journal.append(
                command_id=f"c-{row.seq}",
                by=row.by,
                at_ns=row.at_ns,
                wall_utc=UTC,
                match_id=row.match_id,
                events=[row.event()],
            )
        client.post("/table/batch", rogue.batch())
        where = f"/tables/{rogue.journal_id}"
        for form in ("json", "csv"):
            answer = client.get(f"{where}/record.{form}")
            assert answer.status in {200, 404}
            refused += b"make no sense" in answer.body or b"makes no sense" in answer.body
        for path in (where, "/", "/event", "/event/report", "/event/report.json", "/live", "/hall"):
            assert client.get(path).status < 500, path
        client.stream(f"{where}/events", "card")
    assert refused > 0


@pytest.mark.parametrize("name", [name for name in ODD if len(name) <= LONGEST_ID])
def test_a_journal_kept_under_an_odd_name_has_a_page_and_a_record(
    client: Client,
    director: Service,
    make_table: Callable[..., PaperTable],
    norway: RuleBook,
    name: str,
) -> None:
    """No new one is begun so; an older program took it."""
    table = make_table(1, journal_id="j")
    table.journal.journal_id = name
    table.open(norway)
    director.lifecycle.thread.store.admit(name, table.key.public, UTC)
    assert client.post("/table/batch", table.batch()).status == 200
    where = f"/tables/{journal_address(name)}"
    page = client.get(where).body.decode()
    for form in ("json", "csv"):
        assert f'href="{where}/record.{form}"' in page
        assert client.get(f"{where}/record.{form}").status == 200
    assert client.stream(f"{where}/events", "card")["card"]["journal_id"] == name
