"""What fails inside the service stays at its request: a sentence, a line in the log, no secret."""

import logging
import re
from typing import Any, Never

import pytest
from kits.hall_kit import DIRECTORS_KEY, Client
from kits.languages_kit import load as load_languages

from kiosk.director.app import ROUTES, create_app
from kiosk.director.errors import StoreError
from kiosk.director.people.auth import Auth
from kiosk.director.service import Service
from kiosk.director.store import picture_routes

SECRET = "correct horse battery"
TABLES = ["/table/batch", "/table/orders", "/table/rows", f"/table/pictures/{'a' * 64}"]


class Broken(RuntimeError):
    """Its words repeat what was sent."""


@pytest.fixture(autouse=True)
def errors(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.ERROR)
    return caplog


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, client: Client) -> Client:
    """Whatever a route of the console does fails, once the client has signed in."""

    def fail(*_asked: Any) -> Never:
        raise Broken(SECRET) from KeyError(SECRET)

    monkeypatch.setattr(Auth, "admit", fail)
    return client


def answers_in_words(answer: Any) -> None:
    assert answer.status == 500
    assert re.search(r"failed at this, fault \d+ in its log: load", answer.json()["error"])
    assert SECRET not in answer.body.decode()
    assert "Traceback" not in answer.body.decode()
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_a_fault_in_any_route_is_a_sentence_and_no_secret(
    broken: Client, errors: pytest.LogCaptureFixture
) -> None:
    for number, route in enumerate(ROUTES, 1):
        method, path = route.split(" ")
        answers_in_words(broken.call(method, re.sub(r"{\w+}", "x", path), SECRET.encode()))
        line = errors.messages[-1]
        opening = rf"fault {number} in {re.escape(route)}: Broken from KeyError in "
        assert re.match(rf"{opening}test_faults\.py:\d+ fail, ", line), line
    assert len(errors.messages) == len(ROUTES)
    assert SECRET not in errors.text
    assert "Traceback" not in errors.text


def believe_pictures(monkeypatch: pytest.MonkeyPatch, director: Service, error: Exception) -> None:
    """Whoever sends one is believed, and the album fails."""

    def fail(_sha256: str) -> Never:
        raise error

    monkeypatch.setattr(picture_routes, "_unsigned", lambda *_request: None)
    monkeypatch.setattr(director.traffic.album, "file", fail)


def test_a_fault_at_a_tables_word_is_a_sentence_too(
    client: Client,
    director: Service,
    monkeypatch: pytest.MonkeyPatch,
    errors: pytest.LogCaptureFixture,
) -> None:
    async def fail(*_said: Any) -> Never:
        raise Broken(SECRET)

    for name in ("batch", "poll", "rows"):
        monkeypatch.setattr(director.traffic, name, fail)
    believe_pictures(monkeypatch, director, Broken(SECRET))
    for path in TABLES:
        method = "PUT" if "pictures" in path else "POST"
        answers_in_words(client.call(method, path, SECRET.encode()))
    assert len(errors.messages) == len(TABLES)
    assert SECRET not in errors.text


def test_a_page_that_fails_says_so_as_a_page_in_its_readers_language(
    director: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = Client(create_app(director, DIRECTORS_KEY, languages=load_languages()), "hall:8000")
    german.join(director)

    def fail(*_asked: Any) -> Never:
        raise Broken(SECRET)

    monkeypatch.setattr(Auth, "admit", fail)
    answer = german.get("/people?language=de", accept="text/html")
    german.close()
    assert answer.status == 500
    assert answer.headers["content-type"].startswith("text/html")
    assert "Fehler 1" in answer.body.decode()
    assert SECRET not in answer.body.decode()


def test_a_page_of_refusal_that_fails_itself_is_still_a_sentence(
    broken: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_asked: Any, **_more: Any) -> Never:
        raise Broken(SECRET)

    monkeypatch.setattr("kiosk.director.pages.Pages.render", fail)
    answers_in_words(broken.get("/people", accept="text/html"))


def test_the_same_fault_again_has_its_number_and_fills_no_log(
    broken: Client, errors: pytest.LogCaptureFixture
) -> None:
    for _ in range(50):
        answers_in_words(broken.get("/people"))
    assert "fault 1 " in broken.get("/people").json()["error"]
    assert "fault 2 " in broken.get("/audit").json()["error"]
    assert len(errors.messages) == 2


def test_a_fault_within_a_stream_ends_it_and_is_logged(
    client: Client, monkeypatch: pytest.MonkeyPatch, errors: Any
) -> None:
    async def break_off(*_asked: Any) -> Any:
        yield b"event: grid\ndata: {}\n\n"
        raise Broken(SECRET)

    monkeypatch.setattr("kiosk.director.http.stream_limits._while_here", break_off)
    answer = client.get("/events")
    assert answer.body == b"event: grid\ndata: {}\n\n"
    (line,) = errors.messages
    assert "Broken" in line
    assert SECRET not in errors.text


@pytest.mark.parametrize("signed_in", [True, False])
def test_what_the_disk_says_is_for_the_log_and_who_has_an_account(
    client: Client, director: Service, monkeypatch: pytest.MonkeyPatch, errors: Any, signed_in: bool
) -> None:
    words = "/var/lib/kiosk/director.db can't be read (disk I/O error): put a copy in place"

    believe_pictures(monkeypatch, director, StoreError(words))
    client.session = client.session if signed_in else {}
    answer = client.call("PUT", f"/table/pictures/{'a' * 64}", b"x")
    assert answer.status == 503
    assert (answer.json()["error"] == words) is signed_in
    assert "can't be saved now" in answer.body.decode() or signed_in
    assert errors.messages == [f"{words} (1 times)"]
