"""The director runs an event: acts, who may do what, two at once, what is kept; over HTTP."""

import asyncio
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from kits.event_kit import FORM, Runner
from kits.hall_kit import DIRECTORS_KEY, KARI, Client, HandClocks, service
from kits.languages_kit import load
from kits.service_kit import WITHIN_S
from kits.sqlite_kit import forbid_writing

from kiosk.catalogue.tournament import REASONS
from kiosk.director.app import create_app
from kiosk.director.errors import EventRefused
from kiosk.director.event.acts import ActRequest
from kiosk.director.people.notes import RoleRefused
from kiosk.director.people.roles import EVENT_ACTS, Role
from kiosk.director.service import Service
from kiosk.director.store.second_copy import copy_database
from kiosk.tournament.act import TournamentReason
from kiosk.tournament.draws import Drawn
from kiosk.tournament.entries import LeavingReason
from kiosk.wire.event_facts import ACTS, FORMAT_ACTS, decode_fact

MAIN: dict[str, Any] = {"division_id": "main"}
SEED = 7


def key(pairing_id: str = "main-1-1") -> dict[str, str]:
    return {**MAIN, "pairing_id": pairing_id}


# --- an event from its opening to its last result ------------------------------------------------


def test_an_event_is_run_from_its_opening_to_its_last_result(kari: Runner) -> None:
    assert (kari.event["seq"], kari.event["event_id"], kari.event["divisions"]) == (0, "", [])
    kari.opened(4)
    assert (kari.event["event_id"], kari.event["name"]) == ("open-2026", "Malmö Open")
    assert kari.names() == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert kari.does("DrawDivision", **MAIN) == ["Drawn"]
    assert kari.division()["draw"]["published"] is False
    assert kari.event["proposals"] == []
    kari.does("PublishDraw", **MAIN)
    first = kari.pairing("main-1-1")
    assert (first["state"], first["table"], first["played"]["length"]) == ("ready", None, 7)
    assert first["waits_ms"] > 1_700_000_000_000
    proposed = [(each["key"]["pairing_id"], each["table"]) for each in kari.event["proposals"]]
    assert proposed == [("main-1-1", 1), ("main-1-2", 2)]
    kari.does("Call", at_tables=[[key(), 1]])
    called = kari.pairing("main-1-1")
    assert (called["table"], called["waits_ms"]) == (1, None)
    told = [(each["table"], each["key"], each["silent"]) for each in kari.event["tables"]]
    assert told == [(1, key(), False), (2, None, False)]
    one, _two = kari.players("main-1-1")
    taken = kari.does("TakeMatch", key=key(), winner=one, score=[7, 3])
    assert taken == ["MatchTaken", "PairingDecided"]
    over = kari.pairing("main-1-1")
    assert (over["state"], over["winner"], over["result"]["score"]) == ("over", one, [7, 3])
    for name in ("main-1-2", "main-2-1", "consolation-1-1"):
        kari.plays(name)
    assert {each["state"] for each in kari.division()["pairings"]} == {"over"}


def test_after_a_restart_the_event_is_as_it_was(
    tmp_path: Path, hand: HandClocks, director: Service, kari: Runner
) -> None:
    kari.drawn().plays("main-1-1")
    before, facts = kari.event, director.lifecycle.thread.store.event_rows()
    assert [(row.by, row.account, row.address) for row in facts] == [
        ("Kari", "Kari", "10.0.0.7")
    ] * len(facts)
    assert {row.session for row in facts} == {facts[0].session} != {""}
    (tmp_path / "again").mkdir()
    copy_database(tmp_path / "d.db", tmp_path / "again" / "d.db")
    again = service(tmp_path / "again", hand)
    assert json.loads(again.event.packed_view().plain) == before
    again.lifecycle.finish()
    again.lifecycle.thread.store.close()


