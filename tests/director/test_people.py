"""Who comes in, who may do what, and that nobody is taken for another: through the whole API."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import DIRECTORS_KEY, PASSWORD, Answer, Client, HandClocks, PaperTable, service

from kiosk.catalogue.tables import FORMS
from kiosk.director.app import ROUTES, create_app
from kiosk.director.errors import NotAllowed
from kiosk.director.http.bounded_worker import BoundedWorker
from kiosk.director.people.notes import RoleRefused, SignInFailed, StoredNote
from kiosk.director.people.roles import MAY, ORDERS, STRANGER, Permission, Role
from kiosk.director.service import Service
from kiosk.rules.units import require

OTHER = "another long password"
HOUR_S = 3600


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks, table: PaperTable) -> Iterator[Service]:
    started = service(tmp_path, hand, table)
    yield started
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


@pytest.fixture
def client(director: Service, table: PaperTable) -> Iterator[Client]:
    opened = Client(create_app(director, DIRECTORS_KEY), "hall:8000")
    opened.post("/table/batch", table.batch())
    yield opened
    opened.close()


def said(**values: object) -> bytes:
    return json.dumps(values).encode()


def order(kind: str = "stop", **more: object) -> bytes:
    return said(journal_id="journal-1", match_id="match-1", kind=kind, why="noise", **more)


def sign_in(client: Client, name: str = "Kari", password: str = PASSWORD, **more: str) -> Answer:
    session, client.session = client.session, {}
    answer = client.post("/sign-in", said(name=name, password=password), **more)
    client.session = session
    return answer


def error(answer: Answer) -> str:
    return str(answer.json()["error"])


def start_link(client: Client, director: Service) -> str:
    return require(client.run(director.people.start_link()))


def invite(client: Client, **asked: object) -> str:
    answer = client.post("/people/invite", said(**asked))
    assert answer.status == 201
    return str(answer.json()["link"].partition("/join#")[2])


def join(client: Client, token: str, name: str = "Ola", password: str = PASSWORD) -> Answer:
    session, client.session = client.session, {}
    answer = client.post("/join", said(token=token, name=name, password=password))
    client.session = session
    return answer


# --- what each role may do -----------------------------------------------------------------------


def test_each_permission_has_its_roles_and_each_order() -> None:
    assert set(ORDERS) == set(FORMS)
    assert set(MAY) == set(Permission)


PATHS = {
    "{journal_id}": "journal-1",
    "{command_id}": "none",
    "{sha256}": "a" * 64,
    "{table}": "1",
}


@pytest.mark.parametrize("role", [None, *Role])
def test_every_route_is_open_to_the_roles_of_its_act_and_to_no_others(
    client: Client, director: Service, role: Role | None
) -> None:
    client.join(director)
    if role is None:
        client.session = {}
    elif role is not Role.DIRECTOR:
        client.join(director, role, "Ola")
    director.lifecycle.close()  # a stream ends at once
    for route, declared in ROUTES.items():
        act = declared.permission
        if act in {Permission.ENTER, Permission.TABLE} or route.startswith("POST /own/sign-out"):
            continue
        method, _, path = route.partition(" ")
        for place, value in PATHS.items():
            path = path.replace(place, value)
        answer = client.call(method, path, b"{}" if method == "POST" else b"")
        if role is None:
            assert (answer.status == 401) == (act not in STRANGER), route
        elif role in MAY[act]:
            assert answer.status not in {401, 403}, route
        else:
            assert (answer.status, "Your role" in error(answer)) == (403, True), route


@pytest.mark.parametrize("role", Role)
def test_each_order_is_taken_from_its_roles_and_from_no_others(
    client: Client, director: Service, role: Role
) -> None:
    client.join(director)
    if role is not Role.DIRECTOR:
        client.join(director, role, "Ola")
    offered = {form["kind"] for form in client.get("/forms").json()["forms"]}
    assert offered == {kind for kind in FORMS if role in ORDERS[kind]}
    for kind in FORMS:
        for path in ("/orders", "/orders/look"):
            answer = client.post(path, order(kind))
            assert (answer.status == 403) == (kind not in offered), kind
            if answer.status == 403:
                assert "Your role" in error(answer)


def test_nobody_gives_orders_and_no_page_lists_what_strangers_may_not_see(
    client: Client, director: Service
) -> None:
    client.join(director)
    known, client.session = client.session, {}
    for headers in ({}, {"cookie": "session=guess", "x-csrf": "guess"}):
        assert client.post("/orders", order(by="Kari"), **headers).status == 401
        assert client.get("/forms", **headers).status == 401
        assert client.get("/healthz", **headers).json() == {
            "ok": True,
            "protocol": 1,
            "event_id": "open-2026",
        }
    led = client.get("/tables/journal-1", accept="text/html,*/*")
    assert (led.status, led.headers["location"]) == (303, "/sign-in?to=/tables/journal-1")
    assert client.get("/sign-in").status == 200
    client.session = known
    assert client.get("/healthz").json()["tables"] == 1


def test_who_may_not_see_a_page_is_told_on_one(client: Client, director: Service) -> None:
    client.join(director)
    client.join(director, Role.VIEWER, "Eva")
    told = client.get("/audit")
    assert (told.status, told.headers["content-type"]) == (403, "application/json")
    shown = client.get("/audit", accept="text/html,*/*")
    assert (shown.status, shown.headers["content-type"]) == (403, "text/html; charset=utf-8")
    assert told.json()["error"] in shown.body.decode()


def test_an_order_is_by_the_account_and_carries_session_and_address(
    client: Client, director: Service
) -> None:
    client.join(director)
    assert client.post("/orders", order(by="Ola")).status == 400
    assert client.post("/orders", order()).status == 202
    (given,) = director.lifecycle.thread.store.given()
    assert (given.by, given.account) == ("director:Kari", "Kari")
    (session,) = director.people.accounts.sessions.values()
    assert (given.session, given.address) == (session.session, session.address)
    assert session.session


# --- the page's own token ------------------------------------------------------------------------


def test_what_changes_anything_comes_from_a_page_of_the_session(
    client: Client, director: Service
) -> None:
    client.join(director)
    known = dict(client.session)
    for wrong in ("", "0" * 64, known["cookie"].partition("=")[2]):
        answer = client.post("/orders", order(), **{"x-csrf": wrong})
        assert (answer.status, error(answer)[:9]) == (403, "This page")
    client.join(director, Role.ASSISTANT, "Ola")
    stolen = client.session["x-csrf"]
    client.session = known
    assert client.post("/orders", order(), **{"x-csrf": stolen}).status == 403
    assert director.orders.given() == ()
    assert known["x-csrf"] in client.get("/").body.decode()


def test_the_cookie_is_for_this_site_alone_and_no_script_reads_it(
    client: Client, director: Service
) -> None:
    client.join(director)
    cookie = sign_in(client).headers["set-cookie"]
    assert cookie.startswith("session=")
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))


# --- links ---------------------------------------------------------------------------------------


def test_the_first_link_makes_the_director_once(client: Client, director: Service) -> None:
    old, token = start_link(client, director), start_link(client, director)
    assert join(client, old).status == 410
    assert join(client, "x" * 43).status == 410
    look = client.post("/join/look", said(token=token))
    assert look.json() == {"role": "Director", "name": None}
    assert join(client, token, "Kari").status == 200
    assert join(client, token, "Ola").status == 410
    assert client.run(director.people.start_link()) is None
    assert [each.name for each in director.people.accounts.accounts.values()] == ["Kari"]


def test_a_link_is_too_old_after_its_hours(
    client: Client, director: Service, hand: HandClocks
) -> None:
    token = start_link(client, director)
    hand.later(24 * HOUR_S - 1)
    assert client.post("/join/look", said(token=token)).status == 200
    hand.later(1)
    assert join(client, token).status == 410


def test_a_director_who_forgot_his_password_sets_another_and_is_out_everywhere(
    client: Client, director: Service
) -> None:
    client.join(director)
    token = require(client.run(director.people.start_link("Kari")))
    assert join(client, token, "whoever", OTHER).json() == {"name": "Kari"}
    assert client.get("/forms").status == 401
    assert (sign_in(client).status, sign_in(client, password=OTHER).status) == (401, 200)


def test_a_withdrawn_link_lets_nobody_in(client: Client, director: Service) -> None:
    client.join(director)
    made = client.post("/people/invite", said(role="scorer", hours=2)).json()
    assert made["link"].startswith("http://hall:8000/join#")
    assert made["dark"].startswith("M")
    assert not made["alone"]
    assert client.post("/people/withdraw", said(invitation=made["invitation"])).status == 200
    assert join(client, made["link"].partition("#")[2]).status == 410
    assert client.post("/people/withdraw", said(invitation=made["invitation"])).status == 400


@pytest.mark.parametrize("role", [None, "assistant", "viewer"])
def test_a_link_dies_with_the_rights_of_who_made_it(
    client: Client, director: Service, role: str | None
) -> None:
    """Closed, or not a director any more: nobody comes in by what he left, at no later start."""
    client.join(director)
    kari = dict(client.session)
    client.join(director, Role.DIRECTOR, "Ola")
    links = [invite(client, role="director"), invite(client, name="Kari")]
    assert client.post("/join/look", said(token=links[0])).status == 200
    client.session = kari
    assert client.post("/people/role", said(name="Ola", role=role)).status == 200
    assert director.people.open_invitations() == ()
    for token in links:
        assert client.post("/join/look", said(token=token)).status == 410
        assert join(client, token, "Eva").status == 410
    client.post("/people/role", said(name="Ola", role="director"))
    assert join(client, links[0], "Eva").status == 410  # nor when he has his rights again
    fold = type(director.people.accounts)()
    for noted in director.lifecycle.thread.store.noted():
        fold.fold(noted)
    assert fold.invitations == director.people.accounts.invitations == {}


CHANGES = {
    "own password": ("/own/password", {"old": PASSWORD, "new": OTHER}),
    "role": ("/people/role", {"name": "Ola", "role": "scorer"}),
    "closed": ("/people/role", {"name": "Ola", "role": None}),
}


@pytest.mark.parametrize("change", [*CHANGES, "link"])
def test_the_links_to_an_account_die_when_it_changes(
    client: Client, director: Service, change: str
) -> None:
    client.join(director)
    kari = dict(client.session)
    client.join(director, Role.ASSISTANT, "Ola")
    ola = dict(client.session)
    client.session = kari
    old, other = invite(client, name="Ola"), invite(client, name="Kari")
    if change == "link":
        assert join(client, invite(client, name="Ola"), password=OTHER).status == 200
    else:
        client.session = ola if change == "own password" else kari
        path, asked = CHANGES[change]
        assert client.post(path, said(**asked)).status == 200
    assert join(client, old, password="yet another password").status == 410
    assert client.post("/join/look", said(token=other)).status == 200
    assert client.post("/join/look", said(token=old)).status == 410


def test_a_link_from_the_machine_dies_with_the_password_it_was_to_replace(
    client: Client, director: Service
) -> None:
    client.join(director)
    token = require(client.run(director.people.start_link("Kari")))
    assert client.post("/own/password", said(old=PASSWORD, new=OTHER)).status == 200
    assert join(client, token, "Kari", "yet another password").status == 410


@pytest.mark.parametrize("role", [None, Role.ASSISTANT])
def test_who_was_closed_while_his_request_came_lets_nobody_in(
    client: Client, director: Service, role: Role | None
) -> None:
    """The request was let through the door; its body took a while."""
    client.join(director)
    client.join(director, Role.DIRECTOR, "Ola")
    people = director.people
    client.run(people.change_role("Ola", role, "Kari", "here"))
    with pytest.raises(NotAllowed, match="does not allow this"):
        client.run(people.invite(Role.DIRECTOR, None, 1, "Ola", "here"))
    with pytest.raises(NotAllowed, match="does not allow this"):
        client.run(people.change_role("Ola", Role.DIRECTOR, "Ola", "here"))
    assert people.open_invitations() == ()
    assert people.accounts.directors() == ("Kari",)


def test_no_token_and_no_password_is_kept(
    client: Client, director: Service, tmp_path: Path
) -> None:
    client.join(director)
    token = invite(client, role="assistant")
    cookie = client.session["cookie"].partition("=")[2]
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("d.db*"))
    assert b"SessionOpened" in kept
    for secret in (token, cookie, PASSWORD):
        assert secret.encode() not in kept


# --- sessions ------------------------------------------------------------------------------------


def test_everything_holds_after_a_restart(client: Client, director: Service) -> None:
    client.join(director)
    fold = type(director.people.accounts)()
    for noted in director.lifecycle.thread.store.noted():
        fold.fold(noted)
    assert fold.accounts == director.people.accounts.accounts
    assert fold.sessions == director.people.accounts.sessions


@pytest.mark.parametrize("hours", [4, 18])
def test_a_session_ends_when_it_is_not_used_and_at_the_latest(
    client: Client, director: Service, hand: HandClocks, hours: int
) -> None:
    client.join(director)
    step = 1 if hours == 18 else hours
    for _ in range(hours // step - 1):
        hand.later(step * HOUR_S)
        assert client.get("/forms").status == 200
    hand.later(step * HOUR_S - 1)
    if step == 1:
        assert client.get("/forms").status == 200
    hand.later(1)
    assert client.get("/forms").status == 401


def test_signing_out_ends_this_session_or_all(client: Client, director: Service) -> None:
    client.join(director)
    here = dict(client.session)
    client.join(director, Role.ASSISTANT, "Ola")
    ola = dict(client.session)
    client.session = here
    answer = client.post("/own/sign-out", b"")
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert client.get("/forms").status == 401
    client.session = ola
    assert client.get("/forms").status == 200
    sign_in(client, "Ola")
    assert client.post("/own/sign-out-everywhere", b"").status == 200
    assert director.people.accounts.sessions == {}


def test_one_sees_where_one_is_signed_in_and_signs_out_there(
    client: Client, director: Service
) -> None:
    client.join(director)
    here, (session,) = dict(client.session), director.people.sessions_of("Kari")
    sign_in(client)
    client.join(director, Role.ASSISTANT, "Ola")
    (olas,) = director.people.sessions_of("Ola")
    client.session = here
    other = director.people.sessions_of("Kari")[0]
    shown = client.get("/own").body.decode()
    listed = re.findall(r'data-session="([^"]+)"', shown)
    assert listed == [other.session, session.session]
    assert shown.index("this browser") > shown.index(session.session)
    for nobodys in (olas.session, "x", ""):
        answer = client.post("/own/sign-out-one", said(session=nobodys))
        assert (answer.status, "signed out already" in error(answer)) == (400, True)
    answer = client.post("/own/sign-out-one", said(session=other.session))
    assert (answer.status, "set-cookie" in answer.headers) == (200, False)
    assert director.people.sessions_of("Kari") == (session,)
    answer = client.post("/own/sign-out-one", said(session=session.session))
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert client.get("/forms").status == 401
    assert director.people.sessions_of("Ola") == (olas,)


@pytest.mark.parametrize("path", ["/own/sign-out", "/own/sign-out-everywhere"])
def test_a_browser_that_signs_out_is_told_to_forget_what_it_keeps(
    client: Client, director: Service, path: str
) -> None:
    client.join(director)
    assert client.post(path, b"").headers["clear-site-data"] == '"cache", "storage"'
    assert "clear-site-data" not in sign_in(client).headers


@pytest.mark.parametrize(
    "known",
    ["passwordpassword", "1234567890123", "kari kari kari", "Backgammon2026", "qwertyuiop[]"],
)
def test_a_password_that_a_list_knows_is_refused(
    client: Client, director: Service, known: str
) -> None:
    """Nor one that is made of the own name, the game's, or a row of keys."""
    client.join(director)
    easy = client.post("/own/password", said(old=PASSWORD, new=known))
    assert (easy.status, "easy to guess" in error(easy)) == (400, True)


