"""The line to the director: whole replies or a reason, and nobody hangs on it for ever."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from kits.director_kit import Server, pin_of
from kits.process_kit import WITHIN_S

from kiosk.director.http.certificate import make_certificate
from kiosk.table.line import DirectorConnection, LineDown, Reply
from kiosk.wire.errors import NotTheDirector
from kiosk.wire.signing import DeviceKey

LONGEST_REPLY = 4 * 1024 * 1024
"""Bytes."""


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(DeviceKey.generate().public)
    yield made
    made.close()


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A director's key and certificate."""
    file = tmp_path_factory.mktemp("director") / "shown.pem"
    file.write_bytes(make_certificate(["127.0.0.1"], datetime.now(UTC)))
    return file


@pytest.fixture
def secret(shown: Path) -> Iterator[Server]:
    """A director under TLS."""
    served = Server(DeviceKey.generate().public, tls=shown)
    yield served
    served.close()


@pytest.fixture
def line(server: Server) -> Iterator[DirectorConnection]:
    made = DirectorConnection(server.url, WITHIN_S)
    yield made
    made.close()


def test_a_reply_is_given_whole_and_the_connection_kept(
    server: Server, line: DirectorConnection
) -> None:
    server.said = lambda path: (207, path.encode() * 1000)
    assert line.ask("POST", "/a", b"x") == Reply(207, b"/a" * 1000)
    assert line.ask("PUT", "/b", b"") == Reply(207, b"/b" * 1000)
    assert server.accepted == 1


def test_nobody_there(server: Server) -> None:
    server.close()
    line = DirectorConnection(server.url, WITHIN_S)
    with pytest.raises(LineDown, match=r"^Connection refused$"):
        line.ask("POST", "/a", b"")


def test_a_name_nobody_knows() -> None:
    line = DirectorConnection("http://no-such-host.invalid:1", WITHIN_S)
    with pytest.raises(LineDown):
        line.ask("POST", "/a", b"")


def test_after_a_failure_it_connects_again(server: Server, line: DirectorConnection) -> None:
    server.said = lambda _path: (200, b"first")
    line.ask("POST", "/a", b"")
    (connection,) = server.connections
    connection.shutdown(socket.SHUT_RDWR)
    with pytest.raises(LineDown):
        line.ask("POST", "/a", b"")
    assert line.ask("POST", "/a", b"").body == b"first"


def test_an_endless_reply_is_not_read(server: Server, line: DirectorConnection) -> None:
    server.said = lambda _path: (200, b"x" * (LONGEST_REPLY + 1))
    with pytest.raises(LineDown, match=str(LONGEST_REPLY)):
        line.ask("POST", "/a", b"")
    server.said = lambda _path: (200, b"x" * LONGEST_REPLY)
    assert len(line.ask("POST", "/a", b"").body) == LONGEST_REPLY