def test_the_order_of_a_draw_and_all_ids_are_the_directors(director: Service, kari: Runner) -> None:
    kari.opened(8)
    entries = kari.division()["entries"]
    assert len({*entries}) == 8
    assert all(each.startswith("e-") and len(each) == 18 for each in entries)
    seeds = [entries[5], entries[2]]
    kari.does("DrawDivision", **MAIN, seeds=seeds, late_places=2)
    kari.does("DrawDivision", **MAIN, seeds=seeds, late_places=2, why="a pen fell on it")
    draws = [
        fact
        for row in director.lifecycle.thread.store.event_rows()
        if isinstance(fact := decode_fact(row.kind, row.v, row.body.encode()), Drawn)
    ]
    assert [each.seeds for each in draws] == [2, 2]
    assert [each.order[:2] for each in draws] == [tuple(seeds)] * 2
    rest = [each.order[2:] for each in draws]
    others = {*entries} - {*seeds}
    assert [{*each} for each in rest] == [others | {1, 2}] * 2
    assert rest[0] != rest[1]
    assert kari.asks("DrawDivision", **MAIN, order=entries, why="I like this one")[0] == 400


def test_a_division_without_an_id_is_given_one(kari: Runner) -> None:
    kari.opened(0)
    kari.does("MakeDivision", name="Beginners", format=FORM, precedence=2)
    (made,) = (each for each in kari.event["divisions"] if each["name"] == "Beginners")
    assert made["division_id"].startswith("d-")


def test_one_person_is_one_player_in_all_divisions(kari: Runner) -> None:
    kari.opened(2)
    kari.makes("doubles")
    kari.makes("masters")
    pair = {"players": [{"name": "player  1"}, {"name": "Ola", "number": "77"}]}
    kari.does("Enter", division_id="doubles", entries=[pair])
    kari.does("Enter", division_id="masters", entries=[{"players": [{"name": "Player 1"}]}])
    players = [each["players"] for each in kari.event["entries"]]
    ids = {one["name"]: one["player_id"] for each in players for one in each}
    assert len({one["player_id"] for each in players for one in each}) == len(ids) == 3
    assert kari.names("doubles") == ["player 1 / Ola"]
    assert kari.division("masters")["entries"] == kari.division()["entries"][:1]
    status, said = kari.asks(
        "Enter", division_id="masters", entries=[{"players": [{"name": "Per", "number": "77"}]}]
    )
    assert (status, said["error"]) == (400, "the number 77 is Ola's")
    namesake = {"players": [{"name": "Ola", "number": "78"}]}
    kari.does("Enter", division_id="masters", entries=[namesake])
    assert kari.event["entries"][-1]["players"][0]["player_id"] != ids["Ola"]


def test_a_division_is_made_of_a_format_that_is_offered(kari: Runner) -> None:
    kari.opened(0)
    offered = {each["format_id"]: each for each in kari.get("/event/formats")["formats"]}
    form = offered["progressive-consolation"]["format"]
    assert [each["name"] for each in form["shape"]["brackets"]] == ["main", "consolation"]
    assert offered["knock-out"]["means"] == "The loser of a match is out."
    assert any(each["confirm"] for each in offered["knock-out"]["sources"])
    shorter = {**form, "rounds": [{**each, "length": 3} for each in form["rounds"]]}
    kari.does("MakeDivision", division_id="made", name="Made", format=shorter, precedence=2)
    assert {each["length"] for each in kari.division("made")["format"]["rounds"]} == {3}


def test_formats_are_told_in_the_viewers_language(director: Service) -> None:
    client = Client(create_app(director, DIRECTORS_KEY, languages=load()), "hall:8000")
    client.join(director)
    said = client.get("/event/formats", **{"accept-language": "da"}).json()["formats"]
    assert "Den, der taber en kamp, er ude." in {each["means"] for each in said}
    client.close()


# --- refused -------------------------------------------------------------------------------------


def test_a_refused_act_changes_nothing_and_says_every_reason(
    director: Service, kari: Runner
) -> None:
    kari.drawn()
    rows = director.lifecycle.thread.store.event_rows()
    assert kari.refused("Call", at_tables=[[key("main-2-1"), 9], [key("none"), 1]]) == {
        ("not_ready", "main main-2-1"),
        ("unknown", "table 9"),
        ("unknown", "main none"),
    }
    status, said = kari.asks("Scratch", **MAIN, entry_id=kari.division()["entries"][0])
    assert (status, said["error"]) == (409, "main: it is drawn: take the draw back first")
    status, said = kari.asks("TakeDrawBack", **MAIN, why=" ")
    assert (status, said["error"]) == (409, "why: write why: the reason is kept")
    status, said = kari.asks("OpenEvent", name="")
    assert (
        said["error"] == "open-2026: an event is open already; name: it is empty: write something"
    )
    assert [each["words"] for each in said["reasons"]] == said["error"].split("; ")
    assert director.lifecycle.thread.store.event_rows() == rows


