"""A finished match's page, for its players: when there is one, and what of a person is in it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from kits import commands as c
from kits.hall_kit import (
    DIRECTORS_KEY,
    UTC,
    Client,
    HandClocks,
    PaperTable,
    cheap_passwords,
    settings,
)
from kits.pictures_kit import jpeg, sent_by
from kits.played_turns import transcript_of
from kits.tournament_kit import drawn

from kiosk.catalogue.text import format_text
from kiosk.director.app import create_app
from kiosk.director.public import match_routes
from kiosk.director.public.match_pages import FoundMatch, MatchPages
from kiosk.director.public.match_routes import FILES, about_match, local_day
from kiosk.director.public.of_table import Public
from kiosk.director.service import Service
from kiosk.director.store.sqlite import SqliteStore
from kiosk.record.transcripts import transcript_file
from kiosk.rules.match import EMPTY
from kiosk.rules.match.rulings import Wrong
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SIDES, BySide, Side, require
from kiosk.tournament.sheet import pairings
from kiosk.tournament.tournament import PairingKey
from kiosk.tournament.tournament import match_id as match_id_of
from kiosk.wire.codec import sha256
from kiosk.wire.match_page import MatchPage
from kiosk.wire.sync import InReply, read_signed

WHITE, BLACK = Side
KARI = "director:Kari Kontonavn"
FIRST, SECOND = jpeg("the first roll"), jpeg("another match's roll")
DAY_S = 24 * 3600
NOWHERE = "/match/" + "A" * 24
PRIVATE = ("Kontonavn", "a reason of hers", "id-Anna", "id-Bo", "anna", "Kari")
"""What stands in the rows of this match, and on no page and in no file."""


def played(table: PaperTable, book: RuleBook, match_id: str = "match-1") -> None:
    """A match to 1 that White wins, with a word of the director on the way."""
    keeper = table.keeper
    table.open(book, 1, match_id)
    keeper.begin_game(white=3, black=1)
    keeper.do(c.ClockPressed, WHITE, by="buttons")
    keeper.roll((6, 6), sha256(FIRST if match_id == "match-1" else SECOND))
    keeper.do(c.ClockPressed, BLACK, by="buttons")
    keeper.tap(c.DirectorCallTapped, WHITE)
    keeper.do(c.StopOrdered, match_id, KARI, "a reason of hers", by=KARI)
    keeper.do(c.StartOrdered, match_id, KARI, "a reason of hers", by=KARI)
    for side in SIDES:
        keeper.tap(c.ResumeTapped, side)
    keeper.roll((5, 4), None)
    keeper.do(c.RollOrdered, match_id, KARI, "a reason of hers", (5, 3), by=KARI)
    keeper.tap(c.TakeTapped, BLACK)
    keeper.tap(c.WinDeclared, WHITE, 1)
    keeper.tap(c.WinAgreed, BLACK)


def signed(table: PaperTable, *sides: Side) -> None:
    for side in sides or SIDES:
        table.keeper.tap(c.ResultConfirmed, side)


class House:
    """A director whose table's rows are sent as they come, and a stranger who calls it."""

    def __init__(self, director: Service, table: PaperTable) -> None:
        self.director, self.table = director, table
        self.client = Client(create_app(director, DIRECTORS_KEY), "hall:8000")

    def told(self, match_id: str = "match-1") -> MatchPage | None:
        """What the table is told of a match that is over there; its rows are sent first."""
        for path in (self.table.batch(), self.table.beat(over=match_id)):
            answer = self.client.post("/table/batch", path)
            assert answer.status == 200, answer.body
        signed_text = read_signed(answer.body).signed
        return msgspec.json.decode(signed_text, type=InReply).match_page

    def address(self, match_id: str = "match-1") -> str:
        page = self.told(match_id)
        assert page is not None
        assert page.match_id == match_id
        return page.at("")

    def shows(self, **choice: bool) -> None:
        people = self.director.people
        self.client.run(people.set_public(Public(**choice), "Kari", "here"))

    def text(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status == 200, answer.body
        return answer.body.decode(errors="replace")


@contextmanager
def house(
    folder: Path, hand: HandClocks, table: PaperTable, days: int = 30, key: object = DIRECTORS_KEY
) -> Iterator[House]:
    made = settings(table)
    section = msgspec.structs.replace(made.director, match_page_days=days)
    store = SqliteStore.open(folder / "d.db")
    started = Service(
        msgspec.structs.replace(made, director=section),
        folder,
        store,
        hand.clocks,
        passwords=cheap_passwords(),
        key=key,  # type: ignore[arg-type]
    )
    opened = House(started, table)
    try:
        yield opened
    finally:
        opened.client.close()
        started.lifecycle.close()
        started.lifecycle.finish()
        store.close()


@pytest.fixture
def table(make_table: Callable[..., PaperTable]) -> PaperTable:
    return make_table()


@pytest.fixture
def here(tmp_path: Path, hand: HandClocks, table: PaperTable, norway: RuleBook) -> Iterator[House]:
    played(table, norway)
    with house(tmp_path, hand, table) as opened:
        yield opened


# --- when there is one ---------------------------------------------------------------------------


def test_a_match_has_its_page_once_both_have_signed_and_not_before(here: House) -> None:
    assert here.told() is None
    signed(here.table, WHITE)
    assert here.told() is None
    signed(here.table, BLACK)
    address = here.address()
    assert here.client.get(address).status == 200
    here.table.keeper.tap(c.ResultDisputed, BLACK, Wrong.SCORE)
    assert here.told() is None
    assert here.client.get(address).status == 404


def test_the_director_who_closes_the_result_signs_for_both(here: House) -> None:
    here.table.keeper.do(c.ResultClosed, "match-1", KARI, "a reason of hers", by=KARI)
    assert here.client.get(here.address()).status == 200


def test_an_address_is_long_and_another_for_each_match(here: House, norway: RuleBook) -> None:
    signed(here.table)
    first = here.address()
    played(here.table, norway, "match-2")
    signed(here.table)
    second = here.address("match-2")
    assert first != second
    assert {len(each.removeprefix("/match/")) for each in (first, second)} == {24}
    assert here.client.get(first).status == here.client.get(second).status == 200


def test_what_is_wrong_about_an_address_looks_alike(here: House, norway: RuleBook) -> None:
    signed(here.table)
    address = here.address()
    with_page = {"accept": "text/html"}
    nowhere = here.client.get(NOWHERE, **with_page)
    assert nowhere.status == 404
    assert "There is no match at this address" in nowhere.body.decode()
    for path in ("/match/x", f"{NOWHERE}/match.mat", f"{address}/match.exe", f"{NOWHERE}/match.x"):
        assert here.client.get(path, **with_page).body == nowhere.body, path
    played(here.table, norway, "match-2")
    here.client.post("/table/batch", here.table.batch())
    token = here.director.match_pages._token("journal-1", "match-2")
    unsigned = here.client.get(f"/match/{token}", **with_page)
    assert (unsigned.status, unsigned.body) == (404, nowhere.body)


def test_it_is_there_for_as_many_days_as_the_director_says(
    tmp_path: Path, hand: HandClocks, table: PaperTable, norway: RuleBook
) -> None:
    played(table, norway)
    signed(table)
    with house(tmp_path, hand, table, days=2) as opened:
        address = opened.address()
        hand.later(2 * DAY_S - 60)
        assert opened.client.get(address).status == 200
        hand.later(60)
        nowhere = opened.client.get(NOWHERE)
        gone = opened.client.get(address)
        assert (gone.status, gone.body) == (404, nowhere.body)
        assert opened.told() is None


def test_a_director_who_wants_none_has_none(
    tmp_path: Path, hand: HandClocks, table: PaperTable, norway: RuleBook
) -> None:
    played(table, norway)
    signed(table)
    with house(tmp_path, hand, table, days=0) as opened:
        assert opened.told() is None
        token = opened.director.match_pages._token("journal-1", "match-1")
        assert opened.client.get(f"/match/{token}").status == 404


def test_the_address_lasts_over_a_restart_and_days_are_counted_on(
    tmp_path: Path, hand: HandClocks, table: PaperTable, norway: RuleBook
) -> None:
    played(table, norway)
    signed(table)
    with house(tmp_path, hand, table) as opened:
        address = opened.address()
        ended = opened.director.tables.table_of("journal-1").state.ended_utc
    hand.later(DAY_S)
    with house(tmp_path, hand, table) as again:
        assert again.director.tables.table_of("journal-1").state.ended_utc == ended
        assert again.client.get(address).status == 200
        hand.later(29 * DAY_S)
        assert again.client.get(address).status == 404


def test_a_table_whose_clock_is_years_off_has_its_page_for_all_days(
    tmp_path: Path, hand: HandClocks, table: PaperTable, norway: RuleBook
) -> None:
    played(table, norway)
    signed(table)
    for seq in range(1, len(table.rows) + 1):
        table.spoil(seq, wall_utc="1970-01-01T00:00:07.000Z")
    with house(tmp_path, hand, table) as opened:
        assert opened.client.get(opened.address()).status == 200


def test_another_key_has_other_addresses(
    tmp_path: Path, hand: HandClocks, table: PaperTable, norway: RuleBook
) -> None:
    played(table, norway)
    signed(table)
    with house(tmp_path, hand, table) as opened:
        address = opened.address()
    with house(tmp_path, hand, table, key=None) as other:
        assert other.address() != address
        assert other.client.get(address).status == 404


def test_a_match_that_is_not_the_tables_own_has_none(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pairing of the event, reported by a table that it was never called to."""
    signed(here.table)
    address = here.address()
    pages = here.director.match_pages
    monkeypatch.setattr(pages, "_counts", here.director.console.event_tables.counts)
    assert here.director.console.event_tables.counts("journal-1", "match-1")
    assert not here.director.console.event_tables.counts("journal-1", "main/main-1-1/5")
    monkeypatch.setattr(pages, "_counts", lambda _journal, _match: False)
    assert here.client.get(address).status == 404
    assert here.told() is None


def test_a_token_that_is_known_is_found_without_looking_through_the_matches(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed(here.table)
    address = here.address()
    assert here.client.get(address).status == 200
    derived: list[str] = []
    plain = MatchPages._token

    def counted(pages: MatchPages, journal_id: str, match_id: str) -> str:
        derived.append(match_id)
        return plain(pages, journal_id, match_id)

    monkeypatch.setattr(MatchPages, "_token", counted)
    assert here.client.get(address).status == 200
    assert [here.client.get(NOWHERE).status for _ in range(3)] == [404] * 3
    assert derived == []


def test_few_records_are_kept_at_once_those_asked_for_last(
    here: House, norway: RuleBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_routes, "KEPT", 1)
    signed(here.table)
    played(here.table, norway, "match-2")
    signed(here.table)
    routes, pages = match_routes.MatchRoutes(here.director), here.director.match_pages
    for match_id in ("match-1", "match-2"):
        found = require(pages.find(here.address(match_id).removeprefix("/match/")))
        here.client.run(routes._record(found))
        assert list(routes._kept) == [("journal-1", match_id)]


# --- what it shows -------------------------------------------------------------------------------


def test_the_page_has_the_match_and_the_files(here: House) -> None:
    signed(here.table)
    here.shows(names=True)
    address = here.address()
    page = here.text(address)
    for words in ("Anna", "Bo", "Game 1", "1–0", "6-6", "5-3", "Doubles", "Time"):
        assert words in page, words
    assert local_day("2026-06-08T14:03:07.123Z") in page
    for form in FILES:
        assert f'href="{address}/match.{form}"' in page
        answer = here.client.get(f"{address}/match.{form}")
        assert answer.status == 200
        assert answer.headers["content-disposition"].endswith(f"match.{form}")
        assert answer.headers["cache-control"] == "no-store"
    record = json.loads(here.text(f"{address}/match.json"))
    assert record["score"] == {"white": 1, "black": 0}
    assert [roll["values"] for roll in record["games"][0]["rolls"]] == [[3, 1], [6, 6], [5, 3]]
    assert record["refused_commands"] == []  # Black had no double to take


@pytest.mark.parametrize("names", [True, False])
def test_neither_page_nor_file_has_more_of_a_person_than_the_event_makes_public(
    here: House, names: bool
) -> None:
    signed(here.table)
    here.shows(names=names)
    address = here.address()
    private = PRIVATE if names else (*PRIVATE, "Anna", "Bo\n", '"Bo"', ">Bo<")
    for path in (address, *(f"{address}/match.{form}" for form in FILES)):
        said = here.text(path)
        assert [word for word in private if word in said] == [], path
        if not path.endswith(("ogxm", "csv")):
            assert ("Anna" in said) is names, path
            assert ("White" in said) or names, path


def test_a_picture_of_this_match_is_shown_and_no_other(here: House, norway: RuleBook) -> None:
    signed(here.table)
    address = here.address()
    played(here.table, norway, "match-2")
    here.client.post("/table/batch", here.table.batch())
    for content in (FIRST, SECOND):
        name = sha256(content)
        sent = sent_by(here.table.key, name)
        assert here.client.call("PUT", f"/table/pictures/{name}", content, **sent).status == 204
    own, other = (f"{address}/pictures/{sha256(each)}.jpg" for each in (FIRST, SECOND))
    assert f'src="{own}"' in here.text(address)
    assert here.client.get(own).body == FIRST
    refused = here.client.get(other)
    assert (refused.status, refused.body) == (404, here.client.get(NOWHERE).body)
    assert sha256(SECOND) not in here.text(address)
    token = here.director.match_pages._token("journal-1", "match-2")
    assert here.client.get(f"/match/{token}/pictures/{sha256(SECOND)}.jpg").status == 404


def test_a_match_of_the_event_has_its_name_and_its_round() -> None:
    desk = drawn()
    division = desk.division()
    pairing = pairings(division)[-1]
    match_id = match_id_of(PairingKey(division.division_id, pairing.pairing_id), 5)
    found = FoundMatch("journal-1", match_id, EMPTY, None, UTC, UTC)
    about = [format_text(each) for each in about_match(desk.tournament, found)]
    assert about == ["Malmö Open", "Championship", "Last chance", "Final", local_day(UTC)]
    other = FoundMatch("journal-1", "final", EMPTY, None, UTC, UTC)
    assert about_match(desk.tournament, other) == [local_day(UTC)]


def test_a_picture_that_did_not_come_is_not_offered(here: House) -> None:
    signed(here.table)
    assert "<img" not in here.text(here.address())


def test_a_result_corrected_later_is_the_one_shown(here: House, norway: RuleBook) -> None:
    signed(here.table)
    address = here.address()
    assert "1–0" in here.text(address)
    played(here.table, norway, "match-2")
    order = (c.EarlierResultOrdered, "match-2", KARI, "a reason of hers", "match-1", BLACK)
    here.table.keeper.do(*order, BySide(0, 1), by=KARI)
    here.client.post("/table/batch", here.table.batch())
    assert "0–1" in here.text(address)
    for path in (address, *(f"{address}/match.{form}" for form in FILES)):
        assert [word for word in PRIVATE if word in here.text(path)] == [], path


def test_what_was_played_stands_beside_its_roll_and_in_the_files(here: House) -> None:
    """As soon as a transcript knows it; until then the roll stands alone."""
    signed(here.table)
    address = here.address()
    made = transcript_of(here.table.rows, "match-1")
    assert "<b>" not in here.text(address)
    known = msgspec.structs.replace(made.turns[0], certainty="certain")
    file = transcript_file(here.director.transcripts, made.journal_id, "match-1")
    file.parent.mkdir()
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(made, turns=(known,))))
    (first, second) = known.ways[0].moves or ()
    play = f"{first[0]}/{first[1]} {second[0]}/{second[1]}"
    assert f"<b>{play}</b>" in here.text(address)
    assert play in here.text(f"{address}/match.mat")
