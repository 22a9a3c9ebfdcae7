"""People at the real process: its printed link, cookies under TLS, open pages that end."""

import json
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from kits.hall_kit import PASSWORD, PaperTable
from kits.served_kit import Director, settings_of, starts

OTHER = "another long password"
NEW = "yet another password"


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Callable[..., Director]]:
    settings_of(tmp_path, table.key.public, more="tls = true\n")
    with starts(tmp_path, table) as started:
        yield started


def order() -> bytes:
    said = {"journal_id": "journal-1", "match_id": "match-1", "kind": "stop", "why": "noise"}
    return json.dumps(said).encode()


def test_the_first_link_is_printed_until_it_was_used(start: Callable[..., Director]) -> None:
    first = start()
    assert f"https://127.0.0.1:{first.port}/join#" in first.door_line
    assert first.end(signal.SIGTERM) == (0, "")
    second = start()
    assert "/join#" in second.door_line
    assert second.door_line.partition("#")[2] != first.door_line.partition("#")[2]
    session = second.enter()
    assert session["cookie"].startswith("__Host-session=")
    assert second.end(signal.SIGTERM) == (0, "")
    third = start()
    assert third.door_line == f"People sign in at https://127.0.0.1:{third.port}/sign-in\n"
    assert third.ask_as_nobody("GET", "/forms", **session)[0] == 200  # it is kept over a restart