def test_every_reason_has_words_and_they_are_the_viewers(director: Service) -> None:
    assert set(REASONS) == set(TournamentReason)
    client = Client(create_app(director, DIRECTORS_KEY, languages=load()), "hall:8000")
    client.join(director)
    body = b'{"kind":"SetTables","seen_seq":0,"fields":{"tables":[1]}}'
    answer = client.post("/event/acts", body, **{"accept-language": "da"})
    assert answer.json()["error"] == "ingen turnering er åben: åbn en først"
    Runner.over(client).opened(0)
    path = "/event/entries.csv?division_id=main&seen_seq=0"
    answer = client.post(path, b"name,number\n,1\n", **{"accept-language": "nb"})
    assert answer.json()["faults"][0]["words"] == "navnet er tomt"
    client.close()


def test_an_entry_is_told_by_its_name(kari: Runner) -> None:
    kari.drawn()
    (gone, *_rest) = kari.division()["entries"]
    kari.does("TakeOut", entry_id=gone, leaving="withdrawn", why="ill")
    _status, said = kari.asks("TakeOut", entry_id=gone, leaving="withdrawn", why="ill")
    assert said["error"] == "Player 1: has withdrawn"


def test_a_rule_profile_that_is_not_there_is_refused(kari: Runner) -> None:
    kari.opened(0)
    rounds = [{**each, "profile": "atlantis"} for each in FORM["rounds"]]
    asked = {"name": "M", "format": {**FORM, "rounds": rounds}, "precedence": 1}
    assert kari.refused("MakeDivision", **asked) == {("unknown", "atlantis")}


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "not valid"),
        (b"[]", "not valid"),
        (b"[" * 1000, "nests 1000 deep"),
        (b'{"kind":"Call","seen_seq":-1,"fields":{}}', "not valid"),
        (b'{"kind":"Call","seen_seq":0,"fields":{},"by":"Ola"}', "not valid"),
        (b'{"kind":"Rain","seen_seq":0,"fields":{}}', "no act of an event is called 'Rain'"),
        (b'{"kind":"Call","seen_seq":0,"fields":{}}', "at_tables"),
        (b'{"kind":"Call","seen_seq":99,"fields":{"at_tables":[]}}', "of another event"),
        (b'{"kind":"OpenEvent","seen_seq":0,"fields":{"name":"a","event_id":"b"}}', "event_id"),
        (b'{"kind":"OpenEvent","seen_seq":0,"fields":{"name":"a\\u0000b"}}', r"U\+0000"),
        (b'{"kind":"OpenEvent","seen_seq":0,"fields":{"name":"a\\u202eb"}}', r"U\+202E"),
        (b'{"kind":"PublishDraw","seen_seq":0,"fields":{"division_id":5}}', "division_id"),
        (
            b'{"kind":"DrawDivision","seen_seq":0,"fields":{"division_id":"a","late_places":9999}}',
            "9999 late",
        ),
    ],
)
def test_what_makes_no_sense_is_told(
    client: Client, director: Service, body: bytes, says: str
) -> None:
    answer = client.post("/event/acts", body)
    assert answer.status == 400
    assert re.search(says, answer.json()["error"]), answer.json()
    assert director.event.seq == 0


def test_a_body_over_its_bound_is_cut_off(client: Client) -> None:
    assert client.post("/event/acts", b" " * 65_537).status == 413


# --- two who work at once ------------------------------------------------------------------------


