"""The schema of the port says what is served, and every route does as it says: Schemathesis calls
them all on a real process, with what the schema takes and with what it does not.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from kits.hall_kit import PASSWORD, PaperTable
from kits.pictures_kit import jpeg, sent_by
from kits.played_turns import transcript_of
from kits.served_kit import Director, settings_of, starts
from kits.tournament_kit import PROGRESSIVE
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from kiosk.director.app import ROUTES
from kiosk.director.http.openapi import ORDER
from kiosk.director.http.route import CSV, JPEG
from kiosk.director.people.roles import STRANGER, Permission
from kiosk.record.transcripts import transcript_file, transcripts_beside
from kiosk.rules.ending import WinAgreed, WinDeclared
from kiosk.rules.result import ResultConfirmed
from kiosk.rules.turn import ClockPressed
from kiosk.rules.units import SIDES, Side
from kiosk.wire.enrolment import TableSide
from kiosk.wire.signing import DeviceKey

DAY, NIGHT = 10, 300
"""Requests of each kind to each route."""

JSON = "application/json"
PICTURE = jpeg("a roll")
PLAYERS = b"name,rating\nKari,1800\nOla,\n"
SHA256 = hashlib.sha256(PICTURE).hexdigest()
KNOCK_OUT = msgspec.to_builtins(PROGRESSIVE)
STOP = {"journal_id": "journal-1", "match_id": "match-1", "kind": "stop", "why": "noise"}

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@pytest.fixture
def director(tmp_path: Path, table: PaperTable) -> Iterator[Director]:
    """His table has one row that names a picture."""
    table.keeper.do(ClockPressed, Side.WHITE, by="buttons")
    table.keeper.roll((6, 2), SHA256)
    settings_of(tmp_path, table.key.public)
    with starts(tmp_path, table) as start:
        started = start()
        started.batch(table.batch())
        started.session = started.enter()
        started.door_line = ""  # the link is used
        yield started


def published(director: Director) -> Any:
    return json.loads(director.ask("GET", "/openapi.json")[1])


def test_it_says_where_one_has_to_be_signed_in(director: Director) -> None:
    assert director.ask_as_nobody("GET", "/openapi.json")[0] == 401
    told = published(director)
    assert told["components"]["securitySchemes"]["session"]["name"] == "session"
    open_to_all = {
        f"{method.upper()} {path}"
        for path, ways in told["paths"].items()
        for method, way in ways.items()
        if "security" not in way
    }
    assert open_to_all == {name for name, route in ROUTES.items() if route.permission in STRANGER}


# --- each route, called --------------------------------------------------------------------------


def operations(director: Director) -> dict[str, APIOperation]:
    """By method and path; those that are about passwords come last, as wrong ones cost a wait."""
    told = published(director)
    schemathesis.openapi.from_dict(told).validate()
    for ways in told["paths"].values():
        for way in ways.values():
            way.pop("security", None)  # who asks is known by the headers these tests send
    schema = schemathesis.openapi.from_dict(told)
    schema.config.update(base_url=f"http://127.0.0.1:{director.port}")
    schema.config.max_stream_events = 1
    refused = schema.config.checks.negative_data_rejection
    refused.expected_statuses = [*refused.expected_statuses, "413"]  # it may be too long, too
    found = {each.ok().label: each.ok() for each in schema.get_all_operations()}
    return dict(sorted(found.items(), key=lambda way: way[0] in PASSWORDS))


def known(director: Director) -> Mapping[str, str]:
    """Kari, who is the director."""
    director.session = director.session or director.enter()
    return director.session


def called(case: Case, session: requests.Session, headers: Mapping[str, str]) -> int:
    """What it was answered with, as the schema says."""
    return case.call_and_validate(session=session, headers=dict(headers), checks=CHECKS).status_code


PASSWORDS = ("POST /own/password", "POST /join", "POST /sign-in")
LEAVES = ("POST /own/sign-out", "POST /own/sign-out-everywhere")
NO_SCHEMA_TELLS = {
    "POST /table/batch": "what is signed, and by whom",
    "POST /table/orders": "the same",
    "POST /table/rows": "the same",
    "PUT /table/pictures/{sha256}": "who signed it, and whether a row names it",
    "GET /enrol/cards/{name}": "which cards there are",
    "POST /enrol": "which devices wait, and which are enrolled",
    "POST /enrol/look": "which devices wait, and which are enrolled",
    "POST /own/sign-out-one": "which sessions there are",
    "POST /event/acts": "what each kind of act asks for, and what there is",
    "POST /event/acts/look": "what each kind of act asks for, and what there is",
    "POST /ladders": "which clubs' rules there are",
    "POST /ladder/{ladder_id}/acts": "what each kind of act asks for, and what there is",
    "POST /ladder/{ladder_id}/acts/look": "what each kind of act asks for, and what there is",
    "POST /ladder/{ladder_id}/final": "which formats and which ladders there are",
    "POST /event/entries.csv": "what a list of players is",
    "POST /event/entries/rows": "what a list of players is",
    "POST /event/entries": "which divisions there are, and what a line of a list is",
    "POST /tables/{journal_id}/plays": "whether the match is over, and where checkers stand",
    "POST /tables/{journal_id}/analysis": "whether all plays are known",
    "POST /own/password": "what the password is",
    "POST /people/invite": "who has an account",
    "POST /people/withdraw": "which links there are",
    "POST /people/role": "who has an account",
    "POST /people/sign-out": "who has an account",
    "POST /page-faults": "which pages there are",
}
"""Why a request that fits may make no sense here."""


def has_float(value: Any) -> bool:
    """Whether a number with a point is anywhere in a body."""
    if isinstance(value, dict):
        value = list(value.values())
    return any(map(has_float, value)) if isinstance(value, list) else isinstance(value, float)


def fits(case: Case) -> bool:
    """Whether nothing speaks against it but what the schema says. 1.0 is a whole number to it."""
    label, body = case.operation.label, case.body
    if isinstance(body, dict):
        if has_float(body):
            return False
        taken = ROUTES[label].body
        if taken is not None and taken.kind == ORDER:
            body["journal_id"] = "journal-1"
            return body["kind"] != "past_roll" and not body.get("rules")
        if label == "POST /people/invite":
            return body.get("name") is None
        if label in {"POST /enrol", "POST /enrol/look"}:
            return bool(body["type"] == "card")
    return label not in NO_SCHEMA_TELLS


def tried(operation: APIOperation, many: int, act: Callable[[Case, bool], None]) -> None:
    """Cases the schema takes, and where there are any, cases it does not."""
    route = ROUTES[operation.label]
    modes = {GenerationMode.POSITIVE: True}
    if (route.body and route.body.kind) not in {None, JPEG, CSV} or "after" in route.asks:
        modes[GenerationMode.NEGATIVE] = False
    for mode, fitting in modes.items():

        @settings(max_examples=many, suppress_health_check=list(HealthCheck), database=None)
        @given(case=operation.as_strategy(generation_mode=mode))
        def one(case: Case) -> None:
            act(case, fitting)  # noqa: B023 (it runs here)

        one()


@pytest.mark.parametrize("many", [DAY, pytest.param(NIGHT, marks=pytest.mark.night)])
def test_who_is_signed_in_is_answered_as_the_schema_says(director: Director, many: int) -> None:
    session = requests.Session()

    def act(case: Case, fitting: bool) -> None:
        fitting = fitting and fits(case)
        status = called(case, session, known(director))
        if case.operation.label in LEAVES:
            director.session = {}
        assert not fitting or status != 400, (case.operation.label, case.body, case.query)
        if case.method == "GET":
            called(case, session, {**known(director), "Accept": "text/html"})

    for operation in operations(director).values():
        tried(operation, many, act)


@pytest.mark.parametrize("many", [DAY, pytest.param(NIGHT, marks=pytest.mark.night)])
def test_nobody_is_answered_as_the_schema_says(director: Director, many: int) -> None:
    session = requests.Session()

    def act(case: Case, fitting: bool) -> None:
        knows = ROUTES[case.operation.label].permission not in STRANGER
        assert (called(case, session, {}) == 401) == knows
        if case.method == "GET" and fitting:
            assert (called(case, session, {"Accept": "text/html"}) == 303) == knows

    for operation in operations(director).values():
        if operation.label != "POST /sign-in":  # 401 there, too
            tried(operation, many, act)


class Ways:
    """Right requests to each route, by who may; `said` has the routes that did what was asked."""

    def __init__(self, director: Director) -> None:
        self.said: set[str] = set()
        self._director, self._session = director, requests.Session()
        self._operations = operations(director)

    def does(self, label: str, body: Any = None, **more: Any) -> Any:
        """What is answered, as the schema says: JSON, or bytes."""
        needed = ROUTES[label].permission
        stranger = needed in {Permission.TABLE, Permission.LIVE} or label == "GET /sign-in"
        headers = {} if stranger else dict(known(self._director))
        if isinstance(body, bytes) and body not in {PICTURE, PLAYERS}:
            body = json.loads(body)
        case = self._operations[label].Case(**more, **({} if body is None else {"body": body}))
        answer = case.call_and_validate(session=self._session, headers=headers, checks=CHECKS[:-1])
        assert 200 <= answer.status_code < 300, answer.content
        self.said.add(label)
        if label in LEAVES:
            self._director.session = {}
        return answer.json() if answer.headers.get("content-type") == [JSON] else answer.content

    def orders(self) -> None:
        command = self.does("POST /orders", STOP)["command_id"]
        assert self.does("POST /orders/look", STOP)["verb"] == "Stop both clocks now"
        order = self.does("GET /orders/{command_id}", path_parameters={"command_id": command})
        assert order["why"] == "noise"

    def tables(self, table: PaperTable) -> None:
        for kind, body in (("batch", table.beat()), ("orders", table.poll())):
            assert self.does(f"POST /table/{kind}", body)["type"] == "signed"
        assert self.does("POST /table/rows", table.rows_wanted(0))["type"] == "signed"
        of = {"path_parameters": {"sha256": SHA256}}
        of_table = {"headers": sent_by(table.key, SHA256)}
        self.does("PUT /table/pictures/{sha256}", PICTURE, **of, **of_table)
        assert self.does("GET /pictures/{sha256}.jpg", **of) == PICTURE
        of = {"path_parameters": {"journal_id": "journal-1"}}
        assert b"<html" in self.does("GET /tables/{journal_id}", **of)
        named = self.does("GET /tables/{journal_id}/record.json", **of)["match_id"]
        told = self.does("GET /tables/{journal_id}/record.csv", **of, query={"match_id": named})
        assert b"roll,62" in told
        assert b"62: ???" in self.does("GET /tables/{journal_id}/record.mat", **of)
        assert b"GM[6]" in self.does("GET /tables/{journal_id}/record.sgf", **of)
        assert self.does("GET /tables/{journal_id}/record.ogxm", **of).startswith(b"OGXM")
        lines = self.does("GET /tables/{journal_id}/events", **of, query={"after": 2})
        assert b"event: card" in lines

    def match(self, table: PaperTable) -> None:
        """It ends, both sign, and it is taken home."""
        keeper, before = table.keeper, len(table.rows)
        keeper.tap(WinDeclared, Side.BLACK, 3)
        keeper.tap(WinAgreed, Side.WHITE)
        for side in SIDES:
            keeper.tap(ResultConfirmed, side)
        batch = table.batch(before, over="match-1")
        told = json.loads(self.does("POST /table/batch", batch)["signed"])
        of = {"token": told["match_page"]["token"]}
        assert b"<html" in self.does("GET /match/{token}", path_parameters=of)
        for form, content in (("mat", b"62: ???"), ("sgf", b"GM[6]"), ("csv", b"roll,62")):
            named = {"path_parameters": {**of, "form": form}}
            assert content in self.does("GET /match/{token}/match.{form}", **named)
        named = {"path_parameters": {**of, "form": "json"}}
        assert self.does("GET /match/{token}/match.{form}", **named)["match_id"] == "match-1"
        named = {"path_parameters": {**of, "sha256": SHA256}}
        assert self.does("GET /match/{token}/pictures/{sha256}.jpg", **named) == PICTURE

    def plays(self, table: PaperTable, home: Path) -> None:
        """What was played in that match is asked, answered, sent away."""
        made = transcript_of(table.rows, "match-1")
        folder = transcripts_beside(home / "director.db")
        file = transcript_file(folder, made.journal_id, "match-1")
        file.parent.mkdir()
        file.write_bytes(msgspec.json.encode(made))
        of = {"path_parameters": {"journal_id": "journal-1"}}
        assert b"<html" in self.does("GET /tables/{journal_id}/plays", **of)
        shown = self.does("GET /tables/{journal_id}/plays.json", **of)
        (turn,) = shown["transcript"]["turns"]
        answer = {"seq": turn["seq"], "moves": turn["ways"][1]["moves"]}
        assert self.does("POST /tables/{journal_id}/plays", answer, **of) == {"answers": 1}
        known = msgspec.structs.replace(made.turns[0], certainty="answered")
        file.write_bytes(msgspec.json.encode(msgspec.structs.replace(made, turns=(known,))))
        begun = self.does("POST /tables/{journal_id}/analysis", **of)
        assert begun == {"analysing": "running"}
        assert self.does("GET /tables/{journal_id}/bundle.zip", **of).startswith(b"PK")

    def enrols(self) -> None:
        code = self.does("POST /enrol", {"type": "code"})["code"].replace(" ", "")
        key = DeviceKey(bytes([9]) * 32)
        device = TableSide(key, "paper", "code", code[:2], code.encode(), "")
        begun = self.does("POST /table/enrol", device.begin())
        proof = device.prove(json.dumps(begun).encode())
        device.proved(json.dumps(self.does("POST /table/enrol", proof)).encode())
        card = self.does("POST /enrol", {"type": "card"})["name"]
        (words,) = self.does("POST /enrol/look", {"type": "void", "name": card})["sentences"]
        assert words == f"Card {card[:6]} no longer enrols devices."
        state = self.does("GET /enrol/state")
        (waiting,) = state["waiting"]
        assert ([each["name"] for each in state["cards"]], waiting["digits"]) == (
            [card],
            device.digits,
        )
        accepted = {"type": "accept", "session": waiting["session"], "number": 2}
        assert self.does("POST /enrol", accepted) == {}
        assert self.does("POST /table/enrol", device.ask())["number"] == 2
        assert b"<svg" in self.does("GET /enrol/cards/{name}", path_parameters={"name": card})

    def people(self) -> None:
        link = self.does("POST /people/invite", {"role": "viewer"})["link"]
        token = {"token": link.partition("#")[2]}
        assert self.does("POST /join/look", token) == {"role": "Viewer", "name": None}
        eva = {"name": "Eva", "password": PASSWORD}
        assert self.does("POST /join", token | eva) == {"name": "Eva"}
        assert self.does("POST /people/role", {"name": "Eva", "role": "scorer"}) == {}
        assert self.does("POST /people/sign-out", {"name": "Eva"}) == {}
        unused = self.does("POST /people/invite", {"name": "Eva"})["invitation"]
        assert self.does("POST /people/withdraw", {"invitation": unused}) == {}
        assert self.does("POST /sign-in", eva) == {"name": "Eva"}

    def public(self) -> None:
        shown = {"shown": "scores", "names": True, "pictures": True}
        assert self.does("POST /people/public", shown) == {}
        assert b"event: all" in self.does("GET /live/events")
        of = {"path_parameters": {"sha256": SHA256}}
        assert self.does("GET /live/pictures/{sha256}.jpg", **of) == PICTURE
        assert b"event: event" in self.does("GET /hall/events")
        of = {"path_parameters": {"table": "1"}}
        assert b"overlay.js" in self.does("GET /overlay/{table}", **of)
        shown |= {"draws": True, "places": True, "delay_min": 5}
        assert self.does("POST /people/public", shown) == {}
        assert b"event: event" in self.does("GET /phone/events")
        assert self.does("POST /page-faults", {"page": "/hall", "what": "no places"}) == {}

    def event(self) -> None:
        opened = {"kind": "OpenEvent", "seen_seq": 0, "fields": {"name": "Open"}}
        assert self.does("POST /event/acts", opened)["kinds"] == ["EventOpened"]
        assert self.does("GET /event/formats")["formats"]
        made = {"division_id": "main", "name": "Main", "format": KNOCK_OUT, "precedence": 1}
        self.does("POST /event/acts", {"kind": "MakeDivision", "seen_seq": 1, "fields": made})
        assert self.does("GET /event/confirm")["values"]
        listed = {"division_id": "main", "seen_seq": 2}
        done = self.does("POST /event/entries.csv", PLAYERS, query=listed)
        assert done == {"seq": 3, "entered": 2, "there": 0, "changes": [], "passed_over": []}
        read = self.does("POST /event/entries/rows", PLAYERS)
        sheet = {"division_id": "main", "seen_seq": 3, "heads": read["heads"]}
        sheet |= {"fields": read["fields"], "rows": [{"line": 9, "cells": ["Cy"]}]}
        (line,) = self.does("POST /event/entries/look", sheet)["lines"]
        assert line == {"line": 9, "becomes": "new", "why": []}
        assert self.does("POST /event/entries", sheet)["entered"] == 1
        drawn = {"division_id": "main"}
        asked = {"kind": "DrawDivision", "seen_seq": 4, "fields": drawn}
        assert self.does("POST /event/acts/look", asked) == {"seq": 4, "sentences": []}
        self.does("POST /event/acts", asked)
        assert self.does("GET /event/undo") == {"seq": 5, "acts": []}
        for name in ("entries", "results", "standings", "ratings"):
            listed = self.does(f"GET /event/{name}.json")
            assert (listed["event"], listed["seq"]) == ("Open", 5)
            lines = self.does(f"GET /event/{name}.csv").decode().splitlines()
            assert len(lines) == 1 + len(listed["lines"])
        assert self.does("GET /event/report.json")["entries"] == 3
        assert b"<h1>" in self.does("GET /event/report")
        assert b"No match is called." in self.does("GET /event/slips")
        of = {"path_parameters": {"division_id": "main"}}
        assert b'class="bracket"' in self.does("GET /event/sheet/{division_id}", **of)
        (division,) = self.does("GET /event")["divisions"]
        assert {place["comes"] for place in division["pairings"][0]["places"]} == {"entry"}

    def ladder(self) -> None:
        (offered,) = self.does("GET /ladders")["offered"]
        fields = {"rules": offered["rules"], "name": "Ladder", "members": ["Kari", "Ola"]}
        asked = {"kind": "OpenLadder", "seen_seq": 0, "fields": fields}
        of = {"path_parameters": {"ladder_id": self.does("POST /ladders", asked)["ladder_id"]}}
        opened = {"kind": "OpenSeason", "seen_seq": 1}
        self.does("POST /ladder/{ladder_id}/acts", opened, **of)
        kari, ola = (
            each["member_id"] for each in self.does("GET /ladder/{ladder_id}", **of)["members"]
        )
        pair = {"challenger": ola, "challenged": kari}
        made = {"kind": "MakeChallenge", "seen_seq": 2, "fields": pair}
        assert self.does("POST /ladder/{ladder_id}/acts", made, **of)["seq"] == 3
        (challenge,) = self.does("GET /ladder/{ladder_id}", **of)["challenges"]
        assert challenge["state"] == "open"
        self.final(offered["rules"])

    def final(self, rules: str) -> None:
        """Of a ladder whose season is over."""
        fields = {"rules": rules, "name": "Old", "members": ["Kari", "Ola"]}
        opened = {"kind": "OpenLadder", "seen_seq": 0, "fields": fields}
        of = {"path_parameters": {"ladder_id": self.does("POST /ladders", opened)["ladder_id"]}}
        yesterday = (date.today() - timedelta(days=1)).isoformat()
        days = {"first_day": yesterday, "last_day": yesterday}
        for seq, (kind, said) in enumerate((("OpenSeason", days), ("CloseSeason", {})), 1):
            act = {"kind": kind, "seen_seq": seq, "fields": said}
            assert self.does("POST /ladder/{ladder_id}/acts/look", act, **of)["seq"] == seq
            self.does("POST /ladder/{ladder_id}/acts", act, **of)
        final = {"format_id": "knock-out", "name": "Cup", "seeds": 2}
        done = self.does("POST /ladder/{ladder_id}/final", final, **of)
        assert done["kinds"] == ["DivisionMade", "Entered", "Drawn"]

    def own(self) -> None:
        known(self._director)
        here = re.findall(r'data-session="([^"]+)"', self.does("GET /own").decode())
        assert self.does("POST /own/sign-out-one", {"session": here[-1]}) == {}
        self._director.session = {}
        assert self.does("POST /own/password", {"old": PASSWORD, "new": PASSWORD}) == {
            "name": "Kari"
        }
        self._director.session = {}
        for label in LEAVES:
            assert self.does(label) == {}


def test_each_route_does_what_it_is_for_and_answers_as_the_schema_says(
    director: Director, table: PaperTable, tmp_path: Path
) -> None:
    ways = Ways(director)
    ways.orders()
    ways.tables(table)
    ways.enrols()
    ways.people()
    ways.public()
    ways.event()
    ways.ladder()
    ways.match(table)
    ways.plays(table, tmp_path)
    ways.own()
    for label in ROUTES:
        assert label in ways.said or ways.does(label)
    assert ways.said == ROUTES.keys()
