"""Requests no program of ours makes, by the thousand, to the real port: no fault, and what is kept
was answered as done.
"""

import json
import re
import signal
import socket
import sqlite3
import ssl
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from kits.hall_kit import DIRECTORS_KEY, HandClocks, PaperTable, service
from kits.malformed import WITHIN_S, done, requests, statuses, ways
from kits.served_kit import Director, settings_of, starts

from kiosk.director.app import create_app
from kiosk.director.http.coalesced import MOST_AN_HOUR

SOON = {"head_s": 0.5, "body_s": 0.3, "idle_s": 1}
"""So that those who never say it all are soon answered."""
CALLERS = ("nobody", "nobody", "director", "viewer")
"""In turn, by a part's seed; of each eight parts four speak TLS."""
DAY, NIGHT = 500, 5_000
"""Requests of a part; the night's twenty have 100,000."""
PARTS = (
    *((seed, DAY) for seed in (0, 6, 3)),
    *(pytest.param(seed, NIGHT, marks=pytest.mark.night) for seed in range(20)),
)
MOST_MB, MOST_TLS_MB = 150, 450
"""By which its memory may grow; asyncio holds 256 KiB for a TLS connection until it is freed."""

LEFT_BY = {
    "given": ("/orders",),
    "giver": ("/orders",),
    "InvitationMade": ("/people/invite",),
    "InvitationWithdrawn": ("/people/withdraw",),
    "RoleChanged": ("/people/role",),
    "SessionsClosed": ("/people/sign-out", "/people/role"),
    "PublicSet": ("/people/public",),
    "event_log": ("/event/acts", "/event/entries.csv", "/event/entries"),
    "ladder_log": ("/ladders",),
    "card_made": ("/enrol",),
    "card_voided": ("/enrol",),
    "code_made": ("/enrol",),
}
"""What is kept, and where somebody who may asked for it."""

ORDER = {"journal_id": "journal-1", "match_id": "match-1", "kind": "stop", "why": "noise"}
SHEET = {"division_id": "main", "seen_seq": 2, "heads": ["Navn"], "fields": ["name"]} | {
    "rows": [{"line": 2, "cells": ["Kari"]}]
}
FORMS = {
    "/orders": (ORDER, ORDER | {"kind": "message", "text": "Round 3"}),
    "/orders/look": (ORDER, ORDER | {"kind": "score", "white": 1, "black": 0}),
    "/sign-in": ({"name": "Ola", "password": "another horse battery"},),
    "/join": ({"token": "x" * 43, "name": "Per", "password": "another horse battery"},),
    "/join/look": ({"token": "x" * 43},),
    "/own/password": ({"old": "another horse battery", "new": "yet another horse"},),
    "/people/invite": ({"role": "viewer", "hours": 24}, {"name": "Ola"}),
    "/people/withdraw": ({"invitation": "x" * 12},),
    "/people/role": ({"name": "Eva", "role": "scorer"},),
    "/people/sign-out": ({"name": "Eva"},),
    "/people/public": (
        {"shown": "scores", "names": True, "pictures": False},
        {"shown": "nothing", "names": True, "draws": True, "places": True, "delay_min": 5},
    ),
    "/own/sign-out-one": ({"session": "x" * 22},),
    "/event/entries.csv": ({"name": "Kari"},),
    "/event/entries/rows": ({"name": "Kari"},),
    "/event/entries/look": (SHEET,),
    "/event/entries": (SHEET,),
    "/event/acts": (
        {"kind": "OpenEvent", "seen_seq": 0, "fields": {"name": "Open"}},
        {"kind": "SetTables", "seen_seq": 1, "fields": {"tables": [1, 2]}},
        {"kind": "ArrangeRound", "seen_seq": 2}
        | {"fields": {"key": {"division_id": "x", "pairing_id": "y"}, "slot": {"day": 1}}},
    ),
    "/event/acts/look": (
        {"kind": "OpenEvent", "seen_seq": 0, "fields": {"name": "Open"}},
        {"kind": "SetTables", "seen_seq": 1, "fields": {"tables": [1, 2]}},
    ),
    "/page-faults": ({"page": "/", "what": "TypeError: x is undefined"},),
    "/ladders": (
        {"kind": "OpenLadder", "seen_seq": 0}
        | {"fields": {"rules": "london-club", "name": "L", "members": ["Kari", "Ola"]}},
    ),
    "/tables/{}/plays": ({"seq": 12, "moves": [[13, 8], [24, 22]]}, {"seq": 12}),
    "/ladder/{}/acts": ({"kind": "OpenSeason", "seen_seq": 1, "fields": {}},),
    "/ladder/{}/acts/look": ({"kind": "CloseSeason", "seen_seq": 1, "fields": {}},),
    "/ladder/{}/final": ({"format_id": "knock-out", "name": "Cup", "seeds": 2},),
    "/enrol": (
        *({"type": kind, "session": "x" * 32, "number": 3} for kind in ("accept", "refuse")),
        *({"type": kind, "key": "x", "spare": "y", "number": 3} for kind in ("move", "swap")),
        *({"type": "revoke", "key": "x"}, {"type": "card", "hours": 24}, {"type": "code"}),
        *({"type": "void", "name": "x"}, {"type": "take_back", "key": "x"}),
    ),
    "/enrol/look": (
        *({"type": kind, "key": "x", "spare": "y", "number": 3} for kind in ("move", "swap")),
        *({"type": kind, "key": "x"} for kind in ("revoke", "take_back")),
        {"type": "void", "name": "x", "seen": 1},
    ),
    "/table/enrol": (
        {"type": "begin", "protocol": 1, "app": "x", "way": "code", "name": "BC", "key": "x"}
        | {"commit": "ab", "pake": "cd"},
        {"type": "prove", "session": "x", "nonce": "ab", "mac": "cd", "signature": "x"},
        {"type": "ask", "session": "x", "nonce": "ab", "mac": "cd"},
    ),
}
"""What pages and new devices send. Kari, who asks, is none of those it is about."""
REPORT = re.compile(r"the page \S+ of (a visitor|Kari|Ola) failed(, \d+ times .*)?: .+")
"""What the log has of a page's fault."""


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Callable[..., Director]]:
    with starts(tmp_path, table) as starting:

        def under(*, tls: bool) -> Director:
            settings_of(tmp_path, table.key.public, more="tls = true\n" if tls else "")
            return starting(limits=SOON)

        yield under


