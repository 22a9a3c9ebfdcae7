"""What a browser is told beside each answer, read from the director's real port."""

import contextlib
import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kits.hall_kit import PASSWORD, PaperTable
from kits.served_kit import Director, settings_of, starts

Start = Callable[..., Director]
Answer = tuple[int, dict[str, str], bytes]

ASKED = [
    ("GET", "/"),
    ("GET", "/static/grid.js"),
    ("GET", "/static/console.css"),
    ("GET", "/forms"),
    ("GET", "/healthz"),
    ("GET", "/nothing"),
    ("GET", "/static/"),
    ("POST", "/orders"),
    ("POST", "/table/batch"),
    ("PUT", "/table/pictures/0"),
    ("TRACE", "/"),
]
"""Of each sort of answer at least one, refusals among them."""


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Start]:
    with starts(tmp_path, table) as starting:

        def under(more: str = "") -> Director:
            settings_of(tmp_path, table.key.public, more=more)
            return starting()

        yield under


def asked(director: Director, method: str, path: str, **headers: str) -> Answer:
    """Whoever asks: nobody in particular."""
    with contextlib.closing(director.connection()) as connection:
        connection.request(method, path, b"{}" if method in {"POST", "PUT"} else None, headers)
        answer = connection.getresponse()
        said = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, said, answer.read()


def test_every_answer_says_what_a_browser_may_do_with_it(start: Start) -> None:
    director = start()
    foreign = [asked(director, "GET", "/", Host="evil.example")]
    for _status, said, _body in [*(asked(director, *each) for each in ASKED), *foreign]:
        parts = said["content-security-policy"].split("; ")
        policy = dict(part.split(" ", 1) for part in parts)
        assert policy == {
            "default-src": "'self'",
            "base-uri": "'none'",
            "form-action": "'self'",
            "frame-ancestors": "'none'",
            "object-src": "'none'",
        }
        assert said["x-content-type-options"] == "nosniff"
        assert said["referrer-policy"] == "no-referrer"
        assert said["cross-origin-opener-policy"] == "same-origin"
        assert said["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in said


def test_under_tls_and_only_there_a_browser_is_told_to_stay_with_it(start: Start) -> None:
    plain = start()
    assert "strict-transport-security" not in asked(plain, "GET", "/")[1]
    plain.end(signal.SIGTERM)
    secret = start("tls = true\n")
    for each in ASKED:
        said = asked(secret, *each)[1]
        assert said["strict-transport-security"] == "max-age=31536000; includeSubDomains"


def test_what_an_answer_is_stands_beside_it(start: Start) -> None:
    director = start()
    for method, path in ASKED:
        _status, said, body = asked(director, method, path)
        kind, _, charset = said["content-type"].partition(";")
        assert body
        assert kind in {"application/json", "text/html", "text/css", "text/javascript"}
        assert kind == "application/json" or charset.strip() == "charset=utf-8"


def test_what_is_said_of_the_hall_is_kept_by_no_cache(start: Start) -> None:
    director = start()
    for method, path in ASKED:
        _status, said, _body = asked(director, method, path)
        assert said["cache-control"] in {"no-store", "no-cache"}
        if said["content-type"] == "application/json":
            assert said["cache-control"] == "no-store"


def test_nothing_is_echoed_or_listed(start: Start) -> None:
    director = start()
    status, _said, body = asked(director, "TRACE", "/", Cookie="secret=1")
    assert status == 405
    assert b"secret" not in body
    assert asked(director, "GET", "/static/")[0] == 404
    assert "server" not in asked(director, "GET", "/")[1]


def test_no_header_makes_a_caller_another(start: Start) -> None:
    """Whoever speaks from this machine might else pass for a proxy."""
    said = asked(start(), "GET", "/", **{"X-Forwarded-Proto": "https"})[1]
    assert "strict-transport-security" not in said


def test_under_tls_a_browser_holds_its_cookies_to_this_host_and_to_tls(start: Start) -> None:
    """`__Host-`: Secure, of the whole host and of no other (RFC 6265bis, 4.1.3.2)."""
    director = start("tls = true\n")
    token = director.door_line.partition("/join#")[2].strip()
    made = json.dumps({"token": token, "name": "Kari", "password": PASSWORD})
    with contextlib.closing(director.connection()) as connection:
        connection.request("POST", "/join", made)
        answer = connection.getresponse()
        assert answer.status == 200
        answer.read()
        cookies = answer.headers.get_all("set-cookie", [])
    assert "__Host-session" in {each.partition("=")[0] for each in cookies}
    for cookie in cookies:
        name, *attributes = cookie.split("; ")
        assert name.startswith("__Host-")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=strict"} <= set(attributes)
        assert [each for each in attributes if each.lower().startswith("domain")] == []