UNDOING: list[tuple[str, dict[str, Any]]] = [
    ("DrawDivision", {**MAIN, "why": "again"}),
    ("TakeDrawBack", {**MAIN, "why": "x"}),
    ("MakeDivision", {**MAIN, "name": "M", "format": FORM, "precedence": 1}),
    ("Uncall", {"key": key(), "why": "x"}),
    ("PutOff", {"key": key(), "why": "x"}),
    ("Move", {"key": key(), "table": 2, "why": "x"}),
    ("Correct", {"key": key(), "winner": None, "score": None, "why": "x"}),
    ("Reopen", {"key": key(), "why": "x"}),
    ("TakeOut", {"entry_id": "e", "leaving": "no_show", "why": "x"}),
    ("TakeBackIn", {"entry_id": "e", "why": "x"}),
    ("Scratch", {**MAIN, "entry_id": "e"}),
    ("SetTables", {"tables": [1]}),
    ("SetRounds", {**MAIN, "rounds": FORM["rounds"], "why": "late"}),
    ("PairSwissRound", MAIN),
    ("TakeSwissRoundBack", {**MAIN, "why": "x"}),
    ("CloseSwiss", MAIN),
    ("DrawGroupLot", {**MAIN, "group": "A", "entries": ["e"]}),
    ("CloseRoundRobin", MAIN),
    ("PairFree", MAIN),
    ("VoidGame", {**MAIN, "number": 1, "why": "x"}),
    ("StrikeNote", {"number": 1, "why": "x"}),
    ("RateBy", {"formula": "fibs"}),
    ("SetReEntry", {**MAIN, "terms": None}),
    ("BeginNextEvent", {"name": "x"}),
    ("SwapPlaces", {**MAIN, "one": "e", "two": "f"}),
    ("SetRoundDates", {**MAIN, "dates": [{"bracket": "main", "round": 1, "last_day": 737_850}]}),
    ("ArrangeRound", {"key": key(), "slot": {"day": 737_850, "minute": 1140}}),
    ("RuleOnClaim", {"key": key(), "granted": True, "why": "x"}),
    ("PlayAgain", {"key": key(), "why": "x"}),
    ("RenameEvent", {"name": "b"}),
    ("CorrectPlayer", {"player_id": "p", "player": {"name": "b"}}),
    ("RenameEntry", {"entry_id": "e", "name": "b"}),
    ("RemoveDivision", MAIN),
    ("GivePlace", {**MAIN, "of": "e", "entry": {"players": [{"name": "Per"}]}, "why": "x"}),
    ("Undo", {"first": 1}),
    ("TakeUp", {"key": key(), "table": 1, "match_id": "m", "journal_id": "j", "after": ""}),
    ("TurnAway", {"match_id": "m", "journal_id": "j", "restarts": False, "why": "x"}),
]


@pytest.mark.parametrize(("kind", "fields"), UNDOING, ids=[kind for kind, _fields in UNDOING])
def test_what_undoes_something_is_taken_only_from_who_has_seen_everything(
    kari: Runner, kind: str, fields: dict[str, Any]
) -> None:
    seen = kari.drawn().event["seq"]
    kari.does("Call", at_tables=[[key(), 1]])
    before = kari.event
    status, said = kari.asks(kind, seen - 1, **fields)
    assert (status, said["error"]) == (409, "The situation has changed: look again")
    assert [each["reason"] for each in said["reasons"]] == ["stale"]
    assert kari.event == before
    _status, said = kari.asks(kind, **fields)
    assert "The situation has changed" not in said.get("error", "")


def test_what_only_adds_is_taken_on_an_old_picture(kari: Runner) -> None:
    seen = kari.drawn().event["seq"]
    assert kari.asks("Call", seen, at_tables=[[key("main-1-1"), 1]])[0] == 201
    assert kari.asks("Call", seen, at_tables=[[key("main-1-2"), 2]])[0] == 201
    winner = kari.players("main-1-1")[0]
    assert kari.asks("TakeMatch", seen, key=key(), winner=winner, score=[7, 0])[0] == 201
    status, said = kari.asks("TakeMatch", seen, key=key(), winner=winner, score=[7, 0])
    assert (status, said["reasons"][0]["reason"]) == (409, "over")


def test_a_match_of_a_series_that_is_sent_twice_counts_once(kari: Runner) -> None:
    kari.opened(2)
    rounds = [{**each, "best_of": 3} for each in FORM["rounds"]]
    kari.does("MakeDivision", **MAIN, name="M", format={**FORM, "rounds": rounds}, precedence=1)
    kari.does("DrawDivision", **MAIN)
    kari.does("PublishDraw", **MAIN)
    kari.does("Call", at_tables=[[key(), 1]])
    seen, winner = kari.event["seq"], kari.players("main-1-1")[0]
    assert kari.asks("TakeMatch", seen, key=key(), winner=winner, score=[7, 0])[0] == 201
    assert kari.asks("TakeMatch", seen, key=key(), winner=winner, score=[7, 0])[0] == 409
    assert kari.pairing("main-1-1")["sets"] == [winner]


