"""By which names and addresses a request is for this director, and from its own page."""

import pytest

from kiosk.director.http.names import HostNames, own_names

OURS = HostNames(("localhost", "Director.Hall", "192.168.1.5", "fe80::1"))


def fault(
    host: str | None, *origins: str, address: str | None = None, scheme: str = "http"
) -> str | None:
    return OURS.fault([] if host is None else [host], list(origins), address, scheme)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("localhost", None),
        ("LOCALHOST:8000", None),
        ("director.hall.", None),
        ("director.hall.:80", None),
        ("192.168.1.5:8000", None),
        ("10.0.0.7:8000", "10.0.0.7"),
        ("10.0.0.7", "::ffff:10.0.0.7"),
        ("[fe80:0:0::1]:8000", None),
        ("[2001:db8::7]", "2001:db8:0::7"),
        ("[2001:db8::7]", "2001:db8::7%eth0"),
    ],
)
def test_a_name_of_ours_is_one_however_it_is_written(host: str, address: str | None) -> None:
    assert fault(host, address=address) is None


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "evil.example",
        "localhost.evil.example",
        "localhost@evil.example",
        "localhost/evil",
        "localhost:8000:9000",
        "localhost:port",
        "10.0.0.8",
        "[::1",
        "local\u00a0host",
        "x" * 9000,
    ],
)
def test_any_other_is_refused_in_few_words(host: str | None) -> None:
    said = fault(host, address="10.0.0.7")
    assert said is not None
    assert len(said) < 250


def test_two_hosts_are_none() -> None:
    assert OURS.fault(["localhost", "localhost"], [], None, "http") is not None


@pytest.mark.parametrize(
    ("host", "origin", "scheme", "ours"),
    [
        ("localhost:8000", "http://localhost:8000", "http", True),
        ("localhost:8000", "http://director.hall:8000", "http", True),
        ("localhost", "http://localhost", "http", True),
        ("localhost:80", "http://localhost", "http", True),
        ("localhost", "https://localhost", "https", True),
        ("localhost:443", "HTTPS://LOCALHOST", "https", True),
        ("localhost", "https://localhost", "http", False),
        ("localhost:8000", "http://localhost", "http", False),
        ("localhost:8000", "http://localhost:8001", "http", False),
        ("localhost:8000", "http://evil.example:8000", "http", False),
        ("localhost:8000", "http://localhost:8000/", "http", False),
        ("localhost:8000", "file://localhost:8000", "http", False),
        ("localhost:8000", "null", "http", False),
        ("localhost:8000", "", "http", False),
    ],
)
def test_a_page_is_ours_by_its_name_and_port(
    host: str, origin: str, scheme: str, ours: bool
) -> None:
    assert (fault(host, origin, scheme=scheme) is None) is ours
    assert fault(host, origin, "http://evil.example:8000", scheme=scheme) is not None


def test_this_machine_is_called_by_what_it_calls_itself() -> None:
    assert {"localhost", "127.0.0.1", "::1"} < set(own_names())
    assert len(own_names()) == 5