@pytest.fixture
def routes(tmp_path: Path, hand: HandClocks) -> Iterator[list[tuple[str, str]]]:
    (tmp_path / "paper").mkdir()
    made = service(tmp_path / "paper", hand)
    yield ways(create_app(made, DIRECTORS_KEY).routes)
    made.lifecycle.finish()
    made.lifecycle.thread.store.close()


def kept(folder: Path) -> Counter[str]:
    """Each line of what makes a database anew."""
    with closing(sqlite3.connect(folder / "director.db")) as visitor:
        return Counter(visitor.iterdump())


def kind(line: str) -> str:
    """What such a line keeps: a note of this type, or a row of this table."""
    (table,) = re.findall(r'^INSERT INTO "(\w+)"', line)
    noted = re.search(r'"type":"(\w+)"', line) if table in {"noted", "enrolment"} else None
    return noted[1] if noted else table


def memory_mb(director: Director) -> int:
    status = Path(f"/proc/{director.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


def entering(director: Director, who: str) -> Mapping[str, str]:
    """How a caller is known; Eva and Ola are viewers here, whoever it is."""
    known = {}
    for name in ("Eva", "Ola"):
        link = json.loads(director.ask("POST", "/people/invite", b'{"role":"viewer"}')[1])["link"]
        known = director.enter(name, link.partition("#")[2])
    return {"nobody": {}, "director": director.session, "viewer": known}[who]


def connecting(director: Director) -> Callable[[], socket.socket]:
    """Somebody who takes any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    def opened() -> socket.socket:
        plain = socket.create_connection(("127.0.0.1", director.port), WITHIN_S)
        try:
            return context.wrap_socket(plain) if director.tls else plain
        except (ConnectionResetError, ssl.SSLError):
            return opened()  # on a busy machine a handshake takes longer than it may

    return opened


def bodies(stranger: PaperTable) -> dict[str, Sequence[bytes]]:
    """By the path that takes them; `stranger` is no table of this director's."""
    return {
        path: [json.dumps(each).encode() for each in forms] for path, forms in FORMS.items()
    } | {
        "/table/batch": [stranger.batch(), stranger.beat()],
        "/table/orders": [stranger.poll()],
        "/table/rows": [stranger.rows_wanted(0)],
    }


def test_the_routes_are_all_there_and_each_that_takes_a_body_gets_its_own(
    routes: list[tuple[str, str]], table: PaperTable
) -> None:
    assert ("GET", "/static/{}") in routes
    assert ("GET", "/pictures/{}.jpg") in routes
    bodiless = {"/own/sign-out", "/own/sign-out-everywhere", "/tables/{}/analysis"}
    assert {path for method, path in routes if method == "POST"} - bodiless == bodies(table).keys()


@pytest.mark.parametrize(("seed", "many"), PARTS)
def test_requests_that_make_no_sense_are_told_so_and_leave_nothing(
    start: Callable[..., Director],
    tmp_path: Path,
    routes: list[tuple[str, str]],
    table: PaperTable,
    make_table: Callable[..., PaperTable],
    seed: int,
    many: int,
) -> None:
    director = start(tls=seed % 8 >= 4)
    director.batch(table.batch())
    who = CALLERS[seed % len(CALLERS)]
    known = entering(director, who)
    if known:  # whatever is said there, it is done
        routes = [way for way in routes if not way[1].startswith("/own/sign-out")]
    headers = {"Host": f"127.0.0.1:{director.port}", **known}
    before, grown = kept(tmp_path), memory_mb(director)

    answered: Counter[int] = Counter()
    changed: Counter[str | None] = Counter()
    poured = requests(routes, bodies(make_table(9)), seed, many, headers)
    for request, status in statuses(connecting(director), poured):
        assert status < 500, f"{status} for {request[:600]!r}"
        answered[status] += 1
        changed[done(request, status)] += 1

    assert answered.total() == many
    assert {"nobody": {400, 401, 404, 405}}.get(who, {400, 404, 405}) <= answered.keys()
    after = kept(tmp_path)
    assert before <= after
    left = Counter(map(kind, (after - before).elements()))
    for refused in ("SignInFailed", "RoleRefused"):
        assert left.pop(refused, 0) <= MOST_AN_HOUR
    told = {each: sum(changed[path] for path in LEFT_BY[each]) for each in left}
    assert {each: count for each, count in left.items() if count > told[each]} == {}
    assert bool(left) == (who == "director")
    assert memory_mb(director) - grown < (MOST_TLS_MB if director.tls else MOST_MB)
    if known:
        assert director.ask_as_nobody("GET", "/forms", **known)[0] == 200
    assert director.batch(table.beat()).seq == len(table.rows)
    code, log = director.end(signal.SIGTERM)
    assert code == 0
    reports = log.splitlines()
    assert [line for line in reports if not REPORT.fullmatch(line)] == []
    assert len(reports) <= changed["/page-faults"]