def test_of_two_who_want_the_same_table_at_once_one_has_it(
    client: Client, director: Service, kari: Runner
) -> None:
    seen = kari.drawn().event["seq"]

    def call(pairing_id: str) -> ActRequest:
        return ActRequest("Call", seen, {"at_tables": [[key(pairing_id), 1]]})

    async def both() -> list[Any]:
        acts = (director.event.act(call(name), KARI) for name in ("main-1-1", "main-1-2"))
        return await asyncio.gather(*acts, return_exceptions=True)

    one, two = client.run(both())
    assert one.kinds == ("PairingsCalled",)
    assert isinstance(two, EventRefused)
    assert two.against == (("table_busy", "table 1"),)
    rows = director.lifecycle.thread.store.event_rows()
    assert [row.seq for row in rows] == [*range(1, seen + 2)]


def test_what_is_being_kept_is_done_even_if_who_asked_has_hung_up(
    client: Client, director: Service, kari: Runner
) -> None:
    kari.opened(0)
    seen = director.event.seq

    async def hang_up() -> None:
        asked = director.event.act(ActRequest("SetTables", seen, {"tables": [5]}), KARI)
        task = asyncio.create_task(asked)
        await asyncio.sleep(0)
        task.cancel()
        await director.event.act(ActRequest("Enter", seen, ENTERS), KARI)

    client.run(hang_up())
    assert director.event.tournament.tables == (5,)
    assert kari.names() == ["Ola"]
    assert [row.seq for row in director.lifecycle.thread.store.event_rows()] == [
        *range(1, seen + 3)
    ]


ENTERS: dict[str, Any] = {**MAIN, "entries": [{"players": [{"name": "Ola"}]}]}


def test_what_could_not_be_kept_did_not_happen(director: Service, kari: Runner) -> None:
    kari.opened(0)
    before = kari.event
    forbid_writing(director.lifecycle.thread.store)
    status, said = kari.asks("Enter", **ENTERS)
    assert (status, "readonly" in said["error"]) == (503, True)
    assert kari.event == before
    assert director.lifecycle.thread.failure is not None


def test_the_grid_is_told_of_every_change(client: Client, director: Service, kari: Runner) -> None:
    kari.opened(0)

    async def listen() -> Any:
        with director.console.hub.listen(None) as listener:
            done = await director.event.act(ActRequest("Enter", director.event.seq, ENTERS), KARI)
            (push,) = await asyncio.wait_for(anext(listener.pushes()), WITHIN_S)
        return done.seq, push.event, json.loads(push.json)

    seq, event, told = client.run(listen())
    assert (event, told) == ("event", {"seq": seq})


# --- who may -------------------------------------------------------------------------------------


def names() -> set[str]:
    """Every act, as the roles call it."""
    kinds = {*ACTS, *FORMAT_ACTS, "TakeMatch overrules"} - {"TakeOut"}
    return kinds | {f"TakeOut {each.value}" for each in LeavingReason}


@pytest.mark.parametrize("ruled", [{"overrules": "x"}, {"cause": "flag"}, {"length": 9}])
def test_only_the_director_takes_a_result_that_was_not_played_out(
    client: Client, director: Service, kari: Runner, ruled: dict[str, Any]
) -> None:
    kari.drawn()
    one, _two = kari.players("main-1-1")
    client.join(director, Role.SCORER, "Ola")
    asked = {"key": key(), "winner": one, "score": [3, 5], **ruled}
    status, said = kari.asks("TakeMatch", **asked)
    assert (status, "Your role" in said["error"]) == (403, True)


def test_a_score_that_contradicts_itself_is_refused_in_words_that_name_both_numbers(
    kari: Runner,
) -> None:
    kari.drawn()
    one, _two = kari.players("main-1-1")
    status, said = kari.asks("TakeMatch", key=key(), winner=one, score=[3, 7])
    assert status == 409
    assert said["reasons"][0]["reason"] == "winner_below"
    sentence = "a match to 7 ends with the winner at 7 or more and the loser below 7: "
    assert f"{sentence}3–7 has the winner at 3" in said["error"]
    kari.does("TakeMatch", key=key(), winner=one, score=[3, 7], overrules="they agreed")
    result = kari.pairing("main-1-1")["result"]
    assert (result["score"], result["overrules"]) == ([3, 7], "they agreed")


def test_each_act_has_its_roles() -> None:
    assert set(EVENT_ACTS) == names()
    for roles in EVENT_ACTS.values():
        assert Role.DIRECTOR in roles
        assert Role.VIEWER not in roles