@pytest.fixture
def mute() -> Iterator[socket.socket]:
    """Somebody who takes connections and answers what the test says."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def url(listening: socket.socket) -> str:
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


def answering(listening: socket.socket, said: bytes) -> threading.Thread:
    """Answers one request in these words, and ends when the one who asked has hung up."""

    def answer() -> None:
        end, _ = listening.accept()
        with end:
            end.recv(65536)
            end.sendall(said)
            end.shutdown(socket.SHUT_WR)
            end.recv(1)

    other = threading.Thread(target=answer, daemon=True)
    other.start()
    return other


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 2"])
def test_what_is_no_http_is_no_reply(mute: socket.socket, said: bytes) -> None:
    other = answering(mute, said)
    line = DirectorConnection(url(mute), WITHIN_S)
    with pytest.raises(LineDown, match=r"\w"):
        line.ask("POST", "/a", b"")
    other.join(WITHIN_S)
    assert not other.is_alive()


def test_an_answer_cut_short_is_no_reply(mute: socket.socket) -> None:
    other = answering(mute, b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
    line = DirectorConnection(url(mute), WITHIN_S)
    with pytest.raises(LineDown, match="4 bytes read, 6 more expected"):
        line.ask("POST", "/a", b"")
    other.join(WITHIN_S)
    assert not other.is_alive()


def test_silence_is_not_waited_for_longer_than_said(mute: socket.socket) -> None:
    line = DirectorConnection(url(mute), 0.01)
    with pytest.raises(LineDown, match="did not answer in time"):
        line.ask("POST", "/a", b"")


def test_hanging_up_frees_whoever_waits_and_ends_the_line(mute: socket.socket) -> None:
    line, why = DirectorConnection(url(mute), WITHIN_S), []

    def ask() -> None:
        with pytest.raises(LineDown) as raised:
            line.ask("POST", "/a", b"")
        why.append(raised.value)

    waiting = threading.Thread(target=ask)
    waiting.start()
    end, _ = mute.accept()
    end.recv(65536)
    line.hang_up()
    waiting.join(WITHIN_S)
    assert len(why) == 1
    with pytest.raises(LineDown, match="the table stops"):
        line.ask("POST", "/a", b"")
    line.hang_up()
    line.close()
    end.close()


# --- under TLS ---------------------------------------------------------------------------------


def test_the_pinned_certificate_is_taken_and_the_connection_kept(secret: Server) -> None:
    secret.said = lambda path: (207, path.encode() * 1000)
    line = DirectorConnection(secret.url, WITHIN_S, secret.certificate)
    assert line.ask("POST", "/a", b"x") == Reply(207, b"/a" * 1000)
    assert line.ask("PUT", "/b", b"") == Reply(207, b"/b" * 1000)
    assert secret.accepted == 1
    line.close()


def test_another_certificate_with_the_same_names_hears_not_a_byte(
    secret: Server, tmp_path: Path
) -> None:
    heard: list[str] = []
    secret.said = lambda path: (200, heard.append(path) or b"")
    other = tmp_path / "other.pem"
    other.write_bytes(make_certificate(["127.0.0.1"], datetime.now(UTC)))
    for certificate in (pin_of(other), None):
        line = DirectorConnection(secret.url, WITHIN_S, certificate)
        for _again in range(2):
            with pytest.raises(NotTheDirector, match=r"another than director\.certificate"):
                line.ask("POST", "/a", b"x")
    assert heard == []
    line = DirectorConnection(secret.url, WITHIN_S, secret.certificate)
    assert line.ask("POST", "/b", b"").status == 200
    assert heard == ["/b"]
    line.close()


def test_who_takes_the_directors_place_between_two_requests_hears_not_a_byte(
    secret: Server, tmp_path: Path
) -> None:
    """Each time it connects the certificate is looked at."""
    secret.said = lambda _path: (200, b"his")
    line = DirectorConnection(secret.url, WITHIN_S, secret.certificate)
    assert line.ask("POST", "/a", b"").body == b"his"
    secret.close()
    with pytest.raises(LineDown):
        line.ask("POST", "/a", b"")
    other = tmp_path / "other.pem"
    other.write_bytes(make_certificate(["127.0.0.1"], datetime.now(UTC)))
    stranger = Server(DeviceKey.generate().public, secret.port, tls=other)
    heard: list[str] = []
    stranger.said = lambda path: (200, heard.append(path) or b"")
    with closing(stranger), pytest.raises(NotTheDirector):
        line.ask("POST", "/a", b"")
    assert heard == []


def test_who_speaks_plainly_where_tls_is_due_is_a_stranger(server: Server, shown: Path) -> None:
    line = DirectorConnection(server.url.replace("http:", "https:"), WITHIN_S, pin_of(shown))
    for _again in range(2):
        with pytest.raises(NotTheDirector, match=r"its answer is not TLS 1\.3"):
            line.ask("POST", "/a", b"")


def test_who_speaks_an_older_tls_is_a_stranger(mute: socket.socket, shown: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(shown)
    context.maximum_version = ssl.TLSVersion.TLSv1_2

    def answer() -> None:
        end, _ = mute.accept()
        with end, pytest.raises(ssl.SSLError):
            context.wrap_socket(end, server_side=True)

    other = threading.Thread(target=answer)
    other.start()
    line = DirectorConnection(url(mute).replace("http:", "https:"), WITHIN_S, pin_of(shown))
    with pytest.raises(NotTheDirector, match=r"its answer is not TLS 1\.3"):
        line.ask("POST", "/a", b"")
    other.join()


def test_who_hangs_up_in_the_middle_is_down_and_no_stranger(
    mute: socket.socket, shown: Path
) -> None:
    def answer() -> None:
        end, _ = mute.accept()
        end.recv(65536)
        end.close()

    other = threading.Thread(target=answer)
    other.start()
    line = DirectorConnection(url(mute).replace("http:", "https:"), WITHIN_S, pin_of(shown))
    with pytest.raises(LineDown, match=r"\w"):
        line.ask("POST", "/a", b"")
    other.join()


def test_hanging_up_frees_whoever_waits_under_tls(secret: Server) -> None:
    asked, let_go = threading.Event(), threading.Event()

    def hang(_path: str) -> None:
        asked.set()
        assert let_go.wait(WITHIN_S)

    secret.said = hang
    line, why = DirectorConnection(secret.url, WITHIN_S, secret.certificate), []

    def ask() -> None:
        with pytest.raises(LineDown) as raised:
            line.ask("POST", "/table/orders", b"")
        why.append(raised.value)

    waiting = threading.Thread(target=ask)
    waiting.start()
    assert asked.wait(WITHIN_S)
    line.hang_up()
    waiting.join(WITHIN_S)
    let_go.set()
    assert len(why) == 1
    line.close()
