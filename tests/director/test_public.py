"""What who has no account gets: what the director has made public, and no byte of anything else."""

import json
import re
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import replace
from itertools import chain, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kits import commands as c
from kits.hall_kit import DIRECTORS_KEY, Client, HandClocks, PaperTable, service
from kits.match_corpus import corpus
from kits.pictures_kit import jpeg, sent_by
from kits.rules_kit import setup
from kits.served_kit import Director, settings_of, starts
from kits.service_kit import play, running

from kiosk.director.app import create_app
from kiosk.director.http.connections import ConnectionLimits
from kiosk.director.http.stream_limits import StreamLimits, TooManyStreams
from kiosk.director.hub import Push
from kiosk.director.people.accounts import Accounts
from kiosk.director.people.notes import PublicSet
from kiosk.director.people.roles import Role
from kiosk.director.public.of_table import Public, Visibility, public_table
from kiosk.director.service import Service
from kiosk.director.tables.card import card
from kiosk.director.tables.state import TableState
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import FormatKind, MatchFormat, Member, Team
from kiosk.rules.units import BySide, Side
from kiosk.wire.codec import sha256
from kiosk.wire.replay import Replay

WHITE, BLACK = Side
NAMES = ("Wilhelmina Markworth", "Bjarne Merkesen")
TEAMS = BySide(*(Team(f"team {name}", name, (Member(f"member {name}", name),)) for name in NAMES))
JPEG = jpeg("the last roll")
PICTURE = sha256(JPEG)
KARI = "director:Kari Kontonavn"
MARKS = (
    "Wilhelmina",
    "Bjarne",
    "Kontonavn",
    "journal-1",
    "match-secret",
    "event-secret",
    "open-2026",
    "command-",
    "10.0.0.7",
    "a reason of hers",
    "a message of hers",
    "norway",
    "Norway",
    "id-",
    "ed25519",
)
"""What stands in the rows, orders, accounts and settings of these tests."""

DICE = re.compile("[1-6](-[1-6])?")

EVERY = tuple(Public(Visibility.SCORES, *flags) for flags in product((False, True), repeat=2))
NOTHING = tuple(Public(Visibility.NOTHING, *flags) for flags in product((False, True), repeat=2))


def allowed(public: Public) -> set[str]:
    """Every text that may go out."""
    names = NAMES if public.names else ()
    pictures = (PICTURE,) if public.pictures else ()
    return {"white", "black", "scores", *names, *pictures}