ALL = [
    *((kind, kind, fields) for kind, fields in UNDOING if kind != "TakeOut"),
    *(
        (f"TakeOut {each.value}", "TakeOut", {"entry_id": "e", "leaving": each.value, "why": "x"})
        for each in LeavingReason
    ),
    ("OpenEvent", "OpenEvent", {"name": "b"}),
    ("SetValues", "SetValues", {"book": "norway", "values": [["clock.delay_s", "10"]]}),
    ("Confirm", "Confirm", {"book": "norway", "values": [["x", "y"]]}),
    ("Enter", "Enter", ENTERS),
    ("BringDivisionBack", "BringDivisionBack", MAIN),
    ("TakeLate", "TakeLate", {**MAIN, "entry": {"players": [{"name": "Per"}]}}),
    ("PublishDraw", "PublishDraw", MAIN),
    ("CloseLatePlaces", "CloseLatePlaces", MAIN),
    ("Call", "Call", {"at_tables": []}),
    ("TakeMatch", "TakeMatch", {"key": key(), "winner": "e", "score": [7, 0]}),
    (
        *("TakeMatch overrules", "TakeMatch"),
        {"key": key(), "winner": "e", "score": [3, 7], "overrules": "x"},
    ),
    ("Award", "Award", {"key": key(), "winner": None, "cause": "ruling", "why": "x"}),
    ("NoteForReport", "NoteForReport", {"matter": "other", "about": "", "words": "x"}),
    ("OfferDates", "OfferDates", {"key": key(), "slots": [{"day": 737_850, "minute": 1140}]}),
    ("TellChairman", "TellChairman", {"key": key(), "why": "x"}),
    (
        *("ClaimMatch", "ClaimMatch"),
        {"key": key(), "claimant": "e", "ground": "late", "why": "x"},
    ),
]
"""One of each act."""


@pytest.mark.parametrize("role", Role)
def test_each_act_is_taken_from_its_roles_and_from_no_others(
    client: Client, director: Service, kari: Runner, role: Role
) -> None:
    assert {name for name, _kind, _fields in ALL} == names()
    kari.drawn()
    if role is not Role.DIRECTOR:
        client.join(director, role, "Ola")
    for name, kind, fields in ALL:
        status, said = kari.asks(kind, **fields)
        if role in EVENT_ACTS[name]:
            assert status in {201, 409}, (name, said)
        else:
            assert (status, "Your role" in said["error"]) == (403, True), name
    refused = [noted.note for noted in director.people.noted if isinstance(noted.note, RoleRefused)]
    assert bool(refused) is (role is not Role.DIRECTOR)


def test_nobody_acts_without_a_session_or_the_token_of_a_page(client: Client, kari: Runner) -> None:
    kari.opened(0)
    body = json.dumps({"kind": "Enter", "seen_seq": 3, "fields": ENTERS}).encode()
    cookie = {"cookie": client.session["cookie"]}
    for path in ("/event/acts", "/event/entries.csv?division_id=main&seen_seq=3"):
        client.session, session = cookie, client.session
        assert client.post(path, body).status == 403
        client.session = {}
        assert client.post(path, body).status == 401
        client.session = session
    assert kari.names() == []


# --- lists of players ----------------------------------------------------------------------------


def test_a_list_of_players_enters_whole(kari: Runner) -> None:
    kari.opened(1)
    content = "Navn;Nr;Elo;Erfaring;Klubb;Epost\nKari;12;1500,5;250;Oslo;k@x\nPär;13;;;;\n".encode(
        "cp1252"
    )
    status, said = kari.lists("main", content)
    assert (status, kari.names()) == (400, ["Player 1"])
    assert ["Pär"] in [each["names"] for each in said["code_pages"]]
    status, said = kari.lists("main", content, code_page="cp1252")
    assert (status, said["entered"], said["passed_over"]) == (201, 2, ["Epost"])
    assert said["seq"] == kari.event["seq"]
    assert kari.names() == ["Player 1", "Kari", "Pär"]
    (player,) = kari.event["entries"][1]["players"]
    assert {name: each for name, each in player.items() if name != "player_id"} == {
        "name": "Kari",
        "number": "12",
        "rating": 1500.5,
        "experience": 250,
        "language": "",
        "team": "Oslo",
    }