def test_another_password_signs_out_everywhere_else(client: Client, director: Service) -> None:
    client.join(director)
    wrong = client.post("/own/password", said(old=OTHER, new=OTHER))
    assert (wrong.status, client.get("/forms").status) == (400, 200)
    easy = client.post("/own/password", said(old=PASSWORD, new="a" * 20))
    assert (easy.status, "easy to guess" in error(easy)) == (400, True)
    before = client.session["cookie"]
    answer = client.post("/own/password", said(old=PASSWORD, new=OTHER))
    after = answer.headers["set-cookie"].partition(";")[0]
    assert after != before
    assert client.get("/forms").status == 401
    assert (sign_in(client).status, sign_in(client, password=OTHER).status) == (401, 200)


def test_a_closed_account_is_out_at_once_and_a_role_counts_at_once(
    client: Client, director: Service
) -> None:
    client.join(director)
    kari = dict(client.session)
    client.join(director, Role.ASSISTANT, "Ola")
    ola = dict(client.session)
    for role, status in (("viewer", 403), ("assistant", 202), (None, 401)):
        client.session = kari
        assert client.post("/people/role", said(name="Ola", role=role)).status == 200
        client.session = ola
        assert client.post("/orders", order()).status == status
    assert sign_in(client, "Ola").status == 401
    client.session = kari
    last = client.post("/people/role", said(name="Kari", role="viewer"))
    assert (last.status, "only director" in error(last)) == (400, True)