def test_nobody_orders_and_a_player_under_the_directors_name_neither(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    director.batch(table.batch())
    named = json.dumps(json.loads(order()) | {"by": "Kari"}).encode()
    for body in (order(), named):
        assert director.ask_as_nobody("POST", "/orders", body)[0] == 401
    assert director.ask("POST", "/orders", named)[0] == 400
    assert director.polled(table.poll()) == []
    assert director.ask("POST", "/orders", order())[0] == 202
    (given,) = director.polled(table.poll())
    assert given.order().by == "director:Kari"


def test_a_page_that_is_open_ends_when_its_session_does(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    director.batch(table.batch())
    with director.stream("/events") as stream:
        assert len(stream.next("cards")) == 1
        director.ask("POST", "/own/sign-out-everywhere")
        assert any(stream.next("beat") is None for _beat in range(10))
    assert director.ask("GET", "/forms")[0] == 401


def test_a_director_who_was_closed_comes_back_by_no_link_of_his(
    start: Callable[..., Director],
) -> None:
    """Neither by one for a new account, nor by one for a password, nor after a restart."""
    director = start()
    director.session = kari = director.enter()

    def invited(**asked: str) -> str:
        made = director.ask("POST", "/people/invite", json.dumps(asked).encode())[1]
        return str(json.loads(made)["link"]).partition("#")[2]

    director.session = ola = director.enter("Ola", invited(role="director"))
    links = [invited(role="director"), invited(name="Ola"), invited(name="Kari")]
    director.session = kari
    closed = json.dumps({"name": "Ola", "role": None}).encode()
    assert director.ask("POST", "/people/role", closed)[0] == 200
    for _start in range(2):
        assert director.ask_as_nobody("GET", "/people", **ola)[0] == 401
        for token in links:
            asked = {"token": token, "name": "Eva", "password": OTHER}
            assert director.ask_as_nobody("POST", "/join", json.dumps(asked).encode())[0] == 410
        assert director.end(signal.SIGTERM)[0] == 0
        director = start()


# --- who guesses, and who is let in all the same -------------------------------------------------


class Browser:
    """A browser at an address of its own, with the cookies that it was given."""

    def __init__(self, start: Callable[[], Director], address: str) -> None:
        self._director, self.address = start, address
        self.cookies: dict[str, str] = {}
        self.attributes: dict[str, set[str]] = {}

    def sign_in(self, password: str = PASSWORD, name: str = "Kari") -> int:
        return self.sign_in_as([name], password)[0]

    def sign_in_as(self, names: Iterable[str], password: str) -> list[int]:
        """One name after the other, over one connection."""
        connection = self._director().connection()
        connection.source_address = (self.address, 0)
        with closing(connection):
            return [self._sign_in(connection, name, password) for name in names]

    def _sign_in(self, connection: HTTPConnection, name: str, password: str) -> int:
        cookie = "; ".join(f"{each}={value}" for each, value in self.cookies.items())
        asked = json.dumps({"name": name, "password": password})
        connection.request("POST", "/sign-in", asked, {"cookie": cookie} if cookie else {})
        answer = connection.getresponse()
        answer.read()
        for line in answer.headers.get_all("set-cookie") or []:
            pair, *attributes = line.split("; ")
            each, _, value = pair.partition("=")
            self.cookies[each], self.attributes[each] = value, set(attributes)
        return answer.status

    def shut(self) -> None:
        """Its session is over; what it is known by stays."""
        self.cookies.pop("__Host-session", None)


class Hall:
    """A director whom Kari has joined, and the browser by which she signs in."""

    def __init__(self, start: Callable[..., Director]) -> None:
        self._start = start
        self.director = start()
        self.director.session = self.director.enter()
        self.kari = self.browser("127.0.0.1")
        assert self.kari.sign_in() == 200
        self.kari.shut()

    def browser(self, address: str) -> Browser:
        return Browser(lambda: self.director, address)

    def restart(self) -> None:
        assert self.director.end(signal.SIGTERM)[0] == 0
        self.director = self._start()

    def besieged(self) -> list[int]:
        """60 wrong passwords for Kari, from 12 addresses."""
        strangers = [self.browser(f"127.0.1.{number}") for number in range(1, 13)]
        return [each.sign_in(OTHER) for _ in range(5) for each in strangers]


@pytest.fixture
def hall(start: Callable[..., Director]) -> Hall:
    return Hall(start)


def test_who_guesses_from_many_addresses_locks_no_owner_out_of_a_browser_he_has_used(
    hall: Hall,
) -> None:
    """Nor after a restart, nor from another address; a browser that nobody knows waits."""
    hall.restart()
    assert hall.besieged() == [401] * 60
    assert hall.browser("127.0.1.99").sign_in() == 429
    hall.kari.address = "127.0.1.1"  # as one of those who guess
    assert hall.kari.sign_in() == 200
    hall.kari.shut()
    assert hall.kari.sign_in(OTHER) == 401
    assert hall.kari.sign_in() == 200


def test_what_is_refused_under_other_names_gives_no_more_guesses_of_one(hall: Hall) -> None:
    """2,600 of them, and the sixth guess of Kari's password from there waits still."""
    stranger = hall.browser("127.0.1.1")
    assert [stranger.sign_in(OTHER) for _ in range(6)] == [401] * 5 + [429]
    stranger.sign_in_as((f"name {number}" for number in range(2600)), OTHER)
    assert stranger.sign_in() == 429
    assert hall.besieged().count(401) == 55  # of 60 an hour, five are used up
    assert hall.browser("127.0.1.99").sign_in() == 429


def test_a_browser_is_known_by_a_cookie_of_its_own_that_no_script_reads(
    hall: Hall, tmp_path: Path
) -> None:
    given = hall.kari.attributes["__Host-browser"]
    assert {"HttpOnly", "SameSite=strict", "Secure", "Path=/"} <= given
    assert int(next(each for each in given if "Max-Age" in each)[8:]) >= 90 * 24 * 3600
    token = hall.kari.cookies["__Host-browser"]
    assert hall.director.ask_as_nobody("GET", "/forms", cookie=f"__Host-session={token}")[0] == 401
    hall.kari.sign_in()
    assert hall.kari.cookies["__Host-browser"] == token
    hall.restart()
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("director.db*"))
    assert b"BrowserKnown" in kept
    assert token.encode() not in kept


@pytest.mark.parametrize("change", ["password", "closed"])
def test_a_browser_is_known_no_more_once_the_password_changes_or_the_account_is_closed(
    hall: Hall, change: str
) -> None:
    hall.kari.sign_in()
    if change == "password":
        asked = {"old": PASSWORD, "new": NEW}
        assert hall.director.ask("POST", "/own/password", json.dumps(asked).encode())[0] == 200
    else:
        made = hall.director.ask("POST", "/people/invite", b'{"role": "director"}')[1]
        hall.director.session = hall.director.enter("Ola", json.loads(made)["link"].split("#")[1])
        for role in (None, "director"):
            asked = {"name": "Kari", "role": role}
            assert hall.director.ask("POST", "/people/role", json.dumps(asked).encode())[0] == 200
    hall.restart()
    hall.besieged()
    hall.kari.shut()
    assert hall.kari.sign_in(NEW if change == "password" else PASSWORD) == 429