def test_of_a_list_with_a_fault_nothing_is_taken(kari: Runner) -> None:
    kari.opened(1)
    before = kari.event
    status, said = kari.lists("main", b"name,rating\nOla,many\n,1500\nplayer 1,\n")
    assert status == 400
    assert [(each["line"], each["field"]) for each in said["faults"]] == [
        (2, "rating1"),
        (3, "player1"),
    ]
    assert said["error"].startswith("No players entered: line 2: a rating is a number")
    assert kari.event == before
    status, said = kari.lists("main", b"name,rating\nOla,many\n,1500\nPer,\n", without="2,3")
    assert (status, said["entered"], kari.names()[1:]) == (201, 1, ["Per"])
    assert kari.lists("main", b"name\nOla\n", without="2;3")[0] == 400


def test_a_list_that_has_grown_enters_who_is_new_and_names_what_changed(kari: Runner) -> None:
    kari.opened(0)
    first = b"name,number,rating\nAda Berg,101,1500\nBo Lind,102,1400\n"
    assert kari.lists("main", first)[1]["entered"] == 2
    status, said = kari.lists("main", first)
    assert (status, [each["line"] for each in said["faults"]]) == (400, [0])
    assert "entered already: 2" in said["error"]
    grown = first.replace(b"1400", b"1425.5") + b"Cy Moe,103,1300\n"
    status, said = kari.lists("main", grown)
    assert (status, said["entered"], said["there"]) == (201, 1, 2)
    assert said["changes"] == ["Bo Lind: 1425.5 in the list, 1400.0 here"]
    assert kari.names() == ["Ada Berg", "Bo Lind", "Cy Moe"]


def test_a_pair_of_people_from_two_pairs_is_no_entry_that_is_there(kari: Runner) -> None:
    kari.opened(0)
    pairs = b"player1,player2\nAda,Bo\nCy,Di\n"
    assert kari.lists("main", pairs)[1]["entered"] == 2
    assert kari.lists("main", b"player1,player2\nBo,Ada\nEli,Fay\n")[1]["there"] == 1
    status, said = kari.lists("main", b"player1,player2\nAda,Cy\n")
    assert (status, {each["reason"] for each in said["reasons"]}) == (409, {"entered"})
    assert len(kari.names()) == 3


def test_two_people_of_one_name_enter_by_their_numbers(kari: Runner) -> None:
    kari.opened(0)
    status, said = kari.lists("main", b"name,number\nAnne Lee,101\nAnne Lee,202\n")
    assert (status, said["entered"]) == (201, 2)
    assert kari.names() == ["Anne Lee", "Anne Lee (202)"]
    third = {"players": [{"name": "anne lee", "number": "303"}]}
    assert kari.does("Enter", division_id="main", entries=[third])
    assert kari.names()[2] == "anne lee (303)"
    players = {each["players"][0]["player_id"] for each in kari.event["entries"]}
    assert len(players) == 3
    status, said = kari.lists("main", b"name,number\nAnne Lee,202\nAnne Lee,404\n")
    assert (status, said["entered"], said["there"]) == (201, 1, 1)


@pytest.mark.parametrize(
    ("there", "other"),
    [
        ("Jörg Müßig,", "Joerg Muessig,"),
        ("Bo Lind,", '"Lind, Bo",'),
        ("Bo Lind,0123", "B. Lind,123"),
        ("Bo Lind,", "Bo Lind,7"),
        ("Anne-Marie Berg,", "Anne Marie Berg,"),
    ],
)
@pytest.mark.parametrize("in_one_list", [True, False])
def test_who_may_be_one_person_is_asked_about(
    kari: Runner, there: str, other: str, in_one_list: bool
) -> None:
    kari.opened(0)
    kari.makes("b")
    if in_one_list:
        where, line, content = "main", 3, f"name,number\n{there}\n{other}\n".encode()
    else:
        where, line, content = "b", 2, f"name,number\n{other}\n".encode()
        assert kari.lists("main", f"name,number\n{there}\n".encode())[0] == 201
    known = not in_one_list and other.endswith(",7")
    status, said = kari.lists(where, content)
    assert (status, said.get("twins")) == ((201, None) if known else (400, [line]))
    if known:  # the number is new, and nobody else has the name
        return
    assert kari.names(where) == []
    status, said = kari.lists(where, content, apart=str(line))
    assert status == 201
    assert len(kari.names(where)) == (2 if in_one_list else 1)