def test_a_stream_ends_with_its_session(client: Client, director: Service) -> None:
    client.join(director)
    person = director.people.session(client.session["cookie"].partition("=")[2])
    session = require(person)[0]
    assert director.people.is_open(session.session)
    client.run(director.people.sign_out("Kari", None, "Kari", "here"))
    assert not director.people.is_open(session.session)


# --- passwords -----------------------------------------------------------------------------------


def test_wrong_passwords_cost_a_wait_that_grows_and_hurt_no_session(
    client: Client, director: Service, hand: HandClocks
) -> None:
    client.join(director)
    assert [sign_in(client, password=OTHER).status for _ in range(5)] == [401] * 5
    refused = sign_in(client)
    assert (refused.status, "try again in" in error(refused)) == (429, True)
    assert client.get("/forms").status == 200
    hand.later(60)
    assert sign_in(client).status == 200


def test_an_unknown_name_is_answered_as_a_wrong_password(client: Client, director: Service) -> None:
    client.join(director)
    ours, nobodys = sign_in(client, password=OTHER), sign_in(client, "Nobody", OTHER)
    assert (ours.status, ours.body) == (nobodys.status, nobodys.body)


def test_the_answer_to_a_wrong_password_waits_for_no_note_of_a_name_that_there_is(
    client: Client, director: Service
) -> None:
    """Else how long it takes would show which names there are."""
    client.join(director)
    people, let_go = director.people, asyncio.Event()

    async def held(notes: tuple[StoredNote, ...]) -> None:
        await let_go.wait()
        await keep(notes)

    keep, people._keep = people._keep, held
    before = len(people.noted)
    assert sign_in(client, password=OTHER).status == 401
    assert len(people.noted) == before

    async def settle() -> None:
        let_go.set()
        await people.refusals.settle()

    client.run(settle())
    assert [type(each.note) for each in people.noted[before:]] == [SignInFailed]