def texts(said: Any) -> Iterator[str]:
    """Every text in what came, but the names of its fields, which are ours."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, dict):
        for each in said.values():
            yield from texts(each)
    elif isinstance(said, list):
        for each in said:
            yield from texts(each)


# --- a card in any state -------------------------------------------------------------------------


@pytest.mark.parametrize("public", EVERY, ids=str)
def test_whatever_a_match_has_come_to_no_other_text_is_in_it(public: Public) -> None:
    seen: set[str] = set()
    for match in corpus():
        opened = match.opened and replace(match.opened, sides=TEAMS)
        game = match.game and replace(match.game, roll_picture=PICTURE)
        marked = replace(match, opened=opened, game=game)
        state = TableState("journal-1", 7, replay=Replay(match=marked, event_id="event-secret"))
        shown = public_table(0, card(state, 0), public)
        seen |= set(texts(json.loads(msgspec.json.encode(shown))))
    others = {each for each in seen if len(each) == 64} if public.pictures else set()
    assert {each for each in seen - others if not DICE.fullmatch(each)} <= allowed(public)
    assert (set(NAMES) <= seen) == public.names
    assert (PICTURE in seen) == public.pictures


# --- a whole match -------------------------------------------------------------------------------


def steps(table: PaperTable, book: RuleBook) -> Iterator[object]:
    """A match to 3 points in which players and director say all they can, up to its last roll."""
    keeper, match_id = table.keeper, "match-secret"
    form = MatchFormat(FormatKind.POINTS, 3)
    yield keeper.do(c.OpenMatch, match_id, "event-secret", 7, None, form, TEAMS, book, "f" * 64)
    yield keeper.do(c.SetUpTable, setup())
    yield keeper.begin_game(3, 1)
    yield keeper.do(c.ClockPressed, WHITE, by="buttons")
    yield keeper.tap(c.DoubleTapped, BLACK)
    yield keeper.tap(c.TakeTapped, WHITE)
    yield keeper.roll((6, 2), "a" * 64, flat=False)
    yield keeper.roll((5, 4), PICTURE)
    yield keeper.tap(c.DirectorCallTapped, WHITE)
    yield order(table, c.MessageOrdered, "", "a message of hers")
    yield order(table, c.StopOrdered, "a reason of hers")
    yield order(table, c.StartOrdered, "a reason of hers")
    yield keeper.tap(c.ResumeTapped, WHITE)
    yield keeper.tap(c.ResumeTapped, BLACK)
    yield keeper.tap(c.WinDeclared, BLACK, 1)
    yield keeper.tap(c.WinAgreed, WHITE)
    yield keeper.begin_game(2, 5)
    yield keeper.do(c.ClockPressed, BLACK, by="buttons")
    yield keeper.roll((6, 6), PICTURE)


def end(table: PaperTable) -> Iterator[object]:
    """White wins the match by a backgammon."""
    yield table.keeper.tap(c.WinDeclared, WHITE, 3)
    yield table.keeper.tap(c.WinAgreed, BLACK)


def order(table: PaperTable, kind: type[c.Command], *rest: object) -> object:
    return table.keeper.do(kind, "match-secret", KARI, *rest, by=KARI)


async def told(stream: AsyncGenerator[tuple[Push, ...], None], beats: int) -> list[Push]:
    """All that is told until so many beats were heard."""
    heard: list[Push] = []
    while sum(push.event == "beat" for push in heard) < beats:
        heard += await anext(stream)
    return heard


@pytest.mark.parametrize("public", EVERY, ids=str)
def test_of_a_whole_match_strangers_hear_scores_and_nothing_that_is_marked(
    tmp_path: Path,
    hand: HandClocks,
    make_table: Callable[..., PaperTable],
    norway: RuleBook,
    public: Public,
) -> None:
    table = make_table()

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.people.set_public(public, "Kari Kontonavn", "10.0.0.7")
            ticks = 0
            async with aclosing(director.strangers.stream()) as stream:
                heard = list(await anext(stream))
                sent = 0
                for _step in chain(steps(table, norway), end(table)):
                    await director.traffic.batch(table.batch(sent))
                    sent = len(table.rows)
                    hand.later(1)
                    director.strangers.tick()
                    ticks += 1
                heard += await told(stream, ticks)
            wires = b"".join(push.wire for push in heard).decode()
            marks = [mark for mark in MARKS if mark in wires]
            assert marks == (["Wilhelmina", "Bjarne"] if public.names else [])
            said = [json.loads(push.json) for push in heard]
            assert {each for each in texts(said) if not DICE.fullmatch(each)} <= allowed(public)
            assert (PICTURE in wires) == public.pictures
            last = [push for push in heard if push.event == "some"][-1]
            (shown,) = json.loads(last.json)
            assert (shown["sides"]["white"]["score"], shown["sides"]["black"]["score"]) == (3, 2)
            assert (shown["winner"], shown["length"], shown["table"]) == ("white", 3, table.number)

    play(scene)


# --- through the application ---------------------------------------------------------------------


@pytest.fixture
def marked(make_table: Callable[..., PaperTable], norway: RuleBook) -> PaperTable:
    """The picture of its last roll is PICTURE."""
    made = make_table()
    list(steps(made, norway))
    return made


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks, marked: PaperTable) -> Iterator[Service]:
    started = service(tmp_path, hand, marked)
    yield started
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


@pytest.fixture
def client(director: Service, marked: PaperTable) -> Iterator[Client]:
    opened = Client(create_app(director, DIRECTORS_KEY), "hall:8000")
    opened.post("/table/batch", marked.batch())
    opened.call("PUT", f"/table/pictures/{PICTURE}", JPEG, **sent_by(marked.key, PICTURE))
    opened.join(director, name="Kari Kontonavn")
    yield opened
    opened.close()


def make_public(client: Client, public: Public) -> int:
    return client.post("/people/public", msgspec.json.encode(public)).status


def as_nobody(client: Client, path: str, **headers: str) -> bytes:
    session, client.session = client.session, {}
    answer = client.get(path, **headers)
    client.session = session
    return f"{answer.status} {answer.headers}".encode() + answer.body


ASKED = (
    "/",
    "/live",
    f"/live/pictures/{PICTURE}.jpg",
    f"/pictures/{PICTURE}.jpg",
    "/sign-in",
    "/join",
    "/healthz",
    "/events",
    "/tables/journal-1",
    "/tables/journal-1/events",
    "/forms",
    "/people",
    "/audit",
    "/enrol/state",
)


@pytest.mark.parametrize("public", [*NOTHING, *EVERY], ids=str)
def test_no_answer_tells_a_stranger_more_than_is_public(
    client: Client, director: Service, public: Public
) -> None:
    assert make_public(client, public) == 200
    for path in ASKED:
        for accept in ("text/html", "application/json"):
            said = as_nobody(client, path, accept=accept)
            marks = {mark for mark in MARKS if mark.encode() in said.replace(path.encode(), b"")}
            assert marks <= {"open-2026"} if path == "/healthz" else not marks, path
            shows = path.startswith("/live/pictures") and public.shows_pictures
            assert (JPEG in said) == shows, path
    director.strangers.hub.close()  # a stream ends after its first word
    stream = as_nobody(client, "/live/events")
    assert stream.startswith(b"200" if public.is_any else b"404")
    marks = {mark for mark in MARKS if mark.encode() in stream}
    assert marks == ({"Wilhelmina", "Bjarne"} if public.is_any and public.names else set())
    assert (PICTURE.encode() in stream) == public.shows_pictures


def test_before_anybody_said_so_nothing_is_public(client: Client) -> None:
    assert as_nobody(client, "/live/events").startswith(b"404")
    assert as_nobody(client, f"/live/pictures/{PICTURE}.jpg").startswith(b"404")
    assert b'href="/live"' not in as_nobody(client, "/sign-in")
    make_public(client, Public(Visibility.SCORES))
    assert b'href="/live"' in as_nobody(client, "/sign-in")


def test_a_director_alone_says_what_is_public_and_it_is_noted_who(
    client: Client, director: Service
) -> None:
    assert make_public(client, Public(Visibility.SCORES, names=True)) == 200
    shown = client.get("/audit").body.decode()
    assert "Public: tables, scores, cubes, clocks and rolls, Players&#39; names" in shown
    noted = director.lifecycle.thread.store.noted()[-1]
    assert isinstance(noted.note, PublicSet)
    assert (noted.note.by, noted.note.address) == ("Kari Kontonavn", "10.0.0.7")
    fold = Accounts()
    for each in director.lifecycle.thread.store.noted():
        fold.fold(each)
    assert fold.public == Public(Visibility.SCORES, names=True)
    page = client.get("/people").body.decode()
    assert '<option value="scores" selected>' in page
    client.join(director, Role.ASSISTANT, "Ola")
    assert make_public(client, Public()) == 403
    client.session = {}
    assert make_public(client, Public()) == 401
    assert director.people.accounts.public == Public(Visibility.SCORES, names=True)


def test_what_is_set_is_one_of_few_words(client: Client, director: Service) -> None:
    for body in (b'{"shown": "all"}', b'{"names": "yes"}', b'{"shown": "scores", "notes": true}'):
        assert client.post("/people/public", body).status == 400
    assert director.people.accounts.public == Public()


def test_a_picture_is_public_only_while_it_is_of_a_tables_last_roll(
    client: Client, marked: PaperTable, hand: HandClocks
) -> None:
    path, before = f"/live/pictures/{PICTURE}.jpg", len(marked.rows)
    make_public(client, Public(Visibility.SCORES, pictures=True))
    assert as_nobody(client, path).startswith(b"200")
    list(end(marked))
    client.post("/table/batch", marked.batch(before))
    hand.later(2)
    assert as_nobody(client, path).startswith(b"404")
    assert client.get(f"/pictures/{PICTURE}.jpg").status == 200


def test_a_stream_changes_and_ends_with_what_is_public(
    tmp_path: Path, hand: HandClocks, marked: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, marked) as director:
            await director.traffic.batch(marked.batch())
            people = director.people
            await people.set_public(Public(Visibility.SCORES, names=True), "Kari", "here")
            async with aclosing(director.strangers.stream()) as stream:
                assert "Wilhelmina" in (await anext(stream))[0].json
                await people.set_public(Public(Visibility.SCORES), "Kari", "here")
                director.strangers.tick()
                heard = await told(stream, 1)
                assert [push.event for push in heard] == ["all", "beat"]
                assert "Wilhelmina" not in heard[0].json
                await people.set_public(Public(), "Kari", "here")
                hand.later(60)
                director.strangers.tick()
                heard = await told(stream, 1)
                assert [push.event for push in heard] == ["all", "beat"]
                assert json.loads(heard[0].json)["tables"] == []

    play(scene)


def test_strangers_leave_room_for_who_is_signed_in() -> None:
    streams = StreamLimits(ConnectionLimits(in_all=8))
    streams._strangers = streams._open["10.0.0.1"] = 4
    with pytest.raises(TooManyStreams):
        streams.check(Asking(), stranger=True)  # type: ignore[arg-type]
    streams.check(Asking())  # type: ignore[arg-type]
    streams._open["10.0.0.1"] = 6
    with pytest.raises(TooManyStreams):
        streams.check(Asking())  # type: ignore[arg-type]


class Asking:
    """A request, as far as the streams looks at it."""

    class client:  # noqa: N801 (as a request has it)
        host = "10.0.0.2"


# --- the real process ----------------------------------------------------------------------------


@pytest.fixture
def start(tmp_path: Path, marked: PaperTable) -> Iterator[Callable[[], Director]]:
    settings_of(tmp_path, marked.key.public)
    with starts(tmp_path, marked) as starting:
        yield starting


def test_who_is_not_signed_in_follows_the_live_page_through_the_port(
    start: Callable[[], Director], marked: PaperTable
) -> None:
    director = start()
    director.batch(marked.batch(upto=4))
    assert director.ask_as_nobody("GET", "/live/events")[0] == 404
    said = msgspec.json.encode(Public(Visibility.SCORES))
    assert director.ask("POST", "/people/public", said)[0] == 200
    assert b"/static/live.js" in director.ask_as_nobody("GET", "/live")[1]
    director.session, known = {"cookie": "session=nobody"}, director.session
    with director.stream("/live/events") as stream:
        (first,) = stream.next("all")["tables"]
        assert first["sides"]["white"]["name"] is None
        list(end(marked))
        director.batch(marked.batch(after=4))
        while first["winner"] is None:
            (first,) = stream.next("some")
        assert first["sides"]["white"]["score"] == 3
        director.session = known
        assert director.ask("POST", "/people/public", msgspec.json.encode(Public()))[0] == 200
        assert stream.next("nothing") is None