def test_a_list_with_another_ones_number_is_told_by_its_line(kari: Runner) -> None:
    kari.opened(0)
    kari.makes("b")
    assert kari.lists("main", b"name,number\nOla,5\n")[0] == 201
    status, said = kari.lists("b", b"name,number\nKari,4\nPer,5\n")
    assert (status, said["faults"]) == (
        400,
        [{"line": 3, "field": "number1", "words": "the number 5 is Ola's"}],
    )
    assert kari.names("b") == []


def test_a_list_for_a_division_that_is_not_there_or_drawn_is_refused(kari: Runner) -> None:
    kari.drawn()
    status, said = kari.lists("nowhere", b"name\nOla\n")
    assert (status, said["reasons"][0]["reason"]) == (409, "unknown")
    status, said = kari.lists("main", b"name\nOla\n")
    assert (status, said["reasons"][0]["reason"]) == (409, "drawn")
    assert kari.post("/event/entries.csv?division_id=main&seen_seq=x", b"name\nOla\n")[0] == 400


def test_ten_thousand_enter_at_once(kari: Runner) -> None:
    kari.opened(0)
    lines = (f"Player {n},{n},{n % 2000},en,Club {n % 50}\n" for n in range(10_000))
    content = b"name,number,rating,language,team\n" + "".join(lines).encode()
    status, said = kari.lists("main", content)
    assert (status, said.get("entered")) == (201, 10_000)
    assert len(kari.names()) == 10_000


@pytest.mark.parametrize("takes", ["gzip", "br, gzip", "GZIP;q=0.5", "gzip, br;q=0"])
def test_the_whole_event_comes_packed_to_who_can_unpack_it(
    client: Client, kari: Runner, takes: str
) -> None:
    kari.drawn()
    plain = client.get("/event")
    assert "content-encoding" not in plain.headers
    small = client.get("/event", **{"accept-encoding": takes})
    assert small.headers["content-encoding"] == "gzip"
    assert gzip.decompress(small.body) == plain.body
    assert len(small.body) < len(plain.body) / 3


@pytest.mark.parametrize("takes", ["", "br", "gzip;q=0", "gzip;q=0.0, br", "xgzip"])
def test_who_cannot_unpack_gets_it_plain(client: Client, kari: Runner, takes: str) -> None:
    kari.drawn()
    answer = client.get("/event", **{"accept-encoding": takes})
    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.json()["seq"] == kari.event["seq"]


def test_a_match_that_cannot_be_called_is_told_by_who_plays_it(kari: Runner) -> None:
    kari.drawn()
    call = {"at_tables": [[key(), 1]]}
    kari.does("Call", **call)
    names = {each["entry_id"]: each["name"] for each in kari.event["entries"]}
    one, two = (names[each] for each in kari.players("main-1-1"))
    _status, told = kari.asks("Call", **call)
    assert f"{one} – {two}: " in told["error"]
    assert "main-1-1" not in told["error"]


def test_who_was_written_down_wrongly_is_corrected_and_known_by_it(kari: Runner) -> None:
    kari.opened(0)
    kari.does("Enter", division_id="main", entries=[{"players": [{"name": "Ana Bergh"}]}])
    (entry,) = kari.event["entries"]
    (ana,) = entry["players"]
    anna = {"name": " Anna  Berg", "number": "123", "rating": 1650.0, "experience": 40}
    corrected = {"player_id": ana["player_id"], "player": anna}
    assert kari.does("CorrectPlayer", **corrected) == ["PlayerCorrected"]
    (after,) = kari.event["entries"]
    assert after["entry_id"] == entry["entry_id"]
    assert after["name"] == "Anna Berg"
    assert {**after["players"][0]} == {
        **ana,
        **{"name": "Anna Berg", "number": "123", "rating": 1650.0, "experience": 40},
    }
    again = {"players": [{"name": "Anna Berg", "number": "123"}]}
    assert kari.refused("Enter", division_id="main", entries=[again])
    assert kari.refused("CorrectPlayer", **corrected) == {("unchanged", "Anna Berg")}


def test_a_pair_is_given_a_name_of_its_own(kari: Runner) -> None:
    kari.opened(0)
    pair = {"players": [{"name": "Ana"}, {"name": "Bo"}]}
    kari.does("Enter", division_id="main", entries=[pair])
    (entry,) = kari.event["entries"]
    named = {"entry_id": entry["entry_id"], "name": "The Aces"}
    assert kari.does("RenameEntry", **named) == ["EntryRenamed"]
    assert kari.event["entries"] == [{**entry, "name": "The Aces"}]