def test_strangers_who_fill_the_lane_take_no_place_from_a_browser_that_was_let_in(
    client: Client, director: Service
) -> None:
    """And what was never compared counts as no try."""
    client.join(director)
    people = director.people
    known = client.run(people.sign_in("Kari", PASSWORD, "here")).browser
    director.lifecycle._passwords._strangers.close()
    director.lifecycle._passwords._strangers = BoundedWorker("full", 0)
    again = client.run(people.sign_in("Kari", PASSWORD, "here", ("x", known)))
    assert (again.session.name, again.browser) == ("Kari", "")
    told = [sign_in(client) for _ in range(70)]
    assert {error(each) for each in told} == {
        "Too many sign-ins at once: try again in a few seconds"
    }


# --- who did what --------------------------------------------------------------------------------


def test_the_audit_page_tells_who_did_what(client: Client, director: Service) -> None:
    client.join(director)
    sign_in(client, password=OTHER)
    sign_in(client, "<script>hunter2</script>", OTHER)
    client.run(director.people.refusals.settle())
    client.post("/orders", order())
    invite(client, role="scorer")
    shown = client.get("/audit").body.decode()
    for words in (
        "New account: Kari, Director",
        "Signed in: Kari",
        "Sign-in failed: Kari, 1 ×",
        "Sign-in failed, unknown name: 1 ×",
        "New link to join: Scorer",
        "Stop clocks",
        "“noise”",
    ):
        assert words in shown
    assert "hunter2" not in shown  # somebody may have typed his password there
    assert shown.index("New link to join: Scorer") < shown.index("Signed in: Kari")


