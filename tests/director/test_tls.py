"""The director's real port under TLS: what gets in, what does not, and that it goes on."""

import contextlib
import json
import signal
import socket
import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from kits.director_kit import pin_of
from kits.hall_kit import PaperTable
from kits.served_kit import WITHIN_S, Director, settings_of, starts

from kiosk.director.errors import DirectorSettingsError
from kiosk.director.http import certificate
from kiosk.director.places import network_address
from kiosk.wire.errors import NotTheDirector
from kiosk.wire.sync import Receipt

Start = Callable[..., Director]
NOW = datetime(2026, 5, 9, 14, 3, 7, tzinfo=UTC)


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Start]:
    with starts(tmp_path, table) as starting:

        def under(more: str = "tls = true\n", **how: Any) -> Director:
            settings_of(tmp_path, table.key.public, more=more)
            return starting(**how)

        yield under


def client(newest: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> ssl.SSLContext:
    """Somebody who takes any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = newest
    return context


def test_rows_and_orders_pass_under_the_pinned_certificate_and_it_ends_well(
    start: Start, table: PaperTable
) -> None:
    director = start()
    assert director.line == f"Director at https://127.0.0.1:{director.port}/\n"
    assert director.batch(table.batch()) == Receipt(len(table.rows), ())
    given = {"journal_id": "journal-1", "match_id": "match-1", "kind": "stop"}
    assert director.ask("POST", "/orders", json.dumps(given | {"why": "noise"}).encode())[0] == 202
    (order,) = director.polled(table.poll())
    before = len(table.rows)
    table.obey(order)
    assert director.batch(table.batch(after=before)) == Receipt(len(table.rows), ())
    with (
        director.stream("/events") as grid,
        contextlib.closing(director.connection()) as kept,
    ):
        assert grid.next("cards")
        kept.request("GET", "/healthz")
        assert kept.getresponse().read()  # and the connection stays
        director.process.send_signal(signal.SIGTERM)
        assert grid.next("cards") is None
        assert director.end(signal.SIGTERM) == (0, "")


def test_an_older_tls_is_refused(start: Start) -> None:
    director = start()
    with (
        socket.create_connection(("127.0.0.1", director.port), WITHIN_S) as plain,
        pytest.raises(OSError, match=r"EOF|reset|(?i:protocol version)"),
    ):
        client(ssl.TLSVersion.TLSv1_2).wrap_socket(plain)
    with (
        socket.create_connection(("127.0.0.1", director.port), WITHIN_S) as plain,
        client().wrap_socket(plain) as secret,
    ):
        assert secret.version() == "TLSv1.3"


@pytest.mark.parametrize("first", [b"", b"\x16\x03\x01\x02"], ids=["nothing", "half a hello"])
def test_half_done_handshakes_starve_no_table_of_descriptors(
    start: Start, table: PaperTable, first: bytes
) -> None:
    """60 of them, and 64 descriptors for everything; no deadline of theirs is near."""
    director = start(limits={"head_s": 3600}, descriptors=64)
    with contextlib.ExitStack() as opened:
        for _beat in range(3):
            for _attacker in range(60):
                made = socket.create_connection(("127.0.0.1", director.port), WITHIN_S)
                opened.enter_context(contextlib.closing(made))
                made.sendall(first)
            assert director.batch(table.batch()) == Receipt(len(table.rows), ())
        assert director.end(signal.SIGTERM) == (0, "")


def test_a_handshake_has_its_time(start: Start) -> None:
    director = start(limits={"head_s": 0.3})
    with socket.create_connection(("127.0.0.1", director.port), WITHIN_S) as plain:
        plain.sendall(b"\x16\x03\x01\x02")
        with contextlib.suppress(ConnectionResetError):
            assert plain.recv(100) == b""  # it waits no longer than this socket does
    assert director.end(signal.SIGTERM) == (0, "")


@pytest.mark.parametrize("said", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01", b""])
def test_who_speaks_no_tls_gets_nothing_and_harms_nothing(start: Start, said: bytes) -> None:
    director = start()
    with socket.create_connection(("127.0.0.1", director.port), WITHIN_S) as plain:
        plain.sendall(said)
        plain.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionResetError):
            assert b"HTTP" not in plain.recv(65536)
    assert director.ask("GET", "/healthz")[0] == 200
    assert director.end(signal.SIGTERM) == (0, "")


def test_beyond_this_machine_it_is_always_tls(start: Start) -> None:
    director = start('host = "0.0.0.0"\ntls = false\n')
    outward = network_address() or "0.0.0.0"
    assert director.line == f"Director at https://{outward}:{director.port}/\n"
    assert director.ask("GET", "/healthz")[0] == 200


def test_the_first_start_alone_makes_key_and_certificate(start: Start, tmp_path: Path) -> None:
    first = start()
    first.end(signal.SIGTERM)
    file = tmp_path / "director.db.pem"
    assert file.stat().st_mode & 0o777 == 0o600
    again = start()
    assert (again.key_line, again.certificate_line) == (first.key_line, first.certificate_line)
    assert again.certificate_line == f"Its certificate is director.certificate = {pin_of(file)}\n"
    again.end(signal.SIGTERM)
    assert start("").certificate == first.certificate  # to be written into tables' files beforehand


def test_another_certificate_with_the_same_names_is_a_strangers(
    start: Start, tmp_path: Path
) -> None:
    """A director whose file was taken away has another, made the same way."""
    first = start()
    first.end(signal.SIGTERM)
    (tmp_path / "director.db.pem").unlink()
    other = start()
    other.certificate_line = first.certificate_line
    with pytest.raises(NotTheDirector, match=r"another than director\.certificate"):
        other.ask("GET", "/healthz")


def test_a_file_that_is_no_certificate_is_told_before_it_listens(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "director.db.pem").write_text("no key")
    director = start()
    assert director.process.wait(WITHIN_S) == 2
    assert director.process.stderr is not None
    said = director.process.stderr.read()
    assert said.startswith(
        "DirectorSettingsError: director.db.pem can't be used as key and certificate"
    )


# --- the certificate itself ----------------------------------------------------------------------


def test_it_names_the_machine_and_outlives_it() -> None:
    content = certificate.make_certificate(["hall", "hall.local", "10.0.0.7", "::1"], NOW)
    shown = x509.load_pem_x509_certificate(content)
    names = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["hall", "hall.local"]
    assert [str(each) for each in names.get_values_for_type(x509.IPAddress)] == ["10.0.0.7", "::1"]
    assert shown.not_valid_before_utc < NOW
    assert shown.not_valid_after_utc.year == 2046


def test_its_names_are_where_it_listens_and_what_the_machine_is_called() -> None:
    names = certificate.names_of("192.0.2.7")
    assert names[0] == "192.0.2.7"
    assert {socket.gethostname(), "localhost", "127.0.0.1", "::1"} <= {*names}
    assert not {"0.0.0.0", "::"} & {*certificate.names_of("0.0.0.0"), *certificate.names_of("::")}


def test_a_cut_in_the_middle_leaves_no_half_of_one(tmp_path: Path) -> None:
    file = tmp_path / "d.pem"
    (tmp_path / "d.pem.new").write_text("half of a")
    _context, pin = certificate.load_or_make_context(file, ["hall"], NOW)
    assert certificate.load_or_make_context(file, ["hall"], NOW)[1] == pin == pin_of(file)
    assert [each.name for each in tmp_path.iterdir()] == ["d.pem"]
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(DirectorSettingsError, match="every table must be given"):
        certificate.load_or_make_context(file, ["hall"], NOW)