def test_a_flood_of_wrong_passwords_is_noted_in_few_rows(client: Client, director: Service) -> None:
    client.join(director)
    before = len(director.people.noted)
    for _ in range(12):
        sign_in(client, password=OTHER)
    client.run(director.people.refusals.settle())
    assert len(director.people.noted) == before + 1


def test_what_a_role_does_not_allow_is_noted_and_a_flood_of_it_in_few_rows(
    client: Client, director: Service, hand: HandClocks
) -> None:
    client.join(director)
    kari = dict(client.session)
    client.join(director, Role.SCORER, "Ola")
    before = len(director.people.noted)
    for _ in range(12):
        assert client.post("/orders", order("stop")).status == 403
    hand.later(60)
    assert client.get("/people").status == 403
    refused = [each.note for each in director.lifecycle.thread.store.noted()[before:]]
    assert refused == [
        RoleRefused(what="stop", times=1, by="Ola", address="10.0.0.7"),
        RoleRefused(what="GET /people", times=12, by="Ola", address="10.0.0.7"),
    ]
    assert client.post("/orders", order("stop"), **{"x-csrf": ""}).status == 403
    assert len(director.people.noted) == before + 2
    client.session = kari
    shown = client.get("/audit").body.decode()
    assert "Refused by role: Stop clocks, 1 ×" in shown
    assert "Refused by role: GET /people, 12 ×" in shown


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Kаri", "looks like Kari"),  # Cyrillic а
        ("Κari", "looks like Kari"),  # Greek Κ
        ("KARI", "looks like Kari"),
        ("kari", "looks like Kari"),
        ("Ka\u200bri", "U+200B"),
        ("Ka\u202eri", "U+202E"),
        ("Ka\u00adri", "U+00AD"),
        ("Ka\u3164ri", "U+3164"),
        ("Ka\x00ri", "U+0000"),
        ("Ka\nri", "U+000A"),
        ("O" * 41, "too long"),
        ("  ", "empty"),
        ("...", "no letter"),
    ],
)
def test_names_that_can_not_be_told_apart_are_refused(
    client: Client, director: Service, name: str, words: str
) -> None:
    client.join(director)
    answer = join(client, invite(client, role="viewer"), name)
    assert (answer.status, words in error(answer)) == (400, True), answer.body
    assert list(director.people.accounts.accounts) == ["Kari"]


def test_nonsense_is_refused_in_words(client: Client, director: Service) -> None:
    client.join(director)
    asked: list[Any] = [b"", b"[" * 4000, b'{"role": 5}', said(role="king"), b"\xff"]
    for body in asked:
        assert client.post("/people/invite", body).status == 400
    assert client.post("/people/invite", said(role="viewer", hours=10**9)).status == 400
    assert client.post("/people/invite", b" " * 9000).status == 413
    assert client.get("/audit?page=99999999999999").status == 200
